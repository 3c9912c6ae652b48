"""Calculate with the labels of address ranges as arrays: thin out networks, mask ranges, make them coarser.

Positions count units: networks of one fixed prefix length (/24, /48 or a single address). Arrays of them have the type
int64, or contain Python integers (dtype object) if 63 bits are not enough.
"""

from dataclasses import dataclass
from ipaddress import collapse_addresses
from typing import Any

import numpy as np

from iplookup.addresses import SPECIAL_NETWORKS

#: The special-purpose networks of the service by IP version, merged. They include the public networks within them,
#: which have no location.
SPECIAL: dict[int, list[Any]] = {
    version: [*collapse_addresses(block for block, name in SPECIAL_NETWORKS if name and block.version == version)]
    for version in (4, 6)
}

ABSENT = 0  # the value of addresses without data; those with label n have the value n + 1


@dataclass(frozen=True)
class Steps:
    """The values of all units: ``value[i]`` from ``at[i]`` up to ``at[i + 1]``. ``at`` ascends from 0.

    ``unit`` is their prefix length.
    """

    at: np.ndarray
    value: np.ndarray
    unit: int

    def __call__(self, at: np.ndarray) -> np.ndarray:
        """Return the values of the units ``at``."""
        return np.take(self.value, np.searchsorted(self.at, at, side="right") - 1)

    @property
    def size(self) -> np.ndarray:
        """How many units each step has."""
        return np.diff(self.at, append=1 << self.unit)


def last_of_each(at: np.ndarray, value: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the positions in ascending order, each once, with the last of its values."""
    order = np.argsort(at, kind="stable")
    at, value = at[order], value[order]
    last = np.append(at[1:] != at[:-1], True).astype(bool)
    return at[last], value[last]


def merged(at: np.ndarray, value: np.ndarray, unit: int) -> Steps:
    """Return the steps without those that change nothing."""
    changes = np.append(True, value[1:] != value[:-1])
    return Steps(at[changes], value[changes], unit)


def of_ranges(start: np.ndarray, end: np.ndarray, value: np.ndarray, unit: int) -> Steps:
    """Return the steps of disjoint ranges ``start <= position < end`` in ascending order. They may be empty."""
    at = np.append(np.zeros(1, start.dtype), np.stack([start, end], axis=1))
    values = np.append(ABSENT, np.stack([value, np.full(len(value), ABSENT)], axis=1))
    return merged(*last_of_each(at, values), unit)


def thin(prefix: np.ndarray, length: np.ndarray, value: np.ndarray, *, width: int, unit: int) -> Steps:
    """Return disjoint networks in ascending order as steps of units, which are networks of prefix length ``unit``.

    A unit with several values gets the one that most of its addresses have; of several, the smallest. ``prefix``: the
    first ``width`` bits of each network's first address.
    """
    whole = length <= unit
    position = (prefix >> (width - unit)).astype(np.int64)
    bits = length.astype(np.int64)
    parts, index = np.unique(np.stack([position[~whole], value[~whole]], axis=1), axis=0, return_inverse=True)
    weight = np.bincount(index, np.exp2(unit - bits[~whole]), len(parts))
    parts = parts[np.lexsort((parts[:, 1], -weight, parts[:, 0]))]
    mixed, heaviest = np.unique(parts[:, 0], return_index=True)
    start = np.append(position[whole], mixed)
    end = np.append(position[whole] + (1 << unit - bits[whole]), mixed + 1)
    order = np.argsort(start)
    return of_ranges(start[order], end[order], np.append(value[whole], parts[heaviest, 1])[order], unit)


def masked(steps: Steps, mask: Steps, *, keep: bool) -> Steps:
    """Return the steps without the units that have no value in ``mask``, or else without those that have one."""
    at = np.union1d(steps.at, mask.at)
    return merged(at, np.where((mask(at) != ABSENT) == keep, steps(at), ABSENT), steps.unit)


def without_special(steps: Steps, version: int) -> Steps:
    """Return the steps without the special-purpose networks."""
    shift = SPECIAL[version][0].max_prefixlen - steps.unit
    edges = [[int(network[0]) >> shift, (int(network[-1]) >> shift) + 1] for network in SPECIAL[version]]
    start, end = np.array(edges, dtype=steps.at.dtype).T
    return masked(steps, of_ranges(start, end, np.ones(len(start), np.int64), steps.unit), keep=False)


def coarser(steps: Steps, unit: int) -> Steps:
    """Return the value 1 for each network of prefix length ``unit`` that contains addresses with a value."""
    used, bits = steps.value != ABSENT, steps.unit - unit
    start = (steps.at[used] >> bits).astype(np.int64)
    end = (-(-(steps.at + steps.size)[used] >> bits)).astype(np.int64)
    start = np.maximum(start, np.append(0, end[:-1]))
    return of_ranges(start, end, np.ones(len(start), np.int64), unit)
