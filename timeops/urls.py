from django.urls import path

from timeops.views import TimeView

urlpatterns = [path("", TimeView.as_view(), name="time")]
