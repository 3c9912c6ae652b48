"""Check a new database before it replaces the old one."""

import ipaddress
import random
from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Any

import maxminddb
import numpy as np

from .databases import Labels
from .intervals import SPECIAL

LOOKUPS = 600_000
PYTHON_LOOKUPS = 20_000  # so many of them are repeated with the reader in Python, which is far slower
ALIASES = tuple(ipaddress.ip_network(block) for block in ("::ffff:0:0/96", "2002::/16", "64:ff9b::/96"))
SPECIAL_ADDRESSES = """
0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1
192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
:: ::1 ::ffff:10.0.0.1 64:ff9b:1::1 100::1 2001::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:a00:1::1
2002:7f00:1::1 3fff::1 4000::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1
"""

AnyAddress = IPv4Address | IPv6Address
#: The addresses of each IP version from which samples are drawn: all of IPv4, the global ones of IPv6.
SAMPLED: dict[int, tuple[AnyAddress, int]] = {
    4: (IPv4Address(0), 2**32 - 1),
    6: (IPv6Address("2000::"), (1 << 126) - 1),
}


def sample(labels: Labels, count: int, seed: int = 1) -> Iterator[AnyAddress]:
    """Yield random addresses, IPv4 first and then IPv6: half of them uniform, half next to a step of the labels."""
    draw = random.Random(seed)
    for version, (first, last) in SAMPLED.items():
        of = labels[version]
        size = 1 << first.max_prefixlen - of.unit
        for _ in range(count // 4):
            yield type(first)(draw.randint(int(first), last))
            number = (int(draw.choice(of.at)) - draw.randrange(2)) * size + draw.randrange(size)
            if 0 <= number < 1 << first.max_prefixlen:
                yield type(first)(number)


def check_database(path: Path, labels: Labels, records: Sequence[Any], lookups: int) -> list[str]:
    """Look up addresses with both readers, and return a line for each error."""
    errors = []
    step = max(lookups // PYTHON_LOOKUPS, 1)
    with maxminddb.open_database(path) as fast, maxminddb.open_database(path, maxminddb.MODE_FILE) as slow:
        for index, address in enumerate(sample(labels, lookups)):
            of = labels[address.version]
            unit = np.array([int(address) >> address.max_prefixlen - of.unit], of.at.dtype)
            value, found = int(of(unit)[0]), fast.get(address)
            wanted = records[value - 1] if value else None
            if found != wanted and not in_aliases(address):
                errors.append(f"{address}: {found}, not {wanted}")
            if index % step == 0:
                if slow.get(address) != found:
                    errors.append(f"{address}: the readers disagree")
                errors += [f"{alias}: not as {address}" for alias in aliases(address) if fast.get(alias) != found]
        special = [*map(ipaddress.ip_address, SPECIAL_ADDRESSES.split()), *special_edges()]
        errors += [f"{address}: has a record" for address in special if fast.get(address) is not None]
        # Iterate over all networks of the file, and compare the number of their addresses with that of the labels.
        count = dict.fromkeys(labels, 0)
        for network, _ in fast:
            count[network.version] += network.num_addresses
    for version, of in labels.items():
        units = sum(of.size[of.value > 0].tolist())
        wanted = units << SAMPLED[version][0].max_prefixlen - of.unit
        if count[version] != wanted:
            errors.append(f"iteration: {count[version]} IPv{version} addresses, not {wanted}")
    return errors


def in_aliases(address: AnyAddress) -> bool:
    return any(address in network for network in ALIASES)


def special_edges() -> Iterator[AnyAddress]:
    """Yield the first and last address of each special-purpose network, except for aliases of IPv4 addresses."""
    for block in SPECIAL[4] + SPECIAL[6]:
        yield from (address for address in (block[0], block[-1]) if not in_aliases(address))


def aliases(address: AnyAddress) -> Iterator[AnyAddress]:
    """Yield the IPv6 addresses that mean an IPv4 address."""
    if address.version == 4:
        for network in ALIASES:
            yield network[int(address) << (96 - network.prefixlen)]
