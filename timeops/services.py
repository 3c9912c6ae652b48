"""The Python API: one function for each operation, and the limits and choices of their parameters."""

from collections.abc import Iterator, Mapping
from typing import Any

from timeops.calendar.instants import DISAMBIGUATIONS
from timeops.calendar.units import UNIT_CHOICES
from timeops.errors import AmbiguousDatetimeError
from timeops.operations.arguments import missing_parameters, with_readings, with_readings_from
from timeops.operations.business_days import OWN_HOLIDAYS, WEEKEND
from timeops.operations.datetimes import components, convert_timezone, current, format_datetime
from timeops.operations.differences import difference
from timeops.operations.durations import DURATIONS, OPERATORS, duration
from timeops.operations.holidays import holidays
from timeops.operations.periods import PERIOD_CHOICES, end_of, start_of
from timeops.operations.recurrences import COUNT as OCCURRENCES
from timeops.operations.recurrences import MAX_RULE_CHARACTERS, read_rule, recurrence
from timeops.operations.shifts import add, conflict_with_duration, subtract
from timeops.operations.zones import country_code, timezone_info, timezones, transitions
from timeops.reading.datetimes import MAX_CHARACTERS as MAX_DATETIME_CHARACTERS
from timeops.reading.datetimes import read, read_timestamp
from timeops.reading.durations import MAX_CHARACTERS as MAX_DURATION_CHARACTERS
from timeops.reading.durations import read_duration, read_durations, split_durations
from timeops.writing.formats import MAX_CHARACTERS as MAX_FORMAT_CHARACTERS
from timeops.writing.formats import NAMES as FORMAT_NAMES
from timeops.writing.formats import canonical_format
from timeops.zones.lookup import zone_of
from utilitysvc.kit.rules import Choices

__all__ = [
    "DISAMBIGUATIONS",
    "DURATIONS",
    "FORMAT_NAMES",
    "MAX_DATETIME_CHARACTERS",
    "MAX_DURATION_CHARACTERS",
    "MAX_FORMAT_CHARACTERS",
    "MAX_RULE_CHARACTERS",
    "OCCURRENCES",
    "OPERATION_NAMES",
    "OPERATORS",
    "OWN_HOLIDAYS",
    "PERIOD_CHOICES",
    "UNIT_CHOICES",
    "WEEKEND",
    "AmbiguousDatetimeError",
    "add",
    "canonical_format",
    "components",
    "conflict_with_duration",
    "convert_timezone",
    "country_code",
    "current",
    "difference",
    "duration",
    "end_of",
    "format_datetime",
    "holidays",
    "missing_parameters",
    "plain_text",
    "read",
    "read_duration",
    "read_durations",
    "read_rule",
    "read_timestamp",
    "recurrence",
    "split_durations",
    "start_of",
    "subtract",
    "timezone_info",
    "timezones",
    "transitions",
    "with_readings",
    "with_readings_from",
    "zone_of",
]

OPERATION_NAMES = Choices(
    "operation",
    (
        "current",
        "timezones",
        "difference",
        "add",
        "subtract",
        "convert_timezone",
        "timezone_info",
        "format",
        "components",
        "start_of",
        "end_of",
        "transitions",
        "recurrence",
        "duration",
        "holidays",
    ),
    {"now": "current", "convert": "convert_timezone"},
    default="current",
    hints={
        **dict.fromkeys(("age", "between", "countdown", "daysbetween", "until"), "difference"),
        **dict.fromkeys(("dayofweek", "isleapyear", "unixtimestamp", "weekday", "weeknumber"), "current"),
        "businessdays": "difference with business=true, or add with unit=business_days",
        "cron": "recurrence",
        "rrule": "recurrence",
    },
)


def plain_text(result: Mapping[str, Any]) -> str:
    """Return the main value of a result, which is the whole answer in plain text."""
    match result["operation"]:
        case "difference":
            return str(result["difference"]["formatted"])
        case "timezones":
            return "\n".join(zone if isinstance(zone, str) else zone["name"] for zone in result["timezones"])
        case "timezone_info":
            return "\n".join(f"{key}: {text}" for key, text in _flat(result) if key != "operation")
        case "transitions":
            return "\n".join(change["iso8601"] for change in result["transitions"])
        case "holidays":
            return "\n".join(f"{holiday['date']} {holiday['name']}" for holiday in result["holidays"])
        case "duration":
            return str(result.get("iso8601", result["text"]))
        case "recurrence":
            return "\n".join(occurrence["iso8601"] for occurrence in result["occurrences"])
        case "format":
            return str(result["formatted"])
        case _:
            return str(result["iso8601"])


def _flat(result: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield keys and values as text. Keys of nested objects are joined by a dot; booleans are written as in JSON."""
    for key, value in result.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        elif isinstance(value, bool):
            yield prefix + key, str(value).lower()
        else:
            yield prefix + key, ", ".join(value) if isinstance(value, list) else str(value)
