"""Abbreviations of time zones and their offsets in the course of one year, derived from the database (T1)."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from functools import cache

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
    return sorted({local.utcoffset() or timedelta(0) for local in _samples(name)})


@cache
def abbreviations() -> dict[str, Meanings]:
    """Return the abbreviations of letters that are in use today, in lower case, with all their meanings."""
    found: defaultdict[str, Meanings] = defaultdict(dict)
    for name in (*POPULOUS, *database.representative_zones()):
        for local in _samples(name):
            abbreviation = local.tzname() or ""
            if abbreviation.isalpha():
                found[abbreviation.lower()].setdefault(local.utcoffset() or timedelta(0), (abbreviation, name))
    return dict(found)
