"""Read and write hashes of passwords as strings, which contain algorithm, parameters, salt and tag.

argon2 and scrypt: PHC strings, https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md. scrypt and
PBKDF2: the format of passlib, https://passlib.readthedocs.io/en/stable/lib/passlib.hash.html. bcrypt: the format of
crypt(3).
"""

import re
from typing import NamedTuple

from hashing.password_hashes.bcrypt_base64 import from_bcrypt_base64, to_bcrypt_base64
from hashing.password_hashes.schemes import BLOCK_SIZE, MEMORY_KIB, PARALLELISM, SCHEMES, Parameters
from utilitysvc.kit import codecs
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

INVALID = "Invalid hash specified"
READ = (
    "Read are $argon2id$, $argon2i$ and $argon2d$ with v=19, $scrypt$ and $pbkdf2-sha256$ as passlib writes them, and "
    "$2a$, $2b$ and $2y$ of bcrypt"
)

SALT_SIZE = Bounds("number of bytes of salt", 8, 64)
TAG_SIZE = Bounds("number of bytes of tag", 16, 64)
#: The largest N * r * p of scrypt, which takes about 0.8 seconds. Their own bounds would allow eight times as much.
SCRYPT_WORK = 1 << 21

_NUMBER = "(0|[1-9][0-9]{0,9})"
_BASE64 = "([A-Za-z0-9+/]{1,100})"
_PASSLIB_BASE64 = "([A-Za-z0-9./+]{1,100})"
_ARGON2 = re.compile(rf"\$(argon2id|argon2i|argon2d)\$v=19\$m={_NUMBER},t={_NUMBER},p={_NUMBER}\${_BASE64}\${_BASE64}")
_SCRYPT = re.compile(rf"\$scrypt\$ln={_NUMBER},r={_NUMBER},p={_NUMBER}\${_BASE64}\${_BASE64}")
_PBKDF2 = re.compile(rf"\$pbkdf2-sha256\${_NUMBER}\${_PASSLIB_BASE64}\${_PASSLIB_BASE64}")
_BCRYPT = re.compile(r"\$2[aby]\$([0-9]{2})\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})")


class PasswordHash(NamedTuple):
    """The parts of a password hash."""

    algorithm: str
    parameters: Parameters
    salt: bytes
    tag: bytes


def write_hash(hashed: PasswordHash) -> str:
    """Return the string of a password hash."""
    parameters, salt, tag = hashed.parameters, _unpadded_base64(hashed.salt), _unpadded_base64(hashed.tag)
    match hashed.algorithm:
        case "bcrypt":
            return f"$2b${parameters['cost']:02}${to_bcrypt_base64(hashed.salt)}{to_bcrypt_base64(hashed.tag)}"
        case "scrypt":
            costs = f"ln={parameters['cost']},r={parameters['block_size']},p={parameters['parallelism']}"
            return f"$scrypt${costs}${salt}${tag}"
        case "pbkdf2-sha256":
            return f"$pbkdf2-sha256${parameters['cost']}${salt}${tag}".replace("+", ".")
        case argon2:
            costs = f"m={parameters['memory_kib']},t={parameters['cost']},p={parameters['parallelism']}"
            return f"${argon2}$v=19${costs}${salt}${tag}"


def read_hash(text: str) -> PasswordHash:
    """Return the parts of a password hash, ignoring white space around it.

    Raises ServiceError if the text is not a password hash, or if its parameters are out of bounds.
    """
    try:
        hashed = _parts(text.strip())
    except codecs.CodecError:  # do not show its position, which is counted from the start of salt or tag
        raise ServiceError(INVALID, "Salt or tag is not correct Base64") from None
    if hashed is None:
        raise ServiceError(INVALID, READ)
    _check(hashed)
    return hashed


def _parts(text: str) -> PasswordHash | None:
    if match := _ARGON2.fullmatch(text):
        algorithm, memory, cost, lanes, salt, tag = match.groups()
        parameters: Parameters = {"cost": int(cost), "memory_kib": int(memory), "parallelism": int(lanes)}
        return PasswordHash(algorithm, parameters, codecs.decode_base64(salt), codecs.decode_base64(tag))
    if match := _SCRYPT.fullmatch(text):
        cost, block, lanes, salt, tag = match.groups()
        parameters = {"cost": int(cost), "block_size": int(block), "parallelism": int(lanes)}
        return PasswordHash("scrypt", parameters, codecs.decode_base64(salt), codecs.decode_base64(tag))
    if match := _PBKDF2.fullmatch(text):
        cost, salt, tag = match.groups()
        salt, tag = salt.replace(".", "+"), tag.replace(".", "+")
        return PasswordHash("pbkdf2-sha256", {"cost": int(cost)}, codecs.decode_base64(salt), codecs.decode_base64(tag))
    if match := _BCRYPT.fullmatch(text):
        cost, salt, tag = match.groups()
        return PasswordHash("bcrypt", {"cost": int(cost)}, from_bcrypt_base64(salt), from_bcrypt_base64(tag))
    return None


def _check(hashed: PasswordHash) -> None:
    """Raise ServiceError if the parameters of a hash, or the sizes of its salt and tag, are out of bounds."""
    algorithm, parameters, salt, tag = hashed
    checks = [
        (SCHEMES[algorithm].cost, parameters["cost"]),
        (MEMORY_KIB, parameters.get("memory_kib")),
        (BLOCK_SIZE, parameters.get("block_size")),
        (PARALLELISM, parameters.get("parallelism")),
        (SALT_SIZE, len(salt)),
        (TAG_SIZE, len(tag)),
    ]
    for bounds, value in checks:
        if value is not None and not bounds.minimum <= value <= bounds.maximum:
            raise ServiceError(
                INVALID, f"Its {bounds.name} must be between {bounds.minimum} and {bounds.maximum}, not {value}"
            )
    if algorithm.startswith("argon2") and parameters["memory_kib"] < 8 * parameters["parallelism"]:
        raise ServiceError(INVALID, "Its memory_kib must be at least 8 times its parallelism")
    if algorithm == "scrypt":
        if parameters["block_size"] * parameters["parallelism"] << parameters["cost"] > SCRYPT_WORK:
            raise ServiceError(INVALID, f"Its N times r times p must be at most {SCRYPT_WORK}")
        if parameters["cost"] >= 16 * parameters["block_size"]:  # RFC 7914, section 2
            raise ServiceError(INVALID, "Its cost must be less than 16 times its block size")


def _unpadded_base64(data: bytes) -> str:
    return codecs.encode_base64(data).rstrip("=")
