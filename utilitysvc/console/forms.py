"""The console's forms: for each function its parameters as controls, all read from its table of operations."""

import json
import re
from collections.abc import Mapping, Sequence
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

TABS = {
    "answer": "Answer",
    "curl": "curl",
    "python": "Python",
    "javascript": "JavaScript",
    "go": "Go",
    "php": "PHP",
    "powershell": "PowerShell",
    "httpie": "HTTPie",
}.items()
#: The symbols of static/icons.svg: one for each function by its name, and one for those that have none.
ICONS = frozenset(re.findall(r'<symbol id="(\w+)"', (Path(__file__).parent / "static" / "icons.svg").read_text()))
OTHER_ICON = "function"
#: A closed list of up to so many names is shown as buttons side by side, a longer one as a list to open.
MOST_SEGMENTS = 4
#: In SHOWN_WITH: any value that is not empty.
ANY = "*"

#: What is asked of a person first, by function; all else is folded away on a phone. Of a function that is not named
#: here it is what its operations' first examples give.
ESSENTIAL = {
    "hash": ("input", "expected"),
    "ip": ("ip",),
    "random": ("min", "max", "count"),
    "uuid": ("version", "count", "name", "namespace"),
    "password": ("kind", "length", "words", "count"),
    "number": ("min", "max", "count"),
}
#: Controls that are shown with a value of another one, where no operation tells it.
SHOWN_WITH = {
    ("number", "precision"): ("decimal", "true"),
    ("uuid", "name"): ("version", "5"),
    ("uuid", "namespace"): ("version", "5"),
    ("hash", "key_encoding"): ("key", ANY),
    **{("password", name): ("kind", "words") for name in ("words", "separator", "capitalize", "digit")},
    **{
        ("password", name): ("kind", "characters")
        for name in (
            "length",
            "exclude",
            "uppercase",
            "lowercase",
            "numbers",
            "symbols",
            "exclude_similar",
            "exclude_ambiguous",
        )
    },
}
#: What the form shows at first in the place of the example's value.
INITIAL = {("ip", "ip"): "", ("password", "words"): 6}
#: The parameter's own words say how a program gives several names; these say how a person does.
HELP: Mapping[str | tuple[str, str], str] = {
    ("ip", "ip"): "An IPv4 or IPv6 address, or paste up to 100; leave it empty for your own",
    "choices": "One or several, in the order in which you choose them",
    "steps": "Applied one after the other",
}
#: How an answer is written is for programs: the page shows both at once.
FORMATS = {"json", "text"}


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
    choices: tuple[tuple[str, tuple[str, ...]], ...]
    suggestions: tuple[str, ...]
    only_with: str
    only_values: str
    may_be_empty: bool
    unsent: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """One function. ``method``: POST where the question or the answer belongs in no address and no log.

    ``examples``: by operation the question that is shown when it is chosen, as JSON. ``file_type``: the media type of a
    file that can be sent in the place of the parameters ``replaced``, if any can.
    """

    name: str
    icon: str
    path: str
    title: str
    summary: str
    verb: str
    method: str
    examples: str
    essentials: list[Control]
    options: list[Control]
    switches: list[Control]
    file_type: str
    replaced: str


#: Controls of the console alone, which decide what else is shown and are not sent.
EXTRA = {
    "password": (
        Control(
            name="kind",
            label="Made of",
            help="",
            kind="segments",
            default="characters",
            initial="characters",
            required=False,
            secret=False,
            minimum=None,
            maximum=None,
            bounds="",
            choices=(("", ("characters", "words")),),
            suggestions=(),
            only_with="",
            only_values="",
            may_be_empty=False,
            unsent=True,
        ),
    )
}


def context() -> Mapping[str, Any]:
    """What the console's template is filled with."""
    return {
        "version": __version__,
        "forms": [_form(endpoint) for endpoint in catalogue.functions()],
        "tabs": TABS,
        "interfaces": next((endpoint.title for endpoint in catalogue.interfaces()), ""),
    }


