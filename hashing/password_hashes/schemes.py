"""The algorithms: the bounds and defaults of their parameters, how each makes a hash and compares a password with one.

The defaults are the minimum settings in OWASP's Password Storage Cheat Sheet that need at most 64 MiB, as of its last
change in June 2026: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html

argon2 and bcrypt are hashed, written, read and compared by their packages. scrypt is written as a PHC string and PBKDF2
as passlib writes it, since ``hashlib`` has no string of its own: https://github.com/P-H-C/phc-string-format,
https://passlib.readthedocs.io/en/stable/lib/passlib.hash.html
"""

import hashlib
import hmac
import os
from collections.abc import Callable
from typing import Annotated, NamedTuple, NotRequired, TypedDict

from utilitysvc.kit import codecs
from utilitysvc.kit.extras import Extra
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

ARGON2 = Extra("password-hashing", "argon2")
BCRYPT = Extra("password-hashing", "bcrypt")
EXTRAS = (ARGON2, BCRYPT)

INVALID = "Invalid hash specified"
READ = (
    "Read are $argon2id$, $argon2i$ and $argon2d$ with v=19, $scrypt$ and $pbkdf2-sha256$ as passlib writes them, and "
    "$2a$, $2b$ and $2y$ of bcrypt"
)

MEMORY_KIB = Bounds("memory_kib", 8, 65_536, error="memory_kib must be between {minimum} and {maximum}")
# A new hash always has the defaults of these two. A hash that a caller sends may have other values.
PARALLELISM = Bounds("parallelism", 1, 16)
BLOCK_SIZE = Bounds("block size", 1, 16)

KIB = 1024
SALT_BYTES, TAG_BYTES = 16, 32  # of new hashes


class Parameters(TypedDict):
    """The parameters that make a hash slow to compute.

    argon2 has ``memory_kib`` and ``parallelism`` too, scrypt ``block_size`` and ``parallelism``.
    """

    cost: Annotated[int, "argon2: passes; bcrypt and scrypt: power of two; PBKDF2: rounds"]
    memory_kib: NotRequired[Annotated[int, "Memory that argon2 fills, in KiB"]]
    block_size: NotRequired[Annotated[int, "Block size of scrypt, r"]]
    parallelism: NotRequired[Annotated[int, "Lanes of argon2 and scrypt, p"]]


class PasswordHash(NamedTuple):
    """A hash as it is stored, and what it says of itself."""

    text: str
    algorithm: str
    parameters: Parameters
    salt_size: int
    tag_size: int


class Scheme(NamedTuple):
    """One algorithm.

    ``make`` returns a new hash of a password. ``matches`` compares a password with a hash, in time that does not depend
    on where they differ. ``memory`` returns the number of bytes that either needs.
    """

    cost: Bounds
    defaults: Parameters
    make: Callable[[bytes, Parameters], str]
    matches: Callable[[bytes, PasswordHash], bool]
    memory: Callable[[Parameters], int]


def _make_argon2(password: bytes, parameters: Parameters) -> str:
    hasher = ARGON2.load().PasswordHasher(
        parameters["cost"], parameters["memory_kib"], parameters["parallelism"], TAG_BYTES, SALT_BYTES
    )
    text: str = hasher.hash(password)
    return text


def _matches_argon2(password: bytes, stored: PasswordHash) -> bool:
    argon2 = ARGON2.load()
    try:
        return bool(argon2.PasswordHasher().verify(stored.text, password))
    except argon2.exceptions.VerifyMismatchError:
        return False
    except argon2.exceptions.VerificationError:  # it reads hashes more strictly than extract_parameters does
        raise ServiceError(INVALID, READ) from None


def _make_bcrypt(password: bytes, parameters: Parameters) -> str:
    bcrypt = BCRYPT.load()
    text: bytes = bcrypt.hashpw(password, bcrypt.gensalt(parameters["cost"]))
    return text.decode()


def _matches_bcrypt(password: bytes, stored: PasswordHash) -> bool:
    return bool(BCRYPT.load().checkpw(password, stored.text.encode()))


