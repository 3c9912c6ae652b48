"""A path as a tool for agents. All operations of a path are one tool."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Tool(NamedTuple):
    """What agents are told about a view: its attribute ``tool``. A view that is not for agents has ``is_tool = False``.

    ``name`` and ``title`` for a list of tools; ``use`` tells a model when to take it and what comes back. ``returns``:
    the keys of the answer that it mentions, which the output schema lists; without, all are listed. ``example`` is the
    title of the example that is shown; without, the first one. ``evident`` are the operations whose names say enough: a
    model reads every word of a tool before it does anything. ``defaults``: values of parameters that an agent does not
    give, where short answers need others than those of a request.
    """

    name: str
    title: str
    use: str
    returns: tuple[str, ...] = ()
    example: str = ""
    evident: frozenset[str] = frozenset()
    defaults: Mapping[str, Any] = {}
