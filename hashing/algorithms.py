"""The fourteen algorithms: a table of what each is, and a way to compute it on any host."""

import hashlib
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal, Protocol

import fnv_c
import whirlpool
from Crypto.Hash import RIPEMD160

__all__ = ["ALGORITHMS", "Algorithm", "Digest", "Hash", "HashConstructor"]

Digest = Callable[[bytes], bytes]
Category = Literal["secure", "legacy", "checksum"]


class Hash(Protocol):
    """What hashlib's objects can do, as far as it is used here (PEP 452)."""

    def update(self, data: bytes, /) -> object: ...
    def digest(self) -> bytes: ...


HashConstructor = Callable[..., Hash]


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One algorithm. ``new`` is None for a checksum, which is no hash function that HMAC could be built on.

    ``speed_rank``: 1 for the fastest group, 5 for the slowest.
    """

    name: str
    hex_length: int
    level: str
    category: Category
    speed_rank: int
    digest: Digest
    new: HashConstructor | None = None


def _unrestricted(new: HashConstructor) -> HashConstructor:
    """Return the constructor of an algorithm that FIPS mode bars, in the form that a host in that mode lets through.

    What is a matter of security is the caller's to judge: the answer labels the algorithm as legacy.
    """
    try:
        new(b"")
    except ValueError:
        return partial(new, usedforsecurity=False)
    return new


def _ripemd160() -> HashConstructor:
    """Return OpenSSL's RIPEMD-160, or pycryptodome's, four times as slow, where the host's OpenSSL is without."""
    try:
        empty = hashlib.new("ripemd160", usedforsecurity=False)
    except ValueError:
        return RIPEMD160.new

    def new(data: bytes = b"") -> Hash:
        fresh = empty.copy()  # half the time of looking the name up in OpenSSL anew
        fresh.update(data)
        return fresh

    return new


def _hash(name: str, level: str, category: Category, speed_rank: int, new: HashConstructor) -> Algorithm:
    def digest(data: bytes) -> bytes:
        return new(data).digest()

    return Algorithm(name, 2 * len(digest(b"")), level, category, speed_rank, digest, new)


def _checksum(name: str, size: int, value: Callable[[bytes], int]) -> Algorithm:
    """A checksum as a digest: its big-endian bytes, padded with zeros."""

    def digest(data: bytes) -> bytes:
        return value(data).to_bytes(size, "big")

    return Algorithm(name, 2 * size, "None", "checksum", 1, digest)


_TABLE = (
    _hash("md5", "Low", "legacy", 3, _unrestricted(hashlib.md5)),
    _hash("sha1", "Low", "legacy", 3, _unrestricted(hashlib.sha1)),
    _hash("sha256", "High", "secure", 4, hashlib.sha256),
    _hash("sha512", "Very High", "secure", 4, hashlib.sha512),
    _hash("sha3-256", "High", "secure", 5, hashlib.sha3_256),
    _hash("sha3-512", "Very High", "secure", 5, hashlib.sha3_512),
    _hash("blake2b256", "High", "secure", 2, partial(hashlib.blake2b, digest_size=32)),
    _hash("blake2b512", "Very High", "secure", 2, hashlib.blake2b),
    _hash("whirlpool", "High", "secure", 5, whirlpool.new),
    _hash("ripemd160", "Medium", "legacy", 3, _ripemd160()),
    _checksum("crc32", 4, zlib.crc32),
    _checksum("adler32", 4, zlib.adler32),
    _checksum("fnv1a32", 4, fnv_c.fnv1a_32),
    _checksum("fnv1a64", 8, fnv_c.fnv1a_64),
)

ALGORITHMS = {algorithm.name: algorithm for algorithm in _TABLE}
