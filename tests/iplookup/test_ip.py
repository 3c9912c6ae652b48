"""/ip/: rules I1-I5, I7, I10-I12, B6, B7, and how G4, G6, G8 and G12 apply to it."""

import ipaddress
import json
from urllib.parse import quote

import hypothesis
import pytest
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
NOT_FOUND = "IP address not found in database"


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


INVALID_TEXTS = [*rows("invalid_addresses.json"), "8.8.8.8" + "0" * 5000, ":" * 5000]  # fmt: skip


@each_row("text", INVALID_TEXTS)
def test_invalid_address_is_refused(api, text):
    """I2: in the query, in the body and in the path, with slashes and line breaks too."""
    assert error(api.get("/ip/", {"ip": text}), 400, INVALID)
    assert error(api.post("/ip/", {"ip": text}), 400, INVALID)
    assert error(api.get(f"/ip/{quote(text)}/"), 400, INVALID)
    assert error(api.get(f"/ip/{quote(text)}"), 400, INVALID)


@each_row(
    ("text", "decimal", "octal"),
    [*rows("octets.json"), ("010.1.1.1" + "0" * 5000, None, None)],
)
def test_g19_octets_of_two_meanings(api, text, decimal, octal):
    """I2: refused with both readings, each of which is accepted when it is sent. The same in a list (B6)."""
    readings = [{"write": decimal, "means": "octets in decimal"}, {"write": octal, "means": "octets in octal"}]
    more = {"readings": readings} if decimal else {}
    assert error(api.get("/ip/", {"ip": text}), 400, INVALID, **more)
    assert error(api.get(f"/ip/{quote(text)}/"), 400, INVALID, **more)
    [entry] = answer(api.post("/ip/", {"ips": [text]}))[1]["results"]
    assert entry == {"input": text, "error": INVALID, "status": 400} | more
    for reading in more.get("readings", ()):
        assert services.checked_address(reading["write"]).text == reading["write"]


def test_g19_octets_with_one_possible_reading():
    """The details name both, but only one can be sent."""
    with pytest.raises(ServiceError) as caught:
        services.checked_address("192.168.001.0377")
    assert caught.value.details == (
        "'192.168.001.0377' may be 192.168.1.377, if its octets are decimal, or 192.168.1.255, if they are octal"
    )
    assert caught.value.extra == {}


def test_longest_form_of_an_address(api):
    """I2: RFC 4291, 2.2. With one more character it is not an address."""
    longest = "0000:0000:0000:0000:0000:ffff:255.255.255.255"
    assert len(longest) == addresses.MAX_CHARACTERS
    assert error(api.get("/ip/", {"ip": longest}), 404, NOT_FOUND, ip="255.255.255.255", range="reserved")
    assert error(api.get("/ip/", {"ip": f"0{longest}"}), 400, INVALID)


HEXTETS = strategies.text("0123456789abcdefABCDEF:.%/ g", max_size=45)
WRITTEN = strategies.builds(str, strategies.ip_addresses()) | strategies.builds(
    lambda address: address.exploded.upper(), strategies.ip_addresses(v=6)
)


@pytest.mark.slow
@hypothesis.given(WRITTEN | HEXTETS | strategies.text(max_size=45) | strategies.sampled_from(INVALID_TEXTS))
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


def test_long_text_is_refused_before_it_is_parsed(monkeypatch):
    """I2: ``ipaddress`` would take long for a megabyte of colons."""
    for reader in ("inet_pton", "ip_address"):
        monkeypatch.setattr(addresses, reader, None)
    assert addresses.parse_address(":" * 1024 * 1024) is None


@each_row(
    "path",
    [
        "/ip//",
        "/ip///",
        "/ip/8.8.8.8//",
        "/ip/8.8.8.8%2F24",
        "/ip/%2F",
        "/ip/8.8.8.8/9.9.9.9",
        "/ip/..",
        "/ip/%FF",
        "/ip/%C3%28",
        "/ip/%0A",
    ],
)
def test_every_path_below_is_an_address(api, path):
    """I2, I10: a wrong one gets the error of /ip/, not that of an unknown path."""
    response = api.get(path)
    assert error(response, 400, INVALID)
    assert CORS.items() <= response.headers.items()


