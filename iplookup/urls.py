from django.urls import path, re_path

from iplookup.views import AddressView, LocationView, NetworkView

app_name = "iplookup"
urlpatterns = [
    path("", LocationView.as_view(), name="ip"),
    path("network/", NetworkView.as_view(), name="ip-network"),
    # Whatever stands below the path is an address, if a bad one: slashes and line breaks too get the service's own 400.
    re_path(r"^(?P<ip_address>[\s\S]*)/\Z", AddressView.as_view(), name="ip-address"),
]
