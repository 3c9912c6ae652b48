"""The operations that move a datetime: add and subtract, and the start and end of a period.

The parameters take the same values as those in datetimes.py.
"""

import datetime as dt
from collections.abc import Sequence
from datetime import date
from typing import Literal, cast

from timeops.calendar import periods
from timeops.calendar.business_days import BusinessCalendar, business_calendar
from timeops.calendar.instants import COMPATIBLE, Located, move, out_of_range, resolve_local_time, wall_clock_of
from timeops.calendar.iso_durations import Duration, read_duration
from timeops.calendar.steps import ParsedDatetime
from timeops.calendar.units import BUSINESS_DAYS, UNIT_CHOICES, step_of
from timeops.operations.arguments import (
    DatetimeInput,
    Zone,
    disambiguation_name,
    located,
    missing_parameters,
    zone_given,
)
from timeops.operations.results import PeriodResult, ShiftResult, with_status
from timeops.writing.fields import instant_fields, iso8601
from timeops.zones.lookup import UTC_ZONE
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.service_error import ServiceError, refuse_both

#: The arguments country, subdivision, weekend and holidays, in this order.
CalendarArguments = tuple[str | None, str | None, Sequence[str] | None, Sequence[str | date] | None]


def add(
    *,
    timezone: Zone | None = None,
    timestamp: int | ParsedDatetime | None = None,
    datetime: DatetimeInput | None = None,
    amount: int | None = None,
    unit: str | None = None,
    disambiguation: str = COMPATIBLE,
    duration: str | None = None,
    country: str | None = None,
    subdivision: str | None = None,
    weekend: Sequence[str] | None = None,
    holidays: Sequence[str | date] | None = None,
    clock: Clock = utc_now,
) -> ShiftResult:
    """Add ``amount`` units, or a ``duration`` of ISO 8601, to ``datetime``.

    ``unit`` is one of UNIT_CHOICES. Milliseconds to weeks are exact lengths: a day has 24 hours. Months, quarters and
    years move the calendar; if the month has no such day, the result is its last day. The days and weeks of a duration
    move the calendar too: they keep the time of day.

    ``business_days`` are the working days of a ``country`` (ISO 3166-1) and its ``subdivision`` by the package
    holidays, then at most 10,000, or Monday to Friday without a country. ``weekend`` replaces the days of the weekend,
    and ``holidays`` adds dates. The other arguments are those of ``current``. Raises ServiceError as it does, and if
    neither amount nor duration is given.

    >>> add(datetime="2026-01-31T10:00:00Z", amount=1, unit="month")["iso8601"]
    '2026-02-28T10:00:00+00:00'
    >>> add(datetime="2026-03-28 12:00", duration="P1DT30M", timezone="Europe/Berlin")["iso8601"]
    '2026-03-29T12:30:00+02:00'
    """
    calendar = (country, subdivision, weekend, holidays)
    return _shift("add", timezone, timestamp, datetime, amount, unit, disambiguation, duration, calendar, clock)


def subtract(
    *,
    timezone: Zone | None = None,
    timestamp: int | ParsedDatetime | None = None,
    datetime: DatetimeInput | None = None,
    amount: int | None = None,
    unit: str | None = None,
    disambiguation: str = COMPATIBLE,
    duration: str | None = None,
    country: str | None = None,
    subdivision: str | None = None,
    weekend: Sequence[str] | None = None,
    holidays: Sequence[str | date] | None = None,
    clock: Clock = utc_now,
) -> ShiftResult:
    """Subtract ``amount`` units, or a ``duration``, from ``datetime``.

    The arguments are those of ``add``. Raises ServiceError as it does.

    >>> subtract(datetime="2026-03-31", amount=1, unit="month")["date"]
    '2026-02-28'
    """
    calendar = (country, subdivision, weekend, holidays)
    return _shift("subtract", timezone, timestamp, datetime, amount, unit, disambiguation, duration, calendar, clock)


def conflict_with_duration(name: str) -> ServiceError:
    """Return the error of a request that gives both a duration and ``name``, which is amount or unit."""
    return refuse_both("duration", name, "a duration replaces amount and unit")


def _shift(
    operation: Literal["add", "subtract"],
    timezone: Zone | None,
    timestamp: int | ParsedDatetime | None,
    datetime: DatetimeInput | None,
    amount: int | None,
    unit: str | None,
    disambiguation: str,
    duration: str | None,
    calendar: CalendarArguments,
    clock: Clock,
) -> ShiftResult:
    given = {"datetime": datetime if datetime is not None else timestamp}
    if duration is None:
        given |= {"amount": amount, "unit": unit}
    elif amount is not None or unit is not None:
        raise conflict_with_duration("unit" if amount is None else "amount")
    zone = zone_given(timezone)
    if missing := [name for name, value in given.items() if value is None]:
        raise missing_parameters(operation, *missing)
    unit = None if unit is None else UNIT_CHOICES.canonical(unit)
    now, disambiguation = clock(), disambiguation_name(disambiguation)
    if duration is not None and not isinstance(duration, Duration):
        duration = read_duration(duration)
    sign = 1 if operation == "add" else -1
    here = located(datetime, timestamp, zone, disambiguation, now)
    asked = {"amount": amount, "unit": unit} if duration is None else {"duration": str(duration)}
    if unit == BUSINESS_DAYS:
        days = business_calendar(*calendar)
        shifted = _move_business_days(here.instant, sign * (amount or 0), days, disambiguation)
        asked |= {"calendar": days.name} if days.name else {}
    else:
        step = duration.step if duration is not None else step_of(amount or 0, unit or "")
        shifted = move(here.instant, step.times(sign), disambiguation)
    result = {
        "operation": operation,
        "original": iso8601(here.instant),
        **asked,
        **instant_fields(shifted.instant, now),
    }
    return with_status(cast(ShiftResult, result), shifted.status or here.status)


def _move_business_days(instant: dt.datetime, amount: int, days: BusinessCalendar, disambiguation: str) -> Located:
    local = wall_clock_of(instant)
    try:
        day = days.move(local.date(), amount)
    except OverflowError:
        raise out_of_range() from None
    return resolve_local_time(dt.datetime.combine(day, local.time()), instant.tzinfo or UTC_ZONE, disambiguation)


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
    return _period("start_of", timezone, timestamp, datetime, unit, disambiguation, clock)


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
    return _period("end_of", timezone, timestamp, datetime, unit, disambiguation, clock)


def _period(
    operation: Literal["start_of", "end_of"],
    timezone: Zone | None,
    timestamp: int | ParsedDatetime | None,
    datetime: DatetimeInput | None,
    unit: str,
    disambiguation: str,
    clock: Clock,
) -> PeriodResult:
    now, zone = clock(), zone_given(timezone)
    unit = periods.PERIOD_CHOICES.canonical(unit)
    here = located(datetime, timestamp, zone, disambiguation_name(disambiguation), now)
    boundary_of = periods.start_of if operation == "start_of" else periods.end_of
    result: PeriodResult = {
        "operation": operation,
        "original": iso8601(here.instant),
        "unit": unit,
        **instant_fields(boundary_of(here.instant, unit), now),
    }
    return with_status(result, here.status)
