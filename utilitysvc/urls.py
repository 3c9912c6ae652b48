"""Every path of the service."""

from django.urls import include, path

handler400 = "utilitysvc.pages.errors.bad_request"
handler404 = "utilitysvc.pages.errors.not_found"
handler500 = "utilitysvc.pages.errors.server_error"

urlpatterns = [
    path("hash/", include("hashing.urls")),
    path("ip/", include("iplookup.urls")),
    path("random/", include("randomgen.urls")),
    path("uuid/", include("uuids.urls")),
    path("password/", include("passwords.urls")),
    path("text/", include("textops.urls")),
    path("time/", include("timeops.urls")),
    path("number/", include("numbergen.urls")),
    path("", include("utilitysvc.pages.urls")),
]