def _scrypt(password: bytes, parameters: Parameters, salt: bytes, size: int) -> bytes:
    return hashlib.scrypt(
        password,
        salt=salt,
        n=1 << parameters["cost"],
        r=parameters["block_size"],
        p=parameters["parallelism"],
        maxmem=2 * _scrypt_memory(parameters),
        dklen=size,
    )


def _make_scrypt(password: bytes, parameters: Parameters) -> str:
    salt = os.urandom(SALT_BYTES)
    tag = _scrypt(password, parameters, salt, TAG_BYTES)
    costs = f"ln={parameters['cost']},r={parameters['block_size']},p={parameters['parallelism']}"
    return f"$scrypt${costs}${_unpadded(salt)}${_unpadded(tag)}"


def _matches_scrypt(password: bytes, stored: PasswordHash) -> bool:
    salt, tag = salt_and_tag(stored.text)
    return hmac.compare_digest(_scrypt(password, stored.parameters, salt, len(tag)), tag)


def _make_pbkdf2(password: bytes, parameters: Parameters) -> str:
    salt = os.urandom(SALT_BYTES)
    tag = hashlib.pbkdf2_hmac("sha256", password, salt, parameters["cost"], TAG_BYTES)
    return f"$pbkdf2-sha256${parameters['cost']}${_unpadded(salt)}${_unpadded(tag)}".replace("+", ".")


def _matches_pbkdf2(password: bytes, stored: PasswordHash) -> bool:
    salt, tag = salt_and_tag(stored.text)
    computed = hashlib.pbkdf2_hmac("sha256", password, salt, stored.parameters["cost"], len(tag))
    return hmac.compare_digest(computed, tag)


def salt_and_tag(text: str) -> tuple[bytes, bytes]:
    """Return the last two parts of a hash, in Base64 without padding. passlib writes ``.`` for ``+``."""
    salt, tag = text.replace(".", "+").split("$")[-2:]
    try:
        return codecs.decode_base64(salt), codecs.decode_base64(tag)
    except codecs.CodecError:  # do not show its position, which is counted from the start of salt or tag
        raise ServiceError(INVALID, "Salt or tag is not correct Base64") from None


def _unpadded(data: bytes) -> str:
    return codecs.encode_base64(data).rstrip("=")


def _scrypt_memory(parameters: Parameters) -> int:
    return 128 * parameters["block_size"] * (1 << parameters["cost"])


def _cost(minimum: int, maximum: int, meaning: str) -> Bounds:
    return Bounds("cost", minimum, maximum, details=f"Requested cost: {{value}}; {meaning}")


_ARGON2 = Scheme(
    cost=_cost(1, 10, "argon2 takes the number of passes over the memory"),
    defaults={"cost": 2, "memory_kib": 19 * KIB, "parallelism": 1},
    make=_make_argon2,
    matches=_matches_argon2,
    memory=lambda parameters: parameters["memory_kib"] * KIB,
)
#: The first four make new hashes. argon2i and argon2d are only for comparison with existing hashes.
SCHEMES = {
    "argon2id": _ARGON2,
    "bcrypt": Scheme(
        cost=_cost(4, 14, "bcrypt takes the binary logarithm of the rounds, 10 for 1024"),
        defaults={"cost": 10},
        make=_make_bcrypt,
        matches=_matches_bcrypt,
        memory=lambda parameters: 4 * KIB,
    ),
    "scrypt": Scheme(
        cost=_cost(10, 16, "scrypt takes the binary logarithm of N, 15 for 32768"),
        defaults={"cost": 15, "block_size": 8, "parallelism": 3},
        make=_make_scrypt,
        matches=_matches_scrypt,
        memory=_scrypt_memory,
    ),
    "pbkdf2-sha256": Scheme(
        cost=_cost(1000, 2_000_000, "PBKDF2 takes the number of rounds"),
        defaults={"cost": 600_000},
        make=_make_pbkdf2,
        matches=_matches_pbkdf2,
        memory=lambda parameters: KIB,
    ),
    "argon2i": _ARGON2,
    "argon2d": _ARGON2,
}
