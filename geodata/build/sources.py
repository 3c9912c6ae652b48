"""Read the sources: the networks and places of MaxMind DB files, and the rows of the ASN tables."""

import csv
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import maxminddb
import numpy as np

from .intervals import Steps, of_ranges, without_special
from .places import Place, place_of

ADDRESS_BITS = {4: 32, 6: 128}
WIDTHS = {4: 32, 6: 64}  # read only the first half of an IPv6 address, which identifies the network

System = tuple[int, str]  # number and name of an autonomous system


@dataclass(frozen=True)
class Networks:
    """The networks of a file in ascending order: first ``width`` bits, prefix length, and number of the record.

    ``points``: the point of each record.
    """

    width: int
    prefix: np.ndarray
    length: np.ndarray
    record: np.ndarray
    points: list[Place]


def read_networks(path: Path, version: int) -> Networks:
    """Read the networks of one IP version in a MaxMind DB file."""
    prefix, length, number, width = array("Q"), array("B"), array("Q"), WIDTHS[version]
    known: dict[str, int] = {}
    points: list[Place] = []
    with maxminddb.open_database(path) as reader:
        for network, record in reader:
            if network.version == version and network.prefixlen <= width:
                prefix.append(int(network.network_address) >> network.max_prefixlen - width)
                length.append(network.prefixlen)
                number.append(known.setdefault(repr(record), len(points)))
                if len(known) > len(points):
                    points.append(place_of(cast(Any, record)))
    return Networks(width, np.array(prefix), np.array(length), np.array(number, np.int64), points)


def read_asn_tables(paths: Mapping[int, Path]) -> tuple[dict[int, Steps], list[System]]:
    """Read rows ``first,last,asn,name``, whose addresses are numbers, for IPv4 and IPv6.

    Return the label of each address plus 1, and the autonomous systems; a label is an index into them. If rows overlap,
    the smallest range wins. Special-purpose networks are left out.
    """
    tables = {}
    for version, path in paths.items():
        with path.open(newline="", encoding="utf-8") as file:
            cells = csv.reader(file)
            tables[version] = [(int(first), int(last) + 1, (int(asn), name)) for first, last, asn, name in cells]
    systems = sorted({system for rows in tables.values() for _, _, system in rows})
    value = {system: label for label, system in enumerate(systems, start=1)}
    labels = {}
    for version, rows in tables.items():
        flat = _flatten(sorted((first, end, value[system]) for first, end, system in rows))
        start, end, values = map(np.array, zip(*flat, strict=True))
        kind = np.int64 if version == 4 else object
        steps = of_ranges(start.astype(kind), end.astype(kind), values, ADDRESS_BITS[version])
        labels[version] = without_special(steps, version)
    return labels, systems


def _flatten(rows: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Cut overlapping ranges, sorted by start, into disjoint ones. The shortest range that contains an address wins."""
    edges = sorted({edge for start, end, _ in rows for edge in (start, end)})
    flat: list[tuple[int, int, int]] = []
    pending: list[tuple[int, int, int]] = []
    following = iter([*rows, (edges[-1], edges[-1], 0)])
    row = next(following)
    for low, high in pairwise(edges):
        while row[0] <= low:
            pending.append((row[1] - row[0], row[1], row[2]))
            row = next(following)
        pending = [entry for entry in pending if entry[1] > low]
        if pending:
            flat.append((low, high, min(pending)[2]))
    return flat
