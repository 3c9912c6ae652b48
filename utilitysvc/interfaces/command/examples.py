"""The examples of operations as command lines."""

import shlex
from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from utilitysvc.interfaces.command import positions
from utilitysvc.kit.operation import Operation, Operations

#: How many examples the help text shows.
MOST_LINES = 6
LONGEST_LINE = 110


def lines(command: str, operations: Operations) -> list[str]:
    """Return the first examples whose commands fit on one line."""
    rows = ((row, data) for row in operations.rows.values() for data in row.examples.values())
    written = (shlex.join([*command.split(), *arguments(operations, row, data)]) for row, data in rows)
    return [line for line in written if len(line) <= LONGEST_LINE and "\n" not in line][:MOST_LINES]


def arguments(operations: Operations, row: Operation, data: Mapping[str, Any]) -> list[str]:
    """Return the command's arguments for ``data``, an example of ``row``. They do not contain its secrets."""
    fields = dict(row.fields)
    by_position = list(takewhile(data.__contains__, positions.names_of(row)))
    named: list[str] = []
    for name, value in data.items():
        option = f"--{name.replace('_', '-')}"
        if getattr(fields[name], "credential", False):
            named += [] if operations.requires(name) else [option]
        elif isinstance(value, bool):
            named.append(option if value else option.replace("--", "--no-", 1))
        elif name not in by_position:
            named += [part for entry in _entries(value) for part in (option, entry)]
    values = [entry for name in by_position for entry in _entries(data[name])]
    if any(value.startswith("-") for value in values):
        values.insert(0, "--")  # otherwise the value would be read as an option
    return [*values, *named] if values[:1] != ["--"] else [*named, *values]


def _entries(value: object) -> list[str]:
    return list(map(str, value)) if isinstance(value, list) else [str(value)]
