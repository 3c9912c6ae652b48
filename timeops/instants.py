"""From what was read to an instant in a zone: whose zone rules (T4), and local times that are missing or double (T5).

An instant is an aware ``datetime`` in the zone in which the answer shows it. Two instants in one zone are never
subtracted or compared as they are: Python would take their wall clocks for the time line.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import NamedTuple

from timeops import zones
from timeops.parsing import Reading, Timestamp
from timeops.phrases import Phrase
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import ServiceError

__all__ = [
    "AMBIGUOUS",
    "COMPATIBLE",
    "DISAMBIGUATIONS",
    "NONEXISTENT",
    "Clock",
    "Located",
    "elapse",
    "in_zone",
    "locate",
    "out_of_range",
    "settle",
    "utc_now",
]

COMPATIBLE, EARLIER, LATER, REJECT = "compatible", "earlier", "later", "reject"
DISAMBIGUATIONS = Choices("disambiguation", (COMPATIBLE, EARLIER, LATER, REJECT))

Clock = Callable[[], datetime]

AMBIGUOUS, NONEXISTENT = "ambiguous", "nonexistent"


class Located(NamedTuple):
    """An instant, and what was the matter with the local time that stated it: ambiguous, nonexistent or nothing."""

    instant: datetime
    status: str | None = None


def utc_now() -> datetime:
    return datetime.now(UTC)


def locate(reading: Reading, zone: tzinfo | None, disambiguation: str, now: datetime) -> Located:
    """Find the instant of ``reading`` in ``zone``, or, where that is None, in its own offset, else in UTC.

    Raises ServiceError where the local time is in doubt and that is to be refused, or beyond the years 1 to 9999.
    """
    if isinstance(reading, Timestamp):
        return Located(in_zone(reading.instant, zone or zones.UTC_ZONE))
    if isinstance(reading, Phrase):
        return _locate_phrase(reading, in_zone(now, zone or zones.UTC_ZONE), disambiguation)
    offset = reading.utcoffset()
    if offset is None:
        return settle(reading, zone or zones.UTC_ZONE, disambiguation)
    return Located(in_zone(reading, zone) if zone else reading.replace(tzinfo=zones.fixed(offset)))


def _locate_phrase(phrase: Phrase, here: datetime, disambiguation: str) -> Located:
    try:
        wall_clock = phrase.wall_clock(here)
    except (OverflowError, ValueError):
        raise out_of_range() from None
    located = settle(wall_clock, here.tzinfo or UTC, disambiguation) if wall_clock else Located(here)
    return Located(elapse(located.instant, phrase.seconds), located.status) if phrase.seconds else located


def settle(wall_clock: datetime, zone: tzinfo, disambiguation: str) -> Located:
    """Find the instant at which the clocks of ``zone`` show ``wall_clock``, by the semantics of Temporal.

    A time in a gap moves by the gap's length: back for ``earlier``, else forward. Of a time that occurs twice ``later``
    takes the second, any other the first.
    """
    first, second = wall_clock.replace(tzinfo=zone, fold=0), wall_clock.replace(tzinfo=zone, fold=1)
    before, after = first.utcoffset(), second.utcoffset()
    if before == after or before is None or after is None:
        return Located(first)
    if disambiguation == REJECT:
        raise _rejected(wall_clock, zone, before, after)
    if before > after:
        return Located(second if disambiguation == LATER else first, AMBIGUOUS)
    gap = after - before
    return Located(first - gap if disambiguation == EARLIER else first + gap, NONEXISTENT)


def _rejected(wall_clock: datetime, zone: tzinfo, before: timedelta, after: timedelta) -> ServiceError:
    local = f"{wall_clock.isoformat(timespec='seconds')} in {zones.name_of(zone)}"
    change = f"the clocks go from {zones.offset_text(before)} to {zones.offset_text(after)}"
    if before > after:
        return ServiceError("Ambiguous local time", f"{local} occurs twice: {change}")
    return ServiceError("Nonexistent local time", f"{local} is skipped: {change}")


def in_zone(instant: datetime, zone: tzinfo) -> datetime:
    """Return the same instant in ``zone``. Raises ServiceError beyond the years 1 to 9999."""
    try:
        return instant.astimezone(zone)
    except (OverflowError, ValueError):
        raise out_of_range() from None


def elapse(instant: datetime, seconds: int) -> datetime:
    """Go ``seconds`` on along the time line. Raises ServiceError beyond the years 1 to 9999."""
    try:
        delta = timedelta(seconds=seconds)
        if isinstance(instant.tzinfo, timezone):
            return instant + delta
        return (instant.astimezone(UTC) + delta).astimezone(instant.tzinfo)
    except (OverflowError, ValueError):
        raise out_of_range() from None


def out_of_range() -> ServiceError:
    return ServiceError("Result out of range", "The result must lie within the years 1 to 9999")
