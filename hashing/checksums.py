"""Compute checksums: CRC-32, Adler-32 and FNV-1a. Their digests are big-endian (H3)."""

import zlib
from collections.abc import Callable
from typing import NamedTuple


class Function(NamedTuple):
    """A checksum algorithm.

    ``start`` is the value before any data. ``advance`` takes more data and the value so far, and returns the new value.
    ``whole`` returns the value of complete data.
    """

    name: str
    digest_size: int
    start: int
    advance: Callable[[bytes, int], int]
    whole: Callable[[bytes], int]

    def repeated(self, digest: bytes, rounds: int) -> bytes:
        whole, size = self.whole, self.digest_size
        for _ in range(rounds):
            digest = whole(digest).to_bytes(size, "big")
        return digest


class Checksum:
    """A checksum of data that arrive in pieces, with the methods of hashlib's hash objects."""

    def __init__(self, function: Function, data: bytes = b"") -> None:
        self.name, self.digest_size, start, self._advance, _ = function
        self._value = self._advance(data, start)

    def update(self, data: bytes) -> None:
        self._value = self._advance(data, self._value)

    def digest(self) -> bytes:
        return self._value.to_bytes(self.digest_size, "big")


def crc32() -> Function:
    return Function("crc32", 4, 0, zlib.crc32, zlib.crc32)


def adler32() -> Function:
    return Function("adler32", 4, 1, zlib.adler32, zlib.adler32)


def fnv1a32() -> Function:
    from fnv_c import fnv1a_32

    return _fnv1a("fnv1a32", 4, fnv1a_32)


def fnv1a64() -> Function:
    from fnv_c import fnv1a_64

    return _fnv1a("fnv1a64", 8, fnv1a_64)


# By digest size: https://datatracker.ietf.org/doc/html/draft-eastlake-fnv, section 5.
_FNV_PRIMES = {4: 0x01000193, 8: 0x00000100000001B3}


def _fnv1a(name: str, digest_size: int, whole: Callable[[bytes], int]) -> Function:
    """Return FNV-1a based on ``whole``, which is written in C, but computes it only of complete data.

    FNV-1a takes each byte in two steps: it combines the byte with the lowest eight bits of the value by XOR, and then
    multiplies the value by the prime. Two values with the same lowest eight bits therefore change alike, except that
    their difference is multiplied by the prime once for each byte. So ``advance`` takes a byte whose hash has the same
    lowest eight bits as the current value, lets ``whole`` hash that byte and the data, and adds the difference of the
    two values times the prime to the power of the data's length.
    """
    prime, modulus = _FNV_PRIMES[digest_size], 1 << 8 * digest_size
    by_low_bits = {value % 256: (bytes([octet]), value) for octet in range(256) for value in [whole(bytes([octet]))]}

    def advance(data: bytes, value: int) -> int:
        octet, similar = by_low_bits[value % 256]
        return (whole(octet + data) + (value - similar) * pow(prime, len(data), modulus)) % modulus

    return Function(name, digest_size, whole(b""), advance, whole)
