from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from iplookup import conf, services
from iplookup.caller import caller_address
from iplookup.serializers import AddressParameters, LocationParameters
from utilitysvc.kit.parsers import query_parameters
from utilitysvc.kit.views import ComputeView

#: What every answer says to a browser's page of whatever origin (I10).
CORS_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, Authorization",
    "Access-Control-Max-Age": "86400",
}


class LocationView(ComputeView):
    """Locate an IP address: the caller's own, the one that is given, or each of several."""

    parameters = LocationParameters
    plain_text = staticmethod(services.plain_text)
    error_shape = staticmethod(services.error_body)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method != "OPTIONS":  # a preflight carries no credentials by which a host could judge it (I10)
            super().initial(request, *args, **kwargs)

    def get(self, request: Request) -> HttpResponse:
        query = query_parameters(request._request)
        return self.answer({"ip": query.get("ip") or self.caller(), "output": query.get("output")})

    def caller(self) -> str:
        meta = self.request.META
        return caller_address(
            peer=meta.get("REMOTE_ADDR") or "",
            forwarded=meta.get("HTTP_X_FORWARDED_FOR", ""),
            proxies=conf.num_proxies(),
        )

    def compute(self, **parameters: Any) -> services.LocationResult | services.Batch:
        return services.locate(folder=conf.geoip_path(), **parameters)

    @property
    def default_response_headers(self) -> dict[str, str]:
        return super().default_response_headers | CORS_HEADERS


class AddressView(LocationView):
    """Locate the IP address in the path."""

    http_method_names = ["get", "head", "options"]
    parameters = AddressParameters

    def get(self, request: Request, ip_address: str) -> HttpResponse:
        return self.answer({"ip": ip_address, "output": query_parameters(request._request).get("output")})
