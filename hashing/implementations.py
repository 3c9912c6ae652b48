"""How this host computes the algorithms of hashing/algorithms.py, also in rounds and with a key (H1, H6, B1).

Each function that takes a name finds an implementation, and loads what it needs: a package, or a part of OpenSSL.
"""

import hashlib
import hmac
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple, Protocol, cast

from utilitysvc.kit.extras import Extra

EXTRAS = BLAKE3, FNV, XXHASH = (
    Extra("hashing", "blake3"),
    Extra("hashing", "fnv_c"),
    Extra("hashing", "xxhash"),
)

log = logging.getLogger(__name__)


class Hash(Protocol):
    """The methods of hashlib's hash objects that this app uses (PEP 452)."""

    def update(self, data: bytes, /) -> object: ...
    def digest(self) -> bytes: ...


HashConstructor = Callable[..., Any]  # of Hash; typeshed describes hashlib's hash objects more narrowly


class Implementation(NamedTuple):
    """How this host computes an algorithm.

    ``new`` makes a hash object, which takes data piece by piece. ``repeated`` takes a digest and a number of rounds;
    each round hashes the digest of the round before.
    """

    new: HashConstructor
    repeated: Callable[[bytes, int], bytes]


def compute(
    used: Mapping[str, Implementation], prefix: bytes, chunks: Iterable[bytes], rounds: int, key: bytes | None
) -> tuple[dict[str, bytes], int]:
    """Return the digest by each implementation, and the number of bytes in ``chunks``.

    The first round digests ``prefix`` and the chunks. Each further round digests the digest of the round before. With
    ``key`` each round is an HMAC.
    """
    if key is not None:
        used = {name: by_objects(copies_of(hmac.new(key, digestmod=plain.new))) for name, plain in used.items()}
    running = {name: implementation.new(prefix) for name, implementation in used.items()}
    size = 0
    for chunk in chunks:
        size += len(chunk)
        for hashing in running.values():
            hashing.update(chunk)
    digests = {name: hashing.digest() for name, hashing in running.items()}
    if rounds > 1:
        digests = {name: used[name].repeated(digest, rounds - 1) for name, digest in digests.items()}
    return digests, size


def by_objects(new: HashConstructor) -> Implementation:
    """Return an implementation that makes a hash object for each round."""

    def repeated(digest: bytes, rounds: int) -> bytes:
        for _ in range(rounds):
            digest = new(digest).digest()
        return digest

    return Implementation(new, repeated)


def copies_of(begun: Any) -> HashConstructor:
    """Return a constructor that copies the hash object ``begun``. To make another one takes twice as long."""

    def new(data: bytes = b"") -> Hash:
        hashing: Hash = begun.copy()
        hashing.update(data)
        return hashing

    return new


def standard(name: str) -> Implementation:
    """Return hashlib's function of this name, as OpenSSL in FIPS mode allows it.

    There some functions need ``usedforsecurity=False``. This service leaves the decision to its callers: the list of
    algorithms labels such an algorithm as legacy.
    """
    new: HashConstructor = getattr(hashlib, name.replace("-", "_"))
    try:
        new()
    except ValueError:
        new = partial(new, usedforsecurity=False)
    return by_objects(new)


def openssl(name: str) -> Implementation:
    """Return OpenSSL's ``name``. Raises ValueError on a host whose OpenSSL does not have it."""
    return by_objects(copies_of(hashlib.new(name, usedforsecurity=False)))


def optional(name: str) -> Implementation:
    """Return the best implementation of RIPEMD-160 or Whirlpool that this host has, at worst ours in Python."""
    for find in (whirlpool_package, openssl, legacy_provider):
        try:
            return find(name)
        except (ImportError, ValueError):
            continue
    from hashing import pure_python

    log.warning("%s is computed in Python, a hundred times slower: this host has no other implementation", name)
    return by_objects(getattr(pure_python, name))


def whirlpool_package(name: str) -> Implementation:
    """Return that of the package whirlpool. Raises ValueError for another name, ImportError if it is not installed."""
    if name != "whirlpool":
        raise ValueError(name)
    import whirlpool

    return by_objects(whirlpool.new)


