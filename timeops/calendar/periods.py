"""The first and the last second of a minute, an hour, a day or a longer period of the calendar (T16)."""

from datetime import datetime, time, timedelta, tzinfo
from typing import cast
from zoneinfo import ZoneInfo

from timeops.calendar.days import Period
from timeops.calendar.instants import (
    AMBIGUOUS,
    COMPATIBLE,
    LATER,
    NONEXISTENT,
    out_of_range,
    resolve_local_time,
    wall_clock_of,
)
from timeops.calendar.timeline import EPOCH, unix
from timeops.calendar.units import UNIT_NAMES, UnitChoices
from timeops.zones.lookup import UTC_ZONE
from timeops.zones.transitions import previous_transition

_NAMES = ("minute", "hour", "day", "week", "month", "quarter", "year")
PERIOD_CHOICES = UnitChoices(
    "unit",
    _NAMES,
    {spelling: unit[:-1] for spelling, unit in UNIT_NAMES.items() if unit[:-1] in _NAMES},
    "Invalid time unit",
)


def start_of(instant: datetime, unit: str) -> datetime:
    """Return the first second of the minute, hour, day, week, month, quarter or year in which the instant lies.

    Where the clocks skip midnight, a day begins where they go on. Weeks begin on Monday.
    """
    local = wall_clock_of(instant)
    if unit in ("minute", "hour"):
        return _same_pass(
            instant, local.replace(second=0, microsecond=0, minute=local.minute if unit == "minute" else 0)
        )
    if unit == "week":  # the last of which may lie beyond the year 9999
        first = local.date() - timedelta(days=local.weekday())
    else:
        first, _ = Period(f"{unit}s").days(local.date())
    return _edge(datetime.combine(first, time(0)), instant.tzinfo or UTC_ZONE, COMPATIBLE)


def end_of(instant: datetime, unit: str) -> datetime:
    """Return the last second of the period, as ``start_of`` returns its first. Raises ServiceError beyond year 9999."""
    local = wall_clock_of(instant)
    if unit in ("minute", "hour"):
        minute = local.minute if unit == "minute" else 59
        return _same_pass(instant, local.replace(minute=minute, second=59, microsecond=0), last=True)
    try:
        _, last = Period(f"{unit}s").days(local.date())
    except OverflowError:
        raise out_of_range() from None
    return _edge(datetime.combine(last, time(23, 59, 59)), instant.tzinfo or UTC_ZONE, LATER, last=True)


def _edge(wall_clock: datetime, zone: tzinfo, disambiguation: str, *, last: bool = False) -> datetime:
    """Return the instant of a local time, or, where it is skipped, the change of the clocks or the second before it."""
    located = resolve_local_time(wall_clock, zone, disambiguation)
    if located.status != NONEXISTENT or not isinstance(zone, ZoneInfo):
        return located.instant
    after = unix(resolve_local_time(wall_clock, zone, LATER).instant)
    change = cast(int, previous_transition(zone, after + 1))  # there is one: it skipped the time
    return (EPOCH + timedelta(seconds=change - last)).astimezone(zone)


def _same_pass(instant: datetime, wall_clock: datetime, *, last: bool = False) -> datetime:
    """Return the instant of a local time near ``instant``: with its offset, where the clocks show that time twice."""
    zone = instant.tzinfo or UTC_ZONE
    if resolve_local_time(wall_clock, zone, COMPATIBLE).status == AMBIGUOUS:
        candidates = [wall_clock.replace(tzinfo=zone, fold=fold) for fold in (0, 1)]
        return next((found for found in candidates if found.utcoffset() == instant.utcoffset()), candidates[0])
    return _edge(wall_clock, zone, COMPATIBLE, last=last)
