"""IP addresses: read and write them, find the caller's, and tell which belong to the public Internet.

Rules: docs/rules/ip.md, I2 (what an address is), I3 (ranges), I9 (the caller).
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from socket import AF_INET, AF_INET6, inet_ntop, inet_pton
from typing import Any, Literal, NamedTuple, cast

from utilitysvc.kit.service_error import Reading, ServiceError

#: The longest form in RFC 4291 (2.2): six groups of four hexadecimal digits, then an IPv4 address.
MAX_CHARACTERS = 45

_MAPPED = b"\0" * 10 + b"\xff\xff"
#: How IPv4-compatible addresses, ::/96, begin, which are deprecated (RFC 4291, 2.5.5.1). A database stores its IPv4
#: addresses there, so a look-up of one of them would find the data of an IPv4 address.
COMPATIBLE = b"\0" * 12

#: An IPv4 octet with a leading zero, but not a prefix length, which follows a slash.
_OCTET_WITH_ZERO = re.compile(r"(?<![/0-9])0[0-9]+", re.ASCII)
#: Enough for a range of two addresses.
_MAX_RANGE = 2 * MAX_CHARACTERS

#: What proxies write around an address: a port, and brackets around an IPv6 address (RFC 3986, 3.2.2).
_WITH_PORT = re.compile(r"\A(?:\[([^\[\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})\Z", re.ASCII)

Range = Literal["private", "loopback", "link-local", "shared", "documentation", "multicast", "unspecified", "reserved"]


def _special_networks() -> list[tuple[Any, Range | None]]:
    lines = Path(__file__).with_name("special_networks.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    found = [(ip_network(text), None if name == "-" else cast(Range, name)) for text, name, *_ in rows]
    return sorted(found, key=lambda row: -row[0].prefixlen)


#: The networks that are not globally reachable, and within them those that are (None), the smallest first. They stand
#: in a file of their own because ``ipaddress`` has a different table in each version of Python. The embedded databases
#: are built without the same networks (geodata/build/intervals.py).
SPECIAL_NETWORKS = _special_networks()


def special_range(network: IPv4Network | IPv6Network) -> Range | None:
    """Return what all addresses of ``network`` are reserved for, or None if they are public ones.

    >>> special_range(IPv4Network("192.168.0.0/24"))
    'private'
    """
    first = network.network_address
    around = (name for block, name in SPECIAL_NETWORKS if first in block and block.prefixlen <= network.prefixlen)
    return next(around, None)  # the first one is the most specific


class Address(NamedTuple):
    """An address: its canonical text (RFC 5952), and its 4 or 16 bytes in network byte order."""

    text: str
    packed: bytes

    @property
    def range(self) -> Range | None:
        """What the address is reserved for, or None if it is a public one."""
        return special_range(ip_network(self.packed))


def parse_address(text: str) -> Address | None:
    """Return the address that ``text`` means, or None if it is not an address.

    An IPv4-mapped IPv6 address is returned as its IPv4 address. White space around the address is allowed; a zone id,
    prefix length, port or brackets are not. Octets with leading zeros are not allowed, since some systems read them as
    octal.
    """
    text = text.strip()
    try:
        if ":" not in text:
            packed = inet_pton(AF_INET, text)
            # Operating systems disagree on how to read leading zeros. The canonical text never has any.
            return Address(text, packed) if inet_ntop(AF_INET, packed) == text else None
        if len(text) > MAX_CHARACTERS or "%" in text:
            return None
        # inet_pton takes a tenth of the time of ``ipaddress``. But operating systems disagree on an IPv4 address at the
        # end of an IPv6 address, so ``ipaddress`` reads those.
        packed = ip_address(text).packed if "." in text else inet_pton(AF_INET6, text)
    except (OSError, ValueError):
        return None
    if packed.startswith(_MAPPED):
        packed = packed[12:]
    return Address(canonical_text(packed), packed)


def canonical_text(packed: bytes) -> str:
    """Return the text of an address (RFC 5952). IPv4-mapped addresses, and no others, end with their IPv4 address.

    Some operating systems write further addresses in this form. ``str`` before Python 3.13 never uses it.

    >>> canonical_text(IPv6Address("::ffff:102:304").packed)
    '::ffff:1.2.3.4'
    """
    if len(packed) == 4:
        return inet_ntop(AF_INET, packed)
    text = inet_ntop(AF_INET6, packed)
    if "." not in text:
        return text
    return f"::ffff:{inet_ntop(AF_INET, packed[12:])}" if packed.startswith(_MAPPED) else str(IPv6Address(packed))


def network_of(address: Address, prefix_length: int) -> str:
    """Return the network of ``address`` in CIDR notation. ``ipaddress.ip_network`` takes ten times as long."""
    packed = address.packed
    host_bits = len(packed) * 8 - prefix_length
    first = int.from_bytes(packed) >> host_bits << host_bits
    return f"{canonical_text(first.to_bytes(len(packed)))}/{prefix_length}"


def check_leading_zeros(text: str, error: str, parse: Callable[[str], object]) -> None:
    """Raise ServiceError that names both readings of ``text`` if octets with leading zeros give it two meanings.

    Most programs read such octets as decimal. Programs that use C's ``inet_aton`` read them as octal. ``parse`` raises
    ServiceError for a reading that is not valid.
    """
    text = text.strip()
    if len(text) > _MAX_RANGE or ":" in text:
        return
    try:
        decimal, octal = _with_octets_in(10, text), _with_octets_in(8, text)
    except ValueError:  # 8 and 9 are not octal digits
        return
    if decimal == octal:
        return
    readings: list[Reading] = [
        {"write": decimal, "means": "octets in decimal"},
        {"write": octal, "means": "octets in octal"},
    ]
    valid = []
    for reading in readings:
        with suppress(ServiceError):
            valid.append(parse(reading["write"]))
    if valid:
        details = f"{text!r} may be {decimal}, if its octets are decimal, or {octal}, if they are octal"
        raise ServiceError(error, details, readings=readings if len(valid) == len(readings) else ())


def _with_octets_in(base: int, text: str) -> str:
    return _OCTET_WITH_ZERO.sub(lambda octet: str(int(octet[0], base)), text)


def caller_address(meta: Mapping[str, Any], proxies: int | None) -> str:
    """Return the caller's address as text, or an empty one if the server does not name it, as on a Unix socket.

    ``meta``: the WSGI environment of the request, with the address at the other end of the connection (the peer) and
    the X-Forwarded-For header, to which each of the ``proxies`` trusted proxies appended the address of its peer. The
    client may have written any entries before those, so do not trust them. If the trusted entry is missing or is not an
    address, the peer is returned.
    """
    if proxies:
        entries = meta.get("HTTP_X_FORWARDED_FOR", "").rsplit(",", proxies)[-proxies:]
        if len(entries) == proxies and (address := parse_address(_WITH_PORT.sub(r"\1\2", entries[0].strip()))):
            return address.text
    peer: str = meta.get("REMOTE_ADDR") or ""
    return peer.partition("%")[0]  # a link-local address is followed by the zone id of this machine's interface
