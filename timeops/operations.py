"""The operations on datetimes: what each computes and answers (T7-T10, T13, T14, T16).

Parameters are named as in a request. Datetimes and zones are given as given.py says; one that was not given is None.
Each takes its clock as a parameter.
"""

from typing import Literal, TypeVar, cast

from timeops import formatting, moments, periods
from timeops.differences import difference as measure
from timeops.durations import Duration, read_duration
from timeops.given import Moment, Zone, first_reading, missing_parameters, pass_of, reading_of, zone_given
from timeops.instants import COMPATIBLE, in_zone, locate, move
from timeops.moments import iso8601, moment
from timeops.results import (
    ComponentsResult,
    ConversionResult,
    CurrentResult,
    DifferenceResult,
    FormatResult,
    PeriodResult,
    ShiftResult,
)
from timeops.steps import Reading
from timeops.units import UNIT_CHOICES, step_of
from timeops.zones import name_of
from utilitysvc.kit.arguments import checked
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.service_error import ServiceError

__all__ = [
    "add",
    "components",
    "convert_timezone",
    "current",
    "difference",
    "end_of",
    "format_datetime",
    "start_of",
    "subtract",
]

Result = TypeVar("Result", CurrentResult, ShiftResult, PeriodResult, ConversionResult, FormatResult, ComponentsResult)


