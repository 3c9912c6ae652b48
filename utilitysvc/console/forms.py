"""The console's forms: one for each function, made from its operations and the hints of its app (hints.py).

A control is what templates/console/control.html shows of one parameter, ``field``: ``kind`` says how. ``initial`` is
its first value, ``default`` the value that need not be sent. ``choices``: the names of a closed list under their
headings, which may be empty; an operation also has a ``summary``, and ``words`` to find it by. ``only_with`` and
``only_values``: another control, and its values with which this one is shown. ``called``: another name of it in errors.
A control that only the page has, and never sends, has no ``field``.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any

from rest_framework.fields import empty

from utilitysvc import __version__
from utilitysvc.console import assets
from utilitysvc.console.hints import BROWSER_ZONE, Hints, hints_of
from utilitysvc.description import catalogue
from utilitysvc.kit.operation import Operations

#: A closed list of at most this many names is shown as buttons side by side, a longer one as a drop-down list.
MOST_SEGMENTS = 4
#: The help of controls for several values. The parameters' own help tells how a program gives several.
HELP = {"choices": "One or several, in the order in which you choose them", "steps": "Applied one after the other"}
#: Words with a special spelling.
SPELLINGS = {
    word: word.upper() for word in ("html", "ip", "json", "jwt", "rot13", "rot47", "url", "utc", "uuid", "yaml")
}
SPELLINGS |= {"base32": "Base32", "base64": "Base64", "base64url": "Base64 URL-safe", "kib": "KiB"}

Control = Mapping[str, Any]
#: Value, label and the like of each name, by the heading of its group.
Choices = dict[str, list[dict[str, str]]]


@cache
def context() -> Mapping[str, Any]:
    """Return the context of the pages' templates."""
    return {
        "version": __version__,
        "assets": assets,
        "forms": [_form(endpoint) for endpoint in catalogue.functions()],
        "interfaces": catalogue.interfaces(),
    }


def _form(endpoint: catalogue.Endpoint) -> dict[str, Any]:
    """Return the form of one function.

    ``method``: POST if its values must not be in addresses and logs. ``examples``: the first one of each operation, as
    JSON, which the form shows when it is chosen. ``operations``: those to choose in the side bar and by the search.
    ``file_type``: the media type of a file that can be sent instead of the parameters ``replaced``, if one can.
    ``scripts`` and ``style``: what its app adds to the page.
    """
    hints, operations, view = hints_of(endpoint), endpoint.operations, endpoint.view
    sent = [_control(operations, hints, name) for name in operations.fields if name not in hints.left_out]
    shown = [_switch(hints, name) for name in hints.switches] + sent
    private = any(control["field"].secret or control["kind"] in ("lines", "items") for control in sent)
    firsts = {row.name: row.first_example for row in operations.rows.values()}
    named = {operations.selector}.union(*firsts.values()) & operations.fields.keys()
    essential: Collection[str] = hints.essential or named or operations.fields
    further = [control for control in shown if control["name"] not in essential]
    examples = {
        operation: {name: value for name, value in example.items() if name not in hints.empty}
        for operation, example in firsts.items()
        if operations.selector
    }
    return {
        "endpoint": endpoint,
        "hints": hints,
        "verb": hints.verb or endpoint.summary.partition(" ")[0],
        "method": "POST" if private or "GET" not in endpoint.methods else "GET",
        "examples": json.dumps(examples),
        "operations": next((each["choices"] for each in sent if each["name"] == operations.selector), {}),
        "essentials": [control for control in shown if control["name"] in essential],
        "further": further,
        "switches": [control for control in further if control["kind"] == "boolean"],
        "file_type": view.file_type,
        "replaced": view.replaced_by_stream,
        "scripts": assets.scripts(endpoint.app),
        "style": assets.style(endpoint.app),
    }


def _switch(hints: Hints, name: str) -> Control:
    """Return a control that exists only on the page."""
    label, values = hints.switches[name]
    return {
        "name": name,
        "label": label,
        "kind": "segments",
        "default": values[0],
        "initial": values[0],
        "choices": {"": _labelled(values, hints)},
    }


def _control(operations: Operations, hints: Hints, name: str) -> Control:
    """Return the control of a parameter."""
    field = operations.fields[name]
    using = operations.operations_using(name) if operations.selector else ()
    only_with, only_values = hints.shown_with.get(name, (operations.selector if using else "", " ".join(using)))
    default = "" if field.default in (empty, None) else field.default
    example = default if name in hints.empty else operations.first.first_example.get(name, default)
    initial = hints.initial.get(name, example)
    kind = _kind(field)
    if kind == "items" and not isinstance(initial, str):
        initial = "\n".join(map(str, initial))
    return {
        "field": field,
        "name": name,
        "label": _label(name, hints),
        "kind": kind,
        "help": hints.help.get(name) or HELP.get(kind, field.help_text),
        "default": default,
        "initial": initial,
        "required": operations.requires(name),
        "bounds": f"{field.bounds.minimum:,} to {field.bounds.maximum:,}" if kind == "integer" and field.bounds else "",
        "choices": _choices(operations, hints, name),
        "only_with": only_with,
        "only_values": only_values,
        "browser_zone": initial == BROWSER_ZONE,
        "called": hints.called.get(name, ""),
    }


def _label(identifier: str, hints: Hints) -> str:
    """Return the name of a parameter or an operation for people: "Base64 decode" for base64_decode."""
    words = " ".join(SPELLINGS.get(word, word) for word in identifier.split("_"))
    return hints.names.get(identifier) or words[:1].upper() + words[1:]


def _labelled(names: Iterable[str], hints: Hints) -> list[dict[str, str]]:
    return [{"value": name, "label": hints.names.get(name, name)} for name in names]


def _kind(field: Any) -> str:
    """Return which of the template's controls shows ``field``."""
    if names := _names(field):
        if field.takes_list:
            return "steps" if field.bounds else "choices"
        return "segments" if len(names) <= MOST_SEGMENTS else "list"
    if field.takes_list:
        return "items"
    if field.json_type in ("integer", "boolean"):
        return str(field.json_type)
    return "lines" if field.multiline else "text"


def _names(field: Any) -> tuple[str, ...]:
    """Return the names of a closed list; of another parameter none."""
    return tuple(field.names.values) if hasattr(field, "names") else ()


def _choices(operations: Operations, hints: Hints, name: str) -> Choices:
    """Return the names of a closed list in groups: operations by their own groups, others by the operations."""
    groups: Choices = {}
    lists: dict[tuple[str, ...], list[str]] = {}
    for row in operations.rows.values():
        label = _label(row.name, hints)
        if name == operations.selector:
            summary, words = row.summary.replace("``", ""), hints.operation_words.get(row.name, "")
            choice = {"value": row.name, "label": label, "summary": summary, "words": words}
            groups.setdefault(row.group, []).append(choice)
        elif names := _names(row.fields.get(name)):
            lists.setdefault(names, []).append(label)
    return groups | {
        ", ".join(using) if len(lists) > 1 else "": _labelled(names, hints) for names, using in lists.items()
    }
