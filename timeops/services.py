"""Answer a question about time: ``answer`` is the door, operations.py holds what stands behind it."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from timeops import operations
from timeops.arithmetic import UNITS
from timeops.formatting import MAX_CHARACTERS as MAX_FORMAT_CHARACTERS
from timeops.formatting import canonical_format
from timeops.instants import COMPATIBLE, DISAMBIGUATIONS
from timeops.operations import Answer
from timeops.parsing import MAX_CHARACTERS as MAX_DATETIME_CHARACTERS
from timeops.parsing import read, read_timestamp
from timeops.zones import zone_of
from utilitysvc.kit.errors import ServiceError
from utilitysvc.kit.rules import Choices

__all__ = [
    "DEFAULT_DISAMBIGUATION",
    "DEFAULT_OPERATION",
    "DISAMBIGUATIONS",
    "MAX_DATETIME_CHARACTERS",
    "MAX_FORMAT_CHARACTERS",
    "OPERATIONS",
    "OPERATION_NAMES",
    "READERS",
    "UNITS",
    "answer",
    "missing_parameters",
    "operations_with",
    "plain_text",
    "read",
    "zone_of",
]

DEFAULT_OPERATION = "current"
DEFAULT_DISAMBIGUATION = COMPATIBLE


class Operation(NamedTuple):
    """An operation: what computes it, the parameters that it needs, and those that it takes besides.

    A timestamp may stand for a datetime anywhere (T7).
    """

    compute: Callable[..., Answer]
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()

    @property
    def parameters(self) -> tuple[str, ...]:
        names = self.required + self.optional
        return (*names, "timestamp") if "datetime" in names else names


OPERATIONS = {
    "current": Operation(operations.current, optional=("timezone", "datetime", "disambiguation")),
    "timezones": Operation(operations.timezones),
    "difference": Operation(operations.difference, ("start", "end"), ("timezone", "disambiguation")),
    "add": Operation(operations.add, ("datetime", "amount", "unit"), ("timezone", "disambiguation")),
    "subtract": Operation(operations.subtract, ("datetime", "amount", "unit"), ("timezone", "disambiguation")),
    "convert_timezone": Operation(
        operations.convert_timezone,
        ("datetime", "from_timezone", "to_timezone"),
        ("disambiguation",),
    ),
    "timezone_info": Operation(operations.timezone_info, ("timezone",), ("datetime", "disambiguation")),
    "format": Operation(operations.format_datetime, ("format",), ("timezone", "datetime", "disambiguation")),
    "components": Operation(operations.components, optional=("timezone", "datetime", "disambiguation")),
}
OPERATION_NAMES = Choices("operation", tuple(OPERATIONS), {"now": "current", "convert": "convert_timezone"})

#: What makes the value of a parameter of what is given for it.
READERS: dict[str, Callable[[Any], object]] = {
    "timezone": zone_of,
    "timestamp": read_timestamp,
    "datetime": read,
    "start": partial(read, parameter="start"),
    "end": partial(read, parameter="end"),
    "unit": UNITS.canonical,
    "from_timezone": zone_of,
    "to_timezone": zone_of,
    "disambiguation": DISAMBIGUATIONS.canonical,
    "format": canonical_format,
}


def operations_with(parameter: str) -> tuple[str, ...]:
    """Return the operations that take ``parameter``."""
    return tuple(name for name, operation in OPERATIONS.items() if parameter in operation.parameters)


def answer(*, operation: str = DEFAULT_OPERATION, **parameters: Any) -> Answer:
    """Carry out ``operation`` with its parameters; a text among them is read, what is read already stands as it is.

    Raises ServiceError for what is missing, cannot be read, or has no answer.
    """
    operation = OPERATION_NAMES.canonical(operation)
    plan = OPERATIONS[operation]
    if missing := [name for name in plan.required if name not in parameters]:
        raise missing_parameters(operation, missing)
    values = {
        name: READERS[name](value) if isinstance(value, str) and name in READERS else value
        for name, value in parameters.items()
    }
    return plan.compute(**values)


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
