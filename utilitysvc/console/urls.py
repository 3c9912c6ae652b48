from django.urls import path

from utilitysvc.console.views import DocsView, WorkerView

app_name = "console"
urlpatterns = [
    path("docs/", DocsView.as_view(), name="docs"),
    path("worker/", WorkerView.as_view(), name="worker"),
]
