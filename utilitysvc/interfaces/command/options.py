"""A function's options: one for each parameter, and those that the command adds. The function checks the values."""

from typing import Any

import click
from click.shell_completion import CompletionItem

from utilitysvc.kit.openapi.parameters import described, schema_of_parameter
from utilitysvc.kit.operation import Operations
from utilitysvc.kit.view import ComputeView


class _Value(click.ParamType[Any]):
    """A value that Click passes on unchanged. The function reads it like one in a query, and reports its errors."""

    def __init__(self, name: str, choices: list[str]) -> None:
        self.name, self.choices = name, choices

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        return [CompletionItem(choice) for choice in self.choices if choice.startswith(incomplete.lower())]


def options_of(view: type[ComputeView]) -> list[click.Parameter]:
    """Return the options in the order of the parameters."""
    options = [_option(view.operations, name, field) for name, field in view.operations.fields.items()]
    if view.streamed_types:
        replaced = " and ".join(name for name in view.replaced_by_stream if name in view.operations.fields)
        words = f"A file of any size, in the place of {replaced}; - is standard input."
        options.append(click.Option(["--file"], type=click.Path(), help=words))
    options.append(click.Option(["--json"], is_flag=True, help="Write the whole answer as JSON."))
    return [option for option in options if option]


def _option(operations: Operations, name: str, field: Any) -> click.Option | None:
    dashed = name.replace("_", "-")
    words = _help(operations, name, field)
    schema = schema_of_parameter(operations, name, field)
    if getattr(field, "credential", False):
        if operations.requires(name):
            return None  # the command always asks for it
        return click.Option([f"--{dashed}", name], is_flag=True, help=f"{words} (asked for, or a line of stdin).")
    if schema["type"] == "boolean":
        return click.Option([f"--{dashed}/--no-{dashed}", name], default=None, help=words)
    is_list = schema["type"] == "array"
    schema = schema["items"] if is_list else schema
    choices = schema.get("enum", [])
    value = _Value("name" if choices else schema["type"].replace("string", "text"), choices)
    return click.Option([f"--{dashed}", name], type=value, multiple=is_list, help=words)


def _help(operations: Operations, name: str, field: Any) -> str:
    """Return the parameter's description, and the names in its closed list."""
    words = described(operations, name, field, aliases=False).replace("`", "")
    schema = schema_of_parameter(operations, name, field)
    choices = schema.get("enum") or schema.get("items", {}).get("enum")
    if choices and name != operations.selector:
        words += f"; one of {', '.join(choices)}"
    return words
