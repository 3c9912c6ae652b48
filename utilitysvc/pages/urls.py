from django.urls import path

from utilitysvc.pages import health

urlpatterns = [
    path("health/live/", health.live),
]
