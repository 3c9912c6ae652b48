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

# From these sizes on, one, two or three bytes after the control byte have the size, minus this number.
SIZE_STEPS = (29, 285, 65_821)
# Pointers of two, three and four bytes contain the offset minus this number, those of five bytes the offset itself.
POINTER_STEPS = (0, 2048, 526_336)


class Shared:
    """A value that the data section has only once. Other values have pointers to it."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.offset: int | None = None


class DataSection:
    """Collects encoded values. Keys of maps that the constructor knows, and ``Shared`` values, become pointers."""

    def __init__(self, keys: Iterable[str] = ()) -> None:
        """``keys`` are stored first, so that pointers to them take only two bytes."""
        self.content = bytearray()
        self._keys: dict[str, int] = {}
        for key in keys:
            self._keys[key] = self.add(key)

    def add(self, value: Any) -> int:
        """Append a value and return its offset."""
        encoded = self.encode(value)
        offset = len(self.content)
        self.content += encoded
        return offset

    def encode(self, value: Any) -> bytes:
        """Return the bytes of a value. Appends the ``Shared`` values in it first, unless they are stored already."""
        if isinstance(value, Shared):
            if value.offset is None:
                value.offset = self.add(value.value)
            return pointer(value.offset)
        if isinstance(value, dict):
            pairs = (self._key(key) + self.encode(item) for key, item in value.items())
            return control(MAP, len(value)) + b"".join(pairs)
        if isinstance(value, list):
            return control(ARRAY, len(value)) + b"".join(map(self.encode, value))
        return scalar(value)

    def _key(self, key: str) -> bytes:
        return pointer(self._keys[key]) if key in self._keys else scalar(key)


class Sized(int):
    """An integer and its type in the file."""

    kind: int

    def __new__(cls, value: int, kind: int) -> "Sized":
        number = super().__new__(cls, value)
        number.kind = kind
        return number


def scalar(value: str | float | int) -> bytes:
    """Encode a text, a float as a double, or an integer as uint32 or as the type of ``Sized``."""
    if isinstance(value, str):
        text = value.encode()
        return control(STRING, len(text)) + text
    if isinstance(value, float):
        return control(DOUBLE, 8) + struct.pack(">d", value)
    digits = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return control(getattr(value, "kind", UINT32), len(digits)) + digits


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
    header = header | {"node_count": nodes, "record_size": Sized(RECORD_BITS, UINT16)}
    tail = METADATA_MARKER + DataSection().encode(header)
    path.write_bytes(octets.tobytes() + SEPARATOR + bytes(data) + tail)


def metadata(*, database_type: str, description: str, languages: list[str], build_epoch: int) -> dict[str, Any]:
    """Return the metadata of an IPv6 tree in format 2.0, except for what ``write_database`` adds."""
    return {
        "binary_format_major_version": Sized(2, UINT16),
        "binary_format_minor_version": Sized(0, UINT16),
        "build_epoch": Sized(build_epoch, UINT64),
        "database_type": database_type,
        "description": {"en": description},
        "ip_version": Sized(6, UINT16),
        "languages": languages,
    }
