"""The operations that show one datetime: as it is, in another zone, in a format, in parts, or its period.

Rules T7, T10, T13, T14 and T16: docs/rules.md.

Parameters have the same names as in a request; None means not given. arguments.py defines the datetimes and zones that
callers may pass. Each operation takes the clock as a parameter.
"""

import datetime as dt
from calendar import monthrange
from typing import Annotated, Any, Literal, TypedDict, cast

from timeops.calendar.instants import (
    AMBIGUOUS,
    COMPATIBLE,
    EPOCH,
    LATER,
    NONEXISTENT,
    follow,
    iso8601,
    unix,
)
from timeops.calendar.steps import (
    END_OF_DAY,
    MIDNIGHT,
    UNIT_NAMES,
    Period,
    Steps,
    UnitChoices,
    nth_day,
)
from timeops.operations.arguments import (
    DatetimeInput,
    Timestamp,
    Zone,
    located,
    parameters_from,
)
from timeops.writing.formats import LOCAL_TIME_STATUS, InstantFields, canonical_format, format_instant, instant_fields
from timeops.zones.database import previous_transition
from utilitysvc.kit.clock import Clock, utc_now

_NAMES = ("minute", "hour", "day", "week", "month", "quarter", "year")
PERIOD_CHOICES = UnitChoices(
    "unit",
    _NAMES,
    {spelling: unit[:-1] for spelling, unit in UNIT_NAMES.items() if unit[:-1] in _NAMES},
    "Invalid time unit",
)


class CurrentResult(InstantFields):
    operation: Annotated[Literal["current"], "Operation performed"]


class PeriodResult(InstantFields):
    operation: Annotated[Literal["start_of", "end_of"], "Operation performed"]
    original: Annotated[str, "The datetime in the period, ISO 8601"]
    unit: Annotated[str, "Which period"]


class FormatResult(InstantFields):
    operation: Annotated[Literal["format"], "Operation performed"]
    format: Annotated[str, "Requested format"]
    formatted: Annotated[str, "The datetime in that format"]


class Components(TypedDict):
    year: Annotated[int, "Year"]
    month: Annotated[int, "1 to 12"]
    day: Annotated[int, "1 to 31"]
    hour: Annotated[int, "0 to 23"]
    minute: Annotated[int, "0 to 59"]
    second: Annotated[int, "0 to 59"]
    day_of_week: Annotated[int, "1 for Monday to 7"]
    day_of_year: Annotated[int, "1 to 366"]
    week_of_year: Annotated[int, "Week of ISO 8601, 1 to 53"]
    iso_year: Annotated[int, "Year that the week belongs to"]
    quarter: Annotated[int, "1 to 4"]
    days_in_month: Annotated[int, "28 to 31"]


class ComponentsResult(InstantFields):
    operation: Annotated[Literal["components"], "Operation performed"]
    components: Annotated[Components, "The parts of the datetime as integers"]


