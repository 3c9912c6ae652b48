"""Names of zones that are not in the database: abbreviations, cities, Windows names, names of two zones (T1)."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import cache

from timeops.calendar.instants import offset_of
from timeops.zones import database

# For each UTC offset that an abbreviation means: the spelling of the abbreviation, and a zone that uses it so.
Meanings = dict[timedelta, tuple[str, str]]

# The most populous zones of the ambiguous abbreviations. They are looked up first, so that the example for CST is
# Chicago and not a small zone such as Edmonton.
POPULOUS = (
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "Europe/Berlin", "Europe/London",
    "Africa/Lagos", "Africa/Cairo", "Asia/Kolkata", "Asia/Shanghai", "Australia/Sydney",
)  # fmt: skip

# Shorter than any period of summer time today, so that no period is missed.
SAMPLING_STEP = timedelta(days=14)
YEAR = timedelta(days=366)


def _samples(name: str) -> list[datetime]:
    """Return local times of a zone in the course of a year."""
    zone, start = database.load(name), datetime(database.YEAR, 1, 1, tzinfo=UTC)
    return [(start + days * SAMPLING_STEP).astimezone(zone) for days in range(YEAR // SAMPLING_STEP + 1)]


def offsets_of(name: str) -> list[timedelta]:
    """Return the offsets of a zone in the course of a year, the least one first."""
    return sorted({offset_of(local) for local in _samples(name)})


@cache
def abbreviations() -> dict[str, Meanings]:
    """Return the abbreviations of letters that are in use today, in lower case, with all their meanings."""
    found: defaultdict[str, Meanings] = defaultdict(dict)
    for name in (*POPULOUS, *database.representative_zones()):
        for local in _samples(name):
            abbreviation = local.tzname() or ""
            if abbreviation.isalpha():
                found[abbreviation.lower()].setdefault(offset_of(local), (abbreviation, name))
    return dict(found)


CLOSE_NAMES = 3
CLOSENESS = 0.75

# Names without "standard" or "daylight", mostly of North America. Each may mean several zones; the largest is first.
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
    """Return the name of the zone for a city or a Windows name in lower case, or None."""
    return cities().get(key.replace(" ", "_")) or windows().get(key)


def candidate_zones(key: str) -> tuple[str, ...]:
    """Return the zones that a name in lower case may mean, or () if it does not have several meanings."""
    return _CANDIDATES.get(key, ())


def candidates() -> Iterable[str]:
    """Return the names in lower case for which ``candidate_zones`` returns zones."""
    return _CANDIDATES.keys()


@cache
def cities() -> dict[str, str]:
    """Return the zone of each city, in lower case, that is the last part of exactly one zone's name.

    Links count only if the database lists them for a country: Europe/Amsterdam counts, and US/Samoa does not.
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
    """Return the zone for each Windows name in lower case, from the table for all regions in Unicode's CLDR.

    https://cldr.unicode.org/development/development-process/design-proposals/extended-windows-olson-zid-mapping
    """
    from tzlocal.windows_tz import win_tz

    return {name.lower(): _current_name(zone) for name, zone in win_tz.items() if zone in database.NAMES}


@cache
def english() -> dict[str, timedelta]:
    """Return the offset for each English name, in lower case, of a standard or summer time in Unicode's CLDR."""
    from timeops.zones.english_names import OFFSETS

    return {
        name.lower(): timedelta(minutes=minutes) for minutes, names in OFFSETS.items() for name in names.split(", ")
    }


def _current_name(name: str) -> str:
    """Return today's name of a zone for which CLDR keeps an old name: Asia/Kolkata for Asia/Calcutta."""
    return name if database.countries(name) else database.canonical(name)


def close(key: str) -> list[str]:
    """Return the names of the database that are spelled like ``key``. A city alone is compared with cities."""
    if not key:
        return []
    known = {name.lower(): name for name in database.NAMES}
    if "/" not in key:
        known = {lower.rpartition("/")[2]: name for lower, name in known.items()} | known
    matches = get_close_matches(key.replace(" ", "_").replace("+", "_"), known, CLOSE_NAMES, CLOSENESS)
    return list(dict.fromkeys(known[match] for match in matches))
