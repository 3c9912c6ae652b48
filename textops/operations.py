"""The table of operations, which the closed list, chains, the description and the console read.

To add one, write its function in a module of this app, and add a row to operations.json.
"""

import json
from collections.abc import Callable, Mapping
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple

from textops import analysis
from utilitysvc.kit.rules import Choices

Outcome = analysis.Analysis | int | str

# The parameters of functions that take ``flags``.
FLAGS = ("ignore_case", "multiline", "dotall")


class TextOperation(NamedTuple):
    """One row of the table.

    ``example``: the parameters of an example, without the operation. ``reads``: what its function takes in addition to
    the text: parameters of a request, and where a few bytes could make a large result or take long, its limits:
    ``largest``, how many bytes the result may have, and ``budget``, the time that is left. ``final``: whether it can
    only be the last of a chain, because its result is no text for another operation. ``light``: whether a short text
    takes little time and no file, so that it needs no thread of its own.
    """

    name: str
    group: str
    function: Callable[..., Outcome]
    effect: str
    example: Mapping[str, Any]
    reads: tuple[str, ...]
    final: bool
    light: bool


def _operation(
    name: str, module: str, group: str, effect: str, example: Mapping[str, Any], *marks: str
) -> TextOperation:
    """Return the operation of a row of operations.json."""
    function: Callable[..., Outcome] = getattr(import_module(f"textops.{module}"), name)
    _text, *parameters = signature(function).parameters
    reads = tuple(keyword for each in parameters for keyword in (FLAGS if each == "flags" else [each]))
    return TextOperation(
        name,
        group,
        function,
        effect,
        example,
        reads,
        final=signature(function).return_annotation is not str or "final" in marks,
        # What has a budget of time may need all of it for a short text. Of the others, unicode_report may take
        # 10 ms for a thousand characters, and slugify reads a file for each block of 256 that it meets first.
        light="budget" not in reads and "heavy" not in marks,
    )


_TEXTS = json.loads(Path(__file__).with_name("operations.json").read_text(encoding="utf-8"))

OPERATIONS = {name: _operation(name, *row) for name, row in _TEXTS["operations"].items()}

OPERATION_NAMES = Choices(
    "operation",
    tuple(OPERATIONS),
    default="analyze",
    hints={word: hint for hint, words in _TEXTS["words"].items() for word in words.split()},
)
