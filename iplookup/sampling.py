"""A look into a database before it gets a role: records from all over its tree, of both address families (I8)."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address
from typing import Any, NamedTuple

from iplookup.reader import maxminddb

#: What the readers raise on a record that they cannot decode. The one in C raises ValueError for text that is no UTF-8,
#: and SystemError where it fails without saying why.
BROKEN = (maxminddb.InvalidDatabaseError, ValueError, SystemError)

#: The most looks at one space, however its tree is cut: a file may have a hole beside every network.
MAX_LOOKS = 1024

#: If one sample in every stride gives fewer samples of a space than this, one is taken in each of the smallest networks
#: that the Internet routes: a /24 of IPv4, a /48 of IPv6.
FEW = 16
ROUTED = {4: 2**8, 6: 2**80}


class _Space(NamedTuple):
    """Addresses from which samples are taken: ``first`` to ``last``, one in every ``stride`` where there are any."""

    family: int
    first: int
    last: int
    stride: int


#: All of IPv4 by /8; of IPv6 what is given to networks, by /24 where they are small and by /16 beyond. Left out are
#: 2001::/23 and 2002::/16, in which a tree for both families repeats its IPv4 addresses.
_SPACES = (
    _Space(4, 0, 2**32 - 1, 2**24),
    _Space(6, 0x2001_0200 << 96, (0x2002 << 112) - 1, 2**104),
    _Space(6, 0x2003 << 112, (0x4000 << 112) - 1, 2**112),
)


class Sample(NamedTuple):
    """A record, or None where it is broken, and the IP version of the address whose it is."""

    family: int
    record: dict[str, Any] | None


def samples(reader: maxminddb.Reader) -> Iterator[Sample]:
    """Yield some hundred records from all over the tree, of a small one all.

    Where there is no record the reader says how wide the hole is, so that the one record of a nearly empty tree is
    found in few looks.
    """
    for space in _SPACES:
        if space.family <= reader.metadata().ip_version:
            found = list(_walk(reader, space))
            yield from found if len(found) >= FEW else _walk(reader, space._replace(stride=ROUTED[space.family]))


def _walk(reader: maxminddb.Reader, space: _Space) -> Iterator[Sample]:
    number = space.first
    for _ in range(MAX_LOOKS):
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
