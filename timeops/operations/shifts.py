"""The operations that move a datetime, that measure the distance between two, and that add durations.

Rules T8, T9, T20 and T21: docs/rules.md.
"""

from collections.abc import Sequence
from datetime import UTC, date
from functools import partial
from typing import Annotated, Any, Literal, NotRequired, TypedDict, cast

from timeops.calendar.instants import (
    COMPATIBLE,
    DISAMBIGUATIONS,
    follow,
    in_zone,
    iso8601,
    microseconds_between,
    move_between,
)
from timeops.calendar.steps import BUSINESS_DAYS, UNIT_CHOICES, DayRule, Move, step_of, sum_of
from timeops.operations.arguments import DatetimeInput, Timestamp, Zone, located, missing_parameters, parameters_from
from timeops.operations.business_days import business_calendar, named
from timeops.reading.durations import Duration, read_duration, read_durations, split_durations
from timeops.writing.durations import (
    DurationFields,
    divided,
    duration_fields,
    duration_parts,
    in_words,
    iso_duration,
)
from timeops.writing.formats import LOCAL_TIME_STATUS, InstantFields, instant_fields
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.rules import Bounds, Choices
from utilitysvc.kit.service_error import ServiceError, refuse_both

#: The exact length of each unit that a difference is measured in, from seconds to weeks.
_TOTALS = {unit: step_of(1, unit).microseconds for unit in UNIT_CHOICES.values[:5]}

DURATIONS = Bounds(
    "durations", 1, 100, "Between {minimum} and {maximum} durations are needed", "Durations given: {value}"
)
SUM, DIFFERENCE = "sum", "difference"
OPERATORS = Choices("operator", (SUM, DIFFERENCE), default=SUM)


class ShiftResult(InstantFields):
    """The result of add and subtract. It has either ``amount`` and ``unit`` or ``duration``, like the request."""

    operation: Annotated[Literal["add", "subtract"], "Operation performed"]
    original: Annotated[str, "The datetime before, ISO 8601"]
    amount: NotRequired[Annotated[int, "How many units"]]
    unit: NotRequired[Annotated[str, "Which units"]]
    duration: NotRequired[Annotated[str, "The duration given instead of them, ISO 8601"]]
    calendar: NotRequired[Annotated[str, "Package and version of the country's holidays, if business days need it"]]


class Difference(TypedDict):
    """From start to end; negative if end is before start."""

    total_seconds: Annotated[int, "Total seconds"]
    total_minutes: Annotated[int, "Total minutes, truncated"]
    total_hours: Annotated[int, "Total hours, truncated"]
    total_days: Annotated[int, "Total days of 24 hours, truncated"]
    total_weeks: Annotated[int, "Total weeks, truncated"]
    formatted: Annotated[str, "Human-readable difference: years, months and days of the calendar, then exact time"]
    total_milliseconds: Annotated[int, "Total milliseconds, truncated"]
    iso8601_duration: Annotated[str, "The same parts as a duration of ISO 8601"]
    business_days: NotRequired[Annotated[int, "Business days after start up to end, if business asks for them"]]


class DifferenceResult(TypedDict):
    operation: Annotated[Literal["difference"], "Operation performed"]
    start: Annotated[str, "Start datetime, ISO 8601"]
    end: Annotated[str, "End datetime, ISO 8601"]
    difference: Annotated[Difference, "From start to end; negative if end is before start"]
    calendar: NotRequired[Annotated[str, "Package and version of the country's holidays, if business days need it"]]


class DurationResult(DurationFields):
    operation: Annotated[Literal["duration"], "Operation performed"]
    operator: Annotated[str, "sum or difference"]


