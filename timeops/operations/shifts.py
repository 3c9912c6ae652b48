"""The operations that move a datetime: add and subtract (T8). Parameters take the same values as in datetimes.py."""

import datetime as dt
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Literal, NamedTuple, cast

from timeops.calendar.instants import COMPATIBLE, Located, follow, iso8601, out_of_range, resolve_local_time
from timeops.calendar.steps import Move, ParsedDatetime
from timeops.calendar.units import BUSINESS_DAYS, UNIT_CHOICES, step_of
from timeops.operations.arguments import DatetimeInput, Zone, located, missing_parameters
from timeops.operations.business_days import BusinessCalendar, CalendarArguments, business_calendar
from timeops.operations.results import ShiftResult, status
from timeops.reading.durations import Duration, read_duration
from timeops.writing.fields import instant_fields
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.service_error import ServiceError, refuse_both


class BusinessDays(NamedTuple):
    """A distance in business days."""

    amount: int
    calendar: BusinessCalendar

    def times(self, count: int) -> "BusinessDays":
        return self._replace(amount=self.amount * count)


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
    asked, step = _asked("add", timestamp if datetime is None else datetime, amount, unit, duration, calendar)
    here = located(datetime, timestamp, timezone, disambiguation, now := clock())
    return _shifted("add", here, asked, step, disambiguation, now)


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
    asked, step = _asked("subtract", timestamp if datetime is None else datetime, amount, unit, duration, calendar)
    here = located(datetime, timestamp, timezone, disambiguation, now := clock())
    return _shifted("subtract", here, asked, step.times(-1), disambiguation, now)


def conflict_with_duration(name: str) -> ServiceError:
    """Return the error of a request that gives both a duration and ``name``, which is amount or unit."""
    return refuse_both("duration", name, "a duration replaces amount and unit")


def _asked(
    operation: str,
    datetime: DatetimeInput | None,
    amount: int | None,
    unit: str | None,
    duration: str | None,
    calendar: CalendarArguments,
) -> tuple[dict[str, object], Move | BusinessDays]:
    """Return the keys of the answer that say how far to move, and the move. Raises ServiceError."""
    given = {"datetime": datetime, **({"amount": amount, "unit": unit} if duration is None else {})}
    if duration is not None and (amount is not None or unit is not None):
        raise conflict_with_duration("unit" if amount is None else "amount")
    if missing := [name for name, value in given.items() if value is None]:
        raise missing_parameters(operation, *missing)
    if duration is not None:
        duration = duration if isinstance(duration, Duration) else read_duration(duration)
        return {"duration": str(duration)}, duration.step
    amount, unit = amount or 0, UNIT_CHOICES.canonical(unit or "")
    asked: dict[str, object] = {"amount": amount, "unit": unit}
    if unit != BUSINESS_DAYS:
        return asked, step_of(amount, unit)
    days = business_calendar(*calendar)
    return asked | ({"calendar": days.name} if days.name else {}), BusinessDays(amount, days)


def _shifted(
    operation: Literal["add", "subtract"],
    here: Located,
    asked: Mapping[str, object],
    step: Move | BusinessDays,
    disambiguation: str,
    now: dt.datetime,
) -> ShiftResult:
    if isinstance(step, Move):
        shifted = follow((step,), here.instant, disambiguation)
    else:
        shifted = _move_business_days(here.instant, step, disambiguation)
    return cast(
        ShiftResult,
        {
            "operation": operation,
            "original": iso8601(here.instant),
            **asked,
            **instant_fields(shifted.instant, now),
            **status(shifted if shifted.status else here),
        },
    )


def _move_business_days(instant: dt.datetime, step: BusinessDays, disambiguation: str) -> Located:
    try:
        day = step.calendar.move(instant.date(), step.amount)
    except OverflowError:
        raise out_of_range() from None
    wall_clock = dt.datetime.combine(day, instant.time().replace(fold=0))
    return resolve_local_time(wall_clock, instant.tzinfo or dt.UTC, disambiguation)
