"""Zones by a rule, as the environment variable TZ of POSIX has them: ``CET-1CEST,M3.5.0,M10.5.0/3`` (T22).

Mind the sign: POSIX counts west of Greenwich, so that ``EST5`` is UTC-05:00.
https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html#tag_08_03
"""

import re
import struct
from datetime import datetime
from io import BytesIO
from zoneinfo import ZoneInfo

_NAME = r"(?:[A-Z][A-Za-z]+[A-Z]|<[A-Za-z0-9+-]{3,}>)"
_OFFSET = r"[+-]?(?:[01]?[0-9]|2[0-3])(?::[0-5][0-9](?::[0-5][0-9])?)?"
_TIME = r"(?:/[+-]?[0-9]{1,3}(?::[0-5][0-9](?::[0-5][0-9])?)?)?"
_DATE = rf",(?:M(?:1[0-2]|[1-9])\.[1-5]\.[0-6]|J[0-9]{{1,3}}|[0-9]{{1,3}}){_TIME}"
# Compiled when it is first needed, which takes milliseconds.
_RULE = rf"{_NAME}{_OFFSET}(?:{_NAME}(?:{_OFFSET})?{_DATE}{_DATE})?"

# RFC 9636: a file without transitions, whose footer has the rule. Twice a header and one local time type, UTC.
_HEADER = struct.pack(">4sc15x6L", b"TZif", b"2", 0, 0, 0, 0, 1, 1) + struct.pack(">lbb", 0, 0, 0) + b"\0"


class PosixZone(ZoneInfo):
    """A zone of which the ``key`` is its rule."""


def read(text: str) -> PosixZone | None:
    """Return the zone of a rule, or None if ``text`` is none, or the rule of daylight saving time is left out."""
    if not re.fullmatch(_RULE, text):
        return None
    try:
        zone = PosixZone.from_file(BytesIO(_HEADER * 2 + b"\n" + text.encode() + b"\n"), key=text)
        for month in (1, 7):
            datetime(2026, month, 1, tzinfo=zone).utcoffset()
    except ValueError:  # a date, a time or an offset beyond what a rule may have
        return None
    return zone
