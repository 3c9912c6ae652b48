"""Checksums as hash objects: CRC-32, Adler-32 and FNV-1a, fed piece by piece, their digests big-endian (H3)."""

import zlib
from collections.abc import Callable
from functools import partial

__all__ = ["Checksum", "adler32", "crc32", "fnv1a"]

Advance = Callable[[bytes, int], int]


class Checksum:
    """A running checksum: ``advance`` takes the data and the value before them to the value after them."""

    def __init__(self, name: str, digest_size: int, start: int, advance: Advance, data: bytes = b"") -> None:
        self.name = name
        self.digest_size = digest_size
        self._advance = advance
        self._value = advance(data, start)

    def update(self, data: bytes) -> None:
        self._value = self._advance(data, self._value)

    def digest(self) -> bytes:
        return self._value.to_bytes(self.digest_size, "big")


crc32 = partial(Checksum, "crc32", 4, 0, zlib.crc32)
adler32 = partial(Checksum, "adler32", 4, 1, zlib.adler32)

# By digest size: https://datatracker.ietf.org/doc/html/draft-eastlake-fnv, section 5.
_FNV_PRIMES = {4: 0x01000193, 8: 0x00000100000001B3}


def fnv1a(name: str, digest_size: int, whole: Callable[[bytes], int]) -> Callable[..., Checksum]:
    """Return the constructor of FNV-1a on ``whole``, which computes it from its own start alone, but in C.

    A byte changes the lowest eight bits of the value only, and then the value is multiplied; so what the data add
    depends on the eight lowest bits of the value before them. We give ``whole`` one byte first that brings it to a
    value with the same lowest bits as ours. The two then stay as far apart as they are, times the prime for each byte.
    """
    prime, modulus = _FNV_PRIMES[digest_size], 1 << 8 * digest_size
    entries = {value % 256: (bytes([octet]), value) for octet in range(256) for value in [whole(bytes([octet]))]}

    def advance(data: bytes, value: int) -> int:
        first, near = entries[value % 256]
        return (whole(first + data) + (value - near) * pow(prime, len(data), modulus)) % modulus

    return partial(Checksum, name, digest_size, whole(b""), advance)
