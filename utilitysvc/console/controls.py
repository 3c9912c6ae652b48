"""The parameters of a function as the controls of a form.

A control is what templates/console/control.html shows of one parameter, ``field``: ``kind`` says how. ``initial`` is
its first value, ``default`` the value that need not be sent. ``choices``: the names of a closed list in groups, each
with a ``heading``, which may be empty; an operation also has a ``summary``, and ``words`` to find it by. ``only_with``
and ``only_values``: another control, and its values with which this one is shown. ``called``: another name of it in
errors. ``searchable``: the page's search finds its names, those of the operations and of lists of which people may
choose several. A control that only the page has, and never sends, has no ``field``.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework.fields import empty

from utilitysvc.console.hints import BROWSER_ZONE, Hints
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
Group = Mapping[str, Any]


def controls(operations: Operations, hints: Hints) -> list[Control]:
    """Return the controls that exist only on the page, and then one for each parameter that people can set."""
    switches = [
        {
            "name": name,
            "label": switch.label,
            "kind": "segments",
            "default": switch.values[0],
            "initial": switch.values[0],
            "choices": [_group("", switch.values, hints)],
        }
        for name, switch in hints.switches.items()
    ]
    return switches + [
        _control(operations, hints, name, field)
        for name, field in operations.fields.items()
        if name not in hints.left_out
    ]


def _control(operations: Operations, hints: Hints, name: str, field: Any) -> Control:
    using = operations.operations_using(name) if operations.selector else ()
    only_with, only_values = hints.shown_with.get(name, (operations.selector if using else "", " ".join(using)))
    default = "" if field.default in (empty, None) else field.default
    example = default if name in hints.empty else operations.first.first_example.get(name, default)
    initial = hints.initial.get(name, example)
    kind = _kind(field)
    help_text = field.help_text
    if kind == "items":
        help_text = f"{help_text}, one on each line"
        initial = initial if isinstance(initial, str) else "\n".join(map(str, initial))
    return {
        "field": field,
        "name": name,
        "label": _label(name, hints),
        "kind": kind,
        "help": hints.help.get(name) or HELP.get(kind, help_text),
        "default": default,
        "initial": initial,
        "required": operations.requires(name),
        "bounds": f"{field.bounds.minimum:,} to {field.bounds.maximum:,}" if kind == "integer" and field.bounds else "",
        "choices": _choices(operations, hints, name),
        "only_with": only_with,
        "only_values": only_values,
        "wide": name in hints.wide,
        "searchable": kind == "choices" or name == operations.selector,
        "browser_zone": initial == BROWSER_ZONE,
        "called": hints.called.get(name, ""),
    }


def _label(identifier: str, hints: Hints) -> str:
    """Return the name of a parameter or an operation for people: "Base64 decode" for base64_decode."""
    words = " ".join(SPELLINGS.get(word, word) for word in identifier.split("_"))
    return hints.names.get(identifier) or words[:1].upper() + words[1:]


def _group(heading: str, names: Iterable[str], hints: Hints) -> Group:
    labels = hints.names
    return {"heading": heading, "names": [{"value": name, "label": labels.get(name, name)} for name in names]}


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
    names: tuple[str, ...] = field.names.values if hasattr(field, "names") else ()
    return names


def _choices(operations: Operations, hints: Hints, name: str) -> list[Group]:
    """Return the names of a closed list in groups: operations by their own groups, others by the operations."""
    rows = operations.rows.values()
    if name == operations.selector:
        return [
            {
                "heading": heading,
                "names": [
                    {
                        "value": row.name,
                        "label": _label(row.name, hints),
                        "summary": row.summary.replace("``", ""),
                        "words": hints.operation_words.get(row.name, ""),
                    }
                    for row in rows
                    if row.group == heading
                ],
            }
            for heading in dict.fromkeys(row.group for row in rows)
        ]
    lists: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        if names := _names(row.fields.get(name)):
            lists.setdefault(names, []).append(_label(row.name, hints))
    return [_group(", ".join(using) if len(lists) > 1 else "", names, hints) for names, using in lists.items()]