UNKNOWN = rows("unknown_addresses.json")


@each_row(("text", "name"), UNKNOWN)
def test_address_without_data(api, text, name):
    """I3: the error has the address and what it is reserved for. In ::/96 an IPv6 tree has the IPv4 addresses."""
    ip = addresses.parse_address(text).text
    more = {"ip": ip} | ({"range": name} if name else {})
    assert error(api.get(f"/ip/{text}"), 404, NOT_FOUND, **more)
    assert error(api.post("/ip/", {"ip": text}), 404, NOT_FOUND, **more)
    entry = {"input": text, "error": NOT_FOUND, "status": 404} | ({"range": name} if name else {})
    assert answer(api.post("/ip/", {"ips": [text]}))[1]["results"] == [entry]
    assert list(answer(api.post("/ip/", {"ips": [text]}))[1]["results"][0]) == list(entry)


@each_row(("text", "name"), UNKNOWN)
def test_plain_text_of_an_address_needs_no_data(api, text, name):
    """I3: even if no database knows it, unless the request names fields."""
    line = f"{addresses.parse_address(text).text}\n".encode()
    for response in (
        api.get(f"/ip/{text}", "output=text"),
        api.get("/ip/", f"ip={text}", accept="text/plain"),
        api.post("/ip/", {"ip": text, "output": "text"}),
        api.get("/ip/", f"ips={text}&output=text"),
    ):
        assert (response.status_code, response.content) == (200, line)
        assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert CORS.items() <= response.headers.items()
    assert api.get(f"/ip/{text}", "output=text&fields=ip").status_code == 404
    assert api.client.get("/ip/?output=text", REMOTE_ADDR="10.1.2.3").content == b"10.1.2.3\n"


def test_network_is_left_out_if_the_location_database_does_not_know_the_address(api):
    """B7: even if the network database has a network for it."""
    _, body = answer(api.get("/ip/9.9.9.9"))
    assert list(body) == ["ip", "timestamp", "api_version", "asn"]


@each_row(
    ("body", "message"),
    [
        *rows("refused_bodies.json"),
        (b"", INVALID),
        ({"ips": ["8.8.8.8"] * 101}, INVALID_LIST),
        (b"[]", "Request body must be a JSON object"),
        (b"{", "Malformed JSON body"),
    ],
)
def test_refused_body(api, body, message):
    """I1, B6, G2, G3, G9, G12."""
    assert error(api.post("/ip/", body), 400, message)


@pytest.mark.parametrize(("query", "message"), [("ip=%FF", "Invalid text encoding"), ("ip=%20", INVALID)])
def test_refused_query(api, query, message):
    """G2."""
    assert error(api.get("/ip/", query), 400, message)


@each_row("query", ["", "ip=", "ip", "ips=", "ips=&ips=", "unknown=9.9.9.9"])
def test_without_an_address_it_is_the_callers(api, query):
    """I1, G3."""
    response = api.client.get("/ip/", QUERY_STRING=query, REMOTE_ADDR="8.8.8.8")
    assert answer(response)[1]["ip"] == "8.8.8.8"


def test_path_wins_over_query(api):
    assert answer(api.get("/ip/8.8.8.8", "ip=9.9.9.9"))[1]["ip"] == "8.8.8.8"


def test_white_space_around_an_entry_of_a_text_is_not_shown(api):
    """B6: of a list, each entry is shown as it was given."""
    assert answer(api.get("/ip/", "ips=8.8.8.8,+x"))[1]["results"][1]["input"] == "x"
    assert answer(api.post("/ip/", {"ips": [" x"]}))[1]["results"][0]["input"] == " x"


def test_one_address_wins_over_a_list(api):
    """B6 does not change what the specification says about ``ip``."""
    assert answer(api.post("/ip/", {"ip": "8.8.8.8", "ips": ["9.9.9.9"]}))[1]["ip"] == "8.8.8.8"


