"""UUIDs of versions 4, 7 and 5 (RFC 9562, which replaces RFC 4122) in several textual formats.

https://www.rfc-editor.org/rfc/rfc9562
"""

import base64
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Annotated, TypedDict
from uuid import NAMESPACE_DNS, NAMESPACE_OID, NAMESPACE_URL, NAMESPACE_X500, UUID, uuid5

from utilitysvc.drawing import sources
from utilitysvc.kit.arguments import checked
from utilitysvc.kit.clock import Clock, unix_milliseconds, utc_now, utc_timestamp
from utilitysvc.kit.rules import Bounds, Choices, written
from utilitysvc.kit.service_error import ServiceError

__all__ = [
    "COUNT",
    "DEFAULT_COUNT",
    "DEFAULT_FORMAT",
    "DEFAULT_NAMESPACE",
    "DEFAULT_VERSION",
    "FORMATS",
    "NAMESPACES",
    "VERSIONS",
    "UUIDResult",
    "generate_uuids",
    "plain_text",
]

COUNT = Bounds("count", 1, 1000)
DEFAULT_COUNT = 1
DEFAULT_FORMAT = "standard"
VERSIONS = Choices("version", ("4", "7", "5"), {"v4": "4", "v7": "7", "v5": "5"})
DEFAULT_VERSION = "4"
NAME_REQUIRED = ("Name parameter is required", "Provide the name to digest in the name parameter, for version 5")
ONE_ALONE = "Count must be 1 for version 5"

_NAMESPACE_UUIDS = {"dns": NAMESPACE_DNS, "url": NAMESPACE_URL, "oid": NAMESPACE_OID, "x500": NAMESPACE_X500}
NAMESPACES = Choices("namespace", tuple(_NAMESPACE_UUIDS))
DEFAULT_NAMESPACE = "dns"
# The formats in which this service writes a UUID by its digits.
_UUID = re.compile(
    r"(?:urn:uuid:)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|\{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}"
    r"|[0-9a-f]{32}",
    re.ASCII | re.IGNORECASE,  # in Unicode the dotless ı is an I in another case
)

_BYTES = 16
_HEX_DIGITS = 2 * _BYTES
_VERSION_OCTET, _VARIANT_OCTET = 6, 8
_VARIANT_10 = bytes(0x80 | octet & 0x3F for octet in range(256))
_TIME_OCTETS = 6  # of version 7: the milliseconds since 1970


def _version_bits(version: int) -> bytes:
    return bytes(version << 4 | octet & 0x0F for octet in range(256))


_VERSION_4, _VERSION_7 = _version_bits(4), _version_bits(7)


class UUIDResult(TypedDict):
    uuids: Annotated[list[str], "Generated UUIDs in the requested format; of version 7 in ascending order"]
    count: Annotated[int, "Number generated"]
    format: Annotated[str, "Format used"]
    secure: Annotated[bool, "Whether the secure generator was used"]
    uppercase: Annotated[bool, "Whether output was uppercased"]
    timestamp: Annotated[str, "Generation time in UTC, shaped YYYY-MM-DD HH:MM:SS"]
    version: Annotated[str, "4, 7 or 5"]
    variant: Annotated[str, "Always RFC 4122"]


def _standard(digits: str) -> str:
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def _base64(digits: str) -> str:
    return base64.b64encode(bytes.fromhex(digits)).decode()


_FORMATTERS: dict[str, Callable[[str], str]] = {
    "standard": _standard,
    "compact": str,
    "braced": lambda digits: f"{{{_standard(digits)}}}",
    "urn": lambda digits: f"urn:uuid:{_standard(digits)}",
    "base64": _base64,
    "hex": str,
}
FORMATS = Choices("format", tuple(_FORMATTERS))


