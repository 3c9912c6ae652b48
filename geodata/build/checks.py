"""Check a new database before it replaces the old one."""

import ipaddress
import random
from collections.abc import Iterator, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Any

import maxminddb
import numpy as np

from .databases import Labels
from .encoding import Shared
from .intervals import SPECIAL_IPV4, SPECIAL_IPV6

LOOKUPS = 600_000
PYTHON_LOOKUPS = 20_000  # so many of them are repeated with the reader in Python, which is far slower
ALIASES = tuple(ipaddress.ip_network(block) for block in ("::ffff:0:0/96", "2002::/16", "64:ff9b::/96"))
SPECIAL_ADDRESSES = """
0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1
192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
:: ::1 ::ffff:10.0.0.1 64:ff9b:1::1 100::1 2001::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:a00:1::1
2002:7f00:1::1 3fff::1 4000::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1
"""

Address = IPv4Address | IPv6Address


def expected(labels: Labels, address: Address) -> int | None:
    """Return the label of the range that contains an address, or None if no range does."""
    if address.version == 6:
        address = next(embedded(address), address)
    ranges, unit = (labels.ipv4, labels.ipv4_unit) if address.version == 4 else (labels.ipv6, labels.ipv6_unit)
    number = int(address) >> (address.max_prefixlen - unit)
    index = int(np.searchsorted(ranges.start, number, side="right")) - 1
    return int(ranges.label[index]) if index >= 0 and number < ranges.end[index] else None


def sample(labels: Labels, count: int, seed: int = 1) -> Iterator[Address]:
    """Yield random addresses, IPv4 first and then IPv6: half of them uniform, half next to the bounds of a range."""
    draw = random.Random(seed)
    for ranges, unit, first, last in (
        (labels.ipv4, labels.ipv4_unit, IPv4Address(0), IPv4Address(2**32 - 1)),
        (labels.ipv6, labels.ipv6_unit, IPv6Address("2000::"), IPv6Address((1 << 126) - 1)),  # all global addresses
    ):
        size = 1 << first.max_prefixlen - unit
        for _ in range(count // 4):
            yield type(first)(draw.randint(int(first), int(last)))
            if len(ranges):
                index = draw.randrange(len(ranges))
                bound = draw.choice(
                    (ranges.start[index] - 1, ranges.start[index], ranges.end[index] - 1, ranges.end[index])
                )
                number = int(bound) * size + draw.randrange(size)
                if 0 <= number < 1 << first.max_prefixlen:
                    yield type(first)(number)


def plain(value: Any) -> Any:
    """Return a record in the form in which a reader returns it."""
    if isinstance(value, Shared):
        return plain(value.value)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def check_database(path: Path, labels: Labels, records: Sequence[Any], lookups: int) -> list[str]:
    """Look up addresses with both readers, and return a line for each error."""
    errors = []
    addresses = list(sample(labels, lookups))
    step = max(len(addresses) // PYTHON_LOOKUPS, 1)
    with maxminddb.open_database(path) as fast, maxminddb.open_database(path, maxminddb.MODE_FILE) as slow:
        for index, address in enumerate(addresses):
            label = expected(labels, address)
            wanted, found = None if label is None else plain(records[label]), fast.get(address)
            if found != wanted:
                errors.append(f"{address}: {found}, not {wanted}")
            if index % step == 0:
                if slow.get(address) != found:
                    errors.append(f"{address}: the readers disagree")
                errors += [f"{alias}: not as {address}" for alias in aliases(address) if fast.get(alias) != found]
        errors += [f"{address}: has a record" for address in SPECIAL_ADDRESSES.split() if fast.get(address) is not None]
        errors += [f"{block}: has a record" for block in special_edges() if fast.get(block) is not None]
        errors += check_iteration(fast, labels)
    return errors


def special_edges() -> Iterator[Address]:
    """Yield the first and last address of each special-purpose network, except for aliases of IPv4 addresses."""
    for block in map(ipaddress.ip_network, SPECIAL_IPV4 + SPECIAL_IPV6):
        for address in (block[0], block[-1]):
            if not any(address in alias for alias in ALIASES):
                yield address


def aliases(address: Address) -> Iterator[Address]:
    """Yield the IPv6 addresses that mean an IPv4 address."""
    if address.version == 4:
        for network in ALIASES:
            yield network[int(address) << (96 - network.prefixlen)]


def embedded(address: Address) -> Iterator[Address]:
    """Yield the IPv4 address that an IPv6 address means if it is in one of ALIASES."""
    for network in ALIASES:
        if address in network:
            yield IPv4Address(int(address) >> (96 - network.prefixlen) & 0xFFFFFFFF)


def check_iteration(reader: maxminddb.Reader, labels: Labels) -> list[str]:
    """Iterate over all networks of the file, and compare the number of their addresses with that of the ranges."""
    found = dict.fromkeys((4, 6), 0)
    for network, _ in reader:
        found[network.version] += network.num_addresses
    errors = []
    for version, ranges, shift in ((4, labels.ipv4, 32 - labels.ipv4_unit), (6, labels.ipv6, 128 - labels.ipv6_unit)):
        wanted = sum(int(end) - int(start) for start, end in zip(ranges.start, ranges.end, strict=True)) << shift
        if found[version] != wanted:
            errors.append(f"iteration: {found[version]} IPv{version} addresses, not {wanted}")
    return errors