def _form(endpoint: catalogue.Endpoint) -> Form:
    controls = [
        _control(endpoint, name, field)
        for name, field in endpoint.operations.fields.items()
        if not isinstance(field, ListParameter)  # a list is for programs
        and not (isinstance(field, ChoiceParameter) and set(field.names.values) == FORMATS)
    ]
    controls = [*EXTRA.get(endpoint.name, ()), *controls]
    private = any(control.secret or control.kind == "lines" for control in controls)
    essential = ESSENTIAL.get(endpoint.name) or _exemplified(endpoint)
    return Form(
        name=endpoint.name,
        icon=endpoint.name if endpoint.name in ICONS else OTHER_ICON,
        path=endpoint.path.removeprefix("/"),
        title=endpoint.title,
        summary=endpoint.summary,
        verb=endpoint.summary.partition(" ")[0],
        method="POST" if private else "GET",
        examples=json.dumps(_examples(endpoint)),
        essentials=[control for control in controls if control.name in essential],
        options=[control for control in controls if control.name not in essential and control.kind != "boolean"],
        switches=[control for control in controls if control.name not in essential and control.kind == "boolean"],
        file_type="".join(endpoint.view.streamed_types[:1]),
        replaced=" ".join(endpoint.view.replaced_by_stream),
    )


def _examples(endpoint: catalogue.Endpoint) -> dict[str, Mapping[str, Any]]:
    """The first example of each operation that a person can choose."""
    operations = endpoint.operations
    if not operations.selector:
        return {}
    return {name: row.first_example for name, row in operations.rows.items()}


def _exemplified(endpoint: catalogue.Endpoint) -> Sequence[str]:
    operations = endpoint.operations
    named = {name for row in operations.rows.values() for name in row.first_example}
    return [name for name in operations.fields if name in named or name == operations.selector] or list(
        operations.fields
    )


def _control(endpoint: catalogue.Endpoint, name: str, field: serializers.Field) -> Control:
    operations = endpoint.operations
    example = operations.first.first_example
    bounds = getattr(field, "bounds", None)
    readers = operations.operations_using(name) if operations.selector else ()
    only_with, only_values = SHOWN_WITH.get((endpoint.name, name), (operations.selector if readers else "", ""))
    default = "" if field.default is empty else field.default
    kind = _kind(field)
    return Control(
        name=name,
        label=field.label,
        help=HELP.get((endpoint.name, name)) or HELP.get(kind, field.help_text),
        kind=kind,
        default=default,
        initial=INITIAL.get((endpoint.name, name), example.get(name, default)),
        required=operations.requires(name),
        secret=getattr(field, "secret", False),
        minimum=bounds.minimum if bounds else None,
        maximum=bounds.maximum if bounds else None,
        bounds=f"{bounds.minimum:,} to {bounds.maximum:,}" if bounds else "",
        choices=_choices(endpoint, name, field),
        suggestions=getattr(field, "suggestions", ()),
        only_with=only_with,
        only_values=only_values or " ".join(readers),
        may_be_empty=isinstance(field, TextParameter) and field.allow_blank,
    )


def _choices(
    endpoint: catalogue.Endpoint, name: str, field: serializers.Field
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The names of a closed list: operations under the headings of their groups, others of whom they are read by."""
    if not isinstance(field, ChoiceParameter | ChoicesParameter):
        return ()
    names = tuple(field.names.values)
    rows = endpoint.operations.rows
    if name != endpoint.operations.selector:
        lists: dict[tuple[str, ...], list[str]] = {}
        for row in rows.values():
            if (read := dict(row.fields).get(name)) is not None:
                lists.setdefault(tuple(read.names.values), []).append(row.name)
        if len(lists) == 1:
            return (("", names),)
        return tuple((", ".join(readers), each) for each, readers in lists.items())
    headings = dict.fromkeys(rows[each].group for each in names)
    return tuple((group, tuple(each for each in names if rows[each].group == group)) for group in headings)


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
