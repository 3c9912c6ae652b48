"""What the names of zones mean: those of the database, abbreviations, cities, Windows' and English names (T1)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import NamedTuple

from timeops.calendar.instants import offset_of
from timeops.zones import database

# The most populous zones of the ambiguous abbreviations. They are looked up first, so that the example for CST is
# Chicago and not a small zone such as Edmonton.
POPULOUS = (
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "Europe/Berlin", "Europe/London",
    "Africa/Lagos", "Africa/Cairo", "Asia/Kolkata", "Asia/Shanghai", "Australia/Sydney",
)  # fmt: skip
# Names without "standard" or "daylight", mostly of North America. Each may mean several zones; the largest is first.
_SEVERAL = {
    ("et", "eastern", "eastern time"): ("America/New_York", "America/Toronto"),
    ("ct", "central", "central time"): ("America/Chicago", "America/Winnipeg"),
    ("mt", "mountain", "mountain time"): ("America/Denver", "America/Phoenix"),
    ("pt", "pacific", "pacific time"): ("America/Los_Angeles", "America/Tijuana"),
    ("at", "atlantic time"): ("America/Halifax", "America/Puerto_Rico"),
    ("akt", "alaska time"): ("America/Anchorage", "America/Adak"),
    ("uk time", "british time"): ("Europe/London", "UTC"),
}
_KNOWN = {name.lower(): name for name in database.NAMES}
_OTHER_NAMES = {"z": "UTC", "ut": "UTC", "coordinated universal time": "UTC", "greenwich mean time": "GMT"}
# Until 2024 the database had an abbreviation MET, and people still use the name for this offset.
_FORMER_ABBREVIATIONS = {"met": timedelta(hours=1)}

# Shorter than any period of summer time today, so that no period is missed.
SAMPLING_STEP = timedelta(days=14)
YEAR = timedelta(days=366)

CLOSE_NAMES = 3
CLOSENESS = 0.75


class Name(NamedTuple):
    """A zone of the database, an offset all year, or both as for CET; or else several ``candidates``.

    ``abbreviation``: the name, where it is one. ``candidates``: the zones that it may mean, with their offsets.
    """

    zone: str = ""
    offset: timedelta | None = None
    abbreviation: str = ""
    candidates: Mapping[str, Sequence[timedelta]] = {}


@cache
def names() -> dict[str, Name]:
    """Return what each name means, in lower case. Names of the database and cities have underscores for spaces."""
    found: dict[str, Name] = {}
    for several, zones in _SEVERAL.items():
        candidates = {zone: sorted({offset_of(local) for local in _samples(zone)}) for zone in zones}
        found |= dict.fromkeys(several, Name(candidates=candidates))
    found |= {name: Name(offset=offset) for name, offset in english().items()}
    found |= {name: Name(zone, english().get(name)) for name, zone in (windows() | cities()).items()}
    for name, meanings in abbreviations().items():
        offset, *others = sorted(meanings)
        candidates = {meanings[offset][1]: [offset] for offset in (offset, *others)} if others else {}
        found[name] = Name("", offset, meanings[offset][0], candidates)
    for name, zone in (_KNOWN | _OTHER_NAMES).items():
        found[name] = Name(zone, next(iter(abbreviations().get(name, ())), _FORMER_ABBREVIATIONS.get(name)))
    return found


def _samples(name: str) -> list[datetime]:
    """Return local times of a zone in the course of a year."""
    zone, start = database.load(name), datetime(database.YEAR, 1, 1, tzinfo=UTC)
    return [(start + days * SAMPLING_STEP).astimezone(zone) for days in range(YEAR // SAMPLING_STEP + 1)]


@cache
def abbreviations() -> dict[str, dict[timedelta, tuple[str, str]]]:
    """Return the abbreviations of letters that are in use today, in lower case.

    For each offset that one means: its spelling, and a zone that uses it so.
    """
    found: defaultdict[str, dict[timedelta, tuple[str, str]]] = defaultdict(dict)
    for name in (*POPULOUS, *database.representative_zones()):
        for local in _samples(name):
            abbreviation = local.tzname() or ""
            if abbreviation.isalpha():
                found[abbreviation.lower()].setdefault(offset_of(local), (abbreviation, name))
    return dict(found)


@cache
def cities() -> dict[str, str]:
    """Return the zone of each city, in lower case, that is the last part of exactly one zone's name.

    Links count only if the database lists them for a country: Europe/Amsterdam counts, and US/Samoa does not.
    """
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name in database.NAMES:
        area, _, city = name.rpartition("/")
        if area not in ("", "Etc") and name == _current_name(name):
            found[city.lower()].append(name)
    return {city: zones[0] for city, zones in found.items() if len(zones) == 1}


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
    lines = Path(__file__).with_name("english_names.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines[1:])
    return {name.lower(): timedelta(minutes=int(minutes)) for minutes, name in rows}


def _current_name(name: str) -> str:
    """Return today's name of a zone for which CLDR keeps an old name: Asia/Kolkata for Asia/Calcutta."""
    return name if database.countries(name) else database.canonical(name)


def close(key: str) -> list[str]:
    """Return the names of the database that are spelled like ``key``. A city alone is compared with cities."""
    known = _KNOWN
    if "/" not in key:
        known = {lower.rpartition("/")[2]: name for lower, name in known.items()} | known
    matches = get_close_matches(key.replace(" ", "_").replace("+", "_"), known, CLOSE_NAMES, CLOSENESS)
    return list(dict.fromkeys(known[match] for match in matches))
