"""Take sample records from all parts of a database, to check it before it gets a role (I8)."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address
from typing import Any, NamedTuple

from iplookup.reader import maxminddb

#: The exceptions that the readers raise for a record that they cannot decode. The reader in C raises ValueError for
#: text that is not UTF-8, and SystemError if it fails without setting an exception.
BROKEN = (maxminddb.InvalidDatabaseError, ValueError, SystemError)

#: The most look-ups in one space. A malicious file may have a gap after every network.
MAX_LOOKUPS = 1024

#: If one sample in every stride gives fewer samples of a space than this, the space is sampled again, with the smallest
#: networks that the Internet routes as strides: /24 of IPv4, /48 of IPv6.
ENOUGH_SAMPLES = 16
ROUTED_STRIDES = {4: 2**8, 6: 2**80}


class _Space(NamedTuple):
    """The addresses ``first`` to ``last``, of which one sample is taken in every ``stride`` addresses with records."""

    family: int
    first: int
    last: int
    stride: int


#: All of IPv4, one sample in each /8. The global addresses of IPv6: one in each /24 below 2002::, where networks are
#: small, and one in each /16 above. 2001::/23 and 2002::/16 are left out, because a tree for both families repeats its
#: IPv4 addresses there.
_SPACES = (
    _Space(4, 0, 2**32 - 1, 2**24),
    _Space(6, 0x2001_0200 << 96, (0x2002 << 112) - 1, 2**104),
    _Space(6, 0x2003 << 112, (0x4000 << 112) - 1, 2**112),
)


class Sample(NamedTuple):
    """A record, or None if it is broken, and the IP version of its address."""

    family: int
    record: dict[str, Any] | None


def samples(reader: maxminddb.Reader) -> Iterator[Sample]:
    """Yield a few hundred records from all parts of the tree, or all records of a small tree.

    If an address has no record, the reader tells the size of the gap around it. So even the only record of a nearly
    empty tree is found with few look-ups.
    """
    for space in _SPACES:
        if space.family <= reader.metadata().ip_version:
            found = list(_walk(reader, space))
            if len(found) < ENOUGH_SAMPLES:
                found = list(_walk(reader, space._replace(stride=ROUTED_STRIDES[space.family])))
            yield from found


def _walk(reader: maxminddb.Reader, space: _Space) -> Iterator[Sample]:
    number = space.first
    for _ in range(MAX_LOOKUPS):
        if number > space.last:
            return
        address = IPv4Address(number) if space.family == 4 else IPv6Address(number)
        next_stride = (number // space.stride + 1) * space.stride
        try:
            record, prefix_length = reader.get_with_prefix_len(address)
        except BROKEN:
            yield Sample(space.family, None)
            number = next_stride
            continue
        host_bits = address.max_prefixlen - max(0, prefix_length)
        number = ((number >> host_bits) + 1) << host_bits
        if record is not None:
            yield Sample(space.family, record if isinstance(record, dict) else None)
            number = max(number, next_stride)
