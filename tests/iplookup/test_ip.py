"""/ip/: rules I1-I5, I7, I10-I12, B6, B7, and how G4, G6, G8 and G12 apply to it."""

import ipaddress
import json
from urllib.parse import quote

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
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.serving.logs import PrivateFormatter

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
INVALID_LIST = "Invalid IP address list provided"
TEXT = {"Content-Type": "text/plain; charset=utf-8"}


@pytest.fixture(scope="module")
def databases(tmp_path_factory):
    folder = tmp_path_factory.mktemp("geoip")
    write_mmdb(folder / "city.mmdb", "GeoLite2-City", LOCATIONS)
    write_mmdb(folder / "asn.mmdb", "GeoLite2-ASN", NETWORKS)
    return folder


@pytest.fixture(autouse=True)
def geoip_path(settings, databases):
    settings.GEOIP_PATH = databases


def answer(response):
    return response.status_code, json.loads(response.content)


def error(response, status, message, **more):
    """Return whether a response is this error in the shape of /ip/ (G12), with the keys of ``more`` at its end."""
    found, body = answer(response)
    timestamp = body["timestamp"]
    items = [("error", message), ("status", status), ("timestamp", timestamp), *more.items()]
    return (found, list(body.items()), len(timestamp)) == (status, items, len("YYYY-MM-DDTHH:MM:SSZ"))


def test_answer_has_the_keys_of_the_table_in_their_order(api):
    """I5, I7, B7, G14."""
    status, body = answer(api.get("/ip/8.8.8.8"))
    timestamp = body.pop("timestamp")
    assert (status, timestamp[10], timestamp[-1]) == (200, "T", "Z")
    assert list(body.items()) == [
        ("ip", "8.8.8.8"),
        ("network", "8.8.8.0/24"),
        ("api_version", "1.0"),
        ("country", {"iso_code": "US", "name": "United States", "names": US["country"]["names"]}),
        ("asn", {"autonomous_system_number": 15169, "number": 15169}),
    ]


@each_row(
    ("text", "ip", "network"),
    rows("addresses.json"),
)
def test_address_is_read_and_written_canonically(api, text, ip, network):
    """I2, B7, and G1: the three ways to send an address give the same answer."""
    answers = [
        api.ask("/ip/", ip=text),
        answer(api.get(f"/ip/{quote(text)}")),
        answer(api.get(f"/ip/{quote(text)}/")),
    ]
    for status, body in answers:
        assert (status, body["ip"], body["network"]) == (200, ip, network)


@each_row(("rule", "method", "target", "body", "status", "found"), rows("requests.json"))
def test_request(api, rule, method, target, body, status, found):
    """Every answer has the headers of I10. Text of a body is sent as it stands."""
    path, _, query = target.partition("?")
    sent = body.encode() if isinstance(body, str) else json.dumps(body).encode() if body is not None else b""
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
        response = api.send(method, path, query=query, body=sent, content_type="application/json")
    answered = response.content.decode()
    if not isinstance(found, str):
        answered, found = json.dumps(json.loads(answered)), json.dumps(found)  # with the order of the keys
    assert (response.status_code, answered) == (status, found)
    assert CORS.items() <= response.headers.items()


LONG = ["8.8.8.8" + "0" * 5000, ":" * 5000, "010.1.1.1" + "0" * 5000]


@each_row("text", LONG)
def test_long_text_is_refused_before_it_is_parsed(api, monkeypatch, text):
    """I2: ``ipaddress`` would take long for a megabyte of colons."""
    assert error(api.get(f"/ip/{text}"), 400, INVALID)
    monkeypatch.setattr(addresses, "ip_address", None)
    assert addresses.parse_address(text) is None


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
        assert (found.text, found.packed, found.version) == (wanted.compressed, wanted.packed, 6)
    else:
        assert (found and found.text) == (wanted and str(wanted))


@hypothesis.given(strategies.ip_addresses(), strategies.data())
def test_network_is_that_of_the_standard_library(address, data):
    """B7."""
    length = data.draw(strategies.integers(0, address.max_prefixlen))
    wanted = ipaddress.ip_network((address, length), strict=False)
    assert ipaddress.ip_network(addresses.network_of(addresses.Address(str(address), address.packed), length)) == wanted


def test_answer_without_a_database_for_an_address(api):
    """I1, I3, G3: the caller's address is asked for if no other is given; plain text needs no data of it."""
    for query in ("", "ip=", "ip", "ips=", "ips=&ips=", "unknown=9.9.9.9"):
        response = api.client.get("/ip/", QUERY_STRING=query, REMOTE_ADDR="8.8.8.8")
        assert answer(response)[1]["ip"] == "8.8.8.8"
    assert api.client.get("/ip/?output=text", REMOTE_ADDR="10.1.2.3").content == b"10.1.2.3\n"


def test_list_of_every_size(api):
    """B6."""
    for size in (1, 100):
        _, body = answer(api.post("/ip/", {"ips": ["8.8.8.8"] * size}))
        assert body["count"] == len(body["results"]) == size
    assert error(api.post("/ip/", {"ips": ["8.8.8.8"] * 101}), 400, INVALID_LIST)


@each_row(
    ("path", "headers", "status", "more"),
    [
        ("/ip/", {"content_type": "application/x-www-form-urlencoded"}, 415, {"Content-Type": "application/json"}),
        ("/ip/", {"body": b" " * 2**21, "content_type": "application/json"}, 413, {}),
        ("/ip/8.8.8.8", {"method": "PATCH"}, 405, {"Allow": "GET, HEAD, OPTIONS"}),
        ("/ip/", {"method": "PATCH"}, 405, {"Allow": "GET, HEAD, POST, OPTIONS"}),
        ("/ip/x", {"method": "OPTIONS", "headers": {"origin": "https://example.org"}}, 200, {"Content-Length": "0"}),
        ("/ip", {"method": "GET", "query": "ip=8.8.8.8", "headers": {"accept": "text/plain"}}, 200, TEXT),
        ("/ip/8.8.8.8", {"method": "GET", "query": "fields=ip&output=text"}, 200, TEXT),
    ],
)
def test_headers(api, path, headers, status, more):
    """G6, G8, G9, I10."""
    response = api.send(headers.pop("method", "POST"), path, **{"body": b"ip=8.8.8.8"} | headers)
    assert response.status_code == status
    assert (CORS | more).items() <= response.headers.items()


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
    assert answer(api.get("/geoip/v2.1/city/8.8.8.8"))[1]["code"] == "SERVER_ERROR"
    assert answer(api.get("/health/ready/"))[1]["checks"]["location"] == {"status": "missing"}
    [line] = [PrivateFormatter().format(record) for record in caplog.records if record.levelname != "INFO"]
    assert f"no usable location database in {tmp_path}. " in line
    assert line.endswith("or run manage.py update_geodata.")
