"""Zones defined by a rule, in the notation of POSIX's environment variable TZ: ``CET-1CEST,M3.5.0,M10.5.0/3`` (T22).

Mind the sign: POSIX offsets are positive west of Greenwich, so ``EST5`` is UTC-05:00.
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
    try:
        zone = PosixZone.from_file(BytesIO(_HEADER * 2 + b"\n" + text.encode() + b"\n"), key=text)
        for month in (1, 7):
            datetime(2026, month, 1, tzinfo=zone).utcoffset()
    except ValueError:  # a date, time or offset out of the range of rules
        return None
    return zone
