"""Calculating with IP networks: their bounds, what they contain, how they merge and split (I14).

A network is read by the rules of Python's ``ipaddress``; bits of its address beyond the prefix may be set.
"""

from collections.abc import Sequence
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    collapse_addresses,
    ip_network,
    summarize_address_range,
)
from typing import Any, NamedTuple, cast

from iplookup.addresses import canonical_text, check_leading_zeros, special_range
from iplookup.answers import Contained, NetworkFacts
from utilitysvc.kit.rules import MAX_QUOTED, Bounds
from utilitysvc.kit.service_error import Reading, ServiceError

Network = IPv4Network | IPv6Network

INVALID_NETWORK = "Invalid network provided"
INVALID_PREFIX_LENGTH = "Invalid prefix length provided"
NETWORKS = Bounds(
    "network", 1, 100, error=INVALID_NETWORK, details="Provide {minimum} to {maximum} networks in network"
)
CONTAINED = Bounds(
    "contains",
    1,
    100,
    error=INVALID_NETWORK,
    details="Provide {minimum} to {maximum} addresses or networks in contains",
)
SPLIT = Bounds("split", 0, 128, error=INVALID_PREFIX_LENGTH, details="It must be between {minimum} and {maximum}")

#: Enough for a range of two addresses of the longest form, with white space.
MAX_CHARACTERS = 128
MOST_PARTS = 4096
#: All JSON parsers read integers up to this one exactly (RFC 8259, section 6).
LARGEST_EXACT_INTEGER = 2**53
#: Masks that are both a netmask and a hostmask, with the prefix length that they mean as each.
AMBIGUOUS_MASKS = {"0.0.0.0": (0, 32), "255.255.255.255": (32, 0)}  # noqa: S104  # no socket is bound to it


class Block(NamedTuple):
    """The meaning of an input: its first and last address as integers, and the fewest networks that make it up.

    ``network``: None for a range.
    """

    input: str
    version: int
    first: int
    last: int
    networks: list[Network]
    network: Network | None

    @property
    def ends(self) -> tuple[str, str]:
        return _text(self.networks[0][0]), _text(self.networks[-1][-1])

    @property
    def size(self) -> int:
        return self.last - self.first + 1


def _text(address: IPv4Address | IPv6Address) -> str:
    return canonical_text(address.packed)


def in_cidr(network: Network) -> str:
    return f"{_text(network.network_address)}/{network.prefixlen}"


def parse_network(text: str) -> Block:
    """Return the block that ``text`` means: a network (with a prefix length or a mask), an address, or a range.

    Raises ServiceError for anything else, and for a mask that is both a netmask and a hostmask.

    >>> parse_network("10.1.2.3/255.0.0.0").ends, parse_network("10.0.0.1 - 10.0.0.9").ends
    (('10.0.0.0', '10.255.255.255'), ('10.0.0.1', '10.0.0.9'))
    """
    stripped, quoted = text.strip(), repr(text[:MAX_QUOTED])
    if len(stripped) > MAX_CHARACTERS or "%" in stripped or ("-" in stripped and "/" in stripped):
        stripped = ""  # which is no network
    try:
        ends = [ip_network(end.strip(), strict=False) for end in stripped.split("-", 1)]
    except ValueError:
        check_leading_zeros(text, INVALID_NETWORK, parse_network)
        hint = "write a network as 192.0.2.0/24, an address, or a range as 192.0.2.1-192.0.2.9"
        raise ServiceError(INVALID_NETWORK, f"{quoted} is not a network: {hint}") from None
    address, _, mask = stripped.partition("/")
    if mask in AMBIGUOUS_MASKS:
        of_network, of_hosts = (f"{address}/{length}" for length in AMBIGUOUS_MASKS[mask])
        details = f"{stripped!r} may be {of_network}, if {mask} is a netmask, or {of_hosts}, if it is a hostmask"
        readings: list[Reading] = [
            {"write": write, "means": str(ip_network(write, strict=False))} for write in (of_network, of_hosts)
        ]
        raise ServiceError(INVALID_NETWORK, details, readings=readings)
    first: Any = ends[0][0]
    last: Any = ends[-1][-1]
    if first.version != last.version:
        raise ServiceError(INVALID_NETWORK, f"{quoted} has an IPv4 address and an IPv6 address")
    if first > last:
        details = f"{quoted} does not go from a lower address to a higher one: write {last}-{first}"
        raise ServiceError(INVALID_NETWORK, details)
    networks = [*summarize_address_range(first, last)]
    return Block(text, first.version, int(first), int(last), networks, None if "-" in text else networks[0])


def facts(block: Block) -> NetworkFacts:
    """Return the bounds, masks and size of one network or range, and what its addresses are reserved for."""
    first, last = block.ends
    found: dict[str, Any] = {
        "input": block.input,
        "version": block.version,
        "first": first,
        "last": last,
        "addresses": block.size if block.size <= LARGEST_EXACT_INTEGER else None,
        "addresses_text": str(block.size),
    }
    if network := block.network:
        found |= {
            "network": in_cidr(network),
            "netmask": _text(network.netmask),
            "hostmask": _text(network.hostmask),
            "prefix_length": network.prefixlen,
            "broadcast": last if block.version == 4 else None,
            "range": special_range(network),
        }
        if first == last:
            found |= {"reverse_pointer": network[0].reverse_pointer, "integer": str(block.first)}
    else:
        found["networks"] = [*map(in_cidr, block.networks)]
    ordered = {key: found[key] for key in NetworkFacts.__annotations__ if found.get(key) is not None}
    return cast(NetworkFacts, ordered)


def merged(blocks: Sequence[Block]) -> list[str]:
    """Return the fewest networks that have exactly the addresses of all blocks, IPv4 networks first."""
    return [
        in_cidr(network)
        for version in (4, 6)
        for network in collapse_addresses(
            cast(Any, [one for block in blocks if block.version == version for one in block.networks])
        )
    ]


def contained_in(blocks: Sequence[Block], requested: Block) -> Contained:
    """Return whether one of the blocks, or several of them together, contain all addresses of ``requested``."""
    alike = [block for block in blocks if block.version == requested.version]
    first_missing = requested.first
    for block in sorted(alike, key=lambda block: block.first):
        if block.first <= first_missing:
            first_missing = max(first_missing, block.last + 1)
    found: Contained = {"input": requested.input, "contained": first_missing > requested.last}
    if containing := [block for block in alike if block.first <= requested.first and requested.last <= block.last]:
        smallest = min(containing, key=lambda block: block.size)
        found["network"] = in_cidr(smallest.network) if smallest.network else "-".join(smallest.ends)
    return found


def parts(blocks: Sequence[Block], prefix_length: int) -> list[str]:
    """Split the only network in ``blocks`` into networks of this prefix length.

    Raises ServiceError if there are several networks, or if the prefix length does not fit.
    """
    network = blocks[0].network
    if len(blocks) > 1 or not network:
        raise ServiceError(INVALID_PREFIX_LENGTH, "One network alone can be split")
    longest = min(network.max_prefixlen, network.prefixlen + MOST_PARTS.bit_length() - 1)
    if not network.prefixlen <= prefix_length <= longest:
        details = f"{in_cidr(network)} can be split into networks of prefix length {network.prefixlen} to {longest}"
        raise ServiceError(INVALID_PREFIX_LENGTH, details)
    return [in_cidr(part) for part in network.subnets(new_prefix=prefix_length)]
