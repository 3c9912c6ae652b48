"""The algorithms: how each writes, reads and compares hashes of passwords, and the bounds of its parameters.

The defaults are the minimum settings in OWASP's Password Storage Cheat Sheet that need at most 64 MiB, as of its last
change in June 2026: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html

argon2 and bcrypt are hashed, written and compared by their packages. scrypt is written as a PHC string and PBKDF2 as
passlib writes it, since ``hashlib`` has no string of its own: https://github.com/P-H-C/phc-string-format,
https://passlib.readthedocs.io/en/stable/lib/passlib.hash.html
"""

import hashlib
import hmac
import os
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict, cast

from utilitysvc.kit import codecs
from utilitysvc.kit.extras import Extra
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

EXTRAS = ARGON2, BCRYPT = Extra("password-hashing", "argon2"), Extra("password-hashing", "bcrypt")

INVALID = "Invalid hash specified"
READ = (
    "Read are $argon2id$, $argon2i$ and $argon2d$ with v=19, $scrypt$ and $pbkdf2-sha256$ as passlib writes them, and "
    "$2a$, $2b$ and $2y$ of bcrypt"
)

MEMORY_KIB = Bounds("memory_kib", 8, 65_536, error="memory_kib must be between {minimum} and {maximum}")
#: The bounds of what a hash has besides the cost. A new hash always has the default block size and parallelism.
LIMITS = {
    "memory_kib": MEMORY_KIB,
    "block_size": Bounds("block size", 1, 16),
    "parallelism": Bounds("parallelism", 1, 16),
    "salt": Bounds("number of bytes of salt", 8, 64),
    "tag": Bounds("number of bytes of tag", 16, 64),
}
#: The largest N * r * p of scrypt, which takes about 0.8 seconds. Their own bounds would allow eight times as much.
SCRYPT_WORK = 1 << 21

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
    """A hash as it is stored, and what it says of itself. Salt and tag are still encoded."""

    text: str
    algorithm: str
    parameters: Parameters
    salt: str
    tag: str


class Scheme(NamedTuple):
    """One algorithm.

    ``pattern`` has a group for each parameter, for salt and for tag. ``make`` returns a new hash of a password.
    ``matches`` compares a password with a hash, in time that does not depend on where they differ. ``memory`` returns
    the number of bytes that either needs.
    """

    pattern: re.Pattern[str]
    cost: Bounds
    defaults: Parameters
    make: Callable[[bytes, Parameters], str]
    matches: Callable[[bytes, PasswordHash], bool]
    memory: Callable[[Parameters], int]
    complaint: Callable[[Mapping[str, int]], str] = lambda parameters: ""


