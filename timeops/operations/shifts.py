"""The operations that move a datetime: to add and subtract, to the start and end of a period.

Parameters as in operations.py.
"""

from typing import Literal, cast

from timeops.calendar import periods
from timeops.calendar.instants import COMPATIBLE, move
from timeops.calendar.iso_durations import Duration, read_duration
from timeops.calendar.steps import ParsedDatetime
from timeops.calendar.units import UNIT_CHOICES, step_of
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
from utilitysvc.kit.arguments import checked
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.service_error import ServiceError

__all__ = ["add", "end_of", "start_of", "subtract"]


@checked
def add(
    *,
    timezone: Zone | None = None,
    timestamp: int | ParsedDatetime | None = None,
    datetime: DatetimeInput | None = None,
    amount: int | None = None,
    unit: str | None = None,
    disambiguation: str = COMPATIBLE,
    duration: str | None = None,
    clock: Clock = utc_now,
) -> ShiftResult:
    """Add ``amount`` units, or a ``duration`` of ISO 8601, to ``datetime``.

    ``unit`` is one of UNIT_CHOICES: milliseconds to weeks are exact lengths; months, quarters and years move the
    calendar, the day clamped to the month's last. Of a duration its days and weeks move the calendar too. The other
    arguments are those of ``current``. Raises ServiceError as it does, and where neither amount nor duration is given.

    >>> add(datetime="2026-01-31T10:00:00Z", amount=1, unit="month")["iso8601"]
    '2026-02-28T10:00:00+00:00'
    >>> add(datetime="2026-03-28 12:00", duration="P1DT30M", timezone="Europe/Berlin")["iso8601"]
    '2026-03-29T12:30:00+02:00'
    """
    return _shift("add", timezone, timestamp, datetime, amount, unit, disambiguation, duration, clock)


@checked
def subtract(
    *,
    timezone: Zone | None = None,
    timestamp: int | ParsedDatetime | None = None,
    datetime: DatetimeInput | None = None,
    amount: int | None = None,
    unit: str | None = None,
    disambiguation: str = COMPATIBLE,
    duration: str | None = None,
    clock: Clock = utc_now,
) -> ShiftResult:
    """Subtract ``amount`` units, or a ``duration``, from ``datetime``, as ``add`` adds them.

    The arguments are those of ``add``. Raises ServiceError as it does.

    >>> subtract(datetime="2026-03-31", amount=1, unit="month")["date"]
    '2026-02-28'
    """
    return _shift("subtract", timezone, timestamp, datetime, amount, unit, disambiguation, duration, clock)


def _shift(
    operation: Literal["add", "subtract"],
    timezone: Zone | None,
    timestamp: int | ParsedDatetime | None,
    datetime: DatetimeInput | None,
    amount: int | None,
    unit: str | None,
    disambiguation: str,
    duration: str | None,
    clock: Clock,
) -> ShiftResult:
    zone = zone_given(timezone)
    given = {"datetime": datetime if datetime is not None else timestamp}
    if duration is None:
        given |= {"amount": amount, "unit": unit}
    elif amount is not None or unit is not None:
        raise ServiceError(
            "Invalid duration format", "duration replaces amount and unit: give either duration, or amount and unit"
        )
    if missing := [name for name, value in given.items() if value is None]:
        raise missing_parameters(operation, *missing)
    unit = None if unit is None else UNIT_CHOICES.canonical(unit)
    now, disambiguation = clock(), disambiguation_name(disambiguation)
    if duration is not None and not isinstance(duration, Duration):
        duration = read_duration(duration)
    step = duration.step if duration is not None else step_of(amount or 0, unit or "")
    here = located(datetime, timestamp, zone, disambiguation, now)
    shifted = move(here.instant, step if operation == "add" else step.times(-1), disambiguation)
    asked = {"amount": amount, "unit": unit} if duration is None else {"duration": str(duration)}
    result = {
        "operation": operation,
        "original": iso8601(here.instant),
        **asked,
        **instant_fields(shifted.instant, now),
    }
    return with_status(cast(ShiftResult, result), shifted.status or here.status)


@checked
def start_of(
    *,
    timezone: Zone | None = None,
    timestamp: int | ParsedDatetime | None = None,
    datetime: DatetimeInput | None = None,
    unit: str,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> PeriodResult:
    """Return the first second of the minute, hour, day, week, month, quarter or year of ``datetime``, or of now.

    Weeks begin on Monday. The other arguments are those of ``current``. Raises ServiceError as it does, and for a unit
    that is none of these.

    >>> start_of(datetime="2026-11-21 12:34", unit="week")["datetime"]
    '2026-11-16 00:00:00'
    """
    return _period("start_of", timezone, timestamp, datetime, unit, disambiguation, clock)


@checked
def end_of(
    *,
    timezone: Zone | None = None,
    timestamp: int | ParsedDatetime | None = None,
    datetime: DatetimeInput | None = None,
    unit: str,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> PeriodResult:
    """Return the last second of the period, as ``start_of`` returns its first.

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
    edge = periods.start_of if operation == "start_of" else periods.end_of
    result: PeriodResult = {
        "operation": operation,
        "original": iso8601(here.instant),
        "unit": unit,
        **instant_fields(edge(here.instant, unit), now),
    }
    return with_status(result, here.status)
