"""Calculate with labelled ranges of addresses as sorted arrays: thin, merge, intersect them, convert them to networks.

A range is a pair of integers, which count units: networks of one fixed prefix length (/24, /48 or a single address).
Arrays have the type int64, or contain Python integers (dtype object) if 63 bits are not enough.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, collapse_addresses, ip_network

import numpy as np

from iplookup.addresses import SPECIAL_NETWORKS

# The special-purpose networks of the service. They include the public networks within them, which have no location.
_SPECIAL = [block for block, name in SPECIAL_NETWORKS.items() if name]
SPECIAL_IPV4 = tuple(map(str, collapse_addresses(IPv4Network(block) for block in _SPECIAL if ":" not in block)))
SPECIAL_IPV6 = tuple(map(str, collapse_addresses(IPv6Network(block) for block in _SPECIAL if ":" in block)))


@dataclass(frozen=True)
class Ranges:
    """Disjoint ranges ``start <= unit < end`` in ascending order, each with a label."""

    start: np.ndarray
    end: np.ndarray
    label: np.ndarray

    def __len__(self) -> int:
        return len(self.start)


def special_ranges(blocks: Sequence[str], unit: int) -> Ranges:
    """Return the blocks as ranges of networks of prefix length ``unit``, with the label 0."""
    networks = sorted(map(ip_network, blocks))
    shift = networks[0].max_prefixlen - unit
    start = np.array([int(network[0]) >> shift for network in networks], dtype=object)
    end = np.array([(int(network[-1]) >> shift) + 1 for network in networks], dtype=object)
    return Ranges(start, end, np.zeros(len(networks), dtype=np.int32))


def thin(prefix: np.ndarray, length: np.ndarray, label: np.ndarray, *, width: int, unit: int) -> Ranges:
    """Return networks as ranges of units, which are networks of prefix length ``unit``.

    A unit with several labels gets the one that most of its addresses have. Neighbours with the same label are merged.
    ``prefix``: the first ``width`` bits of each network's first address.
    """
    whole = length <= unit
    start = (prefix >> (width - unit)).astype(np.int64)
    size = np.left_shift(1, np.maximum(unit - length.astype(np.int64), 0))
    mixed, mixed_label = _majority(start[~whole], label[~whole], np.exp2(unit - length[~whole].astype(float)))
    start = np.concatenate([start[whole], mixed])
    end = start + np.concatenate([size[whole], np.ones(len(mixed), dtype=np.int64)])
    order = np.argsort(start, kind="stable")
    return merge(Ranges(start[order], end[order], np.concatenate([label[whole], mixed_label])[order]))


def _majority(unit: np.ndarray, label: np.ndarray, weight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct units, and for each the label with the greatest total weight; if several, the smallest."""
    order = np.lexsort((label, unit))
    unit, label, weight = unit[order], label[order], weight[order]
    first = np.flatnonzero(_changes(unit) | _changes(label))
    unit, label, weight = unit[first], label[first], np.add.reduceat(weight, first) if len(first) else weight
    order = np.lexsort((label, -weight, unit))
    unit, label = unit[order], label[order]
    heaviest = _changes(unit)
    return unit[heaviest], label[heaviest]


def _changes(values: np.ndarray) -> np.ndarray:
    """Return for each value whether it differs from the one before it, which the first value always does."""
    return np.concatenate([np.ones(min(len(values), 1), dtype=bool), values[1:] != values[:-1]])


def merge(ranges: Ranges) -> Ranges:
    """Join adjacent ranges with the same label."""
    if not len(ranges):
        return ranges
    apart = ranges.start[1:] != ranges.end[:-1]
    first = np.flatnonzero(np.concatenate([[True], apart | (ranges.label[1:] != ranges.label[:-1])]))
    last = np.concatenate([first[1:], [len(ranges)]]) - 1
    return Ranges(ranges.start[first], ranges.end[last], ranges.label[first])


def coarsen(ranges: Ranges, bits: int) -> Ranges:
    """Return the ranges of all units, 2**bits times as large, that contain a part of ``ranges``, with the label 0."""
    start = (ranges.start >> bits).astype(np.int64)
    end = np.maximum.accumulate((-((-ranges.end) >> bits)).astype(np.int64))
    first = np.flatnonzero(np.concatenate([np.ones(min(len(start), 1), dtype=bool), start[1:] > end[:-1]]))
    last = np.concatenate([first[1:], [len(start)]])[: len(first)] - 1
    return Ranges(start[first], end[last], np.zeros(len(first), dtype=np.int32))


def complement(ranges: Ranges, size: int) -> Ranges:
    """Return the ranges from 0 to ``size`` that are not in ``ranges``, with the label 0."""
    start = np.concatenate([np.zeros(1, dtype=ranges.end.dtype), ranges.end])
    end = np.concatenate([ranges.start, np.array([size], dtype=ranges.start.dtype)])
    free = start < end
    return Ranges(start[free], end[free], np.zeros(np.count_nonzero(free), dtype=np.int32))


def intersect(ranges: Ranges, allowed: Ranges) -> Ranges:
    """Return the parts of ``ranges`` that are in ``allowed``, with the labels of ``ranges``."""
    low = np.searchsorted(allowed.end, ranges.start, side="right")
    high = np.searchsorted(allowed.start, ranges.end, side="left")
    count = np.maximum(high - low, 0)
    index = np.repeat(np.arange(len(ranges)), count)
    offset = np.arange(len(index)) - np.repeat(np.cumsum(count) - count, count)
    other = np.repeat(low, count) + offset
    start = np.maximum(ranges.start[index], allowed.start[other])
    end = np.minimum(ranges.end[index], allowed.end[other])
    return Ranges(start.astype(ranges.start.dtype), end.astype(ranges.end.dtype), ranges.label[index])


def without(ranges: Ranges, blocks: Sequence[str], unit: int) -> Ranges:
    """Return ``ranges`` without the special-purpose ``blocks``."""
    return intersect(ranges, complement(special_ranges(blocks, unit), 1 << unit))


def networks(ranges: Ranges, unit: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the fewest networks that make up the ranges: prefixes in units, lengths and labels, ordered by prefix."""
    start, end = ranges.start.copy(), ranges.end.copy()
    prefixes, lengths, labels = [], [], []
    for bit in range(unit + 1):
        for edge, step in ((start, 1), (end, -1)):
            chosen = np.flatnonzero((((edge >> bit) & 1) != 0) & (start < end))
            if step < 0:
                end[chosen] -= 1 << bit
            prefixes.append(edge[chosen])
            if step > 0:
                start[chosen] += 1 << bit
            lengths.append(np.full(len(chosen), unit - bit, dtype=np.uint8))
            labels.append(ranges.label[chosen])
    prefix, length, label = map(np.concatenate, (prefixes, lengths, labels))
    order = np.argsort(prefix, kind="stable")
    return prefix[order], length[order], label[order]
