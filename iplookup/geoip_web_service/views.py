"""The paths of MaxMind's web service, for its own clients: their host is all that changes (I15)."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from iplookup import conf
from iplookup.geoip_web_service import responses
from iplookup.lookup import roles_in
from iplookup.views import caller_of
from utilitysvc.kit.reading import query_parameters
from utilitysvc.kit.renderers import DataResponse, JSONRenderer
from utilitysvc.kit.view import READ_ONLY, ComputeView

#: In the place of an address it stands for the caller's own.
ME = "me"
MEDIA_TYPE = "application/vnd.maxmind.com-{service}+json; charset=UTF-8; version=2.1"
ERROR_MEDIA_TYPE = "application/vnd.maxmind.com-error+json; charset=UTF-8; version=2.0"


def error_body(error: str, details: str, status: int) -> Mapping[str, Any]:
    """MaxMind's shape of an error, with a code that its clients know."""
    return {"code": responses.error_code(status), "error": f"{error}: {details}" if details else error}


class WebServiceView(ComputeView):
    """Answers as MaxMind's GeoIP2 web service does."""

    name = "geoip_web_service"
    key_scheme = "Basic"  # as MaxMind's clients send their licence key
    lane = "waiting"  # as /ip/
    schema = None  # MaxMind describes it
    http_method_names = READ_ONLY
    path_parameters = {"ip_address": "ip"}
    error_shape = staticmethod(error_body)

    def get(self, request: Request, service: str = "", ip_address: str = "", **captured: Any) -> HttpResponse:
        self.ignore(query_parameters(request._request))
        text = caller_of(request.META) if ip_address == ME else ip_address
        address = responses.requested_address(text)
        body = responses.body(service, address, roles_in(conf.geoip_path()))
        return DataResponse(body, content_type=MEDIA_TYPE.format(service=service))

    def handle_exception(self, exc: Exception) -> HttpResponse:
        response = super().handle_exception(exc)
        if isinstance(exc, NotAuthenticated) and isinstance(response, DataResponse) and response.status_code == 401:
            response.data["code"] = responses.KEY_REQUIRED
        return response

    def finalize_response(self, request: Request, response: HttpResponse, *args: Any, **kwargs: Any) -> HttpResponse:
        if response.status_code >= 400 and response.headers.get("Content-Type") == JSONRenderer.media_type:
            response.headers["Content-Type"] = ERROR_MEDIA_TYPE
        return super().finalize_response(request, response, *args, **kwargs)
