from django.urls import path

from uuids.views import UUIDView

app_name = "uuids"
urlpatterns = [path("", UUIDView.as_view(), name="uuid")]
