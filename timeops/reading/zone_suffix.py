"""The zone at the end of a datetime (T2): ``+02:00``, ``CEST``, ``Europe/Berlin``, ``+01:00[Europe/Berlin]``.

Forms that programs write are read whole: JavaScript's ``GMT+0100 (Central European Standard Time)``, Go's
``+0100 CET m=+0.01``, RFC 9557's tags in brackets.

https://www.rfc-editor.org/rfc/rfc9557
"""

import re
from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple

from lark import Token

from timeops.calendar.units import UNIT_NAMES
from timeops.reading.errors import NotADatetimeError
from timeops.zones.abbreviations import abbreviations
from timeops.zones.lookup import UTC_ZONE, zone_of

__all__ = ["OwnZone", "offset_follows", "own_zone"]

_UNIT = "|".join(sorted(UNIT_NAMES, key=len, reverse=True))

# An offset right after a date or a time, for texts in lower case. +14 days is an amount. Before a bracket a space
# stands for the sign +, as query strings make it.
_OFFSET = re.compile(
    rf"""
      [+-][0-9]{{2}} (?: :?[0-9]{{2}} (?: :?[0-9]{{2}} )? )? (?! [0-9:.] | \s*(?:{_UNIT})\b )
    | [\[(]
    | (?<=\s) [0-9]{{2}}:?[0-9]{{2}} (?=\[)
    """,
    re.VERBOSE,
)

_BEFORE_OFFSET = frozenset(("DATE", "TIME", "YEAR", "INT", "ORDINAL"))
# What may be none: 2026 in Nov 21-2026, 22 in Nov 21-22; 13:00 in 12:00-13:00, and in 2026-11-21-13:00, where log files
# have a time and XML Schema an offset.
_YEAR_OR_DAY = re.compile(r"-(?:(?:19|2[01])[0-9]{2}|[0-9]{2})(?![0-9:])")
_TIME_OR_OFFSET = re.compile(r"-([01][0-9]|2[0-3])(?::?([0-5][0-9])(?::?([0-5][0-9]))?)?(?![0-9:/.\[-])")
# No clock is further behind UTC, so that more is no offset that anyone means.
_LEAST_OFFSET = 12
_COLONS_OF_SECONDS = 2

_TAIL = re.compile(r"\s*(?:\([^()]*\)|m=[+-][0-9.]+)$", re.IGNORECASE)
_PARENTHESES = re.compile(r"\(([^()]+)\)")
_CALENDAR = re.compile(r"\[!?u-ca=(?:iso8601|gregory)\]$", re.IGNORECASE)
_BRACKETS = re.compile(r"(?P<before>[^\[\]]*?)\s*\[!?(?P<name>[^\[\]]+)\]")
_OFFSET_AND_NAME = re.compile(
    r"(?P<offset>[+-][0-9]{2}:?[0-9]{2})\s+(?P<name>[A-Za-z_]+(?:/[A-Za-z_/-]+)?|[+-][0-9]{2,4})"
)
_UTC_NAMES = frozenset(("z", "utc", "gmt", "ut", "+00:00", "-00:00", "+0000", "-0000", "+00", "-00"))


class OwnZone(NamedTuple):
    """The zone of a datetime. ``offset``: the one that was written beside its name, and has to agree with it."""

    zone: tzinfo
    offset: timedelta | None = None
    is_utc_instant: bool = False


def offset_follows(tokens: list[Token], text: str, position: int) -> bool:
    """Whether an offset stands there. Raises NotADatetimeError for what may be a year, another day or another time."""
    if not tokens or tokens[-1].type not in _BEFORE_OFFSET or not _OFFSET.match(text, position):
        return False
    kinds = [token.type for token in tokens]
    of_month = "MONTH" in kinds and kinds[-1] in ("INT", "ORDINAL")
    if of_month and (other := _YEAR_OR_DAY.match(text, position)):
        raise NotADatetimeError(f'has "{other[0]}" after a day: write a year after a space, or one day alone')
    if text[position - 1] != " " and (other := _TIME_OR_OFFSET.match(text, position)):
        _refuse_two_readings(tokens, other)
    return True


def _refuse_two_readings(tokens: list[Token], other: re.Match[str]) -> None:
    """Raise NotADatetimeError where what follows a date or a time after a hyphen may be a time as well as an offset."""
    last, (hour, minute, second) = tokens[-1], other.groups()
    clock = f"{hour}:{minute or '00'}" + (f":{second}" if second else "")
    if last.type in ("DATE", "YEAR", "ORDINAL") or (last.type == "INT" and tokens[-2:][0].type == "MONTH"):
        both = f"could be a date with the time {clock}, or with the offset -{clock}"
        raise NotADatetimeError(f'{both}: end it with " {clock}" or " UTC-{clock}"')
    dated = any(token.type == "DATE" for token in tokens) and int(hour) <= _LEAST_OFFSET
    if last.type == "TIME" and not dated and (second or last.count(":") < _COLONS_OF_SECONDS):
        raise NotADatetimeError(f"could be two times or one with an offset: write {last} or {last} UTC-{clock}")


def own_zone(text: str) -> OwnZone:
    """Return the zone that a text states. Raises UnknownZoneError, or another ServiceError where it is ambiguous."""
    if match := _PARENTHESES.fullmatch(text):
        return OwnZone(_single(match[1]))
    text = _CALENDAR.sub("", _TAIL.sub("", text)).strip()
    if match := _BRACKETS.fullmatch(text):
        zone = _single(match["name"])
        if not match["before"]:
            return OwnZone(zone)
        if match["before"].lower() == "z":
            return OwnZone(zone, is_utc_instant=True)
        sign = "+" if match["before"][0].isdigit() else ""
        return OwnZone(zone, _offset(sign + match["before"]))
    if match := _OFFSET_AND_NAME.fullmatch(text):
        if "/" in match["name"]:
            return OwnZone(_single(match["name"]), _offset(match["offset"]))
        return _named_offset(match["offset"], match["name"])
    return OwnZone(_single(text))


def _single(text: str) -> tzinfo:
    return UTC_ZONE if text.lower() in _UTC_NAMES else zone_of(text)


def _offset(text: str) -> timedelta:
    zone = _single(text)
    offset = timedelta(0) if zone is UTC_ZONE else zone.utcoffset(None)
    if offset is None:
        raise NotADatetimeError(f"has {text.upper()} where an offset is expected")
    return offset


def _named_offset(offset: str, name: str) -> OwnZone:
    """Return the zone of ``+0100 CET``: the offset rules, and the abbreviation, where it is known, has to allow it."""
    zone = _single(offset)
    own = _offset(offset)
    if name.lower() in _UTC_NAMES:
        allowed = {timedelta(0)}
    elif name[0] in "+-":
        allowed = {own}
    else:
        allowed = set(abbreviations(datetime.now(UTC).year).get(name.lower(), {})) or {_offset(name)}
    if own not in allowed:
        raise NotADatetimeError(f"has the offset {offset}, for which {name.upper()} does not stand")
    return OwnZone(zone)
