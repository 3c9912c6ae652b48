"""Special-purpose addresses, which are not part of the public Internet, and what they are reserved for (I3)."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import Literal

Range = Literal["private", "loopback", "link-local", "shared", "documentation", "multicast", "unspecified", "reserved"]

#: The networks that are not globally reachable, and within them those that are (None), from IANA's registries of
#: special-purpose addresses (https://www.iana.org/assignments/iana-ipv4-special-registry,
#: https://www.iana.org/assignments/iana-ipv6-special-registry) and of the IPv6 address space. This module has its own
#: table because ``ipaddress`` has a different one in each version of Python. The embedded databases are built without
#: the same networks (geodata/build/intervals.py).
SPECIAL_NETWORKS: dict[str, Range | None] = {
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
    "192.88.99.0/24": "reserved",  # 6to4 relay anycast, deprecated by RFC 7526
    "192.168.0.0/16": "private",
    "198.18.0.0/15": "reserved",  # benchmarking, RFC 2544
    "198.51.100.0/24": "documentation",
    "203.0.113.0/24": "documentation",
    "224.0.0.0/4": "multicast",
    "240.0.0.0/4": "reserved",
    # All of IPv6 except 2000::/3, the global unicast addresses.
    "::/3": "reserved",
    "4000::/2": "reserved",
    "8000::/1": "reserved",
    "::/128": "unspecified",
    "::1/128": "loopback",
    "64:ff9b::/96": None,  # IPv4 addresses behind NAT64, RFC 6052
    "2001::/23": "reserved",  # for protocols, except the networks below with None
    "2001:1::1/128": None,
    "2001:1::2/128": None,
    "2001:1::3/128": None,
    "2001:3::/32": None,
    "2001:4:112::/48": None,
    "2001:20::/28": None,
    "2001:30::/28": None,
    "2001:db8::/32": "documentation",
    "2002::/16": "reserved",  # 6to4; most databases have data for the IPv4 address that is part of such an address
    "3fff::/20": "documentation",
    "fc00::/7": "private",
    "fe80::/10": "link-local",
    "ff00::/8": "multicast",
}


def _blocks(version: int) -> list[tuple[int, int, Range | None]]:
    """Return first and last address and name of each network, smallest first: the first match is the most specific."""
    blocks = [(ip_network(text), name) for text, name in SPECIAL_NETWORKS.items()]
    blocks.sort(key=lambda block: -block[0].prefixlen)
    return [(int(block[0]), int(block[-1]), name) for block, name in blocks if block.version == version]


_BLOCKS = {version: _blocks(version) for version in (4, 6)}


def special_range(of: IPv4Address | IPv6Address | IPv4Network | IPv6Network) -> Range | None:
    """Return what an address, or every address of a network, is reserved for, or None if it is a public one.

    >>> special_range(IPv4Address("192.168.0.1"))
    'private'
    >>> special_range(IPv6Network("2001:db8::/48"))
    'documentation'
    """
    first, last = (int(of[0]), int(of[-1])) if isinstance(of, IPv4Network | IPv6Network) else (int(of), int(of))
    return next((name for lowest, highest, name in _BLOCKS[of.version] if lowest <= first and last <= highest), None)
