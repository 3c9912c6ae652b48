"""The difference of two texts as a unified diff with as few changed lines as possible (X14).

A line ends at U+000A, as in ``diff``, ``patch`` and ``git apply``. Other line endings are part of the line, so two
texts that differ only in their line endings are different.

https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html
"""

import re
from io import StringIO
from itertools import takewhile
from operator import eq
from typing import Any

from textops.limits import Budget
from utilitysvc.kit.rules import Bounds

CONTEXT = Bounds("context", 0, 100, default=3)
OTHER_REQUIRED = ("Other parameter is required", "Provide the text to compare with in the other parameter")


def diff(text: str, *, other: str, context: int = CONTEXT.default, budget: Budget | None = None) -> str:
    """Return the unified diff that turns ``text`` into ``other``; empty if they are equal.

    ``context``: how many equal lines to show around each change. Raises ServiceError if the comparison takes too long.
    """
    CONTEXT.check(context)
    if text == other:
        return ""
    old, new = _lines(text), _lines(other)
    start = sum(takewhile(bool, map(eq, old, new)))
    end = sum(takewhile(bool, map(eq, reversed(old[start:]), reversed(new[start:]))))
    changed = _signs(old[start : len(old) - end], new[start : len(new) - end], budget or Budget())
    signs = " " * start + changed + " " * end
    pieces = ["--- text\n+++ other\n"]
    end = old_end = new_end = 0
    # Changes with at most twice the context between them stand in one hunk.
    for changes in re.finditer(rf"[-+]++(?: {{0,{2 * context}}}[-+]++)*+", signs):
        start = max(changes.start() - context, 0)
        old_start, new_start = old_end + start - end, new_end + start - end
        end = changes.end() + context
        hunk = signs[start:end]
        old_end, new_end = old_start + len(hunk) - hunk.count("+"), new_start + len(hunk) - hunk.count("-")
        pieces.append(f"@@ -{_range(old_start, old_end)} +{_range(new_start, new_end)} @@\n")
        old_lines, new_lines = iter(old[old_start:old_end]), iter(new[new_start:new_end])
        for sign in hunk:
            if sign != "-":
                line = next(new_lines)
            if sign != "+":
                line = next(old_lines)
            pieces.append(sign + line)
    return "".join(pieces)


def _lines(text: str) -> list[str]:
    """Return the lines as the difference shows them: behind the last one, whether a line feed is missing."""
    lines = list(StringIO(text, newline="\n"))  # which ends lines at U+000A alone
    if text[-1:] not in ("", "\n"):
        lines[-1] += "\n\\ No newline at end of file\n"
    return lines


def _range(start: int, end: int) -> str:
    """Return the range of a hunk's lines, counted from 1. An empty range has the number of the line before it."""
    size = end - start
    return str(end) if size == 1 else f"{start + bool(size)},{size}"


def _signs(old: list[str], new: list[str], budget: Budget) -> str:
    """Return the sign of each line of a unified diff: a space if both texts have it, ``-`` or ``+`` if one has.

    A longest common subsequence is found by the greedy algorithm of Myers. No package that is kept up finds one in time
    that grows with the changes alone, as his algorithm does.

    Eugene W. Myers, An O(ND) Difference Algorithm and Its Variations, Algorithmica 1 (1986).
    """
    # Only lines that both texts have can be equal. Without the others, texts with nothing in common take no time.
    shared = set(old) & set(new)
    old_places, new_places = ([place for place, line in enumerate(lines) if line in shared] for lines in (old, new))
    # For each diagonal the furthest index in ``old_places`` that so many changes reach, and the places of the equal
    # lines on the way there, the last one first: ``(earlier pairs, pair)``.
    nowhere: tuple[int, Any] = -1, None
    reached = {1: (0, None)}
    changes = 0
    while True:
        budget.check("Difference", "send less text, or texts that have more in common")
        for diagonal in range(-changes, changes + 1, 2):
            inserted, deleted = reached.get(diagonal + 1, nowhere), reached.get(diagonal - 1, nowhere)
            x, pairs = inserted if inserted[0] > deleted[0] else (deleted[0] + 1, deleted[1])
            y = x - diagonal
            while x < len(old_places) and y < len(new_places) and old[old_places[x]] == new[new_places[y]]:
                pairs = pairs, (old_places[x], new_places[y])
                x, y = x + 1, y + 1
            reached[diagonal] = x, pairs
            if x >= len(old_places) and y >= len(new_places):
                return _between(pairs, len(old), len(new))
        changes += 1


def _between(pairs: Any, old_end: int, new_end: int) -> str:
    """Return the signs of lines of which ``pairs`` are equal, the others removed and added."""
    signs: list[str] = []
    while pairs:
        pairs, (old_place, new_place) = pairs
        signs.append(" " + "-" * (old_end - old_place - 1) + "+" * (new_end - new_place - 1))
        old_end, new_end = old_place, new_place
    return "-" * old_end + "+" * new_end + "".join(reversed(signs))
