from django.urls import path

from utilitysvc.pages import views

urlpatterns = [
    path("", views.IndexView.as_view(), name="index"),
    path("health/live/", views.LiveView.as_view(), name="live"),
    path("health/ready/", views.ReadyView.as_view(), name="ready"),
    path("schema/", views.SchemaView.as_view(), name="schema"),
    path("docs/", views.DocsView.as_view(), name="docs"),
]
