"""The views of MaxMind's web service. MaxMind's clients can use them if their host is set to this service (I15)."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from rest_framework.exceptions import NotAuthenticated

from iplookup import conf
from iplookup.addresses import caller_address
from iplookup.geoip_web_service import responses
from utilitysvc.kit.reading import ComputeRequest
from utilitysvc.kit.renderers import JSON, DataResponse
from utilitysvc.kit.view import READ_ONLY, ComputeView

MEDIA_TYPE = "application/vnd.maxmind.com-{service}+json; charset=UTF-8; version=2.1"
ERROR_MEDIA_TYPE = "application/vnd.maxmind.com-error+json; charset=UTF-8; version=2.0"


def error_body(error: str, details: str, status: int) -> Mapping[str, Any]:
    """Return the body of an error in MaxMind's format."""
    return {
        "code": responses.CODES.get(status, "REQUEST_INVALID"),
        "error": f"{error}: {details}" if details else error,
    }


class WebServiceView(ComputeView):
    """Answers as MaxMind's GeoIP2 web service does."""

    name = "geoip_web_service"
    key_scheme = "Basic"  # MaxMind's clients send their licence key by HTTP Basic authentication
    lane = "waiting"  # for the same reason as /ip/
    schema = None  # left out of the API description, since MaxMind documents it
    http_method_names = READ_ONLY
    path_parameters = {"ip_address": "ip"}
    error_shape = staticmethod(error_body)

    def get(self, request: ComputeRequest, service: str = "", ip_address: str = "", **captured: Any) -> HttpResponse:
        self.ignore(request.query)
        text = caller_address(request.META, conf.num_proxies()) if ip_address == "me" else ip_address
        body = responses.body(service, text, conf.geoip_path())
        return DataResponse(body, content_type=MEDIA_TYPE.format(service=service))

    def handle_exception(self, exc: Exception) -> HttpResponse:
        response = super().handle_exception(exc)
        if response.headers["Content-Type"] == JSON:  # and not problem details
            response.headers["Content-Type"] = ERROR_MEDIA_TYPE
        if isinstance(exc, NotAuthenticated) and response.status_code == 401:
            response.data["code"] = responses.KEY_REQUIRED
        return response
