"""The console's forms: one for each function, made from its operations and the hints of its app (hints.py)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from utilitysvc import __version__
from utilitysvc.console import assets
from utilitysvc.console.controls import Control, Group, Name, controls
from utilitysvc.console.hints import Hints, hints_of
from utilitysvc.description import catalogue

#: The icon of functions whose app has none.
OTHER_ICON = '<rect x="4" y="4" width="16" height="16" rx="4"/><path d="M9 17c3 0 3-10 6-10M9 12h5"/>'


def context() -> Mapping[str, Any]:
    """Return the context of the console's template. ``apps``: the forms, grouped by app."""
    endpoints = catalogue.functions()
    grouped = [[_form(endpoint) for endpoint in group] for _, group in groupby(endpoints, lambda each: each.app)]
    return {
        "version": __version__,
        "assets": assets.current(),
        "apps": grouped,
        "forms": [form for forms in grouped for form in forms],
        "interfaces": next((endpoint.title for endpoint in catalogue.interfaces()), ""),
    }


def _form(endpoint: catalogue.Endpoint) -> dict[str, Any]:
    """Return the form of one function.

    ``method``: POST if its values must not be in addresses and logs. ``guide``: the control whose value decides which
    others are shown, if there is one. ``examples``: an example for each value of the guide, as JSON. ``file_type``: the
    media type of a file that can be sent instead of the parameters ``replaced``, if one can. ``scripts`` and ``style``:
    what its app adds to the page.
    """
    hints = hints_of(endpoint)
    operations = endpoint.operations
    shown = controls(operations, hints)
    private = any(control.secret or control.kind in ("lines", "items") for control in shown)
    essential = hints.essential or _parameters_in_examples(endpoint)
    further = [control for control in shown if control.name not in essential]
    guide = operations.selector or next((control.only_with for control in shown if control.only_with), "")
    return {
        "name": endpoint.name,
        "icon": hints.icon or OTHER_ICON,
        "path": endpoint.path.removeprefix("/"),
        "title": hints.title or endpoint.title,
        "summary": endpoint.summary,
        "words": hints.words,
        "verb": hints.verb or endpoint.summary.partition(" ")[0],
        "method": "POST" if private or "GET" not in endpoint.methods else "GET",
        "guide": guide,
        "examples": json.dumps(_examples(endpoint, guide, shown, hints)),
        "operations": _entries(endpoint, shown, hints),
        "essentials": [control for control in shown if control.name in essential],
        "options": [control for control in further if control.kind != "boolean"],
        "switches": [control for control in further if control.kind == "boolean"],
        "file_type": "".join(endpoint.view.streamed_types[:1]),
        "replaced": " ".join(endpoint.view.replaced_by_stream),
        "scripts": " ".join(assets.current().scripts(endpoint.app)),
        "style": assets.current().style(endpoint.app),
    }


def _examples(
    endpoint: catalogue.Endpoint, guide: str, shown: Sequence[Control], hints: Hints
) -> dict[str, Mapping[str, Any]]:
    """Return the first example for each value of the guide. The form shows it when that value is chosen.

    If the guide does not choose an operation, only those values of an example are taken whose controls the guide shows.
    A value without an example takes the example of another value with the same control: a UUID of version 3 that of 5.
    """
    operations = endpoint.operations
    if guide not in operations.fields:
        return {}
    if operations.selector:
        return {
            name: {key: value for key, value in row.first_example.items() if key not in hints.empty}
            for name, row in operations.rows.items()
        }
    found: dict[str, Mapping[str, Any]] = {}
    guided = {control.name: control.only_values.split() for control in shown if control.only_with == guide}
    default = operations.fields[guide].default
    for row in operations.rows.values():
        for example in row.examples.values():
            values = {name: value for name, value in example.items() if name in guided}
            found.setdefault(str(example.get(guide, default)), values)
    for name, chosen in guided.items():
        shared = [found[value] for value in chosen if name in found.get(value, {})]
        found |= {value: shared[0] for value in chosen if shared and value not in found}
    return found


def _parameters_in_examples(endpoint: catalogue.Endpoint) -> Sequence[str]:
    """Return the parameters in the operations' first examples, or all parameters if there are none."""
    operations = endpoint.operations
    named = {name for row in operations.rows.values() for name in row.first_example}
    return [name for name in operations.fields if name in named or name == operations.selector] or list(
        operations.fields
    )


def _entries(endpoint: catalogue.Endpoint, shown: Sequence[Control], hints: Hints) -> Sequence[Group]:
    """Return the operations that a person can choose in the side bar and by the search, under their headings."""
    rows, selector = endpoint.operations.rows, endpoint.operations.selector
    groups: Sequence[Group] = next((each.choices for each in shown if each.name == selector), ())

    def entry(name: Name) -> Name:
        summary = rows[name.value].summary.replace("``", "")
        return replace(name, summary=summary, words=hints.operation_words.get(name.value, ""))

    return [replace(group, names=tuple(map(entry, group.names))) for group in groups]
