"""The algorithms: a table of what each is, and where it comes from on this host.

Most are Python's own. A package or a part of OpenSSL that only one algorithm needs is loaded when that one is first
asked for.
"""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from typing import Literal, NamedTuple, Protocol

from hashing import checksums
from utilitysvc.kit.rules import Choices

Category = Literal["secure", "legacy", "checksum"]

log = logging.getLogger(__name__)


class Hash(Protocol):
    """What hashlib's objects can do, as far as it is used here (PEP 452)."""

    def update(self, data: bytes, /) -> object: ...
    def digest(self) -> bytes: ...


HashConstructor = Callable[..., Hash]


class Implementation(NamedTuple):
    """How this host computes an algorithm.

    ``new`` makes a hash object, which takes data piece by piece. ``repeated`` returns the digest of a digest, and so on
    for so many rounds. ``in_python``: it is a hundred times slower than usual.
    """

    new: HashConstructor
    repeated: Callable[[bytes, int], bytes]
    in_python: bool = False


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One algorithm. ``speed_rank``: 1 for the fastest group, 5 for the slowest. ``find`` looks for it on this host."""

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
        """The constructor of its hash objects, which takes the first data."""
        return _implementation(self).new


@cache
def _implementation(algorithm: Algorithm) -> Implementation:
    found = algorithm.find()
    return found if isinstance(found, Implementation) else _by_objects(found)


def _by_objects(new: HashConstructor, *, in_python: bool = False) -> Implementation:
    """Return how a library computes that has hash objects alone."""

    def repeated(digest: bytes, rounds: int) -> bytes:
        for _ in range(rounds):
            digest = new(digest).digest()
        return digest

    return Implementation(new, repeated, in_python)


def _by_function(new: HashConstructor, digest_of: Callable[[bytes], bytes]) -> Implementation:
    """Return how a library computes that needs no object for the digest of data that are there whole."""

    def repeated(digest: bytes, rounds: int) -> bytes:
        for _ in range(rounds):
            digest = digest_of(digest)
        return digest

    return Implementation(new, repeated)


def _openssl(name: str) -> HashConstructor:
    """Return OpenSSL's ``name``. Raises ValueError on a host whose OpenSSL does not have it.

    A host in FIPS mode refuses some algorithms unless the caller says that security does not depend on them. Here that
    is for the caller to judge: the answer labels such an algorithm as legacy.
    """
    empty = hashlib.new(name, usedforsecurity=False)

    def new(data: bytes = b"") -> Hash:
        fresh = empty.copy()  # half the time of looking the name up in OpenSSL anew
        fresh.update(data)
        return fresh

    return new


def _unrestricted(new: HashConstructor) -> HashConstructor:
    """Return the constructor in the form that a host in FIPS mode permits."""
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
    return _by_function(method.new, method.digest) if method else None


def _in_python(name: str) -> Implementation:
    log.warning("%s is computed in Python, a hundred times slower: this host has no other implementation", name)
    new: HashConstructor = getattr(import_module(f"hashing.pure_python.{name}"), name)
    return _by_objects(new, in_python=True)


def _checksum(make: Callable[[], checksums.Function]) -> Callable[[], Implementation]:
    def find() -> Implementation:
        function = make()
        return Implementation(partial(checksums.Checksum, function), function.repeated)

    return find


def _blake3() -> HashConstructor:
    from blake3 import blake3

    return blake3


def _xxhash(name: str) -> Callable[[], Implementation]:
    """Return what finds a variant of xxHash; its seed is 0 and its digest big-endian, the canonical form (H9)."""

    def find() -> Implementation:
        import xxhash

        return _by_function(getattr(xxhash, name), getattr(xxhash, f"{name}_digest"))

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
    """The name of the algorithm that counts where the caller names none.

    It has a class of its own, so that it differs from the same name given by a caller: only where none is given does
    ``expected`` decide the algorithm (H11).
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
