"""Calculating with networks: rules I14, G19, G21. requests.json has the requests of /ip/network/."""

import ipaddress

import hypothesis
import pytest
from hypothesis import strategies

from iplookup import services
from tests.measure import cpu_seconds
from tests.tables import each_row, rows
from utilitysvc.kit.service_error import ServiceError


@each_row(("arguments", "message", "readings"), rows("refused_in_python.json"))
def test_i14_refused(arguments, message, readings):
    """G19: each reading is accepted when it is sent."""
    with pytest.raises(ServiceError) as caught:
        services.calculate_networks(**arguments)
    assert str(caught.value) == message
    assert [reading["write"] for reading in caught.value.extra.get("readings", ())] == readings
    for reading in readings:
        services.calculate_networks(network=[reading])


@each_row(("network", "length", "last"), rows("most_parts.json"))
def test_i14_most_parts(network, length, last):
    found = services.calculate_networks(network=[network], split=length)["parts"]
    assert (len(found), len(set(found)), found[-1]) == (4096, 4096, last)


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
    texts = [str(network) for network in given]
    found = services.calculate_networks(network=texts, contains=[f"{network[0]}-{network[-1]}" for network in asked])
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
    assert cpu_seconds(lambda: services.calculate_networks(**values)) < most
