"""Abbreviations of time zones, derived from the database: what each stands for in the course of one year (T1)."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from timeops.zones import database

# For each UTC offset that an abbreviation stands for: its spelling, and a zone that uses it so.
Meanings = dict[timedelta, tuple[str, str]]

# The zones that most people live in who use one of the abbreviations that several clocks share: Chicago's and not
# Edmonton's, which has no summer time, stands for CST.
POPULOUS = (
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "Europe/Berlin", "Europe/London",
    "Africa/Lagos", "Africa/Cairo", "Asia/Kolkata", "Asia/Shanghai", "Australia/Sydney",
)  # fmt: skip

# Shorter than any period of summer time that is kept today.
SAMPLING_STEP = timedelta(days=14)


@lru_cache(maxsize=2)
def abbreviations(year: int) -> dict[str, Meanings]:
    """Return every alphabetic abbreviation in use in ``year``, in lower case, with all that it stands for."""
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
