"""Every path of the service."""

from django.urls import include, path

from utilitysvc import conf, function_urls
from utilitysvc.kit.urls import mount

handler400 = "utilitysvc.serving.error_pages.bad_request"
handler404 = "utilitysvc.serving.error_pages.not_found"
handler500 = "utilitysvc.serving.error_pages.server_error"

_PATHS = [
    *function_urls.urlpatterns,
    path("geoip/v2.1/", include("iplookup.geoip_web_service.urls")),
    *(path(f"{interface}/", include(f"utilitysvc.interfaces.{interface}.urls")) for interface in conf.interfaces()),
    path("health/", include("utilitysvc.serving.urls")),
    path("", include("utilitysvc.console.urls")),
    path("", include("utilitysvc.description.urls")),
]
urlpatterns = [mount("", include(_PATHS))]