@checked
def current(
    *,
    timezone: Zone | None = None,
    timestamp: int | Reading | None = None,
    datetime: Moment | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> CurrentResult:
    """Describe now, or ``datetime``, in ``timezone`` (T6, T7).

    ``datetime`` is a text (ISO 8601, RFC 2822, a written date, a phrase such as ``next monday``), a Unix timestamp, or
    Python's own. Without an offset it is a local time of ``timezone``: a name, an offset or a ``tzinfo``, UTC unless
    given. ``timestamp``, in seconds since 1970, stands for ``datetime`` where that is not given. ``disambiguation``
    says which instant a local time is that occurs twice or is skipped: compatible, earlier, later, or reject. ``clock``
    says what now is. Raises ServiceError for what cannot be read, and for what lies beyond the years 1 to 9999.

    >>> current(datetime="2026-11-21 12:00", timezone="Europe/Berlin")["iso8601"]
    '2026-11-21T12:00:00+01:00'
    """
    now = clock()
    located = locate(first_reading(datetime, timestamp), zone_given(timezone), pass_of(disambiguation), now)
    result: CurrentResult = {"operation": "current", **moment(located.instant, now)}
    return _with_status(result, located.status)


@checked
def difference(
    *,
    timezone: Zone | None = None,
    start: Moment,
    end: Moment,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> DifferenceResult:
    """Measure the way from ``start`` to ``end``, in total and in years, months, days and the exact rest (T9).

    The totals are in milliseconds to weeks, truncated toward zero, and negative where ``end`` is before ``start``. Both
    are given as ``current`` takes its ``datetime``; the other arguments are those of ``current``. Raises ServiceError
    as it does.

    >>> difference(start="2026-01-31", end="2026-03-01 12:00")["difference"]["formatted"]
    '1 month, 1 day, 12 hours'
    """
    now, zone, which = clock(), zone_given(timezone), pass_of(disambiguation)
    first = locate(reading_of(start, "start"), zone, which, now).instant
    last = locate(reading_of(end, "end"), zone, which, now).instant
    return {
        "operation": "difference",
        "start": iso8601(first),
        "end": iso8601(last),
        "difference": measure(first, last),
    }


@checked
def add(
    *,
    timezone: Zone | None = None,
    timestamp: int | Reading | None = None,
    datetime: Moment | None = None,
    amount: int | None = None,
    unit: str | None = None,
    disambiguation: str = COMPATIBLE,
    duration: str | None = None,
    clock: Clock = utc_now,
) -> ShiftResult:
    """Add ``amount`` units, or a ``duration`` of ISO 8601, to ``datetime`` (T8).

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
    timestamp: int | Reading | None = None,
    datetime: Moment | None = None,
    amount: int | None = None,
    unit: str | None = None,
    disambiguation: str = COMPATIBLE,
    duration: str | None = None,
    clock: Clock = utc_now,
) -> ShiftResult:
    """Subtract ``amount`` units, or a ``duration``, from ``datetime``, as ``add`` adds them (T8).

    The arguments are those of ``add``. Raises ServiceError as it does.

    >>> subtract(datetime="2026-03-31", amount=1, unit="month")["date"]
    '2026-02-28'
    """
    return _shift("subtract", timezone, timestamp, datetime, amount, unit, disambiguation, duration, clock)


def _shift(
    operation: Literal["add", "subtract"],
    timezone: Zone | None,
    timestamp: int | Reading | None,
    datetime: Moment | None,
    amount: int | None,
    unit: str | None,
    disambiguation: str,
    duration: str | None,
    clock: Clock,
) -> ShiftResult:
    zone = zone_given(timezone)
    reading = first_reading(datetime, timestamp)
    given = {"datetime": datetime if datetime is not None else timestamp}
    if duration is None:
        given |= {"amount": amount, "unit": unit}
    elif amount is not None or unit is not None:
        raise ServiceError("Invalid duration format", "duration stands in the place of amount and unit: give either")
    if missing := [name for name, value in given.items() if value is None]:
        raise missing_parameters(operation, *missing)
    unit = None if unit is None else UNIT_CHOICES.canonical(unit)
    now, which = clock(), pass_of(disambiguation)
    if duration is not None and not isinstance(duration, Duration):
        duration = read_duration(duration)
    step = duration.step if duration is not None else step_of(amount or 0, unit or "")
    located = locate(reading, zone, which, now)
    shifted = move(located.instant, step if operation == "add" else step.times(-1), which)
    asked = {"amount": amount, "unit": unit} if duration is None else {"duration": str(duration)}
    result = {
        "operation": operation,
        "original": iso8601(located.instant),
        **asked,
        **moment(shifted.instant, now),
    }
    return _with_status(cast(ShiftResult, result), shifted.status or located.status)


@checked
def start_of(
    *,
    timezone: Zone | None = None,
    timestamp: int | Reading | None = None,
    datetime: Moment | None = None,
    unit: str,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> PeriodResult:
    """Return the first second of the minute, hour, day, week, month, quarter or year of ``datetime``, or of now (T16).

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
    timestamp: int | Reading | None = None,
    datetime: Moment | None = None,
    unit: str,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> PeriodResult:
    """Return the last second of the period, as ``start_of`` returns its first (T16).

    The arguments are those of ``start_of``. Raises ServiceError as it does.

    >>> end_of(datetime="2026-02-10", unit="month")["datetime"]
    '2026-02-28 23:59:59'
    """
    return _period("end_of", timezone, timestamp, datetime, unit, disambiguation, clock)


def _period(
    operation: Literal["start_of", "end_of"],
    timezone: Zone | None,
    timestamp: int | Reading | None,
    datetime: Moment | None,
    unit: str,
    disambiguation: str,
    clock: Clock,
) -> PeriodResult:
    now, zone = clock(), zone_given(timezone)
    reading = first_reading(datetime, timestamp)
    unit = periods.PERIOD_CHOICES.canonical(unit)
    located = locate(reading, zone, pass_of(disambiguation), now)
    edge = periods.start_of if operation == "start_of" else periods.end_of
    result: PeriodResult = {
        "operation": operation,
        "original": iso8601(located.instant),
        "unit": unit,
        **moment(edge(located.instant, unit), now),
    }
    return _with_status(result, located.status)


@checked
def convert_timezone(
    *,
    timestamp: int | Reading | None = None,
    datetime: Moment | None = None,
    from_timezone: Zone,
    to_timezone: Zone,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ConversionResult:
    """Show the instant of ``datetime``, read in ``from_timezone``, in ``to_timezone`` (T10).

    A ``datetime`` with an offset of its own is that instant, whatever ``from_timezone`` is. The arguments are given as
    those of ``current``. Raises ServiceError as it does, and without a ``datetime`` or ``timestamp``.

    >>> convert_timezone(datetime="2026-11-21 12:00", from_timezone="CET", to_timezone="Asia/Tokyo")["converted"]
    '2026-11-21T20:00:00+09:00'
    """
    reading = first_reading(datetime, timestamp)
    if datetime is None and timestamp is None:
        raise missing_parameters("convert_timezone", "datetime")
    source, target = zone_given(from_timezone, "from_timezone"), zone_given(to_timezone, "to_timezone")
    now = clock()
    located = locate(reading, source, pass_of(disambiguation), now)
    converted = in_zone(located.instant, target)
    result: ConversionResult = {
        "operation": "convert_timezone",
        "original": iso8601(located.instant),
        "from_timezone": name_of(source),
        "to_timezone": name_of(target),
        "converted": iso8601(converted),
        **moment(converted, now),
    }
    return _with_status(result, located.status)


@checked
def format_datetime(
    *,
    timezone: Zone | None = None,
    timestamp: int | Reading | None = None,
    datetime: Moment | None = None,
    disambiguation: str = COMPATIBLE,
    format: str,
    clock: Clock = utc_now,
) -> FormatResult:
    """Write now, or ``datetime``, by the name of a format or a strftime pattern (T13).

    Names are those of FORMAT_NAMES; a pattern has at most 128 characters, and the directives of Python and of ``date``
    in the GNU utilities. The other arguments are those of ``current``. Raises ServiceError as it does, and for a format
    that is neither.

    >>> format_datetime(datetime="2026-11-21", format="%-d %B %Y")["formatted"]
    '21 November 2026'
    """
    now, zone = clock(), zone_given(timezone)
    reading, which = first_reading(datetime, timestamp), pass_of(disambiguation)
    format = formatting.canonical_format(format)
    located = locate(reading, zone, which, now)
    result: FormatResult = {
        "operation": "format",
        "format": format,
        "formatted": formatting.format_instant(located.instant, format, now),
        **moment(located.instant, now),
    }
    return _with_status(result, located.status)


@checked
def components(
    *,
    timezone: Zone | None = None,
    timestamp: int | Reading | None = None,
    datetime: Moment | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ComponentsResult:
    """Describe now, or ``datetime``, with its parts as integers too (T14).

    The arguments are those of ``current``. Raises ServiceError as it does.

    >>> components(datetime="2026-11-21")["components"]["quarter"]
    4
    """
    now = clock()
    located = locate(first_reading(datetime, timestamp), zone_given(timezone), pass_of(disambiguation), now)
    result: ComponentsResult = {
        "operation": "components",
        **moment(located.instant, now),
        "components": moments.components(located.instant),
    }
    return _with_status(result, located.status)


def _with_status(result: Result, status: str | None) -> Result:
    """Say in the last key that a local time was in doubt (T5)."""
    if status:
        result["local_time_status"] = status
    return result
