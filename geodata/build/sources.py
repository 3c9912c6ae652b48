"""Read the sources: the networks and records of a MaxMind DB file, and the rows of the ASN tables."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import maxminddb
import numpy as np
from maxminddb.decoder import Decoder

from .intervals import Steps, of_ranges, without_special

DATA_SEPARATOR = 16  # number of zero bytes between search tree and data section (MaxMind DB 2.0)
IPV4_BITS = 32
IPV6_BITS = 64  # read only the first half of an IPv6 address, which identifies the network
ADDRESS_BITS = {4: 32, 6: 128}

System = tuple[int, str]  # number and name of an autonomous system


@dataclass(frozen=True)
class Networks:
    """The networks of a search tree in ascending order: first ``width`` bits, prefix length, number of the record."""

    width: int
    prefix: np.ndarray
    length: np.ndarray
    record: np.ndarray


class Source:
    """A MaxMind DB file of any record size, which is read into memory."""

    def __init__(self, path: Path) -> None:
        content = path.read_bytes()
        with maxminddb.open_database(path) as reader:
            self.metadata = reader.metadata()
        self.nodes = self.metadata.node_count
        self.children = _children(content, self.nodes, self.metadata.record_size)
        data = self.nodes * self.metadata.record_size // 4 + DATA_SEPARATOR
        self.decoder = Decoder(content, data)
        # Leaves of the tree number the records from the node count. The decoder counts from the start of the file.
        self.record_shift = data - self.nodes - DATA_SEPARATOR

    def ipv4(self) -> Networks:
        """Return the IPv4 networks, which an IPv6 tree has in ::/96."""
        root = 0
        for _ in range(96 if self.metadata.ip_version == 6 else 0):
            root = int(self.children[root, 0]) if root < self.nodes else root
        return self._networks(root, IPV4_BITS)

    def ipv6(self) -> Networks:
        """Return the IPv6 networks up to /64. These do not include the IPv4 tree in ::/96."""
        return self._networks(0, IPV6_BITS)

    def decode(self, record: int) -> dict[str, Any]:
        value: Any
        value, _ = self.decoder.decode(record + self.record_shift)
        return dict(value)

    def _networks(self, root: int, width: int) -> Networks:
        """Walk the tree from ``root`` level by level."""
        node = np.array([root] if root < self.nodes else [], dtype=np.int64)
        prefix = np.zeros(len(node), dtype=np.uint64)
        found = []
        for depth in range(1, width + 1):
            child = self.children[node].astype(np.int64).ravel()
            prefix = np.repeat(prefix << 1, 2)
            prefix[1::2] |= 1
            leaf = child > self.nodes
            found.append((prefix[leaf] << (width - depth), np.full(leaf.sum(), depth, np.uint8), child[leaf]))
            inner = child < self.nodes
            node, prefix = child[inner], prefix[inner]
        prefix, length, record = map(np.concatenate, zip(*found, strict=True))
        order = np.argsort(prefix)
        return Networks(width, prefix[order], length[order], record[order])


def _children(content: bytes, nodes: int, record_size: int) -> np.ndarray:
    """Return the search tree as an array of (left, right). The specification has three layouts of a node."""
    raw = np.frombuffer(content, np.uint8, nodes * record_size // 4).reshape(nodes, -1)
    if record_size == 28:  # the middle byte has the four highest bits of left and right
        middle = raw[:, 3:4]
        halves = [np.hstack([middle >> 4, raw[:, :3]]), np.hstack([middle & 15, raw[:, 4:]])]
    elif record_size in (24, 32):
        halves = np.hsplit(raw, 2)
    else:
        raise ValueError(f"Unknown record size: {record_size}")
    places = np.array([1 << 24, 1 << 16, 1 << 8, 1], dtype=np.uint32)
    return np.stack([half.astype(np.uint32) @ places[-half.shape[1] :] for half in halves], axis=1)


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
