from django.urls import re_path

from iplookup.geoip_web_service.views import WebServiceView

app_name = "geoip_web_service"
urlpatterns = [
    # MaxMind's paths have no final slash.
    re_path(
        r"^(?P<service>country|city|insights)/(?P<ip_address>[\s\S]*?)/?\Z", WebServiceView.as_view(), name="geoip"
    ),
]
