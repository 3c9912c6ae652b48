"""Zones defined by a rule, in the notation of POSIX's environment variable TZ: ``CET-1CEST,M3.5.0,M10.5.0/3`` (T22).

Mind the sign: POSIX offsets are positive west of Greenwich, so ``EST5`` is UTC-05:00.
https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html#tag_08_03
"""

import re
import struct
from datetime import datetime, timedelta
from functools import cache
from io import BytesIO
from zoneinfo import ZoneInfo

_NAME = r"(?:[A-Z][A-Za-z]+[A-Z]|<[A-Za-z0-9+-]{3,}>)"
_OFFSET = r"[+-]?(?:[01]?[0-9]|2[0-3])(?::[0-5][0-9](?::[0-5][0-9])?)?"
_TIME = r"(?:/[+-]?[0-9]{1,3}(?::[0-5][0-9](?::[0-5][0-9])?)?)?"
_DATE = rf",(?:M(?:1[0-2]|[1-9])\.[1-5]\.[0-6]|J[0-9]{{1,3}}|[0-9]{{1,3}}){_TIME}"
# A text, because compiling it takes milliseconds, and few requests need it.
_RULE = rf"{_NAME}{_OFFSET}(?:{_NAME}(?:{_OFFSET})?{_DATE}{_DATE})?"

# The beginning of a file by RFC 9636 without transitions: a header and one local time type, UTC. A file has it twice,
# and then a footer with the rule.
_HEADER = struct.pack(">4sc15x6L", b"TZif", b"2", 0, 0, 0, 0, 1, 1) + struct.pack(">lbb", 0, 0, 0) + b"\0"


class PosixZone(ZoneInfo):
    """A zone whose ``key`` is its rule."""


def read(text: str) -> PosixZone | None:
    """Return the zone of a rule, or None if ``text`` is not a rule or does not say when summer time begins and ends."""
    if not re.fullmatch(_RULE, text):
        return None
    rule = re.sub(_DAY_OF_YEAR, _as_python_counts, text) if _python_counts_from_1() else text
    try:
        zone = _zone(rule, text)
        for month in (1, 7):
            datetime(2026, month, 1, tzinfo=zone).utcoffset()
    except ValueError:  # a date, time or offset out of the range of rules
        return None
    return zone


def _zone(rule: str, key: str) -> PosixZone:
    return PosixZone.from_file(BytesIO(_HEADER * 2 + b"\n" + rule.encode() + b"\n"), key=key)


# A day of the year, counted from 0 with 29 February, and the hour of the change.
_DAY_OF_YEAR = r",([0-9]{1,3})(?:/([+-]?[0-9]{1,3}))?"


@cache
def _python_counts_from_1() -> bool:
    """Whether zoneinfo takes day 1 for 1 January, as in Python 3.13. POSIX counts from 0."""
    return datetime(2027, 1, 1, 12, tzinfo=_zone("AAA0BBB,1/0,300/0", "")).dst() != timedelta(0)


def _as_python_counts(date: re.Match[str]) -> str:
    """Return the next day, or for the last one, which has none, an hour that is 24 hours later."""
    day, hour = int(date[1]), int(date[2] or 2)
    return f",365/{hour + 24}" if day == 365 else f",{day + 1}/{hour}"
