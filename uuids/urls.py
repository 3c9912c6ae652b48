from django.urls import path

from uuids.views import UUIDView

urlpatterns = [path("", UUIDView.as_view(), name="uuid")]
