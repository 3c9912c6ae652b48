"""Encode a MaxMind DB file (version 2.0 of MaxMind-DB-spec.md in the MaxMind-DB project)."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from mmdb_writer import METADATA_MAGIC, Encoder, MMDBTypeID

SEPARATOR = bytes(16)
RECORD_BITS = 24
RECORD_LIMIT = 1 << RECORD_BITS


class Pointer(int):
    """The offset of a value that is stored already."""


class DataSection(Encoder):
    """Collects encoded values. Keys of maps that the constructor knows, and values under ``shared`` keys, are stored
    once, and become pointers.

    The encoder can share values by itself, but it shares either all of them or none. A pointer to a value that occurs
    once takes more room than the value alone, and the whole file must fit into 24-bit records.
    """

    def __init__(self, keys: Iterable[str] = (), shared: Iterable[str] = ()) -> None:
        """``keys`` are stored first, so that pointers to them take only two bytes."""
        super().__init__(cache=False, int_type="u32")
        self.content = bytearray()
        self._shared = frozenset(shared)
        self._offsets: dict[str, Pointer] = {}
        self._keys = {key: self.add(key) for key in keys}

    def add(self, value: Any) -> Pointer:
        """Append a value and return its offset. Appends the shared values in it first, unless they are stored."""
        encoded = self.encode(self._with_pointers(value))
        offset = Pointer(len(self.content))
        self.content += encoded
        return offset

    def python_type_id(self, value: Any) -> MMDBTypeID:  # the encoder asks for the type of each value
        return MMDBTypeID.POINTER if isinstance(value, Pointer) else super().python_type_id(value)

    def _with_pointers(self, value: Any, key: str = "") -> Any:
        """Return a value with pointers in place of what is stored once. ``key``: of the value in a map."""
        if key in self._shared:
            text = repr(value)
            if text not in self._offsets:
                self._offsets[text] = self.add(value)
            return self._offsets[text]
        if isinstance(value, dict):
            return {self._keys.get(name, name): self._with_pointers(part, name) for name, part in value.items()}
        if isinstance(value, list):
            return [self._with_pointers(part) for part in value]
        return value


def write_database(path: Path, children: np.ndarray, offsets: np.ndarray, data: bytes, header: dict[str, Any]) -> None:
    """Write the file. ``children``: from ``Tree.children``. ``offsets``: for each label the offset of its record."""
    nodes = len(children)
    if nodes + len(SEPARATOR) + len(data) >= RECORD_LIMIT:
        raise ValueError(f"{nodes} nodes and {len(data)} bytes of data are too many for {RECORD_BITS}-bit records")
    leaf = children < -1
    values = np.where(children == -1, nodes, children)
    values[leaf] = nodes + len(SEPARATOR) + offsets[-2 - children[leaf]]
    octets = values.astype(">u4").view(np.uint8).reshape(nodes, 2, 4)[:, :, 1:]
    header = header | {"node_count": nodes, "record_size": RECORD_BITS}
    tail = METADATA_MAGIC + Encoder(cache=False).encode_meta(header)
    path.write_bytes(octets.tobytes() + SEPARATOR + bytes(data) + tail)


def metadata(*, database_type: str, description: str, languages: list[str], build_epoch: int) -> dict[str, Any]:
    """Return the metadata of an IPv6 tree in format 2.0, except for what ``write_database`` adds."""
    return {
        "binary_format_major_version": 2,
        "binary_format_minor_version": 0,
        "build_epoch": build_epoch,
        "database_type": database_type,
        "description": {"en": description},
        "ip_version": 6,
        "languages": languages,
    }
