from django.urls import path, re_path

from iplookup.views import AddressView, LocationView, NetworkView

app_name = "iplookup"
urlpatterns = [
    path("", LocationView.as_view(), name="ip"),
    path("network/", NetworkView.as_view(), name="ip-network"),
    # Match any text, even slashes and line breaks, so that a wrong address gets an error in the shape of /ip/.
    re_path(r"^(?P<ip_address>[\s\S]*)/\Z", AddressView.as_view(), name="ip-address"),
]
