"""A path as a tool for agents. All operations of a path are one tool."""

from typing import NamedTuple


class Tool(NamedTuple):
    """``name`` and ``title`` for a list of tools; ``use`` tells a model when to take it and what comes back.

    ``example`` is the title of the example that is shown; without, the first one. ``evident`` are the operations whose
    names say enough: a model reads every word of a tool before it does anything.
    """

    name: str
    title: str
    use: str
    example: str = ""
    evident: frozenset[str] = frozenset()