def test_list_answers_each_entry_in_its_order(api):
    """B6: numbers beyond 64 bits and lone surrogates, which an answer cannot contain, are answered as JSON text."""
    asked, wanted = zip(*rows("entries.json"), strict=True)
    status, body = answer(api.post("/ip/", {"ips": asked}))
    assert (status, list(body)) == (200, ["results", "count", "timestamp", "api_version"])
    assert body["count"] == len(asked)
    assert list(body["results"][2]) == list(answer(api.post("/ip/", {"ip": "8.8.8.8"}))[1])
    assert [entry.get("ip", entry) for entry in body["results"]] == list(wanted)


@each_row(
    ("query", "found"),
    rows("lists.json"),
)
def test_list_in_a_query(api, query, found):
    """B6, G1: comma-separated or repeated. If ``ip`` is given too, it wins."""
    _, body = answer(api.get("/ip/", query))
    assert body.get("ip") == found or [entry.get("ip", entry.get("error")) for entry in body["results"]] == found


def test_list_in_a_query_equals_a_list_in_a_body(api):
    """G1: the same values have the same answer."""
    assert answer(api.post("/ip/", {"ips": "8.8.8.8,x"}))[1]["count"] == 2
    assert error(api.get("/ip/", "ips=" + ",".join(["8.8.8.8"] * 101)), 400, INVALID_LIST)
    assert error(api.get("/ip/", "ips=%FF"), 400, "Invalid text encoding")


@pytest.mark.parametrize(
    ("parameters", "left"),
    rows("parts.json"),
)
def test_part_of_an_answer(api, parameters, left):
    """I11, I12: in the query, in the body and with the address in the path."""
    query = "&".join(f"{name}={value}" for name, value in parameters.items())
    listed = parameters | {"fields": [name.strip() for name in parameters["fields"].split(",")]}
    for response in (
        api.get("/ip/8.8.8.8", query),
        api.get("/ip/", f"ip=8.8.8.8&{query}"),
        api.post("/ip/", {"ip": "8.8.8.8"} | parameters),
        api.post("/ip/", {"ip": "8.8.8.8"} | listed),
        api.client.get(f"/ip/?{query}", REMOTE_ADDR="8.8.8.8"),
    ):
        status, body = answer(response)
        assert (status, body, list(body)) == (200, left, list(left))
    results = answer(api.get("/ip/", f"ips=8.8.8.8,x&{query}"))[1]["results"]
    assert results == [left, {"input": "x", "error": INVALID, "status": 400}]


def test_repeated_fields(api):
    """G1: all values together are the list."""
    assert answer(api.get("/ip/8.8.8.8", "fields=ip&fields=asn.number,network"))[1] == {
        "ip": "8.8.8.8",
        "network": "8.8.8.0/24",
        "asn": {"number": 15169},
    }


@each_row(
    ("parameters", "message"),
    rows("refused_parts.json"),
)
def test_refused_part(api, parameters, message):
    """I11, I12, G4: the address is checked first, then the fields, then the language, and the look-up comes last."""
    asked = {"ip": "10.0.0.1"} | parameters
    assert error(api.get("/ip/", asked), 400, message)
    assert error(api.post("/ip/", asked), 400, message)
    if "ip" not in parameters:
        assert error(api.post("/ip/", {"ips": []} | parameters), 400, message)


@pytest.mark.parametrize(
    "body", [{"fields": True}, {"fields": [1.5, True]}, {"fields": {}}, {"lang": ["de"]}, {"lang": True}]
)
def test_wrong_type_of_a_part(api, body):
    """G3."""
    assert error(api.post("/ip/", {"ip": "8.8.8.8"} | body), 400, "Invalid parameter type")


def test_fields_as_plain_text(api):
    """I11, G6."""
    query = "fields=network,city.name,country.iso_code,asn&output=text"
    lines = ["8.8.8.0/24", "", "US", '{"autonomous_system_number":15169,"number":15169}', ""]
    response = api.get("/ip/8.8.8.8", query)
    assert response.content.decode().split("\n") == lines
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert api.get("/ip/", "ips=8.8.8.8,x&fields=country.iso_code&output=text").content.decode() == f"US\n{INVALID}\n"


