"""What the operations compute and answer: one function for each (T7-T14).

Parameters come as they were read: zones by ``zones.zone_of``, datetimes by ``parsing.read``. A zone that is None was
not given (T4). An operation that knows a now takes its clock as a parameter.
"""

from datetime import tzinfo
from typing import Annotated, Literal, TypedDict, TypeVar

from timeops import arithmetic, database, formatting, moments, zone_info
from timeops.instants import COMPATIBLE, Clock, Located, in_zone, locate, utc_now
from timeops.moments import Components, Moment, iso8601, moment
from timeops.parsing import Reading, Timestamp
from timeops.phrases import Phrase
from timeops.zone_info import ZoneDescription
from timeops.zones import name_of

__all__ = [
    "add",
    "components",
    "convert_timezone",
    "current",
    "difference",
    "format_datetime",
    "subtract",
    "timezone_info",
    "timezones",
]

NOW = Phrase()


class CurrentResult(Moment):
    operation: Annotated[Literal["current"], "Operation performed"]


class ShiftResult(Moment):
    operation: Annotated[Literal["add", "subtract"], "Operation performed"]
    original: Annotated[str, "The datetime before, ISO 8601"]
    amount: Annotated[int, "How many units"]
    unit: Annotated[str, "Which units"]


class ConversionResult(Moment):
    operation: Annotated[Literal["convert_timezone"], "Operation performed"]
    original: Annotated[str, "The datetime in the source zone, ISO 8601"]
    from_timezone: Annotated[str, "Source zone"]
    to_timezone: Annotated[str, "Target zone"]
    converted: Annotated[str, "The same instant in the target zone, ISO 8601"]


class FormatResult(Moment):
    operation: Annotated[Literal["format"], "Operation performed"]
    format: Annotated[str, "Format asked for"]
    formatted: Annotated[str, "The datetime in that format"]


class ComponentsResult(Moment):
    operation: Annotated[Literal["components"], "Operation performed"]
    components: Annotated[Components, "The parts of the datetime as integers"]


class ZoneInfoResult(ZoneDescription):
    operation: Annotated[Literal["timezone_info"], "Operation performed"]


class ZonesResult(TypedDict):
    operation: Annotated[Literal["timezones"], "Operation performed"]
    count: Annotated[int, "How many"]
    timezones: Annotated[list[str], "Every name of the time zone database, sorted"]


class Difference(TypedDict):
    total_seconds: Annotated[int, "Total seconds"]
    total_minutes: Annotated[int, "Total minutes, truncated"]
    total_hours: Annotated[int, "Total hours, truncated"]
    total_days: Annotated[int, "Total days, truncated"]
    total_weeks: Annotated[int, "Total weeks, truncated"]
    formatted: Annotated[str, "Human-readable difference"]


class DifferenceResult(TypedDict):
    operation: Annotated[Literal["difference"], "Operation performed"]
    start: Annotated[str, "Start datetime, ISO 8601"]
    end: Annotated[str, "End datetime, ISO 8601"]
    difference: Annotated[Difference, "From start to end; negative where end is before start"]


Result = TypeVar("Result", CurrentResult, ShiftResult, ConversionResult, FormatResult, ComponentsResult, ZoneInfoResult)


