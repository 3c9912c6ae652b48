"""Abbreviations of time zones and their offsets in the course of one year, derived from the database (T1)."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from functools import lru_cache

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


@lru_cache(maxsize=2)
def abbreviations(year: int) -> dict[str, Meanings]:
    """Return the abbreviations of letters that are in use in ``year``, in lower case, with all their meanings."""
    found: defaultdict[str, Meanings] = defaultdict(dict)
    start = datetime(year, 1, 1, tzinfo=UTC)
    samples = [start + step * SAMPLING_STEP for step in range(timedelta(days=366) // SAMPLING_STEP + 1)]
    for name in (*POPULOUS, *database.representative_zones()):
        zone = database.load(name)
        for sample in samples:
            local = sample.astimezone(zone)
            abbreviation = local.tzname() or ""
            if abbreviation.isalpha():
                offset = local.utcoffset() or timedelta(0)
                found[abbreviation.lower()].setdefault(offset, (abbreviation, name))
    return dict(found)
