"""The console's forms: one for each function, made from its operations and the hints of its app (hints.py)."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from utilitysvc import __version__
from utilitysvc.console import assets
from utilitysvc.console.controls import controls
from utilitysvc.console.hints import hints_of
from utilitysvc.description import catalogue
from utilitysvc.kit.operation import Operations

#: The icon of functions whose app has none.
OTHER_ICON = '<rect x="4" y="4" width="16" height="16" rx="4"/><path d="M9 17c3 0 3-10 6-10M9 12h5"/>'


@cache
def context() -> Mapping[str, Any]:
    """Return the context of the pages' templates. ``apps``: the forms, grouped by app."""
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

    ``method``: POST if its values must not be in addresses and logs. ``guide``: the control that chooses the
    operation, if there is one. ``examples``: the first one of each operation, as JSON, which the form shows when it is
    chosen. ``operations``: those to choose in the side bar and by the search. ``file_type``: the media
    type of a file that can be sent instead of the parameters ``replaced``, if one can. ``scripts`` and ``style``: what
    its app adds to the page.
    """
    hints = hints_of(endpoint)
    operations, view = endpoint.operations, endpoint.view
    shown = controls(operations, hints)
    sent = [control for control in shown if "field" in control]
    private = any(control["field"].secret or control["kind"] in ("lines", "items") for control in sent)
    essential = hints.essential or _essential(operations)
    further = [control for control in shown if control["name"] not in essential]
    rows = operations.rows.values() if operations.selector else ()
    examples = {
        row.name: {name: value for name, value in row.first_example.items() if name not in hints.empty} for row in rows
    }
    return {
        "name": endpoint.name,
        "icon": hints.icon or OTHER_ICON,
        "path": endpoint.path.removeprefix("/"),
        "title": endpoint.title,
        "summary": endpoint.summary,
        "words": hints.words,
        "verb": hints.verb or endpoint.summary.partition(" ")[0],
        "method": "POST" if private or "GET" not in endpoint.methods else "GET",
        "guide": operations.selector,
        "examples": json.dumps(examples),
        "operations": next((each["choices"] for each in shown if each["name"] == operations.selector), ()),
        "essentials": [control for control in shown if control["name"] in essential],
        "options": [control for control in further if control["kind"] != "boolean"],
        "switches": [control for control in further if control["kind"] == "boolean"],
        "file_type": "".join(view.streamed_types[:1]),
        "replaced": " ".join(view.replaced_by_stream),
        "scripts": " ".join(assets.current().scripts(endpoint.app)),
        "style": assets.current().style(endpoint.app),
    }


def _essential(operations: Operations) -> Sequence[str]:
    """Return the parameters in the operations' first examples, or all parameters if there are none."""
    named = {operations.selector}.union(*(row.first_example for row in operations.rows.values()))
    return [name for name in operations.fields if name in named] or list(operations.fields)
