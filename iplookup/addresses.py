"""Addresses as text: what is one (I2), and the block for which a database gave its answer (B7)."""

import ipaddress

__all__ = ["Address", "is_ipv4_compatible", "network", "parse_address"]

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

#: Six groups of four digits and an IPv4 address, the longest form that RFC 4291 (2.2) has.
MAX_CHARACTERS = 45


def parse_address(text: str) -> Address | None:
    """Return the address that ``text`` means, an IPv4-mapped one as its IPv4 address, or None where it is no address.

    White space around it is allowed. What else may stand beside an address elsewhere is not: zone id, prefix length,
    port, brackets. IPv4 octets have no leading zeros, which some systems read as octal.
    """
    text = text.strip()
    if len(text) > MAX_CHARACTERS or "%" in text:
        return None
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def network(address: Address, prefix_length: int) -> str:
    """Return the block of ``address`` in CIDR notation; ``ipaddress.ip_network`` takes four times as long."""
    host_bits = address.max_prefixlen - prefix_length
    return f"{type(address)(int(address) >> host_bits << host_bits)}/{prefix_length}"


def is_ipv4_compatible(address: Address) -> bool:
    """Whether ``address`` lies in ::/96, which has no use (RFC 4291, 2.5.5.1) but holds the IPv4 tree of a database."""
    return address.version == 6 and int(address) >> 32 == 0