def current(
    *,
    timezone: tzinfo | None = None,
    timestamp: Timestamp | None = None,
    datetime: Reading | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> CurrentResult:
    """Describe now, or ``datetime``, in ``timezone`` (T6, T7)."""
    located = locate(datetime or timestamp or NOW, timezone, disambiguation, clock())
    result: CurrentResult = {"operation": "current", **moment(located.instant)}
    return _with_status(result, located.status)


def timezones() -> ZonesResult:
    """List the names of the database's zones, sorted (T11)."""
    return {"operation": "timezones", "count": len(database.NAMES), "timezones": list(database.NAMES)}


def difference(
    *,
    start: Reading,
    end: Reading,
    timezone: tzinfo | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> DifferenceResult:
    """Measure the way from ``start`` to ``end``: on the time line in total, by the wall clock in words (T9)."""
    now = clock()
    first = locate(start, timezone, disambiguation, now).instant
    last = locate(end, timezone, disambiguation, now).instant
    seconds = arithmetic.total_seconds(first, last)
    return {
        "operation": "difference",
        "start": iso8601(first),
        "end": iso8601(last),
        "difference": {
            "total_seconds": seconds,
            "total_minutes": arithmetic.truncated(seconds, 60),
            "total_hours": arithmetic.truncated(seconds, 3_600),
            "total_days": arithmetic.truncated(seconds, 86_400),
            "total_weeks": arithmetic.truncated(seconds, 604_800),
            "formatted": arithmetic.formatted(first, last),
        },
    }


def add(
    *,
    timestamp: Timestamp | None = None,
    datetime: Reading | None = None,
    amount: int,
    unit: str,
    timezone: tzinfo | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ShiftResult:
    """Add ``amount`` units to ``datetime``: exact ones on the time line, months and years in the calendar (T8)."""
    located = locate(datetime or timestamp or NOW, timezone, disambiguation, clock())
    return _shift("add", located, amount, amount, unit, disambiguation)


def subtract(
    *,
    timestamp: Timestamp | None = None,
    datetime: Reading | None = None,
    amount: int,
    unit: str,
    timezone: tzinfo | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ShiftResult:
    """Subtract ``amount`` units from ``datetime``, as ``add`` adds them."""
    located = locate(datetime or timestamp or NOW, timezone, disambiguation, clock())
    return _shift("subtract", located, amount, -amount, unit, disambiguation)


def _shift(
    operation: Literal["add", "subtract"],
    located: Located,
    amount: int,
    signed_amount: int,
    unit: str,
    disambiguation: str,
) -> ShiftResult:
    shifted = arithmetic.add(located.instant, signed_amount, unit, disambiguation)
    result: ShiftResult = {
        "operation": operation,
        "original": iso8601(located.instant),
        "amount": amount,
        "unit": unit,
        **moment(shifted.instant),
    }
    return _with_status(result, shifted.status or located.status)


def convert_timezone(
    *,
    timestamp: Timestamp | None = None,
    datetime: Reading | None = None,
    from_timezone: tzinfo,
    to_timezone: tzinfo,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ConversionResult:
    """Show the instant of ``datetime``, read in ``from_timezone``, in ``to_timezone`` (T10)."""
    located = locate(datetime or timestamp or NOW, from_timezone, disambiguation, clock())
    converted = in_zone(located.instant, to_timezone)
    result: ConversionResult = {
        "operation": "convert_timezone",
        "original": iso8601(located.instant),
        "from_timezone": name_of(from_timezone),
        "to_timezone": name_of(to_timezone),
        "converted": iso8601(converted),
        **moment(converted),
    }
    return _with_status(result, located.status)


def timezone_info(
    *,
    timezone: tzinfo,
    timestamp: Timestamp | None = None,
    datetime: Reading | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ZoneInfoResult:
    """Describe ``timezone`` as it is now, or at ``datetime`` (T12)."""
    located = locate(datetime or timestamp or NOW, timezone, disambiguation, clock())
    result: ZoneInfoResult = {"operation": "timezone_info", **zone_info.describe(located.instant)}
    return _with_status(result, located.status)


def format_datetime(
    *,
    format: str,
    timestamp: Timestamp | None = None,
    datetime: Reading | None = None,
    timezone: tzinfo | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> FormatResult:
    """Write now, or ``datetime``, by a format that ``formatting.canonical_format`` has returned (T13)."""
    located = locate(datetime or timestamp or NOW, timezone, disambiguation, clock())
    result: FormatResult = {
        "operation": "format",
        "format": format,
        "formatted": formatting.format_instant(located.instant, format),
        **moment(located.instant),
    }
    return _with_status(result, located.status)


def components(
    *,
    timestamp: Timestamp | None = None,
    datetime: Reading | None = None,
    timezone: tzinfo | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ComponentsResult:
    """Describe now, or ``datetime``, with its parts as integers too (T14)."""
    located = locate(datetime or timestamp or NOW, timezone, disambiguation, clock())
    result: ComponentsResult = {
        "operation": "components",
        **moment(located.instant),
        "components": moments.components(located.instant),
    }
    return _with_status(result, located.status)


def _with_status(result: Result, status: str | None) -> Result:
    """Say in the last key that a local time was in doubt (T5)."""
    if status:
        result["local_time_status"] = status
    return result
