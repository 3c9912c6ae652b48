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

# Arguments of the functions that limit them, which no request sets: how many bytes the result may have, and the time
# that is left.
_LIMITS = ("largest", "budget")
# The parameters of functions that take ``flags``.
FLAGS = ("ignore_case", "multiline", "dotall")


class TextOperation(NamedTuple):
    """One row of the table.

    ``example``: the parameters of an example, without the operation. ``reads``: the parameters that it takes in
    addition to the text. ``limits``: which of ``largest`` and ``budget`` it takes,
    because a few bytes could make a large result or take long. ``final``: whether it can only be the last of a chain,
    because its result is no text for another operation.
    """

    name: str
    group: str
    function: Callable[..., Outcome]
    effect: str
    example: Mapping[str, Any]
    reads: tuple[str, ...]
    limits: tuple[str, ...]
    final: bool


def _operation(name: str, module: str, group: str, effect: str, example: Mapping[str, Any]) -> TextOperation:
    """Return the operation of a row of operations.json."""
    function: Callable[..., Outcome] = getattr(import_module(f"textops.{module}"), name)
    _text, *parameters = signature(function).parameters
    keywords = [keyword for name in parameters for keyword in (FLAGS if name == "flags" else [name])]
    return TextOperation(
        name=name,
        group=group,
        function=function,
        effect=effect,
        example=example,
        reads=tuple(name for name in keywords if name not in _LIMITS),
        limits=tuple(name for name in keywords if name in _LIMITS),
        final=signature(function).return_annotation is not str or name == "unicode_report",
    )


_TEXTS = json.loads(Path(__file__).with_name("operations.json").read_text(encoding="utf-8"))

OPERATIONS = {name: _operation(name, *row) for name, row in _TEXTS["operations"].items()}

OPERATION_NAMES = Choices(
    "operation",
    tuple(OPERATIONS),
    default="analyze",
    hints={word: hint for hint, words in _TEXTS["words"].items() for word in words.split()},
)
