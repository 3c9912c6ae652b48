"""The Python API: one function for each operation, and the texts of their results."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from timeops.names import table
from timeops.operations.business_days import holidays
from timeops.operations.moments import components, current, end_of, format_datetime, start_of
from timeops.operations.recurrences import recurrence
from timeops.operations.shifts import add, difference, duration, subtract
from timeops.operations.zones import convert_timezone, timezone_info, timezones, transitions
from utilitysvc.kit.rules import Choices

__all__ = [
    "OPERATION_NAMES",
    "add",
    "components",
    "convert_timezone",
    "current",
    "difference",
    "duration",
    "end_of",
    "format_datetime",
    "holidays",
    "plain_text",
    "recurrence",
    "start_of",
    "subtract",
    "timezone_info",
    "timezones",
    "transitions",
]

_FUNCTIONS: tuple[Callable[..., Mapping[str, Any]], ...] = (
    current,
    timezones,
    difference,
    add,
    subtract,
    convert_timezone,
    timezone_info,
    format_datetime,
    components,
    start_of,
    end_of,
    transitions,
    recurrence,
    duration,
    holidays,
)
#: The function of each operation. The function of ``format`` has a longer name, because Python has one of that name.
OPERATIONS = {function.__name__.removesuffix("_datetime"): function for function in _FUNCTIONS}
OPERATION_NAMES = Choices(
    "operation",
    tuple(OPERATIONS),
    {"now": "current", "convert": "convert_timezone"},
    default="current",
    hints=dict(table(__package__, "hints.tsv")),
)


def plain_text(result: Mapping[str, Any]) -> str:
    """Return the main value of a result, which is the whole answer in plain text."""
    if result["operation"] == "timezone_info":
        return "\n".join([*_lines(result)][1:])  # without the operation
    for name in ("timezones", "transitions", "occurrences", "holidays"):
        if name in result:
            return "\n".join(map(_line, result[name]))
    shown = result.get("difference", result)
    return str(next(shown[name] for name in ("formatted", "iso8601", "text") if name in shown))


def _line(entry: str | Mapping[str, str]) -> str:
    """Return a zone's name, a transition or an occurrence, or a holiday with its date."""
    if isinstance(entry, str):
        return entry
    return " ".join(entry[name] for name in ("iso8601", "date", "name") if name in entry)


def _lines(result: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield a line for each value. Keys of nested objects are joined by a dot; booleans are written as in JSON."""
    for key, value in result.items():
        if isinstance(value, Mapping):
            yield from _lines(value, f"{prefix}{key}.")
        else:
            text = str(value).lower() if isinstance(value, bool) else value
            yield f"{prefix}{key}: {', '.join(text) if isinstance(text, list) else text}"
