"""The difference of two texts as a unified diff with as few changed lines as possible (X14).

A line ends at U+000A, as in ``diff``, ``patch`` and ``git apply``. Other line endings are part of the line, so two
texts that differ only in their line endings are different.

https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html
"""

from collections.abc import Iterator, Sequence
from difflib import Match, SequenceMatcher
from io import StringIO
from itertools import count
from typing import Any

from textops.limits import LARGEST, Budget, check_size
from utilitysvc.kit.rules import Bounds

CONTEXT = Bounds("context", 0, 100, default=3)
OTHER_REQUIRED = ("Other parameter is required", "Provide the text to compare with in the other parameter")

_NAMES = "--- text\n+++ other\n"
_NO_LINE_FEED = "\n\\ No newline at end of file\n"


def diff(
    text: str, *, other: str, context: int = CONTEXT.default, largest: int = LARGEST, budget: Budget | None = None
) -> str:
    """Return the unified diff that turns ``text`` into ``other``; empty if they are equal.

    ``context``: how many equal lines to show around each change. ``largest``: how many bytes the result may have.
    Raises ServiceError if the comparison takes too long or the result is larger.
    """
    CONTEXT.check(context)
    if text == other:
        return ""
    old, new = _lines(text), _lines(other)
    pieces = [_NAMES]
    for group in _Matcher(_blocks(old, new, budget or Budget())).get_grouped_opcodes(context):
        first, last = group[0], group[-1]
        pieces.append(f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@\n")
        for tag, old_start, old_end, new_start, new_end in group:
            pieces += _marked(" " if tag == "equal" else "-", old[old_start:old_end])
            if tag != "equal":
                pieces += _marked("+", new[new_start:new_end])
    check_size(sum(len(piece.encode()) for piece in pieces), largest)
    return "".join(pieces)


def _lines(text: str) -> list[str]:
    return list(StringIO(text, newline="\n"))  # which ends lines at U+000A alone


def _marked(mark: str, lines: Sequence[str]) -> Iterator[str]:
    return (mark + (line if line.endswith("\n") else line + _NO_LINE_FEED) for line in lines)


def _range(start: int, end: int) -> str:
    """Return the range of a hunk's lines, counted from 1. An empty range has the number of the line before it."""
    size = end - start
    return str(end) if size == 1 else f"{start + bool(size)},{size}"


class _Matcher(SequenceMatcher[str]):
    """Groups changes as the standard library does, whose own search for equal lines can take cubic time."""

    def __init__(self, blocks: list[Match]) -> None:
        super().__init__()
        self._blocks = blocks

    def get_matching_blocks(self) -> list[Match]:
        return self._blocks


def _blocks(old: list[str], new: list[str], budget: Budget) -> list[Match]:
    """Return the runs of equal lines. Those at the ends may be empty."""
    start = _equal_at_start(old, new)
    end = _equal_at_start(old[start:][::-1], new[start:][::-1])
    # Only lines that both texts have can match. Without the others, texts with nothing in common take no time.
    shared = set(old[start : len(old) - end]) & set(new[start : len(new) - end])
    old_places, new_places = (
        [place for place in range(start, len(lines) - end) if lines[place] in shared] for lines in (old, new)
    )
    blocks = [Match(0, 0, start)]
    for old_index, new_index in _longest_common(
        [old[place] for place in old_places], [new[place] for place in new_places], budget
    ):
        place = old_places[old_index], new_places[new_index]
        before = blocks[-1]
        if place == (before.a + before.size, before.b + before.size):
            blocks[-1] = before._replace(size=before.size + 1)
        else:
            blocks.append(Match(*place, 1))
    return [*blocks, Match(len(old) - end, len(new) - end, end)]


def _equal_at_start(old: Sequence[str], new: Sequence[str]) -> int:
    unequal = (place for place, lines in enumerate(zip(old, new, strict=False)) if lines[0] != lines[1])
    return next(unequal, min(len(old), len(new)))


def _longest_common(old: Sequence[str], new: Sequence[str], budget: Budget) -> list[tuple[int, int]]:
    """Return the pairs of indexes of a longest common subsequence, by the greedy algorithm of Myers.

    No package that is kept up finds one in time that grows with the changes alone, as his algorithm does.

    Eugene W. Myers, An O(ND) Difference Algorithm and Its Variations, Algorithmica 1 (1986).
    """
    # For each diagonal the furthest index in ``old`` that so many changes reach, and the pairs on the way there, the
    # last one first: ``(earlier pairs, pair)``.
    nowhere: tuple[int, Any] = -1, None
    reached = {1: (0, None)}
    for changes in count():
        budget.check("Difference", "send less text, or texts that have more in common")
        for diagonal in range(-changes, changes + 1, 2):
            inserted, deleted = reached.get(diagonal + 1, nowhere), reached.get(diagonal - 1, nowhere)
            x, pairs = inserted if inserted[0] > deleted[0] else (deleted[0] + 1, deleted[1])
            while x < len(old) and x - diagonal < len(new) and old[x] == new[x - diagonal]:
                pairs = pairs, (x, x - diagonal)
                x += 1
            reached[diagonal] = x, pairs
            if x >= len(old) and x - diagonal >= len(new):
                return _listed(pairs)
    raise AssertionError("so many changes as there are lines reach the end")


def _listed(pairs: Any) -> list[tuple[int, int]]:
    listed = []
    while pairs:
        pairs, pair = pairs
        listed.append(pair)
    return listed[::-1]
