"""Read IP addresses (I2), and write addresses and networks as text (B7)."""

from ipaddress import IPv6Address, ip_address
from socket import AF_INET, AF_INET6, inet_ntop, inet_pton
from typing import NamedTuple

#: The longest form in RFC 4291 (2.2): six groups of four hexadecimal digits, then an IPv4 address.
MAX_CHARACTERS = 45

_MAPPED = b"\0" * 10 + b"\xff\xff"
_COMPATIBLE = b"\0" * 12


class Address(NamedTuple):
    """An address: its canonical text (RFC 5952), and its 4 or 16 bytes in network byte order."""

    text: str
    packed: bytes

    @property
    def version(self) -> int:
        return 4 if len(self.packed) == 4 else 6


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


def network(address: Address, prefix_length: int) -> str:
    """Return the network of ``address`` in CIDR notation. ``ipaddress.ip_network`` takes ten times as long."""
    packed = address.packed
    host_bits = len(packed) * 8 - prefix_length
    first = int.from_bytes(packed) >> host_bits << host_bits
    return f"{canonical_text(first.to_bytes(len(packed)))}/{prefix_length}"


def is_ipv4_compatible(address: Address) -> bool:
    """Return whether ``address`` is in ::/96.

    These addresses are deprecated (RFC 4291, 2.5.5.1). A database stores its IPv4 addresses there, so a lookup of one
    of them would find the data of an IPv4 address.
    """
    return address.packed.startswith(_COMPATIBLE)
