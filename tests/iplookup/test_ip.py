"""/ip/ and /ip/network/: rules I1-I5, I7, I10-I12, I14, B6, B7, and how G1-G4, G6, G8, G11, G12, G19 apply to them."""

import ipaddress
import json
from typing import get_args

import hypothesis
import pytest
import time_machine
from django.test import RequestFactory
from hypothesis import strategies
from rest_framework.permissions import BasePermission

from iplookup import addresses, services
from iplookup.views import LocationView
from tests.mmdb import write_mmdb
from tests.tables import each_row, rows
from utilitysvc.kit.logs import PrivateFormatter
from utilitysvc.kit.service_error import ServiceError

US = {"country": {"iso_code": "US", "names": {"en": "United States", "de": "Vereinigte Staaten"}}}
GB = {"country": {"iso_code": "GB", "names": {"en": "United Kingdom"}}}
LOCATIONS = {
    "0.0.0.0/30": GB,  # where an IPv6 tree also finds ::1
    "8.8.8.0/24": US,
    "81.2.69.160/27": GB,
    "2001:4860::/32": US,
    "2002:808:800::/40": GB,
    "203.0.113.0/24": {"city": {"geoname_id": 1}},  # no data that an answer shows
}
NETWORKS = {"8.8.8.0/23": {"autonomous_system_number": 15169}, "9.9.9.0/24": {"autonomous_system_number": 19281}}

CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, Authorization",
    "Access-Control-Max-Age": "86400",
}
INVALID = "Invalid IP address provided"


@pytest.fixture(scope="module")
def databases(tmp_path_factory):
    folder = tmp_path_factory.mktemp("geoip")
    write_mmdb(folder / "city.mmdb", "GeoLite2-City", LOCATIONS)
    write_mmdb(folder / "asn.mmdb", "GeoLite2-ASN", NETWORKS)
    return folder


@pytest.fixture(autouse=True)
def geoip_path(settings, databases):
    settings.GEOIP_PATH = databases


def error(response, status, message):
    """Return whether a response is this error in the shape of /ip/ (G12)."""
    body = json.loads(response.content)
    return (response.status_code, list(body), body["error"]) == (status, ["error", "status", "timestamp"], message)


@each_row(("rule", "method", "target", "variables", "body", "status", "headers", "found"), rows("requests.json"))
def test_request(api, rule, method, target, variables, body, status, headers, found):
    """Every answer has the headers of I10. Text of a body is sent as it stands."""
    path, _, query = target.partition("?")
    sent = body.encode() if isinstance(body, str) else json.dumps(body).encode() if body is not None else b""
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
        response = api.client.generic(
            method, path, sent, **{"CONTENT_TYPE": "application/json", "QUERY_STRING": query} | variables
        )
    answered = response.content.decode()
    if not isinstance(found, str):
        answered, found = json.dumps(json.loads(answered)), json.dumps(found)  # with the order of the keys
    assert (response.status_code, answered) == (status, found)
    assert (CORS | headers).items() <= response.headers.items()


LONG = ["8.8.8.8" + "0" * 5000, ":" * 5000, "010.1.1.1" + "0" * 5000]


@each_row("text", LONG)
def test_long_text_is_refused_before_it_is_parsed(api, monkeypatch, text):
    """I2: ``ipaddress`` would take long for a megabyte of colons."""
    assert error(api.get(f"/ip/{text}"), 400, INVALID)
    monkeypatch.setattr(addresses, "ip_address", None)
    assert addresses.parse_address(text) is None


def test_special_purpose_ranges():
    """I3: by IANA's registries, with which the properties of ``ipaddress`` agree."""
    table = rows("ranges.json")
    assert [[text, addresses.parse_address(text).range] for text, _ in table] == table
    assert {name for _, name in table} == {*get_args(addresses.Range), None}


def test_g19_octets_with_one_possible_reading():
    """The details name both, but only one can be sent."""
    with pytest.raises(ServiceError) as caught:
        services.checked_address("192.168.001.0377")
    assert caught.value.details == (
        "'192.168.001.0377' may be 192.168.1.377, if its octets are decimal, or 192.168.1.255, if they are octal"
    )
    assert caught.value.extra == {}


HEXTETS = strategies.text("0123456789abcdefABCDEF:.%/ g", max_size=45)
WRITTEN = strategies.builds(str, strategies.ip_addresses()) | strategies.builds(
    lambda address: address.exploded.upper(), strategies.ip_addresses(v=6)
)


@pytest.mark.slow
@hypothesis.given(WRITTEN | HEXTETS | strategies.text(max_size=45))
def test_addresses_are_those_of_the_standard_library(text):
    """I2: the faster system functions accept the same addresses as ``ipaddress`` and write the same canonical text."""
    try:
        wanted = None if "%" in text else ipaddress.ip_address(text.strip())
    except ValueError:
        wanted = None
    wanted = getattr(wanted, "ipv4_mapped", None) or wanted
    found = addresses.parse_address(text)
    if wanted is not None and wanted.version == 6:  # Python writes mapped addresses in another way since 3.13
        assert (found.text, found.packed) == (wanted.compressed, wanted.packed)
    else:
        assert (found and found.text) == (wanted and str(wanted))


@hypothesis.given(strategies.ip_addresses(), strategies.data())
def test_network_is_that_of_the_standard_library(address, data):
    """B7."""
    length = data.draw(strategies.integers(0, address.max_prefixlen))
    wanted = ipaddress.ip_network((address, length), strict=False)
    assert ipaddress.ip_network(addresses.network_of(addresses.Address(str(address), address.packed), length)) == wanted


def test_preflight_needs_no_permission_of_a_host():
    """I10: browsers send no credentials with it, so that a host's permission would refuse every one."""

    class NoOne(BasePermission):
        def has_permission(self, request, view):
            return False

    view = LocationView.as_view(permission_classes=[NoOne])
    preflight, request = (view(make("/ip/")) for make in (RequestFactory().options, RequestFactory().get))
    assert (preflight.status_code, request.status_code) == (200, 403)
    assert CORS.items() <= preflight.headers.items()


def test_no_database(api, settings, tmp_path, caplog):
    """I8, G12, G13, G15, I10: 500 in the shape of /ip/ for a valid address. One line of the log says what to do."""
    settings.GEOIP_PATH = tmp_path
    for response in (api.get("/ip/8.8.8.8"), api.get("/ip/"), api.post("/ip/", {"ips": ["8.8.8.8"]})):
        assert error(response, 500, "Internal server error")
        assert CORS.items() <= response.headers.items()
    assert error(api.get("/ip/x"), 400, INVALID)
    assert api.get("/ip/network/", "network=10.0.0.0/8").status_code == 200
    assert api.get("/geoip/v2.1/city/8.8.8.8").json()["code"] == "SERVER_ERROR"
    assert api.get("/health/ready/").json()["checks"]["location"] == {"status": "missing"}
    assert "8.8.8" not in caplog.text
    [line] = [PrivateFormatter().format(record) for record in caplog.records if record.levelname != "INFO"]
    assert f"no usable location database in {tmp_path}. " in line
    assert line.endswith("or run manage.py update_geodata.")
