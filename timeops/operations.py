"""What the operations compute and answer: one function for each (T7-T14).

Parameters come as they were read: zones by ``zones.zone_of``, datetimes by ``parsing.read``. A zone that is None was
not given (T4). An operation that knows a now takes its clock as a parameter.
"""

from datetime import tzinfo
from typing import Annotated, TypedDict, TypeVar

from timeops import arithmetic, database, formatting, moments, zone_info
from timeops.instants import COMPATIBLE, Clock, Located, in_zone, locate, utc_now
from timeops.moments import Components, Moment, iso8601, moment
from timeops.parsing import Reading
from timeops.phrases import Phrase
from timeops.zone_info import ZoneDescription
from timeops.zones import name_of

__all__ = [
    "Answer",
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


class MomentResult(Moment):
    operation: Annotated[str, "Operation performed"]


class ShiftResult(MomentResult):
    original: Annotated[str, "The datetime before, ISO 8601"]
    amount: Annotated[int, "How many units"]
    unit: Annotated[str, "Which units"]


class ConversionResult(MomentResult):
    original: Annotated[str, "The datetime in the source zone, ISO 8601"]
    from_timezone: Annotated[str, "Source zone"]
    to_timezone: Annotated[str, "Target zone"]
    converted: Annotated[str, "The same instant in the target zone, ISO 8601"]


class FormatResult(MomentResult):
    format: Annotated[str, "Format asked for"]
    formatted: Annotated[str, "The datetime in that format"]


class ComponentsResult(MomentResult):
    components: Annotated[Components, "The parts of the datetime as integers"]


class ZoneInfoResult(ZoneDescription):
    operation: Annotated[str, "Operation performed"]


class ZonesResult(TypedDict):
    operation: Annotated[str, "Operation performed"]
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
    operation: Annotated[str, "Operation performed"]
    start: Annotated[str, "Start datetime, ISO 8601"]
    end: Annotated[str, "End datetime, ISO 8601"]
    difference: Annotated[Difference, "From start to end; negative where end is before start"]


Answer = (
    MomentResult
    | ZonesResult
    | DifferenceResult
    | ShiftResult
    | ConversionResult
    | ZoneInfoResult
    | FormatResult
    | ComponentsResult
)
Result = TypeVar("Result", MomentResult, ShiftResult, ConversionResult, FormatResult, ComponentsResult, ZoneInfoResult)


def current(
    *,
    timezone: tzinfo | None = None,
    datetime: Reading = NOW,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> MomentResult:
    """Describe now, or ``datetime``, in ``timezone`` (T6, T7)."""
    located = locate(datetime, timezone, disambiguation, clock())
    result: MomentResult = {"operation": "current", **moment(located.instant)}
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
    datetime: Reading,
    amount: int,
    unit: str,
    timezone: tzinfo | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ShiftResult:
    """Add ``amount`` units to ``datetime``: exact ones on the time line, months and years in the calendar (T8)."""
    located = locate(datetime, timezone, disambiguation, clock())
    return _shift("add", located, amount, amount, unit, disambiguation)


def subtract(
    *,
    datetime: Reading,
    amount: int,
    unit: str,
    timezone: tzinfo | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ShiftResult:
    """Subtract ``amount`` units from ``datetime``, as ``add`` adds them."""
    located = locate(datetime, timezone, disambiguation, clock())
    return _shift("subtract", located, amount, -amount, unit, disambiguation)


def _shift(
    operation: str, located: Located, amount: int, signed_amount: int, unit: str, disambiguation: str
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
    datetime: Reading,
    from_timezone: tzinfo,
    to_timezone: tzinfo,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ConversionResult:
    """Show the instant of ``datetime``, read in ``from_timezone``, in ``to_timezone`` (T10)."""
    located = locate(datetime, from_timezone, disambiguation, clock())
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
    datetime: Reading = NOW,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ZoneInfoResult:
    """Describe ``timezone`` as it is now, or at ``datetime`` (T12)."""
    located = locate(datetime, timezone, disambiguation, clock())
    result: ZoneInfoResult = {"operation": "timezone_info", **zone_info.describe(located.instant)}
    return _with_status(result, located.status)


def format_datetime(
    *,
    format: str,
    datetime: Reading = NOW,
    timezone: tzinfo | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> FormatResult:
    """Write now, or ``datetime``, by a format that ``formatting.canonical_format`` has returned (T13)."""
    located = locate(datetime, timezone, disambiguation, clock())
    result: FormatResult = {
        "operation": "format",
        "format": format,
        "formatted": formatting.format_instant(located.instant, format),
        **moment(located.instant),
    }
    return _with_status(result, located.status)


def components(
    *,
    datetime: Reading = NOW,
    timezone: tzinfo | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ComponentsResult:
    """Describe now, or ``datetime``, with its parts as integers too (T14)."""
    located = locate(datetime, timezone, disambiguation, clock())
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
