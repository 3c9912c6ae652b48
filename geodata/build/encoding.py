"""Encode a MaxMind DB file (version 2.0 of MaxMind-DB-spec.md in the MaxMind-DB project)."""

import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

SEPARATOR = bytes(16)
METADATA_MARKER = b"\xab\xcd\xefMaxMind.com"
RECORD_BITS = 24
RECORD_LIMIT = 1 << RECORD_BITS

POINTER, STRING, DOUBLE, UINT16, UINT32, MAP = 1, 2, 3, 5, 6, 7
UINT64, ARRAY = 9, 11
#: The types of the integers of the metadata. All others are of the type uint32.
METADATA_TYPES = {
    "binary_format_major_version": UINT16,
    "binary_format_minor_version": UINT16,
    "build_epoch": UINT64,
    "ip_version": UINT16,
    "record_size": UINT16,
}

# From these sizes on, one, two or three bytes after the control byte have the size, minus this number.
SIZE_STEPS = (29, 285, 65_821)
# Pointers of two, three and four bytes contain the offset minus this number, those of five bytes the offset itself.
POINTER_STEPS = (0, 2048, 526_336)


class DataSection:
    """Collects encoded values. Keys of maps that the constructor knows, and values under ``shared`` keys, are stored
    once, and become pointers.
    """

    def __init__(self, keys: Iterable[str] = (), shared: Iterable[str] = ()) -> None:
        """``keys`` are stored first, so that pointers to them take only two bytes."""
        self.content = bytearray()
        self._keys: dict[str, int] = {}
        self._shared = frozenset(shared)
        self._offsets: dict[str, int] = {}
        for key in keys:
            self._keys[key] = self.add(key)

    def add(self, value: Any) -> int:
        """Append a value and return its offset."""
        encoded = self.encode(value)
        offset = len(self.content)
        self.content += encoded
        return offset

    def encode(self, value: Any, key: str = "") -> bytes:
        """Return the bytes of a value. Appends the shared values in it first, unless they are stored already.

        ``key``: of the value in a map.
        """
        if isinstance(value, dict):
            return control(MAP, len(value)) + b"".join(map(self._pair, value.items()))
        if isinstance(value, list):
            return control(ARRAY, len(value)) + b"".join(map(self.encode, value))
        return scalar(value, METADATA_TYPES.get(key, UINT32))

    def _pair(self, pair: tuple[str, Any]) -> bytes:
        key, value = pair
        if key not in self._shared:
            return self._key(key) + self.encode(value, key)
        text = repr(value)
        if text not in self._offsets:
            self._offsets[text] = self.add(value)
        return self._key(key) + pointer(self._offsets[text])

    def _key(self, key: str) -> bytes:
        return pointer(self._keys[key]) if key in self._keys else scalar(key)


def scalar(value: str | float, kind: int = UINT32) -> bytes:
    """Encode a text, a float as a double, or an integer as the type ``kind``."""
    if isinstance(value, str):
        text = value.encode()
        return control(STRING, len(text)) + text
    if isinstance(value, float):
        return control(DOUBLE, 8) + struct.pack(">d", value)
    digits = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return control(kind, len(digits)) + digits


def control(kind: int, size: int) -> bytes:
    """Return the control byte for a type and a size, with the bytes that extend it."""
    extra = sum(size >= step for step in SIZE_STEPS)
    low = 28 + extra if extra else size
    head = bytes([kind << 5 | low]) if kind <= MAP else bytes([low, kind - MAP])
    return head + (size - SIZE_STEPS[extra - 1]).to_bytes(extra, "big") if extra else head


def pointer(offset: int) -> bytes:
    """Return a pointer to an offset in the data section, in as few bytes as possible."""
    for extra, floor in enumerate(POINTER_STEPS, start=1):
        value = offset - floor
        if value < 1 << (8 * extra + 3):
            high, low = divmod(value, 1 << 8 * extra)
            return bytes([POINTER << 5 | (extra - 1) << 3 | high]) + low.to_bytes(extra, "big")
    return bytes([POINTER << 5 | 3 << 3]) + offset.to_bytes(4, "big")


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
    tail = METADATA_MARKER + DataSection().encode(header)
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
