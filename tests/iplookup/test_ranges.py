"""Rule I3: special-purpose addresses, and what they are reserved for."""

import ipaddress
from typing import get_args

from iplookup.addresses import Range, special_range

# The first and the last address of each network, and the addresses next to it.
RANGES_BY_ADDRESS = [
    ("0.0.0.0", "unspecified"),  # noqa: S104  # no socket is bound to it
    ("0.0.0.1", "reserved"),
    ("0.255.255.255", "reserved"),
    ("1.0.0.0", None),
    ("9.255.255.255", None),
    ("10.0.0.0", "private"),
    ("10.255.255.255", "private"),
    ("11.0.0.0", None),
    ("100.63.255.255", None),
    ("100.64.0.0", "shared"),
    ("100.127.255.255", "shared"),
    ("100.128.0.0", None),
    ("126.255.255.255", None),
    ("127.0.0.0", "loopback"),
    ("127.0.0.1", "loopback"),
    ("127.255.255.255", "loopback"),
    ("128.0.0.0", None),
    ("169.253.255.255", None),
    ("169.254.0.0", "link-local"),
    ("169.254.255.255", "link-local"),
    ("169.255.0.0", None),
    ("172.15.255.255", None),
    ("172.16.0.0", "private"),
    ("172.31.255.255", "private"),
    ("172.32.0.0", None),
    ("191.255.255.255", None),
    ("192.0.0.0", "reserved"),
    ("192.0.0.8", "reserved"),
    ("192.0.0.9", None),
    ("192.0.0.10", None),
    ("192.0.0.11", "reserved"),
    ("192.0.0.170", "reserved"),
    ("192.0.0.255", "reserved"),
    ("192.0.1.0", None),
    ("192.0.1.255", None),
    ("192.0.2.0", "documentation"),
    ("192.0.2.255", "documentation"),
    ("192.0.3.0", None),
    ("192.88.98.255", None),
    ("192.88.99.0", "reserved"),
    ("192.88.99.1", "reserved"),
    ("192.88.99.255", "reserved"),
    ("192.88.100.0", None),
    ("192.167.255.255", None),
    ("192.168.0.0", "private"),
    ("192.168.255.255", "private"),
    ("192.169.0.0", None),
    ("198.17.255.255", None),
    ("198.18.0.0", "reserved"),
    ("198.19.255.255", "reserved"),
    ("198.20.0.0", None),
    ("198.51.99.255", None),
    ("198.51.100.0", "documentation"),
    ("198.51.100.7", "documentation"),
    ("198.51.100.255", "documentation"),
    ("198.51.101.0", None),
    ("203.0.112.255", None),
    ("203.0.113.0", "documentation"),
    ("203.0.113.7", "documentation"),
    ("203.0.113.255", "documentation"),
    ("203.0.114.0", None),
    ("223.255.255.255", None),
    ("224.0.0.0", "multicast"),
    ("239.255.255.255", "multicast"),
    ("240.0.0.0", "reserved"),
    ("255.255.255.255", "reserved"),
    ("::", "unspecified"),
    ("::1", "loopback"),
    ("::2", "reserved"),
    ("::8.8.8.8", "reserved"),
    ("64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff", "reserved"),
    ("64:ff9b::", None),
    ("64:ff9b::8.8.8.8", None),
    ("64:ff9b::ffff:ffff", None),
    ("64:ff9b::1:0:0", "reserved"),
    ("64:ff9b:1::1", "reserved"),
    ("100::1", "reserved"),
    ("1fff:ffff::", "reserved"),
    ("2000::", None),
    ("2001::", "reserved"),
    ("2001::1", "reserved"),
    ("2001:1::", "reserved"),
    ("2001:1::1", None),
    ("2001:1::2", None),
    ("2001:1::3", None),
    ("2001:1::4", "reserved"),
    ("2001:2::1", "reserved"),
    ("2001:2:ffff:ffff:ffff:ffff:ffff:ffff", "reserved"),
    ("2001:3::", None),
    ("2001:3:ffff:ffff:ffff:ffff:ffff:ffff", None),
    ("2001:4::", "reserved"),
    ("2001:4:111:ffff:ffff:ffff:ffff:ffff", "reserved"),
    ("2001:4:112::", None),
    ("2001:4:112:ffff:ffff:ffff:ffff:ffff", None),
    ("2001:4:113::", "reserved"),
    ("2001:1f:ffff:ffff:ffff:ffff:ffff:ffff", "reserved"),
    ("2001:20::", None),
    ("2001:20::1", None),
    ("2001:2f:ffff:ffff:ffff:ffff:ffff:ffff", None),
    ("2001:30::", None),
    ("2001:3f:ffff:ffff:ffff:ffff:ffff:ffff", None),
    ("2001:40::", "reserved"),
    ("2001:1ff::", "reserved"),
    ("2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "reserved"),
    ("2001:200::", None),
    ("2001:db7:ffff::", None),
    ("2001:db8::", "documentation"),
    ("2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "documentation"),
    ("2001:db9::", None),
    ("2001:ffff:ffff::", None),
    ("2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", None),
    ("2002::", "reserved"),
    ("2002:a00::1", "reserved"),
    ("2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "reserved"),
    ("2003::", None),
    ("3ffe::1", None),
    ("3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", None),
    ("3fff::", "documentation"),
    ("3fff:fff::1", "documentation"),
    ("3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "documentation"),
    ("3fff:1000::", None),
    ("3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", None),
    ("4000::", "reserved"),
    ("5f00::1", "reserved"),
    ("7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "reserved"),
    ("8000::", "reserved"),
    ("fbff::", "reserved"),
    ("fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "reserved"),
    ("fc00::", "private"),
    ("fdff:ffff::", "private"),
    ("fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "private"),
    ("fe00::", "reserved"),
    ("fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "reserved"),
    ("fe80::", "link-local"),
    ("fe80::1", "link-local"),
    ("febf:ffff::", "link-local"),
    ("febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "link-local"),
    ("fec0::", "reserved"),
    ("fec0::1", "reserved"),
    ("feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "reserved"),
    ("ff00::", "multicast"),
    ("ff02::1", "multicast"),
    ("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "multicast"),
]

FOR_PROTOCOLS = [ipaddress.ip_network(text) for text in ("192.0.0.0/24", "2001::/23")]


def test_range():
    """I3."""
    found = [(text, special_range(ipaddress.ip_address(text))) for text, _ in RANGES_BY_ADDRESS]
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
