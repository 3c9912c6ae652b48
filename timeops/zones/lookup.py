"""Which zone a text names (T1): one of the database, a fixed offset, a city, or an abbreviation of one offset only."""

import re
import unicodedata
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from timeops.zones import database
from timeops.zones import names as zone_names
from timeops.zones.abbreviations import abbreviations
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import ServiceError

__all__ = [
    "DASHES",
    "OFFSET",
    "UTC_ZONE",
    "UnknownZoneError",
    "abbreviation_of",
    "fixed",
    "name_of",
    "offset_text",
    "zone_of",
]

#: Hyphens, dashes and the minus sign, which word processors write for the hyphen of ASCII.
DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212"), "-")

WRITE_INSTEAD = "Write a name like Europe/Berlin, or an offset with its sign like +02:00"

UTC_ZONE = database.load("UTC")

_KNOWN = {name.lower(): name for name in database.NAMES}
_KEYS = _KNOWN | {"z": "UTC", "ut": "UTC", "coordinated universal time": "UTC", "greenwich mean time": "GMT"}

#: A fixed offset, for texts in lower case; from UTC-23:59:59 to UTC+23:59:59.
OFFSET = r"(?:utc|gmt)?([+-])(?:([0-9]{1,2})(?::([0-5][0-9])(?::([0-5][0-9]))?)?|([0-9]{2})([0-5][0-9])([0-5][0-9])?)"
_OFFSET = re.compile(OFFSET)
# UTC +5, UTC + 5, and UTC  5, which a query string makes of the first.
_SPACED = re.compile(r"(utc|gmt)(?:\s*([+-])\s*|\s+)(?=[0-9])")


class UnknownZoneError(ServiceError):
    """The text names no zone, nor is it ambiguous."""


def zone_of(text: str) -> tzinfo:
    """Return the zone that ``text`` names, in any case, with or without accents and white space around it.

    A space stands for ``+``, as query strings make it. Raises ServiceError ``Invalid timezone`` for anything else, and
    for an abbreviation that stands for several offsets.
    """
    plain = _plain(text).rstrip()
    key = plain.lstrip()
    signed = _SPACED.sub(lambda match: match[1] + (match[2] or "+"), plain).replace(" ", "+")
    if name := _KEYS.get(key) or _KEYS.get(signed) or _KEYS.get(key.replace(" ", "_")):
        return database.load(name)
    if match := _OFFSET.fullmatch(signed):
        return _offset_zone(text, match)
    meanings = abbreviations(datetime.now(UTC).year).get(key, {})
    if len(meanings) == 1:
        [(offset, (abbreviation, _))] = meanings.items()
        return fixed(offset, abbreviation)
    if meanings:
        listed = ", ".join(f"{offset_text(offset)} (as in {meanings[offset][1]})" for offset in sorted(meanings))
        raise _invalid(text, f"is ambiguous, it can mean {listed}: write the zone you mean")
    if name := zone_names.zone_by_alias(key):
        return database.load(name)
    if names := zone_names.candidate_zones(key):
        raise _invalid(text, f"may mean {' or '.join(names)}: write the one you mean")
    close = zone_names.close(key[:MAX_QUOTED])
    suggestion = f"Did you mean {' or '.join(close)}?" if close else WRITE_INSTEAD
    raise UnknownZoneError("Invalid timezone", f'"{text[:MAX_QUOTED]}" is not a known time zone. {suggestion}')


def _plain(text: str) -> str:
    """Return the text in lower case, without accents, its dashes as hyphens; nothing if it then is not ASCII."""
    if not text.isascii():
        decomposed = unicodedata.normalize("NFD", text.translate(DASHES))
        text = "".join(character for character in decomposed if not unicodedata.combining(character))
    return text.lower() if text.isascii() else ""


def abbreviation_of(instant: datetime) -> str:
    """Return the abbreviation of the instant's zone where it is read back as the same instant, else ``UTC±HH:MM``.

    CST stands for several zones, and CET for a zone whose clocks show an hour of October twice.
    """
    abbreviation, offset = instant.tzname() or "", instant.utcoffset() or timedelta(0)
    try:
        zone = zone_of(abbreviation)
    except ServiceError:
        return f"UTC{offset_text(offset)}"
    same = instant.replace(tzinfo=zone, fold=0).utcoffset() == offset
    return abbreviation if same else f"UTC{offset_text(offset)}"


def name_of(zone: tzinfo) -> str:
    """Return the canonical spelling of a zone's name."""
    return zone.key if isinstance(zone, ZoneInfo) else zone.tzname(None) or ""


def fixed(offset: timedelta, name: str = "") -> timezone:
    """Return the zone that is always ``offset`` ahead of UTC; its name is the offset where none is given."""
    return timezone(offset, name or offset_text(offset))


def offset_text(offset: timedelta) -> str:
    """Return ``offset`` as ±HH:MM, or as ±HH:MM:SS where it has seconds, as local mean times do."""
    minutes, seconds = divmod(abs(offset) // timedelta(seconds=1), 60)
    sign = "-" if offset < timedelta(0) else "+"
    return f"{sign}{minutes // 60:02}:{minutes % 60:02}" + (f":{seconds:02}" if seconds else "")


def _offset_zone(text: str, match: re.Match[str]) -> tzinfo:
    sign, hours, minutes, seconds, basic_hours, basic_minutes, basic_seconds = match.groups()
    if int(hours or basic_hours) > 23:
        raise _invalid(text, "is out of range: offsets go from -23:59 to +23:59")
    offset = timedelta(
        hours=int(hours or basic_hours),
        minutes=int(minutes or basic_minutes or 0),
        seconds=int(seconds or basic_seconds or 0),
    )
    return fixed(-offset if sign == "-" else offset) if offset else UTC_ZONE


def _invalid(text: str, reason: str) -> ServiceError:
    return ServiceError("Invalid timezone", f'"{text[:MAX_QUOTED]}" {reason}')
