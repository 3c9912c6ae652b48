"""The hints of each app for its forms, in the app's package ``console``, if it has one.

The console generates a form from the table of operations. What the table does not say, such as which fields come first,
an app can add: ``HINTS`` of ``<app>.console`` has a ``Hints`` for each view, by the view's name. ``static/console.js``
beside it shows the answers, and ``static/console.css`` styles them.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from django.utils.module_loading import module_has_submodule

from utilitysvc.description import catalogue

#: For ``Hints.shown_with``: any value but the empty one.
ANY = "*"
#: For ``Hints.initial``: the time zone of the browser. Links always name it, because their reader may have another.
BROWSER_ZONE = "(browser)"


class Switch(NamedTuple):
    """A control that only the page has. It decides which other fields are shown, and is never sent."""

    label: str
    values: tuple[str, ...]


class Hints(NamedTuple):
    """How the console shows the form of one view.

    ``icon``: SVG elements, drawn in strokes on 24 by 24 units.
    ``essential``: the parameters that are asked first; the others are folded away on a phone. By default those that the
    operations' first examples give.
    ``left_out``: parameters that the form does not show.
    ``wide``: parameters whose field takes the whole width.
    ``shown_with``: for a parameter, another one and the values of it (separated by spaces) with which it is shown,
    where no operation tells it.
    ``initial``: values at first, in the place of those of the first example.
    ``empty``: parameters that begin empty although examples give them: the value would no longer fit once a person
    writes another one beside it.
    ``called``: words that errors use for a parameter, where they do not name it: the error then stands at its field.
    ``verb``: what the button says, where the first word of the view's docstring does not do.
    ``help``: help texts for people, where those of the parameters address programs.
    ``switches``: controls of the page alone, by name. They come first.
    ``words``: what people may search for besides the title: "guid" for UUIDs.
    ``names``: how operations, parameters and values of closed lists are called for people, where their identifiers do
    not do.
    ``operation_words``: as ``words``, by operation.
    """

    icon: str = ""
    essential: Sequence[str] = ()
    left_out: Sequence[str] = ()
    wide: Sequence[str] = ()
    shown_with: Mapping[str, tuple[str, str]] = {}
    initial: Mapping[str, Any] = {}
    empty: Sequence[str] = ()
    called: Mapping[str, str] = {}
    verb: str = ""
    help: Mapping[str, str] = {}
    switches: Mapping[str, Switch] = {}
    words: str = ""
    names: Mapping[str, str] = {}
    operation_words: Mapping[str, str] = {}


def hints_of(endpoint: catalogue.Endpoint) -> Hints:
    """Return the hints for an endpoint's view, or empty ones if its app has none."""
    hints: Hints = getattr(_package(endpoint.app), "HINTS", {}).get(endpoint.name, Hints())
    return hints


def static_folders() -> dict[str, Path]:
    """Return the folders of scripts and styles that the apps add to the page, by the app's name."""
    return {
        endpoint.app: folder
        for endpoint in catalogue.functions()
        if (package := _package(endpoint.app)) and (folder := Path(package.__path__[0], "static")).is_dir()
    }


def _package(app: str) -> ModuleType | None:
    """Return the app's package ``console``, or None if it has none."""
    if not module_has_submodule(import_module(app), "console"):
        return None
    return import_module(f"{app}.console")
