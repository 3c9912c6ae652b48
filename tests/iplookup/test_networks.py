"""/ip/network/: rule I14, and how G1, G3, G8, G12, G19, G21 and I10 apply to it."""

import ipaddress
import json

import hypothesis
import pytest
from hypothesis import strategies

from iplookup import services
from tests.iplookup.test_ip import CORS, error
from tests.measure import cpu_seconds
from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.service_error import ServiceError

INVALID = "Invalid network provided"
PATH = "/ip/network/"


def calculate(*network, **more):
    return services.calculate_networks(network=network, clock=example_clock, **more)


@each_row("wanted", rows("network_facts.json"))
def test_i14_every_key_in_the_order_of_the_table(wanted):
    [found] = calculate(wanted["input"])["networks"]
    assert list(found.items()) == list(wanted.items())


def test_i14_keys_of_the_answer(api):
    """The same by GET and POST, with the timestamp and headers of /ip/: G1, G14, I10."""
    status, body = api.ask(PATH, network=["10.0.0.0/25", "10.0.0.128/25"], contains=["10.0.0.7"])
    assert status == 200
    assert list(body) == ["networks", "merged", "contains", "timestamp", "api_version"]
    assert (body["api_version"], body["timestamp"][-1]) == ("1.0", "Z")
    assert list(api.ask(PATH, network="10.0.0.0/25", split=26).body) == [
        "networks", "merged", "parts", "timestamp", "api_version"
    ]  # fmt: skip
    assert CORS.items() <= api.get(PATH, "network=::").headers.items()


@each_row(
    ("text", "network"),
    rows("networks.json"),
)
def test_i14_network_is_read_by_the_rules_of_the_standard_library(text, network):
    """Host bits may be set."""
    [found] = calculate(text)["networks"]
    assert ipaddress.ip_network(found["network"]) == ipaddress.ip_network(network)


@pytest.mark.parametrize(
    ("text", "network", "last"),
    rows("mapped_networks.json"),
)
def test_i14_mapped_addresses_are_written_alike_by_every_python(text, network, last):
    """RFC 5952, section 5. ``str`` writes them in this way since Python 3.13."""
    result = calculate(text, contains=[text], split=ipaddress.ip_network(text, strict=False).prefixlen)
    [found] = result["networks"]
    assert (found["network"], found["last"]) == (network, last)
    assert [result["merged"], result["parts"]] == [[network], [network]]
    assert result["contains"][0]["network"] == network
    [found] = calculate(f"{found['first']}-{found['last']}")["networks"]
    assert (found["last"], found["networks"]) == (last, [network])


INVALID_TEXTS = [
    *rows("invalid_networks.json"),
    "10.0.0.1-::1" + " " * 1000,
    "10.0.0.9-10.0.0.1" + " " * 1000,
    "x" * 1000,
    "1.2.3.4/" + "9" * 5000,
]


@each_row("text", INVALID_TEXTS)
def test_i14_invalid_network_is_refused(api, text):
    assert error(api.post(PATH, {"network": [text]}), 400, INVALID)
    assert error(api.post(PATH, {"network": ["10.0.0.0/8"], "contains": ["10.0.0.1", text]}), 400, INVALID)
    with pytest.raises(ServiceError) as caught:
        calculate("::1", text)
    assert (caught.value.error, len(caught.value.details) < 500) == (INVALID, True)


@each_row(
    ("body", "message"),
    [
        *rows("refused_networks.json"),
        ({"network": ["10.0.0.0/8"] * 101}, INVALID),
        ({"network": "::1", "contains": ["::1"] * 101}, INVALID),
    ],
)
def test_i14_refused_body(api, body, message):
    assert error(api.post(PATH, body), 400, message)


REFUSED = [
    *rows("refused_networks_in_python.json"),
    ({"network": ["::1"] * 101}, f"{INVALID}: Provide 1 to 100 networks in network"),
    ({"network": ["::1"], "contains": ["::1"] * 101}, f"{INVALID}: Provide 1 to 100 addresses or networks in contains"),
]


@each_row(("arguments", "message"), REFUSED)
def test_i14_refused_in_python(arguments, message):
    with pytest.raises(ServiceError) as caught:
        services.calculate_networks(**arguments)
    assert (str(caught.value), "readings" in caught.value.extra) == (message, False)


@pytest.mark.parametrize("size", [1, 100])
def test_i14_list_of_every_size(api, size):
    status, body = api.ask(PATH, network=["10.0.0.1"] * size, contains=["10.0.0.1"] * size)
    assert (status, len(body["networks"]), len(body["contains"])) == (200, size, size)


@pytest.mark.parametrize(
    ("mask", "means"),
    [("0.0.0.0", ["0.0.0.0/0", "1.2.3.4/32"]), ("255.255.255.255", ["1.2.3.4/32", "0.0.0.0/0"])],  # noqa: S104  # no socket is bound to it
)
def test_g19_mask_with_two_meanings(api, mask, means):
    """A netmask or a hostmask. Both readings are accepted when they are sent."""
    body = json.loads(api.get(PATH, f"network=1.2.3.4/{mask}").content)
    readings = body.pop("readings")
    assert (list(body), body["error"]) == (["error", "status", "timestamp"], INVALID)
    assert [reading["means"] for reading in readings] == means
    for reading in readings:
        assert calculate(reading["write"])["networks"][0]["network"] == reading["means"]


