"""Read the sources: the networks and places of MaxMind DB files, and the rows of the ASN tables."""

import csv
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

import maxminddb
import numpy as np

from .intervals import ABSENT, Steps, merged, without_special
from .places import Place, place_of

ADDRESS_BITS = {4: 32, 6: 128}
WIDTHS = {4: 32, 6: 64}  # read only the first half of an IPv6 address, which identifies the network

System = tuple[int, str]  # number and name of an autonomous system


class Networks(NamedTuple):
    """The networks of a file in ascending order: first ``width`` bits, prefix length, and number of the record."""

    width: int
    prefix: np.ndarray
    length: np.ndarray
    record: np.ndarray


def read_networks(paths: Mapping[int, Path]) -> tuple[dict[int, Networks], list[Place]]:
    """Read the networks of each IP version in its MaxMind DB file. Return also the point of each record."""
    networks: dict[int, Networks] = {}
    points: list[Place] = []
    for version, path in paths.items():
        known: dict[str, int] = {}  # of this file, so that labels ascend as its records do
        prefix, length, number, width = array("Q"), array("B"), array("Q"), WIDTHS[version]
        with maxminddb.open_database(path) as reader:
            for network, record in reader:
                if network.version == version and network.prefixlen <= width:
                    prefix.append(int(network.network_address) >> network.max_prefixlen - width)
                    length.append(network.prefixlen)
                    number.append(known.setdefault(repr(record), len(points)))
                    if number[-1] == len(points):
                        points.append(place_of(cast(Any, record)))
        networks[version] = Networks(width, np.array(prefix), np.array(length), np.array(number, np.int64))
    return networks, points


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
        # The largest range first, so that a smaller one within it overwrites it.
        sized = sorted(((end - first, end, value[system]) for first, end, system in rows), reverse=True)
        size, end, values = map(np.array, zip(*sized, strict=True))
        edges = np.unique(np.concatenate([[0], end - size, end]).astype(np.int64 if version == 4 else object))
        label = np.full(len(edges), ABSENT)
        for first, last, number in zip(*np.searchsorted(edges, [end - size, end]), values, strict=True):
            label[first:last] = number
        labels[version] = without_special(merged(edges, label, ADDRESS_BITS[version]), version)
    return labels, systems
