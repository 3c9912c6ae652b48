"""Estimate the CPU seconds of each operation from its validated values."""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any

from iplookup.networks import MOST_PARTS, parse_network

Values = Mapping[str, Any]

PER_LOOKUP = 15e-6
PER_ENTRY = 20e-6  # to read a network or a range, and to describe it
PER_NETWORK = 18e-6  # for each of the networks that make up a range
PER_COMPARISON = 0.1e-6
PER_PART = 2e-6


def locate(values: Values) -> float:
    return PER_LOOKUP


def locate_many(values: Values) -> float:
    return PER_LOOKUP * (1 + len(values["ips"]))


def calculate_networks(values: Values) -> float:
    network, contains = values["network"], values.get("contains", ())
    seconds = sum(PER_ENTRY + PER_NETWORK * _networks_in_range(text) for text in (*network, *contains))
    seconds += PER_COMPARISON * len(network) * len(contains)
    return seconds + PER_PART * _parts(network[0], values["split"]) if "split" in values else seconds


def _networks_in_range(text: str) -> int:
    """Estimate how many networks make up a range. Return 0 if ``text`` is not a range.

    Take the highest of the bits in which both ends differ. ``middle`` is the first address in which it is set. Each bit
    that is set in the distance from ``middle`` to either end is about one network.
    """
    if "-" not in text:
        return 0
    first, last = (int(ip_address(end.strip())) for end in text.split("-"))  # the serializer has validated them
    width = max(0, (first ^ last).bit_length() - 1)
    middle = last >> width << width
    return max(0, middle - first).bit_count() + (last + 1 - middle).bit_count()


def _parts(text: str, prefix_length: int) -> int:
    block = parse_network(text)
    return 0 if block.is_range else min(MOST_PARTS, 1 << max(0, prefix_length - block.networks[0].prefixlen))
