"""A table of the hash algorithms: their properties, and how this host computes them.

Most are in Python's standard library. If an algorithm needs a package or a part of OpenSSL of its own, that is loaded
when a caller first uses the algorithm.
"""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from typing import Any, Literal, NamedTuple, Protocol

from hashing import checksums
from utilitysvc.kit.rules import Choices

Category = Literal["secure", "legacy", "checksum"]

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


# There is one object for each algorithm. Without eq, the cache of implementations does not hash all of its fields.
@dataclass(frozen=True, slots=True, eq=False)
class Algorithm:
    """One algorithm.

    ``speed_rank``: 1 for the fastest group, 5 for the slowest. ``find`` returns how this host computes it.
    """

    name: str
    hex_length: int
    level: str
    category: Category
    speed_rank: int
    find: Callable[[], HashConstructor | Implementation]

    @property
    def digest_size(self) -> int:
        return self.hex_length // 2

    @property
    def implementation(self) -> Implementation:
        return _implementation(self)

    @property
    def new(self) -> HashConstructor:
        """The constructor of hash objects, which takes the first piece of data."""
        return _implementation(self).new


@cache
def _implementation(algorithm: Algorithm) -> Implementation:
    found = algorithm.find()
    return found if isinstance(found, Implementation) else _with_objects(found)


def _with_objects(new: HashConstructor) -> Implementation:
    """Return an implementation that makes a hash object for each round."""

    def repeated(digest: bytes, rounds: int) -> bytes:
        for _ in range(rounds):
            digest = new(digest).digest()
        return digest

    return Implementation(new, repeated)


def _with_function(new: HashConstructor, digest_of: Callable[[bytes], bytes]) -> Implementation:
    """Return an implementation that calls ``digest_of`` for each round, which is faster than to make a hash object."""

    def repeated(digest: bytes, rounds: int) -> bytes:
        for _ in range(rounds):
            digest = digest_of(digest)
        return digest

    return Implementation(new, repeated)


def _openssl(name: str) -> HashConstructor:
    """Return OpenSSL's ``name``. Raises ValueError on a host whose OpenSSL does not have it.

    OpenSSL in FIPS mode refuses some algorithms without ``usedforsecurity=False``. This service leaves the decision to
    its callers: the list of algorithms labels such an algorithm as legacy.
    """
    empty = hashlib.new(name, usedforsecurity=False)

    def new(data: bytes = b"") -> Hash:
        hashing = empty.copy()  # takes half the time of hashlib.new, which looks up the name in OpenSSL
        hashing.update(data)
        return hashing

    return new


def _unrestricted(new: HashConstructor) -> HashConstructor:
    """Return the constructor, with ``usedforsecurity=False`` if a host in FIPS mode requires it."""
    try:
        new(b"")
    except ValueError:
        return partial(new, usedforsecurity=False)
    return new


def _ripemd160() -> HashConstructor | Implementation:
    try:
        return _openssl("ripemd160")
    except ValueError:
        return _openssl_legacy("ripemd160") or _in_python("ripemd160")


def _whirlpool() -> HashConstructor | Implementation:
    try:
        import whirlpool
    except ImportError:
        return _openssl_legacy("whirlpool") or _in_python("whirlpool")
    new: HashConstructor = whirlpool.new
    return new


def _openssl_legacy(name: str) -> Implementation | None:
    from hashing.openssl_legacy import legacy_digest

    method = legacy_digest(name)
    return _with_function(method.new, method.digest) if method else None


def _in_python(name: str) -> Implementation:
    log.warning("%s is computed in Python, a hundred times slower: this host has no other implementation", name)
    new: HashConstructor = getattr(import_module(f"hashing.pure_python.{name}"), name)
    return _with_objects(new)


def _checksum(make: Callable[[], checksums.Function]) -> Callable[[], Implementation]:
    def find() -> Implementation:
        function = make()
        return Implementation(partial(checksums.Checksum, function), function.repeated)

    return find


def _blake3() -> HashConstructor:
    from blake3 import blake3

    return blake3


