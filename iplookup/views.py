"""The views of /ip/. Besides the parameters they need the caller's address."""

import json
from collections.abc import Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any

from django.http import HttpResponse

from iplookup import conf, plain, services
from iplookup.addresses import caller_address
from iplookup.answers import ErrorBody, LocatedPart, Locations
from iplookup.serializers import AddressListParameters, AddressParameters, NetworkParameters
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.clock import example_clock, utc_now
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.reading import ComputeRequest
from utilitysvc.kit.renderers import text_response
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.view import READ_ONLY, ComputeView

#: Every answer has these headers, which let web pages of any origin read it (I10).
CORS_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, Authorization",
    "Access-Control-Max-Age": "86400",
}


#: Example requests. The answers are those of the databases that come with the service; other databases may differ.
EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_bytes())
EXAMPLES["one address"]["error_examples"]["No data"] = ServiceError(
    services.NOT_FOUND, status=404, extra={"ip": "10.0.0.1", "range": "private"}
)


# The two functions below take the folder from the settings.


def one_address(*, ip: str = "", **choices: Any) -> LocatedPart:
    """Locate an address."""
    return services.locate(folder=conf.geoip_path(), ip=ip, **choices)


def several_addresses(**values: Any) -> Locations:
    """Locate several addresses."""
    return services.locate_many(folder=conf.geoip_path(), **values)


ONE_ADDRESS = Operation("one address", one_address, AddressParameters, itemgetter("ip"), **EXAMPLES["one address"])
SEVERAL_ADDRESSES = Operation(
    "several addresses", several_addresses, AddressListParameters, plain.addresses, **EXAMPLES["several addresses"]
)
CALCULATE_NETWORKS = Operation(
    "networks",
    services.calculate_networks,
    NetworkParameters,
    plain.networks,
    example_kwargs={"clock": example_clock},
    deterministic=True,
    **EXAMPLES["networks"],
)


def one_or_many(data: Mapping[str, Any]) -> str:
    """Return the operation to use: several addresses if ``ips`` is given without ``ip``, otherwise one address."""
    is_list = not data.get("ip") and AddressListParameters.gives(data, "ips")
    return SEVERAL_ADDRESSES.name if is_list else ONE_ADDRESS.name


def error_body(error: str, details: str, status: int) -> ErrorBody:
    """Return the body of an error of the IP endpoints, which has no details."""
    return {"error": error, "status": status, "timestamp": services.utc_iso8601(utc_now())}


class IPView(ComputeView):
    """The base class of the views of /ip/: the shape of their errors, and the CORS headers (I10)."""

    error_shape = staticmethod(error_body)

    def initial(self, request: ComputeRequest, *args: Any, **kwargs: Any) -> None:
        if request.method != "OPTIONS":  # browsers send no credentials with a preflight, so do not check permissions
            super().initial(request, *args, **kwargs)

    @property
    def default_response_headers(self) -> dict[str, str]:
        return super().default_response_headers | CORS_HEADERS


class LocationView(IPView):
    """Locate an IP address: the caller's own, a given one, or each of several."""

    name = "ip"
    lane = "waiting"  # a lookup may have to wait until a page of the database is read from disk
    operations = Operations(ONE_ADDRESS, SEVERAL_ADDRESSES, choose=one_or_many)
    tool = Tool(
        "locate_ip",
        "Locate an IP address",
        (
            "Say where an IPv4 or IPv6 address is (country, city, coordinates, time zone) and whose network it is in. "
            "Use it for one address with ip, or for up to 100 with ips. Names come in English unless lang names "
            "another language; fields keeps the answer short. The place is that of the network, not of a person."
        ),
        returns=("country", "city", "ip", "network"),
        example="A part, in German",
        defaults={"lang": "en"},
    )
    on_terminal = staticmethod(plain.place)

    def get(self, request: ComputeRequest, **captured: Any) -> HttpResponse:
        query: dict[str, Any] = request.query
        if not query.get("ip") and not AddressListParameters.gives(query, "ips"):
            query["ip"] = caller_address(request.META, conf.num_proxies())
        return self.answer(query)

    def answer(self, data: Mapping[str, Any]) -> HttpResponse:
        try:
            return super().answer(data)
        except ServiceError as exc:
            # Plain text without fields is only the address, for which the databases need no data (I3).
            if exc.error != services.NOT_FOUND or data.get("fields") or not self.wants_text():
                raise
            return text_response(exc.extra["ip"], str)

    def present(self, result: Mapping[str, Any]) -> HttpResponse:
        fields = self.request.prepared.values.get("fields")
        if fields is not None and self.wants_text():
            return text_response(result, lambda result: plain.values(result, fields))
        return super().present(result)


class AddressView(LocationView):
    """Locate the IP address in the path."""

    name = "ip_address"
    http_method_names = READ_ONLY
    operations = Operations(ONE_ADDRESS)
    path_parameters = {"ip_address": "ip"}

    def get(self, request: ComputeRequest, ip_address: str = "", **captured: Any) -> HttpResponse:
        return self.answer({**request.query, "ip": ip_address})


class NetworkView(IPView):
    """Calculate with IP networks: their bounds, what they contain, how they merge and split."""

    name = "ip_network"
    title = "IP networks"
    operations = Operations(CALCULATE_NETWORKS)
    tool = Tool(
        "calculate_networks",
        "Calculate with IP networks",
        (
            "Calculate with IPv4 or IPv6 networks, addresses and ranges. Use it instead of calculating by heart. "
            "Returns their bounds, masks and sizes, the merged networks, whether they contain given ones, and parts."
        ),
        returns=("networks", "merged", "parts"),
    )
    on_terminal = staticmethod(plain.network_facts)