@checked
def generate_uuids(
    *,
    count: int = DEFAULT_COUNT,
    format: str = DEFAULT_FORMAT,
    secure: bool = False,
    uppercase: bool = False,
    version: str | int = DEFAULT_VERSION,
    name: str | None = None,
    namespace: str = DEFAULT_NAMESPACE,
    clock: Clock = utc_now,
    source: sources.ByteSource = sources.byte_source,
) -> UUIDResult:
    """Generate ``count`` different UUIDs (RFC 9562, https://www.rfc-editor.org/rfc/rfc9562).

    >>> generate_uuids(version=5, name="www.example.com")["uuids"]
    ['2ed6657d-e927-568b-95e1-2665a8aea6a2']

    Version 4 is random bits; 7 is the milliseconds of ``clock``, then random bits, in ascending order; 5 is the digest
    of ``name`` in ``namespace`` (dns, url, oid, x500 or any UUID), and ``count`` must be 1. ``count`` is 1 to 1000,
    ``format`` one of FORMATS. ``uppercase`` turns the hexadecimal digits to upper case; base64 is left alone, and the
    result says so. ``secure`` draws from the operating system's generator; nothing is drawn for version 5, and the
    result says so. Raises ServiceError for a value that is not one of these.
    """
    COUNT.check(count)
    format = FORMATS.canonical(format)
    uppercase = uppercase and format != "base64"
    version = VERSIONS.canonical(version if isinstance(version, str) else written(version))
    now = clock()
    if version == "5":
        drawn: Sequence[str] = [_named(name, namespace, count)]
        secure = False
    elif version == "7":
        drawn = _timed(count, now, source(secure))
    else:
        drawn = _draw(count, _VERSION_4, source(secure))
    write = _FORMATTERS[format]
    return {
        "uuids": [write(digits.upper() if uppercase else digits) for digits in drawn],
        "count": count,
        "format": format,
        "secure": secure,
        "uppercase": uppercase,
        "timestamp": utc_timestamp(now),
        "version": version,
        "variant": "RFC 4122",
    }


def _draw(count: int, version_bits: bytes, randbytes: sources.RandomBytes, start: bytes = b"") -> list[str]:
    """Return the 32 hexadecimal digits of each, all different and beginning with the bytes ``start``.

    There is one draw, and each octet that is set is set in one step for all.
    """
    while True:
        octets = bytearray(randbytes(_BYTES * count))
        for place, octet in enumerate(start):
            octets[place::_BYTES] = bytes([octet]) * count
        octets[_VERSION_OCTET::_BYTES] = octets[_VERSION_OCTET::_BYTES].translate(version_bits)
        octets[_VARIANT_OCTET::_BYTES] = octets[_VARIANT_OCTET::_BYTES].translate(_VARIANT_10)
        digits = octets.hex()
        drawn = [digits[place : place + _HEX_DIGITS] for place in range(0, len(digits), _HEX_DIGITS)]
        if len(set(drawn)) == count:
            return drawn


def _timed(count: int, now: datetime, randbytes: sources.RandomBytes) -> list[str]:
    """Return version 7 UUIDs of one millisecond: their random bits alone put them in order (RFC 9562, 5.7)."""
    return sorted(_draw(count, _VERSION_7, randbytes, unix_milliseconds(now).to_bytes(_TIME_OCTETS, "big")))


def _named(name: str | None, namespace: str, count: int) -> str:
    if name is None:
        raise ServiceError(*NAME_REQUIRED)
    identifier = _namespace(namespace)
    if count != 1:
        raise ServiceError(ONE_ALONE, f"Requested count: {count}; the same name always has the same UUID")
    return uuid5(identifier, name).hex


def _namespace(text: str) -> UUID:
    text = text.strip()
    if _UUID.fullmatch(text):
        return UUID(text.lower())  # it takes urn:uuid: in lower case alone
    try:
        return _NAMESPACE_UUIDS[NAMESPACES.canonical(text)]
    except ServiceError as exc:
        details = exc.details.replace(NAMESPACES.details, f"{NAMESPACES.details} or any UUID", 1)
        raise ServiceError(exc.error, details) from None


def plain_text(result: UUIDResult) -> str:
    """One UUID a line."""
    return "\n".join(result["uuids"])