def _xxhash(name: str) -> Callable[[], Implementation]:
    """Return the ``find`` of a variant of xxHash. The seed is 0. The digest is big-endian, its canonical form (H9)."""

    def find() -> Implementation:
        import xxhash

        return _with_function(getattr(xxhash, name), getattr(xxhash, f"{name}_digest"))

    return find


_TABLE = (
    Algorithm("md5", 32, "Low", "legacy", 3, lambda: _unrestricted(hashlib.md5)),
    Algorithm("sha1", 40, "Low", "legacy", 3, lambda: _unrestricted(hashlib.sha1)),
    Algorithm("sha256", 64, "High", "secure", 4, lambda: hashlib.sha256),
    Algorithm("sha512", 128, "Very High", "secure", 4, lambda: hashlib.sha512),
    Algorithm("sha3-256", 64, "High", "secure", 5, lambda: hashlib.sha3_256),
    Algorithm("sha3-512", 128, "Very High", "secure", 5, lambda: hashlib.sha3_512),
    Algorithm("blake2b256", 64, "High", "secure", 2, lambda: partial(hashlib.blake2b, digest_size=32)),
    Algorithm("blake2b512", 128, "Very High", "secure", 2, lambda: hashlib.blake2b),
    Algorithm("whirlpool", 128, "High", "secure", 5, _whirlpool),
    Algorithm("ripemd160", 40, "Medium", "legacy", 3, _ripemd160),
    Algorithm("crc32", 8, "None", "checksum", 1, _checksum(checksums.crc32)),
    Algorithm("adler32", 8, "None", "checksum", 1, _checksum(checksums.adler32)),
    Algorithm("fnv1a32", 8, "None", "checksum", 1, _checksum(checksums.fnv1a32)),
    Algorithm("fnv1a64", 16, "None", "checksum", 1, _checksum(checksums.fnv1a64)),
    Algorithm("sha224", 56, "High", "secure", 4, lambda: hashlib.sha224),
    Algorithm("sha384", 96, "Very High", "secure", 4, lambda: hashlib.sha384),
    Algorithm("sha512-256", 64, "High", "secure", 4, lambda: _openssl("sha512_256")),
    Algorithm("sha3-224", 56, "High", "secure", 5, lambda: hashlib.sha3_224),
    Algorithm("sha3-384", 96, "Very High", "secure", 5, lambda: hashlib.sha3_384),
    Algorithm("blake2s256", 64, "High", "secure", 2, lambda: hashlib.blake2s),
    Algorithm("blake3", 64, "High", "secure", 2, _blake3),
    Algorithm("xxh32", 8, "None", "checksum", 1, _xxhash("xxh32")),
    Algorithm("xxh64", 16, "None", "checksum", 1, _xxhash("xxh64")),
    Algorithm("xxh3-64", 16, "None", "checksum", 1, _xxhash("xxh3_64")),
    Algorithm("xxh3-128", 32, "None", "checksum", 1, _xxhash("xxh3_128")),
)

ALGORITHMS = {algorithm.name: algorithm for algorithm in _TABLE}


class DefaultAlgorithm(str):
    """The name of the default algorithm.

    The class tells the default from the same name given by a caller. ``expected`` decides the algorithm only if the
    caller gives none (H11).
    """

    __slots__ = ()


ALGORITHM_NAMES = Choices(
    "algorithm",
    tuple(ALGORITHMS),
    {"sha512/256": "sha512-256"},  # FIPS 180-4 writes a slash
    default=DefaultAlgorithm("sha256"),
    hints={
        "blake2": "blake2b512",
        "blake2b": "blake2b512 or blake2b256",
        "blake2s": "blake2s256",
        "crc": "crc32",
        "rmd160": "ripemd160",
        "sha": "sha1 or sha256",
        "sha2": "sha256 or sha512",
        "sha3": "sha3-256 or sha3-512",
        "xxh3": "xxh3-64 or xxh3-128",
        "xxh128": "xxh3-128",
        "xxhash": "xxh64 or xxh3-64",
        **dict.fromkeys(("argon2", "argon2id", "bcrypt", "pbkdf2", "scrypt"), "/hash/password/"),
    },
)
