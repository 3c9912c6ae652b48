"""Version 4 UUIDs (RFC 9562, which replaces RFC 4122) in several textual formats."""

import base64
from collections.abc import Callable
from typing import Annotated, TypedDict

from utilitysvc.kit import draws
from utilitysvc.kit.clock import utc_timestamp
from utilitysvc.kit.rules import Bounds, Choices

__all__ = ["COUNT", "DEFAULT_COUNT", "DEFAULT_FORMAT", "FORMATS", "UUIDResult", "generate_uuids", "plain_text"]

COUNT = Bounds("count", 1, 1000)
DEFAULT_COUNT = 1
DEFAULT_FORMAT = "standard"

_BYTES = 16
_HEX_DIGITS = 2 * _BYTES
_VERSION_OCTET, _VARIANT_OCTET = 6, 8
_VERSION_4 = bytes(0x40 | octet & 0x0F for octet in range(256))
_VARIANT_10 = bytes(0x80 | octet & 0x3F for octet in range(256))


class UUIDResult(TypedDict):
    uuids: Annotated[list[str], "Generated UUIDs in the requested format"]
    count: Annotated[int, "Number generated"]
    format: Annotated[str, "Format used"]
    secure: Annotated[bool, "Whether the secure generator was used"]
    uppercase: Annotated[bool, "Whether output was uppercased"]
    timestamp: Annotated[str, "Generation time in UTC, shaped YYYY-MM-DD HH:MM:SS"]
    version: Annotated[str, "Always 4"]
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


def generate_uuids(
    *,
    count: int = DEFAULT_COUNT,
    format: str = DEFAULT_FORMAT,
    secure: bool = False,
    uppercase: bool = False,
    clock: Callable[[], str] = utc_timestamp,
    source: Callable[..., draws.RandomBytes] = draws.byte_source,
) -> UUIDResult:
    """Generate ``count`` different UUIDs. Raises ServiceError for a count or a format that is not offered.

    ``uppercase`` turns the hexadecimal digits to upper case; base64 is left alone, and the result says so (U1).
    """
    COUNT.check(count)
    format = FORMATS.canonical(format)
    uppercase = uppercase and format != "base64"
    write = _FORMATTERS[format]
    return {
        "uuids": [write(digits) for digits in _draw(count, source(secure=secure), uppercase=uppercase)],
        "count": count,
        "format": format,
        "secure": secure,
        "uppercase": uppercase,
        "timestamp": clock(),
        "version": "4",
        "variant": "RFC 4122",
    }


def _draw(count: int, randbytes: draws.RandomBytes, *, uppercase: bool) -> list[str]:
    """Return the 32 hexadecimal digits of each, all different: one draw, and the fixed bits set in one step for all."""
    while True:
        octets = bytearray(randbytes(_BYTES * count))
        octets[_VERSION_OCTET::_BYTES] = octets[_VERSION_OCTET::_BYTES].translate(_VERSION_4)
        octets[_VARIANT_OCTET::_BYTES] = octets[_VARIANT_OCTET::_BYTES].translate(_VARIANT_10)
        digits = octets.hex().upper() if uppercase else octets.hex()
        drawn = [digits[start : start + _HEX_DIGITS] for start in range(0, len(digits), _HEX_DIGITS)]
        if len(set(drawn)) == count:
            return drawn


def plain_text(result: UUIDResult) -> str:
    """One UUID a line (G6)."""
    return "\n".join(result["uuids"])
