from django.urls import path

from utilitysvc.serving.views import LiveView, ReadyView

app_name = "serving"
urlpatterns = [
    path("live/", LiveView.as_view(), name="live"),
    path("ready/", ReadyView.as_view(), name="ready"),
]
