from django.urls import path

from timeops.views import TimeView

app_name = "timeops"
urlpatterns = [path("", TimeView.as_view(), name="time")]
