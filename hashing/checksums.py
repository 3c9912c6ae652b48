"""Compute checksums: CRC-32, Adler-32 and FNV-1a. Their digests are big-endian (H3)."""

import zlib
from collections.abc import Callable
from typing import NamedTuple


class Function(NamedTuple):
    """A checksum algorithm.

    ``start`` is the value before any data. ``advance`` takes more data and the value so far, and returns the new value.
    ``whole`` returns the value of complete data.
    """

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
    """A checksum of data that arrive in pieces, with the methods of hashlib's hash objects that this app uses."""

    def __init__(self, function: Function, data: bytes = b"") -> None:
        self._function = function
        self._value = function.advance(data, function.start)

    def update(self, data: bytes) -> None:
        self._value = self._function.advance(data, self._value)

    def digest(self) -> bytes:
        return self._value.to_bytes(self._function.digest_size, "big")


def crc32() -> Function:
    return Function(4, 0, zlib.crc32, zlib.crc32)


def adler32() -> Function:
    return Function(4, 1, zlib.adler32, zlib.adler32)


def fnv1a32() -> Function:
    from fnv_c import fnv1a_32

    return _fnv1a(4, 0x01000193, fnv1a_32)


def fnv1a64() -> Function:
    from fnv_c import fnv1a_64

    return _fnv1a(8, 0x00000100000001B3, fnv1a_64)


def _fnv1a(size: int, prime: int, whole: Callable[[bytes], int]) -> Function:
    """Return FNV-1a by ``whole``, which is written in C, but begins at the standard offset basis alone.

    A step replaces a value v by (v XOR byte) * prime, in which XOR changes the lowest eight bits alone. So two values
    with the same lowest eight bits keep their difference, times the prime for each byte of the data. For each of the
    256 endings a single byte leads to a value from which ``whole`` goes on:
    https://datatracker.ietf.org/doc/html/draft-eastlake-fnv. A loop over the bytes takes a hundred times as long.
    """
    modulus = 1 << 8 * size
    octets = {whole(octet) & 0xFF: octet for octet in (bytes([number]) for number in range(256))}

    def advance(data: bytes, value: int) -> int:
        octet = octets[value & 0xFF]
        difference = value - whole(octet)
        return (whole(octet + data) + difference * pow(prime, len(data), modulus)) % modulus

    return Function(size, whole(b""), advance, whole)
