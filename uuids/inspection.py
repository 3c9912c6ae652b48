"""Read a UUID in any of its formats, and tell its version, variant, time and node (RFC 9562)."""

import re
from datetime import datetime, timedelta
from typing import Annotated, NotRequired, TypedDict, cast
from uuid import RESERVED_FUTURE, RESERVED_MICROSOFT, RESERVED_NCS, RFC_4122, UUID

from utilitysvc.kit.clock import EPOCH, unix_milliseconds
from utilitysvc.kit.codecs import CodecError, decode_base64
from utilitysvc.kit.service_error import Reading, ServiceError
from uuids.formats import ULID_LENGTH, WRITERS, from_digits, from_ulid
from uuids.versions import GREGORIAN_EPOCH, TICKS_PER_MICROSECOND

INVALID_UUID = "Invalid UUID provided"
#: Longer than a UUID in any format, with white space around it.
MAX_CHARACTERS = 128

_VARIANTS = {
    RESERVED_NCS: "NCS",
    RFC_4122: "RFC 4122",
    RESERVED_MICROSOFT: "Microsoft",
    RESERVED_FUTURE: "reserved",
}
_LAST_MILLISECONDS = 253_402_300_799_999  # of year 9999, after which a datetime has no ISO 8601 of four digits


class Inspected(TypedDict):
    """What a UUID contains, or why a text is not a UUID."""

    input: Annotated[str, "The text as it was given"]
    uuid: NotRequired[Annotated[str, "The UUID in the standard format"]]
    version: NotRequired[Annotated[str, "Its version, if it is of the variant of RFC 4122"]]
    variant: NotRequired[Annotated[str, "RFC 4122, NCS, Microsoft or reserved"]]
    datetime: NotRequired[Annotated[str, "Its time in UTC (ISO 8601), for versions 1, 6 and 7 and ULIDs"]]
    unix_milliseconds: NotRequired[Annotated[int, "The same in whole milliseconds since 1970"]]
    node: NotRequired[Annotated[str, "Its node in six pairs of digits, for versions 1, 2 and 6"]]
    clock_sequence: NotRequired[Annotated[int, "Its clock sequence, for versions 1 and 6"]]
    ulid: NotRequired[Annotated[str, "The same 128 bits as a ULID"]]
    base64: NotRequired[Annotated[str, "The same 128 bits in Base64"]]
    urn: NotRequired[Annotated[str, "The UUID as a URN"]]
    integer: NotRequired[Annotated[str, "The same 128 bits as a decimal integer"]]
    error: NotRequired[Annotated[str, "For a text that is no UUID, or that may be one of two: why"]]
    readings: NotRequired[Annotated[list[Reading], "For a text that may be one of two UUIDs: both"]]


def inspect(text: str) -> Inspected:
    """Return what the UUID ``text`` contains, or the error for a text that is not a UUID."""
    try:
        found = read(text)
    except ServiceError as exc:
        return cast(Inspected, {"input": text, "error": str(exc), **exc.extra})
    held = {
        "input": text,
        "uuid": str(found),
        **({"version": str(found.version)} if found.variant == RFC_4122 else {}),
        "variant": _VARIANTS[found.variant],
        **_time(found, is_ulid=from_ulid(text.strip()) is not None),
        **{format: WRITERS[format](found.hex) for format in ("ulid", "base64", "urn", "integer")},
    }
    return cast(Inspected, held)


def read(text: str) -> UUID:
    """Return the UUID that ``text`` writes in any of the formats, or as an integer of 128 bits.

    Raises ServiceError for a text that is not a UUID, and for one that could be either of two.
    """
    if len(text) > MAX_CHARACTERS:
        raise ServiceError(INVALID_UUID, f"it has more than {MAX_CHARACTERS} characters")
    readings = _readings(text)
    if not readings:
        raise ServiceError(INVALID_UUID, _reason(text.strip()))
    if len(set(readings.values())) > 1:  # 32 zeros are the same UUID in hexadecimal digits and as an integer
        raise ServiceError(
            INVALID_UUID,
            f"it may be {' or '.join(readings)}; write {' or '.join(map(str, readings.values()))}",
            readings=[
                {"write": str(found), "means": means[0].upper() + means[1:]} for means, found in readings.items()
            ],
        )
    return next(iter(readings.values()))


def _readings(text: str) -> dict[str, UUID]:
    """Return each meaning of ``text``. Only digits have two: 32 of them are hexadecimal too, and 26 a ULID."""
    stripped = text.strip()
    bare = stripped[1:-1] if stripped.startswith("{") and stripped.endswith("}") else stripped
    readings = {
        "32 hexadecimal digits": from_digits(stripped) or from_digits(bare),
        "a ULID": from_ulid(stripped),
        "a decimal integer": _from_integer(stripped),
        "Base64": _from_base64(text),
    }
    return {means: found for means, found in readings.items() if found}


def _from_integer(text: str) -> UUID | None:
    number = int(text) if re.fullmatch("[0-9]{1,39}", text) else 1 << 128
    return UUID(int=number) if number < 1 << 128 else None


def _from_base64(text: str) -> UUID | None:
    try:
        octets = decode_base64(text) if 21 <= len(text.strip()) <= 24 else b""  # a space at an end may be a plus sign
    except CodecError:
        return None
    return UUID(bytes=octets) if len(octets) == 16 else None


def _reason(text: str) -> str:
    """Return why a text is not a UUID, as specifically as its form allows."""
    if len(text) > 32 and re.fullmatch("[0-9]+", text):
        return "an integer of more than 128 bits"
    written = re.sub(r"^urn:uuid:", "", text, flags=re.IGNORECASE).strip("{}")
    digits = written.replace("-", "")
    if len(digits) != 32 and re.fullmatch("[0-9a-f][0-9a-f-]*", written, re.ASCII | re.IGNORECASE):
        return f"{len(digits)} hexadecimal digits in place of 32"
    if len(text) == ULID_LENGTH and text[0] in "89" and from_ulid(f"0{text[1:]}"):
        return "a ULID of more than 128 bits; the first character is 0 to 7"
    return "it has none of the forms 8-4-4-4-12, 32 hexadecimal digits, urn:uuid:, Base64, ULID, decimal integer"


def _time(found: UUID, *, is_ulid: bool) -> dict[str, str | int]:
    """Return time, node and clock sequence. A ULID has a time, whatever version its random bits happen to say."""
    version = 7 if is_ulid else found.version
    held: dict[str, str | int] = {}
    if version == 7:
        milliseconds = found.int >> 80
        if milliseconds <= _LAST_MILLISECONDS:
            held["datetime"] = _written(EPOCH + timedelta(milliseconds=milliseconds), milliseconds % 1000, 3)
        held["unix_milliseconds"] = milliseconds
    if version in (1, 6):
        ticks = found.time if version == 1 else found.int >> 80 << 12 | found.int >> 64 & 0xFFF
        moment = GREGORIAN_EPOCH + timedelta(microseconds=ticks // TICKS_PER_MICROSECOND)
        held["datetime"] = _written(moment, ticks % (1_000_000 * TICKS_PER_MICROSECOND), 7)
        held["unix_milliseconds"] = unix_milliseconds(moment)
    if version in (1, 2, 6):
        held["node"] = found.node.to_bytes(6, "big").hex(":")
    if version in (1, 6):
        held["clock_sequence"] = found.clock_seq
    return held


def _written(moment: datetime, fraction: int, digits: int) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{fraction:0{digits}}Z"
