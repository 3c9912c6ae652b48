"""The Merkle-Damgård construction, which turns a compression function into a hash function."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Self

_PADDING_MARK = b"\x80"


@dataclass(frozen=True, slots=True)
class Construction:
    """A hash function.

    ``compress`` returns the new state after a block. ``write`` returns the digest for the last state. The last block
    ends with the number of hashed bits, in ``length_size`` bytes in ``byteorder``.
    """

    name: str
    digest_size: int
    block_size: int
    length_size: int
    byteorder: Literal["big", "little"]
    initial: Any
    compress: Callable[[Any, bytes], Any]
    write: Callable[[Any], bytes]


class BlockHash:
    """A hash object with the methods of hashlib's (PEP 452) that HMAC and this app use."""

    def __init__(self, construction: Construction, data: bytes = b"") -> None:
        self._construction = construction
        self._state = construction.initial
        self._rest = b""
        self._bytes = 0
        self.name = construction.name
        self.digest_size = construction.digest_size
        self.block_size = construction.block_size
        self.update(data)

    def update(self, data: bytes) -> None:
        self._bytes += len(data)
        self._state, self._rest = self._compressed(self._rest + data)

    def digest(self) -> bytes:
        construction = self._construction
        length = (8 * self._bytes).to_bytes(construction.length_size, construction.byteorder)
        ending = self._rest + _PADDING_MARK
        zeros = -(len(ending) + len(length)) % self.block_size
        state, _ = self._compressed(ending + bytes(zeros) + length)
        return construction.write(state)

    def copy(self) -> Self:
        twin = type(self)(self._construction)
        twin._state, twin._rest, twin._bytes = self._state, self._rest, self._bytes
        return twin

    def _compressed(self, data: bytes) -> tuple[Any, bytes]:
        """Return the state after all complete blocks of ``data``, and the bytes after them."""
        state, size, compress = self._state, self.block_size, self._construction.compress
        end = len(data) - len(data) % size
        for start in range(0, end, size):
            state = compress(state, data[start : start + size])
        return state, data[end:]
