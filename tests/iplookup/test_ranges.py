"""Rule I3: special-purpose addresses, and what they are reserved for."""

import ipaddress
from typing import get_args

from iplookup.addresses import Range, parse_address
from tests.tables import rows

RANGES_BY_ADDRESS = rows("ranges.json")

FOR_PROTOCOLS = [ipaddress.ip_network(text) for text in ("192.0.0.0/24", "2001::/23")]


def test_range():
    """I3."""
    found = [[text, parse_address(text).range] for text, _ in RANGES_BY_ADDRESS]
    assert found == RANGES_BY_ADDRESS


def test_every_range_occurs():
    assert {name for _, name in RANGES_BY_ADDRESS} == {*get_args(Range), None}


def test_standard_library_agrees():
    """I3: for the properties that ``ipaddress`` has."""
    for text, name in RANGES_BY_ADDRESS:
        address = ipaddress.ip_address(text)
        assert address.is_multicast == (name == "multicast"), text
        assert address.is_loopback == (name == "loopback"), text
        assert address.is_link_local == (name == "link-local"), text
        assert address.is_unspecified == (name == "unspecified"), text
        # ipaddress has those within these networks since Python 3.11.10 and 3.12.4.
        if name is None and not any(
            address in network for network in FOR_PROTOCOLS if network.version == address.version
        ):
            assert address.is_global, text