def current(
    *,
    timezone: Zone | None = None,
    timestamp: Timestamp | None = None,
    datetime: DatetimeInput | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> CurrentResult:
    """Describe now, or ``datetime``, in ``timezone``.

    ``datetime`` is a text (ISO 8601, RFC 2822, a written date, a phrase such as ``next monday``), a Unix timestamp, or
    a Python ``datetime``. Without an offset it is a local time in ``timezone``, which is a name, an offset or a
    ``tzinfo``, by default UTC. ``timestamp``, in seconds since 1970, replaces ``datetime`` if that is not given.
    ``disambiguation`` chooses the instant of a local time that a change of clocks repeats or skips: compatible,
    earlier, later, or reject. ``clock`` returns the current time. Raises ServiceError for a text that cannot be read,
    and for a result outside of the years 1 to 9999.

    >>> current(datetime="2026-11-21 12:00", timezone="Europe/Berlin")["iso8601"]
    '2026-11-21T12:00:00+01:00'
    """
    now = clock()
    here = located(datetime, timestamp, timezone, disambiguation, now)
    return {"operation": "current", **instant_fields(here.instant, now), **LOCAL_TIME_STATUS[here.status]}


def format_datetime(
    *,
    timezone: Zone | None = None,
    timestamp: Timestamp | None = None,
    datetime: DatetimeInput | None = None,
    disambiguation: str = COMPATIBLE,
    format: str,
    clock: Clock = utc_now,
) -> FormatResult:
    """Write now, or ``datetime``, in a format: a name of FORMAT_NAMES or a strftime pattern.

    A pattern has at most 128 characters, with the directives of Python and of ``date`` in GNU coreutils. The other
    arguments are those of ``current``. Raises ServiceError as it does, and for an unknown format.

    >>> format_datetime(datetime="2026-11-21", format="%-d %B %Y")["formatted"]
    '21 November 2026'
    """
    now, format = clock(), canonical_format(format)
    here = located(datetime, timestamp, timezone, disambiguation, now)
    fields = instant_fields(here.instant, now)
    return {
        "operation": "format",
        "format": format,
        "formatted": format_instant(here.instant, format, fields),
        **fields,
        **LOCAL_TIME_STATUS[here.status],
    }


def components(
    *,
    timezone: Zone | None = None,
    timestamp: Timestamp | None = None,
    datetime: DatetimeInput | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ComponentsResult:
    """Describe now, or ``datetime``, as ``current`` does, and also give its components as integers.

    The arguments are those of ``current``. Raises ServiceError as it does.

    >>> components(datetime="2026-11-21")["components"]["quarter"]
    4
    """
    now = clock()
    here = located(datetime, timestamp, timezone, disambiguation, now)
    instant, (iso_year, week, weekday) = here.instant, here.instant.isocalendar()
    return {
        "operation": "components",
        **instant_fields(instant, now),
        "components": {
            "year": instant.year,
            "month": instant.month,
            "day": instant.day,
            "hour": instant.hour,
            "minute": instant.minute,
            "second": instant.second,
            "day_of_week": weekday,
            "day_of_year": instant.timetuple().tm_yday,
            "week_of_year": week,
            "iso_year": iso_year,
            "quarter": (instant.month + 2) // 3,
            "days_in_month": monthrange(instant.year, instant.month)[1],
        },
        **LOCAL_TIME_STATUS[here.status],
    }


def _period(
    operation: Literal["start_of", "end_of"],
    *,
    timezone: Zone | None = None,
    timestamp: Timestamp | None = None,
    datetime: DatetimeInput | None = None,
    unit: str,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> PeriodResult:
    now = clock()
    here = located(datetime, timestamp, timezone, disambiguation, now)
    unit = PERIOD_CHOICES.check(unit)
    return {
        "operation": operation,
        "original": iso8601(here.instant),
        "unit": unit,
        **instant_fields(period_end(here.instant, unit, last=operation == "end_of"), now),
        **LOCAL_TIME_STATUS[here.status],
    }


@parameters_from(_period)
def start_of(**given: Any) -> PeriodResult:
    """Return the first second of the minute, hour, day, week, month, quarter or year that ``datetime``, or now, is in.

    ``unit`` is the period. Weeks begin on Monday. The other arguments are those of ``current``. Raises ServiceError as
    it does, and for any other unit.

    >>> start_of(datetime="2026-11-21 12:34", unit="week")["datetime"]
    '2026-11-16 00:00:00'
    """
    return _period("start_of", **given)


@parameters_from(_period)
def end_of(**given: Any) -> PeriodResult:
    """Return the last second of the period that ``datetime``, or now, is in.

    The arguments are those of ``start_of``. Raises ServiceError as it does.

    >>> end_of(datetime="2026-02-10", unit="month")["datetime"]
    '2026-02-28 23:59:59'
    """
    return _period("end_of", **given)


def period_end(instant: dt.datetime, unit: str, *, last: bool) -> dt.datetime:
    """Return the first, or the last, second of the minute, hour, day or longer period that ``instant`` is in.

    If the clocks skip midnight, the day begins at the first time that they show. Weeks begin on Monday. Raises
    ServiceError beyond the year 9999.
    """
    steps: Steps
    if is_clock := unit in ("minute", "hour"):
        minute = instant.minute if unit == "minute" else 59 * last
        steps = (dt.time(instant.hour, minute, 59 * last),)
    else:
        day = nth_day(Period(f"{unit}s"), -1 if last else 1)
        steps = (day, END_OF_DAY if last else MIDNIGHT)
    zone, (found, kind) = instant.tzinfo or dt.UTC, follow(steps, instant, LATER if last else COMPATIBLE)
    if kind == NONEXISTENT:  # the clocks skip it: the period begins or ends at their change
        change = cast(int, previous_transition(zone, unix(found) + 1))
        return (EPOCH + dt.timedelta(seconds=change - last)).astimezone(zone)
    if kind == AMBIGUOUS and is_clock:  # the hour and the minute that ``instant`` is in
        return found.replace(fold=found.replace(fold=0).utcoffset() != instant.utcoffset())
    return found
