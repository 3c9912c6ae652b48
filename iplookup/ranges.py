"""Special-purpose addresses, those that are not of the public Internet, and what each is for (I3)."""

import ipaddress
from typing import Literal, get_args

from iplookup.addresses import Address

__all__ = ["RANGES", "Range", "special_range"]

Range = Literal["private", "loopback", "link-local", "shared", "documentation", "multicast", "unspecified", "reserved"]
RANGES: tuple[Range, ...] = get_args(Range)

# IANA's registries of special-purpose addresses (https://www.iana.org/assignments/iana-ipv4-special-registry,
# https://www.iana.org/assignments/iana-ipv6-special-registry) and of the IPv6 space: what they do not call globally
# reachable, and within it what they do (None). A table of our own, since ``ipaddress`` of each Python knows other ones.
_NETWORKS: dict[str, Range | None] = {
    "0.0.0.0/8": "reserved",
    "0.0.0.0/32": "unspecified",
    "10.0.0.0/8": "private",
    "100.64.0.0/10": "shared",
    "127.0.0.0/8": "loopback",
    "169.254.0.0/16": "link-local",
    "172.16.0.0/12": "private",
    "192.0.0.0/24": "reserved",
    "192.0.0.9/32": None,  # Port Control Protocol anycast, RFC 7723
    "192.0.0.10/32": None,  # TURN anycast, RFC 8155
    "192.0.2.0/24": "documentation",
    "192.168.0.0/16": "private",
    "198.18.0.0/15": "reserved",  # benchmarks
    "198.51.100.0/24": "documentation",
    "203.0.113.0/24": "documentation",
    "224.0.0.0/4": "multicast",
    "240.0.0.0/4": "reserved",
    "::/0": "reserved",
    "::/128": "unspecified",
    "::1/128": "loopback",
    "64:ff9b::/96": None,  # IPv4 addresses behind NAT64, RFC 6052
    "2000::/3": None,  # the global unicast space
    "2001::/23": "reserved",  # protocols' own, but for what follows
    "2001:1::1/128": None,
    "2001:1::2/128": None,
    "2001:1::3/128": None,
    "2001:3::/32": None,
    "2001:4:112::/48": None,
    "2001:20::/28": None,
    "2001:30::/28": None,
    "2001:db8::/32": "documentation",
    "2002::/16": "reserved",  # 6to4, of which most databases know the IPv4 address within
    "3fff::/20": "documentation",
    "fc00::/7": "private",
    "fe80::/10": "link-local",
    "ff00::/8": "multicast",
}
# The narrowest first, so that the first that fits is the most particular.
_TABLES: dict[int, list[tuple[int, int, Range | None]]] = {4: [], 6: []}
for _network, _range in sorted(
    ((ipaddress.ip_network(text), name) for text, name in _NETWORKS.items()), key=lambda row: -row[0].prefixlen
):
    _TABLES[_network.version].append((int(_network.network_address), int(_network.broadcast_address), _range))


def special_range(address: Address) -> Range | None:
    """Return the kind of special-purpose address that this is, or None for one of the public Internet.

    >>> special_range(ipaddress.ip_address("192.168.0.1"))
    'private'
    >>> special_range(ipaddress.ip_address("2001:db8::1"))
    'documentation'
    """
    number = int(address)
    return next((name for first, last, name in _TABLES[address.version] if first <= number <= last), None)
