"""Read hashes of passwords: which algorithm, parameters and sizes they have, and whether these are within bounds."""

import re

from hashing.password_hashes.schemes import (
    ARGON2,
    BLOCK_SIZE,
    INVALID,
    MEMORY_KIB,
    PARALLELISM,
    READ,
    SCHEMES,
    Parameters,
    PasswordHash,
    salt_and_tag,
)
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

SALT_SIZE = Bounds("number of bytes of salt", 8, 64)
TAG_SIZE = Bounds("number of bytes of tag", 16, 64)
#: The largest N * r * p of scrypt, which takes about 0.8 seconds. Their own bounds would allow eight times as much.
SCRYPT_WORK = 1 << 21

_ARGON2_VERSION = 19
_ARGON2 = re.compile(r"\$argon2[!-~]{1,300}")  # its package takes digits of any script, and stops at U+0000
_NUMBER = "(0|[1-9][0-9]{0,9})"
_BASE64, _PASSLIB_BASE64 = "[A-Za-z0-9+/]{1,100}", "[A-Za-z0-9./+]{1,100}"
_SCRYPT = re.compile(rf"\$scrypt\$ln={_NUMBER},r={_NUMBER},p={_NUMBER}\${_BASE64}\${_BASE64}")
_PBKDF2 = re.compile(rf"\$pbkdf2-sha256\${_NUMBER}\${_PASSLIB_BASE64}\${_PASSLIB_BASE64}")
# The last characters of salt and tag stand for fewer than six bits. bcrypt leaves the others zero.
_BCRYPT = re.compile(r"\$2[aby]\$([0-9]{2})\$[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{30}[.CGKOSWaeimquy26]")
_BCRYPT_SIZES = (16, 23)


def read_hash(text: str) -> PasswordHash:
    """Return the parts of a password hash, ignoring white space around it.

    Raises ServiceError if the text is not a password hash, or if its parameters are out of bounds.
    """
    stored = _parts(text.strip())
    _check(stored)
    return stored


def _parts(text: str) -> PasswordHash:
    parameters: Parameters
    if _ARGON2.fullmatch(text):
        return _argon2(text)
    if match := _SCRYPT.fullmatch(text):
        cost, block, lanes = map(int, match.groups())
        parameters = {"cost": cost, "block_size": block, "parallelism": lanes}
        return PasswordHash(text, "scrypt", parameters, *map(len, salt_and_tag(text)))
    if match := _PBKDF2.fullmatch(text):
        return PasswordHash(text, "pbkdf2-sha256", {"cost": int(match[1])}, *map(len, salt_and_tag(text)))
    if match := _BCRYPT.fullmatch(text):
        return PasswordHash(text, "bcrypt", {"cost": int(match[1])}, *_BCRYPT_SIZES)
    raise ServiceError(INVALID, READ)


def _argon2(text: str) -> PasswordHash:
    argon2 = ARGON2.load()
    try:
        found = argon2.extract_parameters(text)
    except argon2.exceptions.InvalidHashError:
        raise ServiceError(INVALID, READ) from None
    if found.version != _ARGON2_VERSION:
        raise ServiceError(INVALID, READ)
    parameters: Parameters = {
        "cost": found.time_cost,
        "memory_kib": found.memory_cost,
        "parallelism": found.parallelism,
    }
    return PasswordHash(text, text.split("$")[1], parameters, found.salt_len, found.hash_len)


def _check(stored: PasswordHash) -> None:
    """Raise ServiceError if the parameters of a hash, or the sizes of its salt and tag, are out of bounds."""
    parameters = stored.parameters
    checks = [
        (SCHEMES[stored.algorithm].cost, parameters["cost"]),
        (MEMORY_KIB, parameters.get("memory_kib")),
        (BLOCK_SIZE, parameters.get("block_size")),
        (PARALLELISM, parameters.get("parallelism")),
        (SALT_SIZE, stored.salt_size),
        (TAG_SIZE, stored.tag_size),
    ]
    for bounds, value in checks:
        if value is not None and not bounds.minimum <= value <= bounds.maximum:
            raise ServiceError(
                INVALID, f"Its {bounds.name} must be between {bounds.minimum} and {bounds.maximum}, not {value}"
            )
    if stored.algorithm.startswith("argon2") and parameters["memory_kib"] < 8 * parameters["parallelism"]:
        raise ServiceError(INVALID, "Its memory_kib must be at least 8 times its parallelism")
    if stored.algorithm == "scrypt":
        if parameters["block_size"] * parameters["parallelism"] << parameters["cost"] > SCRYPT_WORK:
            raise ServiceError(INVALID, f"Its N times r times p must be at most {SCRYPT_WORK}")
        if parameters["cost"] >= 16 * parameters["block_size"]:  # RFC 7914, section 2
            raise ServiceError(INVALID, "Its cost must be less than 16 times its block size")
