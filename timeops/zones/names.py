"""Names of zones that are none of the database's: cities, Windows names, and names that may mean several (T1)."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta
from difflib import get_close_matches
from functools import cache

from timeops.zones import database

CLOSE_NAMES = 3
CLOSENESS = 0.75

# What people in North America write for a zone with its summer time. Each names several zones, the first the largest.
_GENERIC = {
    ("et", "eastern", "eastern time"): ("America/New_York", "America/Toronto"),
    ("ct", "central", "central time"): ("America/Chicago", "America/Winnipeg"),
    ("mt", "mountain", "mountain time"): ("America/Denver", "America/Phoenix"),
    ("pt", "pacific", "pacific time"): ("America/Los_Angeles", "America/Tijuana"),
    ("at", "atlantic time"): ("America/Halifax", "America/Puerto_Rico"),
    ("akt", "alaska time"): ("America/Anchorage", "America/Adak"),
    ("uk time", "british time"): ("Europe/London", "UTC"),
}
_CANDIDATES = {name: zones for names, zones in _GENERIC.items() for name in names}


def zone_by_alias(key: str) -> str | None:
    """Return the name of the zone that a city or a Windows name in lower case stands for, or None."""
    return cities().get(key.replace(" ", "_")) or windows().get(key)


def candidate_zones(key: str) -> tuple[str, ...]:
    """Return the zones that a name in lower case may mean, where it is in use for several."""
    return _CANDIDATES.get(key, ())


def candidates() -> Iterable[str]:
    """Return the names, in lower case, for which ``candidate_zones`` has zones."""
    return _CANDIDATES.keys()


def english_offset(key: str) -> timedelta | None:
    """Return the offset that an English name in lower case stands for, as ``pacific daylight time``, or None."""
    return english().get(key)


@cache
def cities() -> dict[str, str]:
    """Return the zone of each city, in lower case, that is the last part of one zone's name and of no other's.

    Those count which the database lists for a country or which are no links: Amsterdam is both a link and a city of its
    country, US/Samoa is a link alone.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name in database.NAMES:
        if (
            "/" in name
            and not name.startswith("Etc/")
            and (database.countries(name) or database.canonical(name) == name)
        ):
            found[name.rpartition("/")[2].lower()].add(name)
    return {city: next(iter(names)) for city, names in found.items() if len(names) == 1}


@cache
def windows() -> dict[str, str]:
    """Return the zone of each name that Windows has, in lower case, by the table of Unicode's CLDR for all regions.

    https://cldr.unicode.org/development/development-process/design-proposals/extended-windows-olson-zid-mapping
    """
    from tzlocal.windows_tz import win_tz

    return {name.lower(): _today(zone) for name, zone in win_tz.items() if zone in database.NAMES}


@cache
def english() -> dict[str, timedelta]:
    """Return the offset of each English name of a standard or summer time, in lower case, by Unicode's CLDR."""
    from timeops.zones.english_names import OFFSETS

    return {
        name.lower(): timedelta(minutes=minutes) for minutes, names in OFFSETS.items() for name in names.split(", ")
    }


def _today(name: str) -> str:
    """Return the present spelling of an old name that CLDR keeps: Asia/Kolkata for Asia/Calcutta."""
    return name if database.countries(name) else database.canonical(name)


def close(key: str) -> list[str]:
    """Return the database's names that are close to ``key``; a city alone is close to the name of its zone."""
    if not key:
        return []
    known = {name.lower(): name for name in database.NAMES}
    if "/" not in key:
        known = {lower.rpartition("/")[2]: name for lower, name in known.items()} | known
    matches = get_close_matches(key.replace(" ", "_").replace("+", "_"), known, CLOSE_NAMES, CLOSENESS)
    return list(dict.fromkeys(known[match] for match in matches))
