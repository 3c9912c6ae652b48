"""What a text says as a date and time (T2), before the zone in force is known."""

import re
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from fractions import Fraction

from timeops.calendar.steps import ParsedDatetime
from timeops.reading import rfc2822
from timeops.reading.errors import HOUR_24, LEAP_SECOND, NO_SUCH_TIME, NotADatetimeError
from timeops.reading.numerals import NUMERAL, instant_of, read_numeral
from timeops.zones.lookup import DASHES, UTC_ZONE, fixed
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import ServiceError

__all__ = ["ACCEPTED", "MAX_CHARACTERS", "read", "read_timestamp"]

MAX_CHARACTERS = 128
ACCEPTED = (
    "Accepted: a Unix timestamp, ISO 8601 (2026-11-21, 2026-11-21 12:00:00, 2026-11-21T12:00:00Z), RFC 2822 (Sat, 21 "
    "Nov 2026 12:00:00 +0000), a written date (21 November 2026) or a phrase like now, tomorrow at 3pm, 2 days ago"
)

# The forms of ISO 8601 that datetime.fromisoformat takes. It alone would also read the zone of 2026-11-21+02:00 as a
# time, 12.5 as 12:00:00.5 and +02:60 as +03:00, and its successors differ in hour 24.
_ISO = re.compile(
    r"""
    (?:[0-9]{4}-[0-9]{2}-[0-9]{2} | [0-9]{8} | [0-9]{4}-W[0-9]{2}(?:-[0-9])? | [0-9]{4}W[0-9]{2,3})
    (?:
        [T _]
        ([0-9]{2})
        (?: :[0-9]{2}(?: :([0-9]{2})(?:[.,][0-9]+)?)? | [0-9]{2}(?:([0-9]{2})(?:[.,][0-9]+)?)? )?
        (Z | [ ]?[ +-][0-9]{2}(?::[0-5][0-9](?::[0-5][0-9])?|[0-5][0-9](?:[0-5][0-9])?)?)?
    )?
    """,
    re.VERBOSE,
)

_SCIENTIFIC = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?[eE][+-]?[0-9]+")

# The GeneralizedTime of ASN.1, as LDAP has it: fourteen digits are a date and time for certain where a zone follows.
_GENERALIZED = re.compile(r"([0-9]{8})([0-9]{6}(?:[.,][0-9]+)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?))")

# Signs as some programs and word processors write them: a no-break space before PM, a curly apostrophe in o'clock,
# dashes, and marks of direction, which are left out.
_PLAIN = (
    str.maketrans(dict.fromkeys("\u00a0\u202f\u2009", " ") | {"\u2019": "'"} | dict.fromkeys("\u200e\u200f")) | DASHES
)


def read(value: str | float, parameter: str = "datetime") -> ParsedDatetime:
    """Read a timestamp, ISO 8601, RFC 2822, a written date or a phrase in English; white space around it is ignored.

    A number is a timestamp. Raises ServiceError ``Invalid datetime format``, with ``parameter`` and the reason in its
    details.
    """
    text = value if isinstance(value, str) else _numeral(value)
    try:
        reading = _read(text) if isinstance(value, str) else ParsedDatetime((instant_of(Fraction(text)),))
    except NotADatetimeError as exc:
        raise _invalid(parameter, text, str(exc)) from None
    return replace(reading, source=_source(parameter, text))


def read_timestamp(number: int, parameter: str = "timestamp") -> ParsedDatetime:
    """Return the instant of a Unix timestamp. Raises ServiceError as ``read`` does."""
    return read(number, parameter)


def _numeral(number: float) -> str:
    """Return all digits of a number, where ``str`` writes 1e+16; of one beyond Python's limit as many as are quoted."""
    try:
        return format(Decimal(repr(number)), "f")
    except ValueError:
        return ("-" if number < 0 else "") + "9" * MAX_QUOTED


def _invalid(parameter: str, text: str, reason: str) -> ServiceError:
    stop = "" if reason.endswith("?") else "."
    return ServiceError("Invalid datetime format", f"{_source(parameter, text)} {reason}{stop} {ACCEPTED}")


def _source(parameter: str, text: str) -> str:
    return f'{parameter} "{text[:MAX_QUOTED]}"'


def _read(text: str) -> ParsedDatetime:
    if len(text) > MAX_CHARACTERS:
        raise NotADatetimeError(f"has more than {MAX_CHARACTERS} characters")
    text = text.translate(_PLAIN).strip(" \t\r\n")
    if not text.isascii():
        beyond = next(character for character in text if not character.isascii())
        raise NotADatetimeError(f'has "{beyond}", which no accepted form has: write English words and ASCII digits')
    if NUMERAL.fullmatch(text):
        return ParsedDatetime((read_numeral(text),))
    if _SCIENTIFIC.fullmatch(text):
        raise NotADatetimeError("is a number in scientific notation: write all its digits")
    if text[:1] == "@" and NUMERAL.fullmatch(text, 1):  # as date(1) and PHP have it: always a timestamp
        return ParsedDatetime((instant_of(Fraction(text[1:])),))
    if match := _ISO.fullmatch(_GENERALIZED.sub(r"\1T\2", text.upper())):
        return _iso(match)
    if stated := rfc2822.parse(text):
        return _with_own_offset(stated)
    # Late, for it brings lark, which most requests do not need.
    from timeops.reading.phrases import phrase

    return phrase.read(text)


def _iso(match: re.Match[str]) -> ParsedDatetime:
    text, (hour, second, basic_second, offset) = match[0], match.groups()
    if hour == "24":
        raise NotADatetimeError(HOUR_24)
    if (second or basic_second) == "60":
        raise NotADatetimeError(LEAP_SECOND)
    if offset and offset[0] == " ":
        text = text[: -len(offset)] + ("+" + offset.lstrip(" +") if "-" not in offset else offset.strip())
    try:
        return _with_own_offset(datetime.fromisoformat(text))
    except ValueError:
        raise NotADatetimeError(NO_SUCH_TIME) from None


def _with_own_offset(stated: datetime) -> ParsedDatetime:
    offset = stated.utcoffset()
    if offset is None:
        return ParsedDatetime((stated,))
    return ParsedDatetime((stated.replace(tzinfo=None),), fixed(offset) if offset else UTC_ZONE)
