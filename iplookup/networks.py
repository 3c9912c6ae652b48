"""What is to be known of IP networks by calculation: their bounds, how they merge, contain one another and split (I14).

A network is read by the rules of Python's ``ipaddress``; bits of its address beyond the prefix may be set.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    collapse_addresses,
    ip_address,
    ip_network,
    summarize_address_range,
)
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict, cast, final

from iplookup.addresses import canonical_text
from iplookup.ranges import Range, special_range
from utilitysvc.kit.rules import MAX_QUOTED, Bounds
from utilitysvc.kit.service_error import ServiceError

__all__ = [
    "CONTAINED",
    "INVALID_NETWORK",
    "INVALID_PREFIX_LENGTH",
    "NETWORKS",
    "SPLIT",
    "Block",
    "Contained",
    "NetworkFacts",
    "NetworksResult",
    "contained_in",
    "facts",
    "merged",
    "parse_network",
    "parts",
]

Address = IPv4Address | IPv6Address
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

#: Two addresses of the longest form, what stands between them, and some white space.
MAX_CHARACTERS = 128
MOST_PARTS = 4096
#: The largest integer that every reader of JSON takes for itself (RFC 8259, section 6).
LARGEST_EXACT_INTEGER = 2**53
#: It may be the mask of a network or that of its hosts: all addresses, or one alone.
AMBIGUOUS_MASK = "0.0.0.0"  # noqa: S104  # nothing is bound to it


@final
class NetworkFacts(TypedDict):
    """Of a range only ``input``, ``version``, ``first``, ``last``, the number of addresses and ``networks``."""

    input: Annotated[str, "What was asked"]
    network: NotRequired[Annotated[str, "The network in CIDR notation"]]
    version: Annotated[int, "4 or 6"]
    first: Annotated[str, "First address"]
    last: Annotated[str, "Last address"]
    netmask: NotRequired[Annotated[str, "Mask of the network"]]
    hostmask: NotRequired[Annotated[str, "Mask of the hosts"]]
    prefix_length: NotRequired[Annotated[int, "Length of the prefix in bits"]]
    addresses: NotRequired[Annotated[int, "How many addresses, if at most 2^53"]]
    addresses_text: Annotated[str, "How many addresses, in decimal digits"]
    broadcast: NotRequired[Annotated[str, "Broadcast address (IPv4)"]]
    range: NotRequired[Annotated[Range, "What the addresses are for, where they are none of the public Internet's"]]
    reverse_pointer: NotRequired[Annotated[str, "Name of the PTR record, of a single address"]]
    integer: NotRequired[Annotated[str, "The address as a decimal integer, of a single address"]]
    networks: NotRequired[Annotated[list[str], "The fewest networks that cover the range"]]


@final
class Contained(TypedDict):
    input: Annotated[str, "What was asked"]
    contained: Annotated[bool, "Whether all of it lies in the networks"]
    network: NotRequired[Annotated[str, "The smallest of the networks that has all of it"]]


@final
class NetworksResult(TypedDict):
    networks: Annotated[list[NetworkFacts], "One for each entry, in its order"]
    merged: Annotated[list[str], "The fewest networks that have exactly their addresses"]
    contains: NotRequired[Annotated[list[Contained], "One for each entry of contains, in its order"]]
    parts: NotRequired[Annotated[list[str], "The networks into which the one is split"]]
    timestamp: Annotated[str, "Time of the request in UTC, ISO 8601"]
    api_version: Annotated[str, "Current API version"]


class Block(NamedTuple):
    """What an input means: its addresses as integers from first to last, and the fewest networks that make them up."""

    input: str
    version: int
    first: int
    last: int
    networks: list[Network]
    is_range: bool

    @property
    def ends(self) -> tuple[str, str]:
        size = 4 if self.version == 4 else 16
        return canonical_text(self.first.to_bytes(size)), canonical_text(self.last.to_bytes(size))

    @property
    def size(self) -> int:
        return self.last - self.first + 1

    def has(self, other: "Block") -> bool:
        return self.first <= other.first and other.last <= self.last and self.version == other.version


def in_cidr(network: Network) -> str:
    return f"{canonical_text(network.network_address.packed)}/{network.prefixlen}"


def parse_network(text: str) -> Block:
    """Return the block that ``text`` means: a network, its mask as a length or an address, an address, or a range.

    Raises ServiceError.

    >>> parse_network("10.1.2.3/255.0.0.0").ends, parse_network("10.0.0.1 - 10.0.0.9").ends
    (('10.0.0.0', '10.255.255.255'), ('10.0.0.1', '10.0.0.9'))
    """
    asked = text.strip()
    network, ends = None, None
    if len(asked) <= MAX_CHARACTERS and "%" not in asked:
        with suppress(ValueError):
            if "-" in asked:
                first, _, last = asked.partition("-")
                ends = ip_address(first.strip()), ip_address(last.strip())
            else:
                network = ip_network(asked, strict=False)
    if ends is not None:
        return _range(text, *ends)
    if network is None:
        hint = "write a network as 192.0.2.0/24, an address, or a range as 192.0.2.1-192.0.2.9"
        raise ServiceError(INVALID_NETWORK, f"{text[:MAX_QUOTED]!r} is not a network: {hint}")
    if asked.endswith(f"/{AMBIGUOUS_MASK}"):
        address = asked.partition("/")[0]
        lengths = (f"{address}/0", f"{address}/32")
        raise ServiceError(
            INVALID_NETWORK,
            f"{asked!r} may be {' or '.join(lengths)}",
            readings=[{"write": write, "means": str(ip_network(write, strict=False))} for write in lengths],
        )
    first_number, last_number = int(network.network_address), int(network.broadcast_address)
    return Block(text, network.version, first_number, last_number, [network], is_range=False)


def _range(text: str, first: Address, last: Address) -> Block:
    if first.version != last.version or int(first) > int(last):
        raise ServiceError(INVALID_NETWORK, f"{text[:MAX_QUOTED]!r} does not go from a lower address to a higher one")
    ends: Any = first, last  # of one version, which their types do not say
    networks: list[Network] = [*summarize_address_range(*ends)]
    return Block(text, first.version, int(first), int(last), networks, is_range=True)


def facts(block: Block) -> NetworkFacts:
    """Return what there is to say of one network or range."""
    first, last = block.ends
    ends: dict[str, Any] = {"version": block.version, "first": first, "last": last}
    size: dict[str, Any] = {"addresses": block.size} if block.size <= LARGEST_EXACT_INTEGER else {}
    size["addresses_text"] = str(block.size)
    if block.is_range:
        return cast(
            NetworkFacts, {"input": block.input} | ends | size | {"networks": list(map(in_cidr, block.networks))}
        )
    [network] = block.networks
    masks: dict[str, Any] = {
        "netmask": canonical_text(network.netmask.packed),
        "hostmask": canonical_text(network.hostmask.packed),
        "prefix_length": network.prefixlen,
    }
    result = cast(NetworkFacts, {"input": block.input, "network": in_cidr(network)} | ends | masks | size)
    if block.version == 4:
        result["broadcast"] = last
    if name := special_range(network):
        result["range"] = name
    if block.size == 1:
        result["reverse_pointer"] = network.network_address.reverse_pointer
        result["integer"] = str(block.first)
    return result


def merged(blocks: Iterable[Block]) -> list[str]:
    """Return the fewest networks that have exactly the addresses of all blocks, those of IPv4 first."""
    networks = [network for block in blocks for network in block.networks]
    ipv4 = [network for network in networks if isinstance(network, IPv4Network)]
    ipv6 = [network for network in networks if isinstance(network, IPv6Network)]
    return [*map(in_cidr, collapse_addresses(ipv4)), *map(in_cidr, collapse_addresses(ipv6))]


def contained_in(blocks: Sequence[Block], asked: Block) -> Contained:
    """Return whether the blocks have all addresses of ``asked``, one of them or several together."""
    holders = [block for block in blocks if block.has(asked)]
    if holders:
        smallest = min(holders, key=lambda block: block.size)
        text = "-".join(smallest.ends) if smallest.is_range else in_cidr(smallest.networks[0])
        return {"input": asked.input, "contained": True, "network": text}
    return {"input": asked.input, "contained": _covered(blocks, asked)}


def _covered(blocks: Sequence[Block], asked: Block) -> bool:
    """Whether the blocks together leave no gap in ``asked``."""
    spans = sorted((block.first, block.last) for block in blocks if block.version == asked.version)
    following = asked.first
    for first, last in spans:
        if first > following:
            return False
        following = max(following, last + 1)
        if following > asked.last:
            return True
    return False


def parts(blocks: Sequence[Block], prefix_length: int) -> list[str]:
    """Return the subnets of this prefix length of the one network in ``blocks``. Raises ServiceError."""
    if len(blocks) > 1 or blocks[0].is_range:
        raise ServiceError(INVALID_PREFIX_LENGTH, "One network alone can be split")
    [network] = blocks[0].networks
    longest = min(network.max_prefixlen, network.prefixlen + MOST_PARTS.bit_length() - 1)
    if not network.prefixlen <= prefix_length <= longest:
        details = f"{in_cidr(network)} can be split into networks of prefix length {network.prefixlen} to {longest}"
        raise ServiceError(INVALID_PREFIX_LENGTH, details)
    return [in_cidr(part) for part in network.subnets(new_prefix=prefix_length)]
