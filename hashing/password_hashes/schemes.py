"""The algorithms: the bounds and defaults of their parameters, and how each derives a tag from a password.

The defaults are the minimum settings in OWASP's Password Storage Cheat Sheet that need at most 64 MiB, as of its last
change in June 2026: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
"""

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Annotated, NamedTuple, NotRequired, TypedDict

from hashing.password_hashes.bcrypt_base64 import from_bcrypt_base64, to_bcrypt_base64
from utilitysvc.kit.extras import Extra
from utilitysvc.kit.rules import Bounds

ARGON2 = Extra("password-hashing", "argon2")
BCRYPT = Extra("password-hashing", "bcrypt")
EXTRAS = (ARGON2, BCRYPT)

MEMORY_KIB = Bounds("memory_kib", 8, 65_536, error="memory_kib must be between {minimum} and {maximum}")
# A new hash always has the defaults of these two. A hash that a caller sends may have other values.
PARALLELISM = Bounds("parallelism", 1, 16)
BLOCK_SIZE = Bounds("block size", 1, 16)

KIB = 1024


class Parameters(TypedDict):
    """The parameters that make a hash slow to compute.

    argon2 has ``memory_kib`` and ``parallelism`` too, scrypt ``block_size`` and ``parallelism``.
    """

    cost: Annotated[int, "argon2: passes; bcrypt and scrypt: power of two; PBKDF2: rounds"]
    memory_kib: NotRequired[Annotated[int, "Memory that argon2 fills, in KiB"]]
    block_size: NotRequired[Annotated[int, "Block size of scrypt, r"]]
    parallelism: NotRequired[Annotated[int, "Lanes of argon2 and scrypt, p"]]


class Scheme(NamedTuple):
    """One algorithm.

    ``derive`` takes a password, a salt, parameters and the size of the tag in bytes, and returns the tag. ``memory``
    returns the number of bytes that this needs.
    """

    cost: Bounds
    defaults: Parameters
    derive: Callable[[bytes, bytes, Parameters, int], bytes]
    memory: Callable[[Parameters], int]
    salt_size: int = 16
    tag_size: int = 32


def _derive_argon2(variant: str, password: bytes, salt: bytes, parameters: Parameters, size: int) -> bytes:
    low_level = ARGON2.load().low_level
    tag: bytes = low_level.hash_secret_raw(
        password,
        salt,
        time_cost=parameters["cost"],
        memory_cost=parameters["memory_kib"],
        parallelism=parameters["parallelism"],
        hash_len=size,
        type=low_level.Type[variant],
        version=0x13,
    )
    return tag


def _derive_bcrypt(password: bytes, salt: bytes, parameters: Parameters, size: int) -> bytes:
    settings = f"$2b${parameters['cost']:02}${to_bcrypt_base64(salt)}"
    hashed: bytes = BCRYPT.load().hashpw(password, settings.encode())
    return from_bcrypt_base64(hashed.decode().removeprefix(settings))


def _derive_scrypt(password: bytes, salt: bytes, parameters: Parameters, size: int) -> bytes:
    return hashlib.scrypt(
        password,
        salt=salt,
        n=1 << parameters["cost"],
        r=parameters["block_size"],
        p=parameters["parallelism"],
        maxmem=2 * _scrypt_memory(parameters),
        dklen=size,
    )


def _derive_pbkdf2(password: bytes, salt: bytes, parameters: Parameters, size: int) -> bytes:
    return hashlib.pbkdf2_hmac("sha256", password, salt, parameters["cost"], size)


def _scrypt_memory(parameters: Parameters) -> int:
    return 128 * parameters["block_size"] * (1 << parameters["cost"])


def _cost(minimum: int, maximum: int, meaning: str) -> Bounds:
    return Bounds("cost", minimum, maximum, details=f"Requested cost: {{value}}; {meaning}")


def _argon2(variant: str) -> Scheme:
    return Scheme(
        cost=_cost(1, 10, "argon2 takes the number of passes over the memory"),
        defaults={"cost": 2, "memory_kib": 19 * KIB, "parallelism": 1},
        derive=partial(_derive_argon2, variant),
        memory=lambda parameters: parameters["memory_kib"] * KIB,
    )


#: The first four make new hashes. argon2i and argon2d are only for comparison with existing hashes.
SCHEMES = {
    "argon2id": _argon2("ID"),
    "bcrypt": Scheme(
        cost=_cost(4, 14, "bcrypt takes the binary logarithm of the rounds, 10 for 1024"),
        defaults={"cost": 10},
        derive=_derive_bcrypt,
        memory=lambda parameters: 4 * KIB,
        tag_size=23,
    ),
    "scrypt": Scheme(
        cost=_cost(10, 16, "scrypt takes the binary logarithm of N, 15 for 32768"),
        defaults={"cost": 15, "block_size": 8, "parallelism": 3},
        derive=_derive_scrypt,
        memory=_scrypt_memory,
    ),
    "pbkdf2-sha256": Scheme(
        cost=_cost(1000, 2_000_000, "PBKDF2 takes the number of rounds"),
        defaults={"cost": 600_000},
        derive=_derive_pbkdf2,
        memory=lambda parameters: KIB,
    ),
    "argon2i": _argon2("I"),
    "argon2d": _argon2("D"),
}