def _shifted(
    operation: Literal["add", "subtract"],
    *,
    timezone: Zone | None = None,
    timestamp: Timestamp | None = None,
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
    given = {"datetime": timestamp if datetime is None else datetime, "amount": amount, "unit": unit}
    if duration is not None and (replaced := [name for name in ("amount", "unit") if given.pop(name) is not None]):
        raise conflict_with_duration(replaced[0])
    if missing := [name for name, value in given.items() if value is None]:
        raise missing_parameters(operation, *missing)
    sign = 1 if operation == "add" else -1
    asked: dict[str, object]
    step: Move | DayRule
    if duration is not None:
        stated = duration if isinstance(duration, Duration) else read_duration(duration)
        asked, step = {"duration": stated.text}, stated.step.times(sign)
    else:
        amount, unit = amount or 0, UNIT_CHOICES.check(unit or "")
        asked = {"amount": amount, "unit": unit}
        if unit == BUSINESS_DAYS:
            business = business_calendar(country, subdivision, weekend, holidays)
            step = partial(business.move, amount=sign * amount)
            asked |= named(business.country)
        else:
            step = step_of(sign * amount, unit)
    disambiguation, now = DISAMBIGUATIONS.check(disambiguation), clock()
    start = located(datetime, timestamp, timezone, disambiguation, now)
    end = follow((step,), start.instant, disambiguation)
    shown = {"operation": operation, "original": iso8601(start.instant), **asked, **instant_fields(end.instant, now)}
    return cast(ShiftResult, shown | LOCAL_TIME_STATUS[end.status or start.status])


@parameters_from(_shifted)
def add(**given: Any) -> ShiftResult:
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
    return _shifted("add", **given)


@parameters_from(_shifted)
def subtract(**given: Any) -> ShiftResult:
    """Subtract ``amount`` units, or a ``duration``, from ``datetime``.

    The arguments are those of ``add``. Raises ServiceError as it does.

    >>> subtract(datetime="2026-03-31", amount=1, unit="month")["date"]
    '2026-02-28'
    """
    return _shifted("subtract", **given)


def conflict_with_duration(name: str) -> ServiceError:
    """Return the error of a request that gives both a duration and ``name``, which is amount or unit."""
    return refuse_both("duration", name, "a duration replaces amount and unit")


def difference(
    *,
    timezone: Zone | None = None,
    start: DatetimeInput,
    end: DatetimeInput,
    disambiguation: str = COMPATIBLE,
    business: bool = False,
    country: str | None = None,
    subdivision: str | None = None,
    weekend: Sequence[str] | None = None,
    holidays: Sequence[str | date] | None = None,
    clock: Clock = utc_now,
) -> DifferenceResult:
    """Measure the time from ``start`` to ``end``: in totals, and in years, months, days and the exact remainder.

    The totals are in units from milliseconds to weeks, truncated toward zero, and negative if ``end`` is before
    ``start``. Both arguments take the same values as ``datetime`` of ``current``. With ``business``, the result also
    has the number of business days after the day of ``start`` up to and including the day of ``end``, for a country
    over at most 15,000 days; ``country``, ``subdivision``, ``weekend`` and ``holidays`` are those of ``add``. The other
    arguments are those of ``current``. Raises ServiceError as it does.

    >>> difference(start="2026-01-31", end="2026-03-01 12:00")["difference"]["formatted"]
    '1 month, 1 day, 12 hours'
    """
    now = clock()
    first = located(start, None, timezone, disambiguation, now, "start").instant
    last = located(end, None, timezone, disambiguation, now, "end").instant
    elapsed, parts = microseconds_between(first, last), duration_parts(move_between(first, last))
    words = in_words({name: abs(int(number)) for name, number in parts.items()})  # without the fraction of a second
    measured = {
        **{f"total_{unit}": divided(elapsed, size)[0] for unit, size in _TOTALS.items()},
        "formatted": ("-" if elapsed < 0 else "") + words if words else "0 seconds",
        "total_milliseconds": divided(elapsed, 1_000)[0],
        "iso8601_duration": iso_duration(parts),
    }
    source = {}
    if business:
        calendar = business_calendar(country, subdivision, weekend, holidays)
        measured["business_days"] = calendar.number_between(first.date(), in_zone(last, first.tzinfo or UTC).date())
        source = named(calendar.country)
    ends = {"operation": "difference", "start": iso8601(first), "end": iso8601(last)}
    return cast(DifferenceResult, {**ends, "difference": measured, **source})


def duration(*, durations: str | Sequence[str] | Sequence[Move], operator: str = OPERATORS.default) -> DurationResult:
    """Add up 1 to 100 ``durations``, or if ``operator`` is difference, subtract the others from the first one.

    A duration is ISO 8601, ``1h30m``, ``1:30:00``, ``90 min`` or ``2 hours and 5 minutes``, and may be negative. A
    single text may hold several, separated by commas. Days have 24 hours. Years and months have no exact length: they
    are added separately, and a result that has any lacks the exact seconds. Raises ServiceError for a duration that
    cannot be read or has several meanings.

    >>> duration(durations=["PT1H30M", "45 min"])["clock"]
    '2:15:00'
    """
    given: Sequence[Any] = split_durations(durations) if isinstance(durations, str) else durations
    DURATIONS.check(len(given))
    moves = given if isinstance(given[0], Move) else read_durations(given)
    operator = OPERATORS.check(operator)
    sign = 1 if operator == SUM else -1
    total = sum_of((moves[0], *(move.times(sign) for move in moves[1:])))
    return {"operation": "duration", "operator": operator, **duration_fields(total)}
