from django.urls import path

from utilitysvc.console.views import DocsView, HomeView

app_name = "console"
urlpatterns = [
    path("", HomeView.as_view(), name="index"),
    path("docs/", DocsView.as_view(), name="docs"),
]
