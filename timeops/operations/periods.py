"""The operations that give the first and the last second of a minute, hour, day or longer calendar period (T16)."""

import datetime as dt
from typing import Literal, cast
from zoneinfo import ZoneInfo

from timeops.calendar.days import Period
from timeops.calendar.instants import (
    AMBIGUOUS,
    COMPATIBLE,
    EPOCH,
    LATER,
    NONEXISTENT,
    Located,
    iso8601,
    out_of_range,
    resolve_local_time,
    unix,
)
from timeops.calendar.steps import END_OF_DAY, MIDNIGHT, ParsedDatetime
from timeops.calendar.units import UNIT_NAMES, UnitChoices
from timeops.operations.arguments import DatetimeInput, Zone, located
from timeops.operations.results import PeriodResult, status
from timeops.writing.fields import instant_fields
from timeops.zones.transitions import previous_transition
from utilitysvc.kit.clock import Clock, utc_now

_NAMES = ("minute", "hour", "day", "week", "month", "quarter", "year")
PERIOD_CHOICES = UnitChoices(
    "unit",
    _NAMES,
    {spelling: unit[:-1] for spelling, unit in UNIT_NAMES.items() if unit[:-1] in _NAMES},
    "Invalid time unit",
)


def start_of(
    *,
    timezone: Zone | None = None,
    timestamp: int | ParsedDatetime | None = None,
    datetime: DatetimeInput | None = None,
    unit: str,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> PeriodResult:
    """Return the first second of the minute, hour, day, week, month, quarter or year that ``datetime``, or now, is in.

    ``unit`` is the period. Weeks begin on Monday. The other arguments are those of ``current``. Raises ServiceError as
    it does, and for any other unit.

    >>> start_of(datetime="2026-11-21 12:34", unit="week")["datetime"]
    '2026-11-16 00:00:00'
    """
    unit = PERIOD_CHOICES.canonical(unit)
    here = located(datetime, timestamp, timezone, disambiguation, now := clock())
    return _period("start_of", here, unit, now)


def end_of(
    *,
    timezone: Zone | None = None,
    timestamp: int | ParsedDatetime | None = None,
    datetime: DatetimeInput | None = None,
    unit: str,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> PeriodResult:
    """Return the last second of the period that ``datetime``, or now, is in.

    The arguments are those of ``start_of``. Raises ServiceError as it does.

    >>> end_of(datetime="2026-02-10", unit="month")["datetime"]
    '2026-02-28 23:59:59'
    """
    unit = PERIOD_CHOICES.canonical(unit)
    here = located(datetime, timestamp, timezone, disambiguation, now := clock())
    return _period("end_of", here, unit, now)


def _period(operation: Literal["start_of", "end_of"], here: Located, unit: str, now: dt.datetime) -> PeriodResult:
    return {
        "operation": operation,
        "original": iso8601(here.instant),
        "unit": unit,
        **instant_fields(period_end(here.instant, unit, last=operation == "end_of"), now),
        **status(here),
    }


def period_end(instant: dt.datetime, unit: str, *, last: bool) -> dt.datetime:
    """Return the first, or the last, second of the minute, hour, day or longer period that ``instant`` is in.

    If the clocks skip midnight, the day begins at the first time that they show. Weeks begin on Monday. Raises
    ServiceError beyond the year 9999.
    """
    local = instant.replace(tzinfo=None, fold=0)
    if unit in ("minute", "hour"):
        minute = local.minute if unit == "minute" else 59 * last
        return _with_same_offset(instant, local.replace(minute=minute, second=59 * last, microsecond=0), last=last)
    if unit == "week" and not last:  # without Period, which fails if the last day of the week is after the year 9999
        day = local.date() - dt.timedelta(days=local.weekday())
    else:
        try:
            day = Period(f"{unit}s").days(local.date())[last]
        except OverflowError:
            raise out_of_range() from None
    clock = END_OF_DAY if last else MIDNIGHT
    zone, disambiguation = instant.tzinfo or dt.UTC, LATER if last else COMPATIBLE
    return _boundary(dt.datetime.combine(day, clock), zone, disambiguation, last=last)


def _boundary(wall_clock: dt.datetime, zone: dt.tzinfo, disambiguation: str, *, last: bool) -> dt.datetime:
    """Return the instant of a local time.

    If the clocks skip it, return the instant of their change, or with ``last`` the second before the change.
    """
    located = resolve_local_time(wall_clock, zone, disambiguation)
    if located.status != NONEXISTENT or not isinstance(zone, ZoneInfo):
        return located.instant
    after = unix(resolve_local_time(wall_clock, zone, LATER).instant)
    change = cast(int, previous_transition(zone, after + 1))  # not None: a transition skipped the time
    return (EPOCH + dt.timedelta(seconds=change - last)).astimezone(zone)


def _with_same_offset(instant: dt.datetime, wall_clock: dt.datetime, *, last: bool) -> dt.datetime:
    """Return the instant of a local time near ``instant``. If it occurs twice, choose the one with the same offset."""
    zone = instant.tzinfo or dt.UTC
    if resolve_local_time(wall_clock, zone, COMPATIBLE).status == AMBIGUOUS:
        candidates = [wall_clock.replace(tzinfo=zone, fold=fold) for fold in (0, 1)]
        return next((found for found in candidates if found.utcoffset() == instant.utcoffset()), candidates[0])
    return _boundary(wall_clock, zone, COMPATIBLE, last=last)
