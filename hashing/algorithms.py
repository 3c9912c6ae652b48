"""The hash algorithms: a table of their properties, and how this host computes each, found when it is first used."""

import hashlib
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Literal

from hashing.implementations import (
    Implementation,
    blake3,
    by_objects,
    checksum,
    fnv1a,
    openssl,
    optional,
    standard,
    xxhash,
)
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import ServiceError

Category = Literal["secure", "legacy", "checksum"]

HMAC_UNFIT = "HMAC needs a cryptographic algorithm"


# There is one object for each algorithm. eq would hash all of its fields in each dict and set.
@dataclass(frozen=True, eq=False)
class Algorithm:
    """One algorithm.

    ``speed_rank``: 1 for the fastest group, 5 for the slowest. ``find`` returns how this host computes it.
    """

    name: str
    hex_length: int
    level: str
    category: Category
    speed_rank: int
    find: Callable[[str], Implementation]

    @property
    def digest_size(self) -> int:
        return self.hex_length // 2

    @cached_property
    def implementation(self) -> Implementation:
        return self.find(self.name)


_TABLE = (
    Algorithm("md5", 32, "Low", "legacy", 3, standard),
    Algorithm("sha1", 40, "Low", "legacy", 3, standard),
    Algorithm("sha256", 64, "High", "secure", 4, standard),
    Algorithm("sha512", 128, "Very High", "secure", 4, standard),
    Algorithm("sha3-256", 64, "High", "secure", 5, standard),
    Algorithm("sha3-512", 128, "Very High", "secure", 5, standard),
    Algorithm("blake2b256", 64, "High", "secure", 2, lambda name: by_objects(partial(hashlib.blake2b, digest_size=32))),
    Algorithm("blake2b512", 128, "Very High", "secure", 2, lambda name: by_objects(hashlib.blake2b)),
    Algorithm("whirlpool", 128, "High", "secure", 5, optional),
    Algorithm("ripemd160", 40, "Medium", "legacy", 3, optional),
    Algorithm("crc32", 8, "None", "checksum", 1, lambda name: checksum(4, zlib.crc32)),
    Algorithm("adler32", 8, "None", "checksum", 1, lambda name: checksum(4, zlib.adler32)),
    Algorithm("fnv1a32", 8, "None", "checksum", 1, fnv1a),
    Algorithm("fnv1a64", 16, "None", "checksum", 1, fnv1a),
    Algorithm("sha224", 56, "High", "secure", 4, standard),
    Algorithm("sha384", 96, "Very High", "secure", 4, standard),
    Algorithm("sha512-256", 64, "High", "secure", 4, openssl),
    Algorithm("sha3-224", 56, "High", "secure", 5, standard),
    Algorithm("sha3-384", 96, "Very High", "secure", 5, standard),
    Algorithm("blake2s256", 64, "High", "secure", 2, lambda name: by_objects(hashlib.blake2s)),
    Algorithm("blake3", 64, "High", "secure", 2, blake3),
    Algorithm("xxh32", 8, "None", "checksum", 1, xxhash),
    Algorithm("xxh64", 16, "None", "checksum", 1, xxhash),
    Algorithm("xxh3-64", 16, "None", "checksum", 1, xxhash),
    Algorithm("xxh3-128", 32, "None", "checksum", 1, xxhash),
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


def check_key(names: Sequence[str]) -> None:
    """Raise ServiceError if one of the algorithms is a checksum, which takes no key."""
    for name in names:
        if ALGORITHMS[name].category == "checksum":
            raise ServiceError(HMAC_UNFIT, f"{name} is a checksum: leave out key, or ask for an algorithm like sha256")