@each_row(
    ("text", "readings"),
    rows("octets_of_networks.json"),
)
def test_g19_octets_of_two_meanings(text, readings):
    with pytest.raises(ServiceError) as caught:
        calculate(text)
    assert caught.value.error == INVALID
    assert [reading["write"] for reading in caught.value.extra.get("readings", ())] == (readings or [])
    for reading in readings or []:
        assert calculate(reading)["networks"]


@each_row(
    ("text", "name"),
    rows("ranges_of_networks.json"),
)
def test_i14_range_of_special_purpose_networks(text, name):
    assert calculate(text)["networks"][0].get("range") == name


@each_row(
    ("text", "addresses", "written"),
    rows("sizes.json"),
)
def test_i14_number_of_addresses_is_left_out_beyond_the_integers_of_json(text, addresses, written):
    [found] = calculate(text)["networks"]
    assert (found.get("addresses"), found["addresses_text"]) == (addresses, str(written))


@pytest.mark.parametrize(
    ("network", "merged"),
    rows("merged.json"),
)
def test_i14_merged(network, merged):
    assert calculate(*network)["merged"] == merged


@each_row(
    ("text", "contained", "network"),
    rows("contained.json"),
)
def test_i14_contains(text, contained, network):
    """The answer has the smallest network that contains it. It has no network if only several together contain it."""
    given = ["10.0.0.0/24", "10.0.1.0-10.0.1.255", "10.0.0.0/30", "2001:db8::/32"]
    [found] = calculate(*given, contains=[text])["contains"]
    wanted = {"input": text, "contained": contained} | ({"network": network} if network else {})
    assert list(found.items()) == list(wanted.items())


@each_row(
    ("network", "split", "count", "last"),
    rows("split.json"),
)
def test_i14_split(network, split, count, last):
    found = calculate(network, split=split)["parts"]
    assert (len(found), len(set(found)), found[-1]) == (count, count, last)


@pytest.mark.parametrize(
    ("query", "text"),
    rows("plain_networks.json"),
)
def test_i14_plain_text(api, query, text):
    """G6, and G1: an empty value among repeated ones is ignored."""
    assert api.get(PATH, f"{query}&output=text").content.decode() == text


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_i14_methods(api, method):
    """G8, I10."""
    response = api.send(method, PATH)
    assert error(response, 405, "Method not allowed")
    assert CORS.items() <= response.headers.items()
    assert api.get("/ip/network", "network=::1").status_code == 200


def test_i14_longest_text_of_a_network():
    longest = "10.0.0.1" + " " * 111 + "-10.0.0.9"
    assert len(longest) == 128
    assert calculate(f"\t{longest}\n")["networks"][0]["first"] == "10.0.0.1"
    with pytest.raises(ServiceError, match="is not a network"):
        calculate(longest.replace("-", " -"))


def spans_of(networks):
    """Return the addresses of networks as the fewest spans of integers, to check merging and containing with."""
    spans = []
    for first, last in sorted((int(network[0]), int(network[-1])) for network in networks):
        if spans and first <= spans[-1][1] + 1:
            spans[-1][1] = max(spans[-1][1], last)
        else:
            spans.append([first, last])
    return spans


# Networks of every size near each other, so that they touch, overlap and merge.
NETWORKS = strategies.lists(
    strategies.builds(
        lambda number, length: ipaddress.ip_network((number << 20, length), strict=False),
        strategies.integers(0, 2**12 - 1),
        strategies.integers(0, 32),
    ),
    min_size=1,
    max_size=8,
)


@hypothesis.given(NETWORKS, NETWORKS)
def test_i14_drawn_networks_merge_and_contain(given, asked):
    found = calculate(*map(str, given), contains=[f"{network[0]}-{network[-1]}" for network in asked])
    merged = [ipaddress.ip_network(text) for text in found["merged"]]
    assert (spans_of(merged), merged) == (spans_of(given), list(ipaddress.collapse_addresses(given)))
    for network, entry in zip(asked, found["contains"], strict=True):
        spans = spans_of(given)
        assert entry["contained"] == (spans_of([*given, network]) == spans)
        assert ("network" in entry) == any(network.subnet_of(one) for one in given)


HUNDRED = [f"2001:db8:{number:x}::/48" for number in range(100)]
WIDE = [f"2001:db8:{number:x}::1-2001:db8:{number:x}:ffff:ffff:ffff:ffff:fffe" for number in range(100)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("values", "most"),
    [
        ({"network": HUNDRED, "contains": HUNDRED}, 0.05),
        ({"network": WIDE}, 2),
        ({"network": ["::/0"], "split": 12}, 0.2),
        ({"network": ["10.0.0.0-10.0.0.0"]}, 0.001),
    ],
)
def test_g21_cost_is_bounded(values, most):
    """The bounds keep the most expensive request at about a second."""
    assert cpu_seconds(lambda: services.calculate_networks(**values), repeats=1) < most


def test_i14_no_database_is_needed(api, settings, tmp_path):
    settings.GEOIP_PATH = tmp_path
    assert api.get(PATH, "network=10.0.0.0/8").status_code == 200