def legacy_provider(name: str) -> Implementation:
    """Return a digest of OpenSSL's legacy provider: Whirlpool, and with OpenSSL 3.0.0 to 3.0.6 RIPEMD-160.

    Most systems install the provider with OpenSSL 3 but do not activate it, so hashlib does not offer its digests. Here
    it is active while hashlib looks one up, which then works without it: nothing changes for the rest of the process.
    See https://docs.openssl.org/3.0/man7/OSSL_PROVIDER-legacy/ and
    https://docs.openssl.org/3.0/man3/OSSL_PROVIDER/. Raises ImportError or ValueError where there is none.
    """
    import _hashlib
    import ctypes

    try:
        library = ctypes.CDLL(_hashlib.__file__)  # finds OpenSSL's functions too, since _hashlib is linked with it
        load, unload = library.OSSL_PROVIDER_try_load, library.OSSL_PROVIDER_unload
    except (AttributeError, OSError) as exc:  # Python uses another version, or is linked with it statically
        raise ImportError("no OpenSSL 3") from exc
    load.restype, unload.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    provider = load(None, b"legacy", 1)  # 1: the providers that are active by default stay so
    if not provider:
        raise ValueError("no legacy provider")
    try:
        return openssl(name)
    finally:
        unload(provider)


def blake3(name: str) -> Implementation:
    return by_objects(BLAKE3.load().blake3)


def xxhash(name: str) -> Implementation:
    """Return a variant of xxHash. The seed is 0. The digest is big-endian, its canonical form (H9)."""
    package, name = XXHASH.load(), name.replace("-", "_")
    digest_of = getattr(package, f"{name}_digest")

    def repeated(digest: bytes, rounds: int) -> bytes:
        for _ in range(rounds):
            digest = digest_of(digest)
        return digest

    return Implementation(getattr(package, name), repeated)


# Checksums of integers, whose digests are big-endian (H3). ``advance`` takes more data and the value so far, and
# returns the new value. ``whole`` returns the value of complete data.

Advance = Callable[[bytes, int], int]
Whole = Callable[[bytes], int]


class Checksum:
    """A checksum of data that arrive in pieces, with the methods of hashlib's hash objects that this app uses."""

    def __init__(self, size: int, advance: Advance, start: int, data: bytes = b"") -> None:
        self._size = size
        self._advance = advance
        self._value = advance(data, start)

    def update(self, data: bytes) -> None:
        self._value = self._advance(data, self._value)

    def digest(self) -> bytes:
        return self._value.to_bytes(self._size, "big")


def checksum(size: int, advance: Advance, whole: Whole | None = None) -> Implementation:
    """Return a checksum of so many bytes. ``whole`` may be left out where ``advance`` takes data alone too."""
    whole = whole or cast(Whole, advance)

    def repeated(digest: bytes, rounds: int) -> bytes:
        for _ in range(rounds):
            digest = whole(digest).to_bytes(size, "big")
        return digest

    return Implementation(partial(Checksum, size, advance, whole(b"")), repeated)


def fnv1a(name: str) -> Implementation:
    """Return FNV-1a by the package fnv-c, which begins at the standard offset basis alone.

    A step replaces a value v by (v XOR byte) * prime, in which XOR changes the lowest eight bits alone. So two values
    with the same lowest eight bits keep their difference, times the prime for each byte of the data. For each of the
    256 endings a single byte leads to a value from which the package goes on:
    https://datatracker.ietf.org/doc/html/draft-eastlake-fnv. A loop over the bytes takes a hundred times as long.
    """
    bits, prime = {"fnv1a32": (32, 0x01000193), "fnv1a64": (64, 0x00000100000001B3)}[name]
    whole: Whole = getattr(FNV.load(), f"fnv1a_{bits}")
    octets = {whole(octet) & 0xFF: octet for octet in (bytes([number]) for number in range(256))}

    def advance(data: bytes, value: int) -> int:
        octet = octets[value & 0xFF]
        difference = value - whole(octet)
        return (whole(octet + data) + difference * pow(prime, len(data), 1 << bits)) % (1 << bits)

    return checksum(bits // 8, advance, whole)
