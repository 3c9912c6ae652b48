"""What a text says as a date and time (T2), before any zone is known: a ``Reading``, or a refusal that says why."""

import re
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from math import floor
from typing import NamedTuple

from timeops import natural, rfc2822
from timeops.phrases import Phrase
from utilitysvc.kit.service_error import ServiceError

__all__ = ["EPOCH", "Reading", "Timestamp", "read", "read_timestamp"]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MAX_CHARACTERS = 128
MAX_QUOTED = 64
ACCEPTED = (
    "Accepted: a Unix timestamp in seconds, ISO 8601 (2026-11-21, 2026-11-21 12:00:00, 2026-11-21T12:00:00Z), "
    "RFC 2822 (Sat, 21 Nov 2026 12:00:00 +0000) or a phrase like now, tomorrow at 3pm, 2 days ago, next monday"
)
HOUR_24 = "has hour 24, which is 00:00 of the day after"

_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")
# The forms of ISO 8601 that datetime.fromisoformat takes. It alone would also read the zone of 2026-11-21+02:00 as a
# time, 12.5 as 12:00:00.5 and +02:60 as +03:00, and its successors differ in hour 24.
_ISO = re.compile(
    r"""
    (?:[0-9]{4}-[0-9]{2}-[0-9]{2} | [0-9]{8} | [0-9]{4}-W[0-9]{2}(?:-[0-9])? | [0-9]{4}W[0-9]{2,3})
    (?:
        [T ]
        ([0-9]{2})
        (?: :[0-9]{2}(?: :([0-9]{2})(?:[.,][0-9]+)?)? | [0-9]{2}(?:([0-9]{2})(?:[.,][0-9]+)?)? )?
        (Z | [ ]?[ +-][0-9]{2}(?::[0-5][0-9](?::[0-5][0-9])?|[0-5][0-9](?:[0-5][0-9])?)?)?
    )?
    """,
    re.VERBOSE,
)


class Timestamp(NamedTuple):
    """An instant that was given as such: it has no offset of its own, and no local time to be in doubt."""

    instant: datetime


# A datetime has the offset that stood in the text, or none where none did.
Reading = Timestamp | datetime | Phrase


def read(text: str, parameter: str = "datetime") -> Reading:
    """Read a timestamp, ISO 8601, RFC 2822 or a phrase in English; white space around it has no meaning.

    Raises ServiceError ``Invalid datetime format``, with ``parameter`` and the reason in its details.
    """
    try:
        return _read(text)
    except natural.NotAPhraseError:
        raise _invalid(parameter, text, "has no accepted form") from None
    except ValueError as fault:
        raise _invalid(parameter, text, str(fault)) from None


def read_timestamp(seconds: int, parameter: str = "timestamp") -> Timestamp:
    """Return the instant of a Unix timestamp. Raises ServiceError as ``read`` does."""
    try:
        return _timestamp(seconds)
    except ValueError as fault:
        raise _invalid(parameter, str(seconds), str(fault)) from None


def _invalid(parameter: str, text: str, reason: str) -> ServiceError:
    return ServiceError("Invalid datetime format", f'{parameter} "{text[:MAX_QUOTED]}" {reason}. {ACCEPTED}')


def _read(text: str) -> Reading:
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"has more than {MAX_CHARACTERS} characters")
    text = text.strip(" \t\r\n")
    if not text.isascii():
        raise ValueError("has characters beyond ASCII")
    if _NUMBER.fullmatch(text):
        return _timestamp(Fraction(text))
    if match := _ISO.fullmatch(text.upper()):
        return _iso(match)
    return rfc2822.parse(text) or natural.parse(text)


def _timestamp(seconds: Fraction | int) -> Timestamp:
    try:
        return Timestamp(EPOCH + timedelta(microseconds=floor(seconds * 1_000_000)))
    except OverflowError:
        if seconds < 0:
            raise ValueError("lies before the year 1") from None
        raise ValueError(
            "lies beyond the year 9999 in seconds, which a timestamp counts: perhaps it is in milliseconds"
        ) from None


def _iso(match: re.Match[str]) -> datetime:
    text, (hour, second, basic_second, offset) = match[0], match.groups()
    if hour == "24":
        raise ValueError(HOUR_24)
    if (second or basic_second) == "60":
        raise ValueError(rfc2822.LEAP_SECOND)
    if offset and offset[0] == " ":
        text = text[: -len(offset)] + ("+" + offset.lstrip(" +") if "-" not in offset else offset.strip())
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(rfc2822.NO_SUCH_TIME) from None
