"""The parameters of a function as the controls of a form."""

from dataclasses import dataclass
from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from utilitysvc.console.hints import BROWSER_ZONE, Hints
from utilitysvc.kit.operation import Operations
from utilitysvc.kit.parameters import (
    BooleanParameter,
    ChoiceParameter,
    ChoicesParameter,
    IntegerParameter,
    ListParameter,
    TextParameter,
)

#: A closed list of at most this many names is shown as buttons side by side, a longer one as a drop-down list.
MOST_SEGMENTS = 4
#: A parameter with these choices has no control, because the page shows both formats at once.
FORMATS = {"json", "text"}
#: The help of controls for several values. The parameters' own help tells how a program gives several.
HELP = {"choices": "One or several, in the order in which you choose them", "steps": "Applied one after the other"}
ONE_PER_LINE = "one on each line"
#: Words with a special spelling.
SPELLINGS = {
    word: word.upper() for word in ("html", "ip", "json", "jwt", "rot13", "rot47", "url", "utc", "uuid", "yaml")
}
SPELLINGS |= {"base32": "Base32", "base64": "Base64", "base64url": "Base64 URL-safe", "kib": "KiB"}


@dataclass(frozen=True, slots=True)
class Name:
    """A name of a closed list, and its label for people. An operation also has a summary, and words to find it by."""

    value: str
    label: str
    summary: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Names of a closed list under one heading, which may be empty."""

    heading: str
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """One parameter of a form.

    ``initial``: its first value. ``default``: the value that need not be sent. ``only_with`` and ``only_values``:
    another control, and its values with which this one is shown. ``called``: another name of it in errors.
    """

    name: str
    label: str
    kind: str
    help: str = ""
    default: Any = ""
    initial: Any = ""
    required: bool = False
    secret: bool = False
    minimum: int | None = None
    maximum: int | None = None
    bounds: str = ""
    choices: tuple[Group, ...] = ()
    suggestions: tuple[str, ...] = ()
    only_with: str = ""
    only_values: str = ""
    may_be_empty: bool = False
    wide: bool = False
    searchable: bool = False
    browser_zone: bool = False
    unsent: bool = False
    called: str = ""


def controls(operations: Operations, hints: Hints) -> list[Control]:
    """Return the controls that exist only on the page, and then one for each parameter that people can set."""
    switches = [
        Control(
            name=name,
            label=switch.label,
            kind="segments",
            default=switch.values[0],
            initial=switch.values[0],
            choices=(Group("", tuple(Name(value, hints.names.get(value, value)) for value in switch.values)),),
            unsent=True,
        )
        for name, switch in hints.switches.items()
    ]
    return switches + [
        _control(operations, hints, name, field)
        for name, field in operations.fields.items()
        if name not in hints.left_out
        and not (isinstance(field, ChoiceParameter) and set(field.names.values) == FORMATS)
    ]


def human_name(identifier: str, hints: Hints) -> str:
    """Return an operation's label for people: "Base64 decode" for base64_decode."""
    return hints.names.get(identifier) or _spelled(identifier)


def _spelled(identifier: str) -> str:
    words = [SPELLINGS.get(word, word) for word in identifier.split("_")]
    return " ".join([words[0][:1].upper() + words[0][1:], *words[1:]])


def _control(operations: Operations, hints: Hints, name: str, field: serializers.Field) -> Control:
    bounds = getattr(field, "bounds", None)
    using = operations.operations_using(name) if operations.selector else ()
    only_with, only_values = hints.shown_with.get(name, (operations.selector if using else "", ""))
    default = "" if field.default is empty or field.default is None else field.default
    example = default if name in hints.empty else operations.first.first_example.get(name, default)
    initial = hints.initial.get(name, example)
    kind = _kind(field)
    is_number = kind == "integer"
    return Control(
        name=name,
        label=human_name(name, hints),
        kind=kind,
        help=hints.help.get(name) or HELP.get(kind) or _help(field),
        default=default,
        initial="\n".join(map(str, initial)) if kind == "items" and not isinstance(initial, str) else initial,
        required=operations.requires(name),
        secret=getattr(field, "secret", False),
        minimum=bounds.minimum if bounds else None,
        maximum=bounds.maximum if bounds else None,
        bounds=f"{bounds.minimum:,} to {bounds.maximum:,}" if bounds and is_number else "",
        choices=_choices(operations, hints, name, field),
        suggestions=getattr(field, "suggestions", ()),
        only_with=only_with,
        only_values=only_values or " ".join(using),
        may_be_empty=isinstance(field, TextParameter) and field.allow_blank,
        wide=name in hints.wide,
        searchable=name in hints.searchable or name == operations.selector,
        browser_zone=initial == BROWSER_ZONE,
        called=hints.called.get(name, ""),
    )


def _help(field: serializers.Field) -> str:
    text = str(field.help_text)
    return f"{text}, {ONE_PER_LINE}" if isinstance(field, ListParameter) else text


def _choices(operations: Operations, hints: Hints, name: str, field: serializers.Field) -> tuple[Group, ...]:
    """Return the names of a closed list in groups: operations by their own groups, others by the operations."""
    if not isinstance(field, ChoiceParameter | ChoicesParameter):
        return ()
    rows = operations.rows
    if name == operations.selector:
        names = {value: Name(value, human_name(value, hints)) for value in field.names.values}
        headings = dict.fromkeys(rows[each].group for each in names)
        return tuple(
            Group(heading, tuple(names[each] for each in names if rows[each].group == heading)) for heading in headings
        )
    lists: dict[tuple[str, ...], list[str]] = {}
    for row in rows.values():
        if (read := dict(row.fields).get(name)) is not None:
            lists.setdefault(tuple(read.names.values), []).append(human_name(row.name, hints))
    return tuple(
        Group(
            ", ".join(using) if len(lists) > 1 else "",
            tuple(Name(value, hints.names.get(value, value)) for value in values),
        )
        for values, using in lists.items()
    )


def _kind(field: serializers.Field) -> str:
    """Return which of the template's controls shows ``field``."""
    match field:
        case IntegerParameter():
            return "integer"
        case BooleanParameter():
            return "boolean"
        case ChoicesParameter():
            return "steps" if getattr(field, "bounds", None) else "choices"
        case ChoiceParameter():
            return "segments" if len(field.names.values) <= MOST_SEGMENTS else "list"
        case ListParameter():
            return "items"
    return "lines" if getattr(field, "multiline", False) else "text"
