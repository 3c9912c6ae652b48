from django.urls import path

from utilitysvc.console.views import DocsView

app_name = "console"
urlpatterns = [
    path("docs/", DocsView.as_view(), name="docs"),
]
