"""Which zone a text names (T1): one of the database, a fixed offset, or an abbreviation that means one thing only."""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from difflib import get_close_matches
from zoneinfo import ZoneInfo

from timeops import database
from timeops.abbreviations import abbreviations
from utilitysvc.kit.service_error import ServiceError

__all__ = ["UTC_ZONE", "fixed", "name_of", "offset_text", "zone_of"]

MAX_OFFSET = timedelta(hours=14)
MAX_QUOTED = 64
CLOSE_NAMES = 3
CLOSENESS = 0.75

UTC_ZONE = database.load("UTC")

_KNOWN = {name.lower(): name for name in database.NAMES}
_KEYS = _KNOWN | {"z": "UTC"}
_OFFSET = re.compile(r"(?:utc|gmt)?([+-])(?:([0-9]{1,2})(?::([0-5][0-9]))?|([0-9]{2})([0-5][0-9]))")


def zone_of(text: str) -> tzinfo:
    """Return the zone that ``text`` names, in any case; a space stands for ``+``, as query strings make it.

    Raises ServiceError ``Invalid timezone`` for anything else, and for an abbreviation that stands for several offsets.
    """
    key = text.replace(" ", "+").lower() if text.isascii() else ""
    if name := _KEYS.get(key):
        return database.load(name)
    if match := _OFFSET.fullmatch(key):
        return _offset_zone(text, match)
    meanings = abbreviations(datetime.now(UTC).year).get(key, {})
    if len(meanings) == 1:
        [(offset, (abbreviation, _))] = meanings.items()
        return fixed(offset, abbreviation)
    if meanings:
        listed = ", ".join(f"{offset_text(offset)} (as in {meanings[offset][1]})" for offset in sorted(meanings))
        raise _invalid(text, f"is ambiguous, it stands for {listed}")
    raise _invalid(text, f"is not a known time zone{_suggestion(key)}")


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


def _offset_zone(text: str, match: re.Match[str]) -> timezone:
    sign, hours, minutes, basic_hours, basic_minutes = match.groups()
    offset = timedelta(hours=int(hours or basic_hours), minutes=int(minutes or basic_minutes or 0))
    if offset > MAX_OFFSET:
        bounds = f"from {offset_text(-MAX_OFFSET)} to {offset_text(MAX_OFFSET)}"
        raise _invalid(text, f"is out of range: offsets go {bounds}")
    return fixed(-offset if sign == "-" else offset)


def _invalid(text: str, reason: str) -> ServiceError:
    return ServiceError("Invalid timezone", f'"{text[:MAX_QUOTED]}" {reason}')


def _suggestion(key: str) -> str:
    """Ask whether a close name was meant, where there is one; a city alone is close to the name of its zone."""
    if not 0 < len(key) <= MAX_QUOTED:
        return ""
    known = _KNOWN if "/" in key else {lower.rpartition("/")[2]: name for lower, name in _KNOWN.items()} | _KNOWN
    close = get_close_matches(key.replace("+", "_"), known, CLOSE_NAMES, CLOSENESS)
    return f". Did you mean {' or '.join(dict.fromkeys(known[match] for match in close))}?" if close else ""