def read_hash(text: str) -> PasswordHash:
    """Return the parts of a password hash, ignoring white space around it.

    Raises ServiceError if the text is not a password hash, or if its parameters are out of bounds.
    """
    text = text.strip()
    for algorithm, scheme in SCHEMES.items():
        if found := scheme.pattern.fullmatch(text):
            parameters = {name: int(found[name]) for name in scheme.defaults}
            sizes = {name: len(found[name]) * 3 // 4 for name in ("salt", "tag")}
            for name, value in {**parameters, **sizes}.items():
                bounds = LIMITS.get(name, scheme.cost)
                if not bounds.minimum <= value <= bounds.maximum:
                    raise ServiceError(
                        INVALID, f"Its {bounds.name} must be between {bounds.minimum} and {bounds.maximum}, not {value}"
                    )
            if complaint := scheme.complaint(parameters):
                raise ServiceError(INVALID, complaint)
            return PasswordHash(text, algorithm, cast(Parameters, parameters), found["salt"], found["tag"])
    raise ServiceError(INVALID, READ)


def _pattern(form: str, plus: str = "+", number: str = "0|[1-9][0-9]{0,9}") -> re.Pattern[str]:
    """Return the pattern of a form of hashes, which has each parameter, salt and tag in braces."""
    groups = {name: f"(?P<{name}>{number})" for name in ("cost", *LIMITS)}
    groups |= {name: f"(?P<{name}>[A-Za-z0-9+/{plus}]{{1,100}})" for name in ("salt", "tag")}
    return re.compile(form.replace("$", r"\$").format(**groups))


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
    except argon2.exceptions.VerificationError:  # salt or tag is not correct Base64
        raise ServiceError(INVALID, READ) from None


def _argon2(name: str) -> Scheme:
    return Scheme(
        _pattern(
            f"${name}$v=19$m={{memory_kib}},t={{cost}},p={{parallelism}}${{salt}}${{tag}}", number="-?[0-9]{1,100}"
        ),
        cost=_cost(1, 10, "argon2 takes the number of passes over the memory"),
        defaults={"cost": 2, "memory_kib": 19 * KIB, "parallelism": 1},
        make=_make_argon2,
        matches=_matches_argon2,
        memory=lambda parameters: parameters["memory_kib"] * KIB,
        complaint=lambda parameters: (
            "Its memory_kib must be at least 8 times its parallelism"
            if parameters["memory_kib"] < 8 * parameters["parallelism"]
            else ""
        ),
    )


def _make_bcrypt(password: bytes, parameters: Parameters) -> str:
    bcrypt = BCRYPT.load()
    text: bytes = bcrypt.hashpw(password, bcrypt.gensalt(parameters["cost"]))
    return text.decode()


def _matches_bcrypt(password: bytes, stored: PasswordHash) -> bool:
    return bool(BCRYPT.load().checkpw(password, stored.text.encode()))


def _scrypt(password: bytes, salt: bytes, size: int, parameters: Parameters) -> bytes:
    return hashlib.scrypt(
        password,
        salt=salt,
        n=1 << parameters["cost"],
        r=parameters["block_size"],
        p=parameters["parallelism"],
        maxmem=2 * _scrypt_memory(parameters),
        dklen=size,
    )


def _scrypt_memory(parameters: Parameters) -> int:
    return 128 * parameters["block_size"] * (1 << parameters["cost"])


def _pbkdf2(password: bytes, salt: bytes, size: int, parameters: Parameters) -> bytes:
    return hashlib.pbkdf2_hmac("sha256", password, salt, parameters["cost"], size)


def _complaint_of_scrypt(parameters: Mapping[str, int]) -> str:
    if parameters["block_size"] * parameters["parallelism"] << parameters["cost"] > SCRYPT_WORK:
        return f"Its N times r times p must be at most {SCRYPT_WORK}"
    if parameters["cost"] >= 16 * parameters["block_size"]:  # RFC 7914, section 2
        return "Its cost must be less than 16 times its block size"
    return ""


def _of_hashlib(form: str, derive: Callable[[bytes, bytes, int, Parameters], bytes], plus: str, **more: Any) -> Scheme:
    """Return the scheme of a function of hashlib, by the form of its hashes.

    ``derive`` takes the password, the salt, the size of the tag and the parameters, and returns the tag. Salt and tag
    are written in Base64 without padding, with ``plus`` for its plus sign.
    """

    def make(password: bytes, parameters: Parameters) -> str:
        salt = os.urandom(SALT_BYTES)
        tag = derive(password, salt, TAG_BYTES, parameters)
        salt_text, tag_text = (codecs.encode_base64(part).rstrip("=").replace("+", plus) for part in (salt, tag))
        return form.format(**parameters, salt=salt_text, tag=tag_text)

    def matches(password: bytes, stored: PasswordHash) -> bool:
        try:
            salt, tag = (codecs.decode_base64(part.replace(plus, "+")) for part in (stored.salt, stored.tag))
        except codecs.CodecError:  # do not show its position, which is counted from the start of salt or tag
            raise ServiceError(INVALID, "Salt or tag is not correct Base64") from None
        return hmac.compare_digest(derive(password, salt, len(tag), stored.parameters), tag)

    return Scheme(_pattern(form, plus), make=make, matches=matches, **more)


def _cost(minimum: int, maximum: int, meaning: str) -> Bounds:
    return Bounds("cost", minimum, maximum, details=f"Requested cost: {{value}}; {meaning}")


#: The first four make new hashes. argon2i and argon2d are only for comparison with existing hashes.
SCHEMES = {
    "argon2id": _argon2("argon2id"),
    "bcrypt": Scheme(
        # The last characters of salt and tag stand for fewer than six bits. bcrypt leaves the others zero.
        re.compile(
            r"\$2[aby]\$(?P<cost>[0-9]{2})\$(?P<salt>[./A-Za-z0-9]{21}[.Oeu])(?P<tag>[./A-Za-z0-9]{30}[.CGKOSWaeimquy26])"
        ),
        cost=_cost(4, 14, "bcrypt takes the binary logarithm of the rounds, 10 for 1024"),
        defaults={"cost": 10},
        make=_make_bcrypt,
        matches=_matches_bcrypt,
        memory=lambda parameters: 4 * KIB,
    ),
    "scrypt": _of_hashlib(
        "$scrypt$ln={cost},r={block_size},p={parallelism}${salt}${tag}",
        _scrypt,
        plus="+",
        cost=_cost(10, 16, "scrypt takes the binary logarithm of N, 15 for 32768"),
        defaults={"cost": 15, "block_size": 8, "parallelism": 3},
        memory=_scrypt_memory,
        complaint=_complaint_of_scrypt,
    ),
    "pbkdf2-sha256": _of_hashlib(
        "$pbkdf2-sha256${cost}${salt}${tag}",
        _pbkdf2,
        plus=".",
        cost=_cost(1000, 2_000_000, "PBKDF2 takes the number of rounds"),
        defaults={"cost": 600_000},
        memory=lambda parameters: KIB,
    ),
    "argon2i": _argon2("argon2i"),
    "argon2d": _argon2("argon2d"),
}
