from django.urls import path

from uuids.views import InspectionView, UUIDView

app_name = "uuids"
urlpatterns = [
    path("", UUIDView.as_view(), name="uuid"),
    path("inspect/", InspectionView.as_view(), name="inspect"),
]
