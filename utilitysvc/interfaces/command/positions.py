"""The parameters that are given by position, without their names.

``positional`` of an operation's serializer lists them, in this order; the last one takes all further values if it is a
list.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import click

from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.raw_values import Repeated
from utilitysvc.kit.service_error import ServiceError


def names_of(row: Operation) -> tuple[str, ...]:
    """Return the names of the parameters of an operation that are given by position."""
    return getattr(row.parameters, "positional", ())


def exist(operations: Operations) -> bool:
    """Return whether any operation takes a value by position."""
    return any(names_of(row) for row in operations.rows.values())


def metavar(operations: Operations) -> str:
    """Return how the help text shows the values: those of the first operation, or of all if the values choose one."""
    rows = [operations.first] if operations.selector else operations.rows.values()
    return " | ".join(shown for row in rows if (shown := metavar_of(row)))


def metavar_of(row: Operation) -> str:
    fields = dict(row.fields)
    names = names_of(row)
    words = [f"{name.upper()}{'...' if _takes_list(fields[name]) else ''}" for name in names]
    required = row.parameters.not_given({})
    return " ".join(word if name in required else f"[{word}]" for name, word in zip(names, words, strict=True))


def assign(operations: Operations, data: Mapping[str, Any], values: Sequence[str]) -> dict[str, Any]:
    """Return ``data`` with each of the values under the name of its parameter.

    If the values choose the operation, as one address or several do, it is the first that takes so many values. Raises
    UsageError if there are too many values, or if one is given by name as well.
    """
    if not values:
        return dict(data)
    rows = _candidates(operations, data)
    for row in rows:
        named = _named(row, values)
        if named is None:
            continue
        if twice := next((name for name in named if name in data), None):
            raise click.UsageError(f"{twice} is given twice, by position and as --{twice.replace('_', '-')}")
        if operations.selector or _chooses(operations, {**data, **named}, row):
            return {**data, **named}
    takes = metavar_of(rows[0]) or "nothing"
    chosen = next((value for value in values if operations.selector and value in operations.rows), "")
    hint = f"; write --{operations.selector} {chosen}" if chosen else ""
    raise click.UsageError(f"by position it takes {takes}, and {len(values)} values are given{hint}")


def needed(operations: Operations, data: Mapping[str, Any]) -> str:
    """Return the first parameter by position if an operation requires it and ``data`` lacks it, or an empty string."""
    for row in _candidates(operations, data):
        required = row.parameters.not_given(data)
        if name := next((name for name in names_of(row)[:1] if name in required), ""):
            return name
    return ""


def reads_whole(operations: Operations, data: Mapping[str, Any]) -> bool:
    """Return whether the first parameter by position is a text of several lines, not a value or a list of values."""
    row = _candidates(operations, data)[0]
    return any(getattr(dict(row.fields)[name], "multiline", False) for name in names_of(row)[:1])


def _candidates(operations: Operations, data: Mapping[str, Any]) -> list[Operation]:
    """Return the operations that a request with ``data`` and values by position could call."""
    if operations.selector or len(operations.rows) == 1:
        return [operations.chosen(data)]
    return [row for row in operations.rows.values() if names_of(row)]


def _chooses(operations: Operations, data: Mapping[str, Any], row: Operation) -> bool:
    try:
        return operations.chosen(data) is row
    except ServiceError:
        return True  # the function reports the error when it reads the request


def _named(row: Operation, values: Sequence[str]) -> dict[str, Any] | None:
    """Return the values by their parameters' names, or None if there are too many of them."""
    names = names_of(row)
    if not names:
        return None
    named: dict[str, Any] = dict(zip(names, values, strict=False))
    if len(values) > len(names):
        if not _takes_list(dict(row.fields)[names[-1]]):
            return None
        named[names[-1]] = Repeated(list(values[len(names) - 1 :]))
    return named


def _takes_list(field: Any) -> bool:
    return getattr(field, "takes_list", False)
