"""A function's parameters in the shell: as options, and by position. The function itself checks the values.

``positional`` of an operation's serializer lists those by position, in this order; the last one takes all further
values if it is a list.
"""

import shlex
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

import click

from utilitysvc.interfaces.command.streams import option_name
from utilitysvc.kit.openapi.schemas import described, schema_of_parameter
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.parameters import Repeated
from utilitysvc.kit.view import ComputeView

#: How many examples the help text shows, and the length of the longest.
MOST_EXAMPLES, LONGEST_EXAMPLE = 6, 110


def options_of(view: type[ComputeView]) -> list[click.Parameter]:
    """Return the values by position, and the options in the order of the parameters."""
    operations = view.operations
    rows = candidates(operations, {})
    options: list[click.Parameter] = []
    if shown := " | ".join(filter(None, map(usage, rows))):
        options.append(click.Argument(["values"], nargs=-1, metavar=shown))
    for name, field in operations.fields.items():
        if not (field.credential and operations.requires(name)):  # for which the command always asks
            options.append(_option(operations, name, field))
    if view.file_type:
        replaced = " and ".join(name for name in view.replaced_by_stream if name in operations.fields)
        words = f"A file of any size, in the place of {replaced}; - is standard input."
        options.append(click.Option(["--file"], type=click.Path(), help=words))
    return [*options, click.Option(["--json"], is_flag=True, help="Write the whole answer as JSON.")]


def _option(operations: Operations, name: str, field: Any) -> click.Option:
    schema = schema_of_parameter(operations, name)
    element = schema.get("items", schema)
    choices = element.get("enum", [])
    words = described(operations, name, aliases=False).replace("`", "")
    if len(choices) > 1 and name != operations.selector:
        words += f"; one of {', '.join(choices)}"
    option = option_name(name)
    if field.credential:
        return click.Option([option], is_flag=True, help=f"{words} (asked for, or a line of stdin).")
    if schema["type"] == "boolean":
        return click.Option([f"{option}/{option_name(f'no-{name}')}"], default=None, help=words)
    # Click passes the text on unchanged. The function reads it like one in a query, and reports its errors.
    return click.Option(
        [option],
        multiple=field.takes_list,
        help=words,
        metavar="NAME" if choices else element["type"].replace("string", "text").upper(),
        shell_complete=lambda ctx, param, word: [choice for choice in choices if choice.startswith(word.lower())],
    )


def positional(row: Operation) -> tuple[str, ...]:
    """Return the names of the parameters of an operation that are given by position."""
    return getattr(row.parameters, "positional", ())


def usage(row: Operation) -> str:
    """Return how the help text shows the values by position."""
    required, words = row.parameters.not_given({}), []
    for name in positional(row):
        word = name.upper() + ("..." if row.fields[name].takes_list else "")
        words.append(word if name in required else f"[{word}]")
    return " ".join(words)


def candidates(operations: Operations, data: Mapping[str, Any]) -> list[Operation]:
    """Return the operations that a request with ``data`` and values by position could call."""
    return [operations.chosen(data)] if operations.selector else list(operations.rows.values())


def assigned(operations: Operations, data: Mapping[str, Any], values: Sequence[str]) -> dict[str, Any]:
    """Return ``data`` with each of the values under the name of its parameter.

    If the values choose the operation, as one address or several do, it is the first that takes so many values. Raises
    UsageError if there are too many values, or if one is given by name as well.
    """
    rows = candidates(operations, data)
    for row in rows:
        names = positional(row)
        named: dict[str, Any] = dict(zip(names, values, strict=False))
        if len(values) > len(names):
            if not names or not row.fields[names[-1]].takes_list:
                continue
            named[names[-1]] = Repeated(list(values[len(names) - 1 :]))
        if twice := next((name for name in named if name in data), ""):
            raise click.UsageError(f"{twice} is given twice, by position and as {option_name(twice)}")
        if operations.chosen(both := {**data, **named}).name == row.name:
            return both
    chosen = next((value for value in values if operations.selector and value in operations.rows), "")
    hint = f"; write {option_name(operations.selector)} {chosen}" if chosen else ""
    raise click.UsageError(
        f"by position it takes {usage(rows[0]) or 'nothing'}, and {len(values)} values are given{hint}"
    )


def examples(command: str, operations: Operations) -> list[str]:
    """Return the first examples whose commands fit on one line, and one whose only value by position is piped."""
    rows = operations.rows.values()
    lines = [written(command, operations, row, data) for row in rows for data in row.examples.values()]
    shown = [line for line in lines if len(line) <= LONGEST_EXAMPLE and "\n" not in line][:MOST_EXAMPLES]
    for row in rows:
        if len(names := positional(row)) == 1 and names[0] in row.parameters.not_given({}):
            options = dict(row.first_example)
            values = _entries(options.pop(names[0]))
            piped = shlex.join(["printf", "%s\\n" if len(values) > 1 else "%s", *values])
            return [*shown, f"{piped} | {written(command, operations, row, options)}"]
    return shown


def written(command: str, operations: Operations, row: Operation, data: Mapping[str, Any]) -> str:
    """Return ``command`` with the arguments for ``data``, an example of ``row``, without its secrets."""
    by_position = list(takewhile(data.__contains__, positional(row)))
    values = [entry for name in by_position for entry in _entries(data[name])]
    options: list[str] = []
    for name, value in data.items():
        if row.fields[name].credential or isinstance(value, bool):
            # A secret is written as the flag with which it is asked for, unless that is always done. No other flag is
            # required.
            options += [] if operations.requires(name) else [option_name(name if value else f"no-{name}")]
        elif name not in by_position:
            options += [part for entry in _entries(value) for part in (option_name(name), entry)]
    if any(value.startswith("-") for value in values):
        options, values = [], [*options, "--", *values]  # otherwise the value would be read as an option
    return shlex.join([*command.split(), *values, *options])


def _entries(value: object) -> list[str]:
    return list(map(str, value)) if isinstance(value, list) else [str(value)]
