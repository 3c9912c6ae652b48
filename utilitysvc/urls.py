"""Every path of the service."""

from django.conf import settings
from django.urls import include, path

handler400 = "utilitysvc.serving.error_pages.bad_request"
handler404 = "utilitysvc.serving.error_pages.not_found"
handler500 = "utilitysvc.serving.error_pages.server_error"

urlpatterns = [
    path("hash/", include("hashing.urls")),
    path("ip/", include("iplookup.urls")),
    path("geoip/v2.1/", include("iplookup.geoip_web_service.urls")),
    path("random/", include("randomgen.urls")),
    path("uuid/", include("uuids.urls")),
    path("password/", include("passwords.urls")),
    path("text/", include("textops.urls")),
    path("time/", include("timeops.urls")),
    path("number/", include("numbergen.urls")),
    *(path(f"{interface}/", include(f"utilitysvc.interfaces.{interface}.urls")) for interface in settings.INTERFACES),
    path("health/", include("utilitysvc.serving.urls")),
    path("", include("utilitysvc.console.urls")),
    path("", include("utilitysvc.description.urls")),
]
