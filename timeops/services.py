"""The library's door: one function for each operation, and what their parameters may be."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from timeops.arithmetic import UNITS
from timeops.formatting import MAX_CHARACTERS as MAX_FORMAT_CHARACTERS
from timeops.formatting import canonical_format
from timeops.instants import COMPATIBLE, DISAMBIGUATIONS
from timeops.operations import (
    add,
    components,
    convert_timezone,
    current,
    difference,
    format_datetime,
    subtract,
    timezone_info,
    timezones,
)
from timeops.parsing import MAX_CHARACTERS as MAX_DATETIME_CHARACTERS
from timeops.parsing import read, read_timestamp
from timeops.zones import zone_of
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import ServiceError

__all__ = [
    "DEFAULT_DISAMBIGUATION",
    "DEFAULT_OPERATION",
    "DISAMBIGUATIONS",
    "MAX_DATETIME_CHARACTERS",
    "MAX_FORMAT_CHARACTERS",
    "OPERATION_NAMES",
    "UNITS",
    "add",
    "canonical_format",
    "components",
    "convert_timezone",
    "current",
    "difference",
    "format_datetime",
    "missing_parameters",
    "plain_text",
    "read",
    "read_timestamp",
    "subtract",
    "timezone_info",
    "timezones",
    "zone_of",
]

DEFAULT_OPERATION = "current"
DEFAULT_DISAMBIGUATION = COMPATIBLE


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
    ),
    {"now": "current", "convert": "convert_timezone"},
)


def missing_parameters(operation: str, missing: Collection[str]) -> ServiceError:
    """The refusal of a question without parameters that its operation needs (T15)."""
    return ServiceError("Missing required parameters", f"{', '.join(missing)} required for operation {operation}")


def plain_text(result: Mapping[str, Any]) -> str:
    """The one value that the operation is asked for (G6)."""
    match result["operation"]:
        case "difference":
            return str(result["difference"]["formatted"])
        case "timezones":
            return "\n".join(result["timezones"])
        case "timezone_info":
            return "\n".join(f"{key}: {text}" for key, text in _flat(result) if key != "operation")
        case "format":
            return str(result["formatted"])
        case _:
            return str(result["iso8601"])


def _flat(result: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield keys, those of nested objects joined by a dot, and values as words: booleans as JSON has them."""
    for key, value in result.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        elif isinstance(value, bool):
            yield prefix + key, str(value).lower()
        else:
            yield prefix + key, ", ".join(value) if isinstance(value, list) else str(value)
