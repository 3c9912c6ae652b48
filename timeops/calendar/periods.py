"""The first and the last second of a minute, hour, day or longer calendar period (T16)."""

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
    """Return the first second of the minute, hour, day, week, month, quarter or year that ``instant`` is in.

    If the clocks skip midnight, the day begins at the first time that they show. Weeks begin on Monday.
    """
    local = wall_clock_of(instant)
    if unit in ("minute", "hour"):
        return _with_same_offset(
            instant, local.replace(second=0, microsecond=0, minute=local.minute if unit == "minute" else 0)
        )
    if unit == "week":  # without Period, which fails if the last day of the week is after the year 9999
        first = local.date() - timedelta(days=local.weekday())
    else:
        first, _ = Period(f"{unit}s").days(local.date())
    return _boundary(datetime.combine(first, time(0)), instant.tzinfo or UTC_ZONE, COMPATIBLE)


def end_of(instant: datetime, unit: str) -> datetime:
    """Return the last second of the period that ``instant`` is in. Raises ServiceError beyond the year 9999."""
    local = wall_clock_of(instant)
    if unit in ("minute", "hour"):
        minute = local.minute if unit == "minute" else 59
        return _with_same_offset(instant, local.replace(minute=minute, second=59, microsecond=0), last=True)
    try:
        _, last = Period(f"{unit}s").days(local.date())
    except OverflowError:
        raise out_of_range() from None
    return _boundary(datetime.combine(last, time(23, 59, 59)), instant.tzinfo or UTC_ZONE, LATER, last=True)


def _boundary(wall_clock: datetime, zone: tzinfo, disambiguation: str, *, last: bool = False) -> datetime:
    """Return the instant of a local time.

    If the clocks skip it, return the instant of their change, or with ``last`` the second before the change.
    """
    located = resolve_local_time(wall_clock, zone, disambiguation)
    if located.status != NONEXISTENT or not isinstance(zone, ZoneInfo):
        return located.instant
    after = unix(resolve_local_time(wall_clock, zone, LATER).instant)
    change = cast(int, previous_transition(zone, after + 1))  # not None: a transition skipped the time
    return (EPOCH + timedelta(seconds=change - last)).astimezone(zone)


def _with_same_offset(instant: datetime, wall_clock: datetime, *, last: bool = False) -> datetime:
    """Return the instant of a local time near ``instant``. If it occurs twice, choose the one with the same offset."""
    zone = instant.tzinfo or UTC_ZONE
    if resolve_local_time(wall_clock, zone, COMPATIBLE).status == AMBIGUOUS:
        candidates = [wall_clock.replace(tzinfo=zone, fold=fold) for fold in (0, 1)]
        return next((found for found in candidates if found.utcoffset() == instant.utcoffset()), candidates[0])
    return _boundary(wall_clock, zone, COMPATIBLE, last=last)