@pytest.mark.parametrize("size", [1, 100])
def test_list_of_every_size(api, size):
    """B6."""
    _, body = answer(api.post("/ip/", {"ips": ["8.8.8.8"] * size}))
    assert body["count"] == len(body["results"]) == size


def test_plain_text(api):
    """G6: the address, or for a list a line for each entry."""
    assert api.get("/ip/::ffff:8.8.8.8", "output=text").content == b"8.8.8.8\n"
    assert api.get("/ip/", "ip=2001:4860:0::1", accept="text/plain").content == b"2001:4860::1\n"
    assert api.post("/ip/", {"ip": "8.8.8.8", "output": "text"}).content == b"8.8.8.8\n"
    several = api.post("/ip/", {"ips": ["8.8.8.8", "x", "9.9.9.9"], "output": "text"})
    assert several.content.decode() == f"8.8.8.8\n{INVALID}\n9.9.9.9\n"
    assert several.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert error(api.get("/ip/x", "output=text"), 400, INVALID)


@each_row(
    ("method", "path", "body", "status"),
    [
        ("GET", "/ip/8.8.8.8", b"", 200),
        ("HEAD", "/ip/8.8.8.8/", b"", 200),
        ("GET", "/ip?ip=8.8.8.8", b"", 200),
        ("POST", "/ip/", {"ip": "8.8.8.8"}, 200),
        ("POST", "/ip", {"ips": ["8.8.8.8"]}, 200),
        ("POST", "/ip/", {"ips": []}, 400),
        ("GET", "/ip/x", b"", 400),
        ("GET", "/ip/10.0.0.1", b"", 404),
        ("OPTIONS", "/ip/", b"", 200),
        ("OPTIONS", "/ip/8.8.8.8", b"", 200),
        ("OPTIONS", "/ip/x/y", b"", 200),
        ("PUT", "/ip/", b"", 405),
        ("DELETE", "/ip/8.8.8.8", b"", 405),
        ("POST", "/ip/8.8.8.8", b"", 405),
        ("POST", "/ip/", b" " * 2**21, 413),
    ],
)
@each_row("headers", [{}, {"origin": "https://example.org"}])
def test_cors_on_every_answer(api, method, path, body, status, headers):
    """I10."""
    path, _, query = path.partition("?")
    response = api.send(method, path, query=query, body=body, content_type="application/json", headers=headers)
    assert response.status_code == status
    assert CORS.items() <= response.headers.items()


@pytest.mark.parametrize("path", ["/ip/", "/ip", "/ip/8.8.8.8"])
def test_preflight(api, path):
    """I10: 200 and an empty body."""
    response = api.send(
        "OPTIONS", path, headers={"origin": "https://example.org", "access_control_request_method": "POST"}
    )
    assert (response.status_code, response.content) == (200, b"")
    assert CORS.items() <= response.headers.items()


def test_preflight_needs_no_permission_of_a_host():
    """I10: browsers send no credentials with it, so that a host's permission would refuse every one."""

    class NoOne(BasePermission):
        def has_permission(self, request, view):
            return False

    view = LocationView.as_view(permission_classes=[NoOne])
    preflight, request = (view(make("/ip/")) for make in (RequestFactory().options, RequestFactory().get))
    assert (preflight.status_code, request.status_code) == (200, 403)
    assert CORS.items() <= preflight.headers.items()


def test_another_content_type(api):
    """G9, I10."""
    response = api.post("/ip/", b"ip=8.8.8.8", content_type="application/x-www-form-urlencoded")
    assert error(response, 415, "Unsupported media type")
    assert CORS.items() <= response.headers.items()


@pytest.mark.parametrize(
    ("path", "allow"), [("/ip/", "GET, HEAD, POST, OPTIONS"), ("/ip/8.8.8.8", "GET, HEAD, OPTIONS")]
)
def test_methods(api, path, allow):
    """G8."""
    response = api.send("PATCH", path)
    assert error(response, 405, "Method not allowed")
    assert response.headers["Allow"] == allow


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


def test_b6_entry_of_another_type_is_a_line_of_its_own_in_plain_text(api):
    response = api.post("/ip/", {"ips": [5, None, "x"], "output": "text"})
    assert response.content.decode().splitlines() == ["Invalid IP address provided"] * 3
