"""Hints that an app gives the console about its forms.

The console generates a form from the table of operations. What the table does not say, such as which fields come first,
an app can add in its package ``<app>.console``: ``HINTS`` maps the name of a view to its ``Hints``. Scripts and styles
are in ``<app>/console/static/``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

#: For ``Hints.shown_with``: any value but the empty one.
ANY = "*"
#: For ``Hints.initial``: the time zone of the browser. Links always name it, because their reader may have another.
BROWSER_ZONE = "(browser)"


@dataclass(frozen=True, slots=True)
class Switch:
    """A control that only the page has. It decides which other fields are shown, and is never sent."""

    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints:
    """How the console shows the form of one view.

    ``title``: its name on the page, where the app's own would be mistaken for another's.
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
    ``sliders``: the least and the greatest value that a slider under an integer's field reaches.
    ``switches``: controls of the page alone, by name. They come first.
    ``words``: what people may search for besides the title: "guid" for UUIDs.
    ``names``: how operations are called for people, where their identifier with spaces for underscores does not do.
    ``operation_words``: as ``words``, by operation.
    ``searchable``: parameters of closed lists whose values are found by search.
    """

    title: str = ""
    icon: str = ""
    essential: Sequence[str] = ()
    left_out: Sequence[str] = ()
    wide: Sequence[str] = ()
    shown_with: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    initial: Mapping[str, Any] = field(default_factory=dict)
    empty: Sequence[str] = ()
    called: Mapping[str, str] = field(default_factory=dict)
    verb: str = ""
    help: Mapping[str, str] = field(default_factory=dict)
    sliders: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    switches: Mapping[str, Switch] = field(default_factory=dict)
    words: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    operation_words: Mapping[str, str] = field(default_factory=dict)
    searchable: Sequence[str] = ()
