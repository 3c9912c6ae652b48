"""The console's forms: for each function its parameters as controls, all read from its table of operations."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from utilitysvc import __version__
from utilitysvc.description import catalogue
from utilitysvc.kit.parameters import (
    BooleanParameter,
    ChoiceParameter,
    ChoicesParameter,
    IntegerParameter,
    ListParameter,
    TextParameter,
)

__all__ = ["context"]

TABS = {"answer": "Answer", "curl": "curl", "python": "Python", "javascript": "JavaScript"}.items()
#: The symbols of static/icons.svg: one for each function by its name, and one for those that have none.
ICONS = frozenset(re.findall(r'<symbol id="(\w+)"', (Path(__file__).parent / "static" / "icons.svg").read_text()))
OTHER_ICON = "function"
#: A closed list of up to so many names is shown as buttons side by side, a longer one as a list to open.
MOST_SEGMENTS = 4


@dataclass(frozen=True, slots=True)
class Control:
    """One parameter of a form. ``initial`` is its value at first, ``default`` the one that need not be sent."""

    name: str
    label: str
    help: str
    kind: str
    default: Any
    initial: Any
    required: bool
    secret: bool
    minimum: int | None
    maximum: int | None
    bounds: str
    choices: tuple[str, ...]
    suggestions: tuple[str, ...]
    only_with: str
    only_values: str
    may_be_empty: bool


@dataclass(frozen=True, slots=True)
class Form:
    """One function. ``method``: POST where the question or the answer belongs in no address and no log.

    ``file_type``: the media type of a file that can be sent in the place of the parameters ``replaced``, if any can.
    """

    name: str
    icon: str
    path: str
    title: str
    summary: str
    verb: str
    method: str
    controls: list[Control]
    switches: list[Control]
    file_type: str
    replaced: str


def context() -> Mapping[str, Any]:
    """What the console's template is filled with."""
    return {"version": __version__, "forms": [_form(endpoint) for endpoint in catalogue.functions()], "tabs": TABS}


def _form(endpoint: catalogue.Endpoint) -> Form:
    controls = [
        _control(endpoint, name, field)
        for name, field in endpoint.operations.fields.items()
        if not isinstance(field, ListParameter)  # a list is for programs
    ]
    private = any(control.secret or control.kind == "lines" for control in controls)
    return Form(
        name=endpoint.name,
        icon=endpoint.name if endpoint.name in ICONS else OTHER_ICON,
        path=endpoint.path.removeprefix("/"),
        title=endpoint.title,
        summary=endpoint.summary,
        verb=endpoint.summary.partition(" ")[0],
        method="POST" if private else "GET",
        controls=[control for control in controls if control.kind != "boolean"],
        switches=[control for control in controls if control.kind == "boolean"],
        file_type="".join(endpoint.view.streamed_types[:1]),
        replaced=" ".join(endpoint.view.replaced_by_stream),
    )


def _control(endpoint: catalogue.Endpoint, name: str, field: serializers.Field) -> Control:
    operations = endpoint.operations
    example = next(iter(operations.examples.values()))
    bounds = getattr(field, "bounds", None)
    readers = operations.readers(name) if operations.selector else ()
    default = "" if field.default is empty else field.default
    return Control(
        name=name,
        label=field.label,
        help=field.help_text,
        kind=_kind(field),
        default=default,
        initial=example.get(name, default),
        required=operations.requires(name),
        secret=getattr(field, "secret", False),
        minimum=bounds.minimum if bounds else None,
        maximum=bounds.maximum if bounds else None,
        bounds=f"{bounds.minimum:,} to {bounds.maximum:,}" if bounds else "",
        choices=field.names.values if isinstance(field, ChoiceParameter | ChoicesParameter) else (),
        suggestions=getattr(field, "suggestions", ()),
        only_with=operations.selector if readers else "",
        only_values=" ".join(readers),
        may_be_empty=isinstance(field, TextParameter) and field.allow_blank,
    )


def _kind(field: serializers.Field) -> str:
    """Which of the template's controls shows ``field``."""
    match field:
        case IntegerParameter():
            return "integer"
        case BooleanParameter():
            return "boolean"
        case ChoicesParameter():
            return "steps" if getattr(field, "bounds", None) else "choices"
        case ChoiceParameter():
            return "segments" if len(field.names.values) <= MOST_SEGMENTS else "list"
    return "lines" if getattr(field, "multiline", False) else "text"
