"""Find mistakes in a row of the table of operations at import, before the first caller would."""

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, get_type_hints

from rest_framework.fields import empty

if TYPE_CHECKING:
    from utilitysvc.kit.operation import Operation

_EMPTY = inspect.Parameter.empty


def undecorated(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function inside of decorators and partials."""
    while (inner := getattr(function, "func", None) or getattr(function, "__wrapped__", None)) is not None:
        function = inner
    return function


def mistake_in(operation: "Operation") -> str:
    """Say what is wrong with a row; an empty string if nothing is."""
    signature = inspect.signature(operation.function)
    keywords = {
        name: parameter
        for name, parameter in signature.parameters.items()
        if parameter.kind in (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    }
    serializer = operation.parameters
    passed = [name for name, _ in operation.fields if name not in serializer.request_only]
    if unexpected := [name for name in passed if name not in keywords]:
        return f"its function takes no {', '.join(unexpected)}, which {serializer.__qualname__} reads"
    needed = [name for name, parameter in keywords.items() if parameter.default is _EMPTY]
    if unread := [name for name in needed if name not in passed]:
        return f"its function needs {', '.join(unread)}, which {serializer.__qualname__} does not read"
    for name, field in operation.fields:
        default = keywords[name].default if name in keywords else _EMPTY
        if default is not _EMPTY and field.default is not empty and default != field.default:
            return f"{name} is {default!r} by default in its function, and {field.default!r} in its serializer"
    if not operation.examples:
        return "it has no example"
    if unknown := [title for title in operation.answers if title not in operation.examples]:
        return f"answers to no example: {', '.join(unknown)}"
    if "return" not in get_type_hints(undecorated(operation.function)):
        return "its function is not annotated with what it returns"
    return ""
