"""Addresses as text: what is one (I2), and the block for which a database gave its answer (B7)."""

from ipaddress import IPv6Address, ip_address
from socket import AF_INET, AF_INET6, inet_ntop, inet_pton
from typing import NamedTuple

#: Six groups of four digits and an IPv4 address, the longest form that RFC 4291 (2.2) has.
MAX_CHARACTERS = 45

_MAPPED = b"\0" * 10 + b"\xff\xff"
_COMPATIBLE = b"\0" * 12


class Address(NamedTuple):
    """An address in its canonical text (RFC 5952), and as the 4 or 16 bytes of the network."""

    text: str
    packed: bytes

    @property
    def version(self) -> int:
        return 4 if len(self.packed) == 4 else 6


def parse_address(text: str) -> Address | None:
    """Return the address that ``text`` means, an IPv4-mapped one as its IPv4 address, or None where it is no address.

    White space around it is allowed. What else may stand beside an address elsewhere is not: zone id, prefix length,
    port, brackets. IPv4 octets have no leading zeros, which some systems read as octal.
    """
    text = text.strip()
    try:
        if ":" not in text:
            packed = inet_pton(AF_INET, text)
            # Systems differ in leading zeros, which only the canonical text never has.
            return Address(text, packed) if inet_ntop(AF_INET, packed) == text else None
        if len(text) > MAX_CHARACTERS or "%" in text:
            return None
        # The system's function takes a tenth of the time of ``ipaddress``, but each system has its own rules for an
        # IPv4 address at the end.
        packed = ip_address(text).packed if "." in text else inet_pton(AF_INET6, text)
    except (OSError, ValueError):
        return None
    if packed.startswith(_MAPPED):
        packed = packed[12:]
    return Address(canonical_text(packed), packed)


def canonical_text(packed: bytes) -> str:
    """Return the text of an address (RFC 5952), an IPv4-mapped one, and only that, with its IPv4 address at the end.

    Systems write further addresses like that, and ``str`` before Python 3.13 none.

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
    """Return the block of ``address`` in CIDR notation; ``ipaddress.ip_network`` takes ten times as long."""
    packed = address.packed
    host_bits = len(packed) * 8 - prefix_length
    first = int.from_bytes(packed) >> host_bits << host_bits
    return f"{canonical_text(first.to_bytes(len(packed)))}/{prefix_length}"


def is_ipv4_compatible(address: Address) -> bool:
    """Whether ``address`` lies in ::/96, which has no use (RFC 4291, 2.5.5.1) but holds the IPv4 tree of a database."""
    return address.packed.startswith(_COMPATIBLE)
