"""The difference of two texts as a unified diff, by the algorithm of Myers (X14).

A line ends at U+000A, as in ``diff``, ``patch`` and ``git apply``. Other line endings are part of the line, so two
texts that differ only in their line endings are different.

Eugene W. Myers, An O(ND) Difference Algorithm and Its Variations, Algorithmica 1 (1986).
https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html
"""

from collections.abc import Iterator, Sequence
from difflib import Match, SequenceMatcher

from textops.budget import Budget
from textops.results import check_size, largest_result
from utilitysvc.kit.rules import Bounds

CONTEXT = Bounds("context", 0, 100, default=3)
OTHER_REQUIRED = ("Other parameter is required", "Provide the text to compare with in the other parameter")
WHAT = "Difference"
ADVICE = "send less text, or texts that have more in common"

_NAMES = "--- text\n+++ other\n"
_NO_LINE_FEED = "\n\\ No newline at end of file\n"


def diff(
    text: str, *, other: str, context: int = CONTEXT.default, largest: int | None = None, budget: Budget | None = None
) -> str:
    """Return the unified diff that turns ``text`` into ``other``; empty if they are equal.

    ``context``: how many equal lines to show around each change. ``largest``: how many bytes the result may have.
    Raises ServiceError if the comparison takes too long or the result is larger.
    """
    CONTEXT.check(context)
    old, new = _lines(text), _lines(other)
    matcher = _Matcher(old, new, budget or Budget())
    pieces = [_NAMES]
    for group in matcher.get_grouped_opcodes(context):
        first, last = group[0], group[-1]
        pieces.append(f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@\n")
        for tag, old_start, old_end, new_start, new_end in group:
            if tag == "equal":
                pieces += _marked(" ", old[old_start:old_end])
            else:
                pieces += _marked("-", old[old_start:old_end])
                pieces += _marked("+", new[new_start:new_end])
    if len(pieces) == 1:
        return ""
    check_size(sum(len(piece.encode()) for piece in pieces), largest or largest_result(text + other))
    return "".join(pieces)


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    last = lines.pop()
    return [f"{line}\n" for line in lines] + ([last] if last else [])


def _marked(mark: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield mark + (line if line.endswith("\n") else line + _NO_LINE_FEED)


def _range(start: int, end: int) -> str:
    """Return the range of a hunk's lines, counted from 1. An empty range has the number of the line before it."""
    number = end - start
    if number == 1:
        return str(start + 1)
    return f"{start + 1 if number else start},{number}"


class _Matcher(SequenceMatcher[str]):
    """Groups changes as the standard library does. The library's search for matches, replaced here, can take cubic
    time.
    """

    def __init__(self, old: list[str], new: list[str], budget: Budget) -> None:
        super().__init__(None, "", "")
        self._found = [Match(*block) for block in _blocks(old, new, budget)]

    def get_matching_blocks(self) -> list[Match]:
        return self._found


def _blocks(old: list[str], new: list[str], budget: Budget) -> list[tuple[int, int, int]]:
    """Return the runs of equal lines as (start in old, start in new, length). Those at the ends may be empty."""
    most = min(len(old), len(new))
    start = next((place for place in range(most) if old[place] != new[place]), most)
    most -= start
    end = next((place for place in range(most) if old[-1 - place] != new[-1 - place]), most)
    # Only lines that both texts have can match. Without the others, texts with nothing in common take no time.
    in_old, in_new = set(old[start : len(old) - end]), set(new[start : len(new) - end])
    old_places = [place for place in range(start, len(old) - end) if old[place] in in_new]
    new_places = [place for place in range(start, len(new) - end) if new[place] in in_old]
    pairs = _common([old[place] for place in old_places], [new[place] for place in new_places], budget)
    blocks = [(0, 0, start)]
    for old_index, new_index in pairs:
        old_place, new_place = old_places[old_index], new_places[new_index]
        before = blocks[-1]
        if (old_place, new_place) == (before[0] + before[2], before[1] + before[2]):
            blocks[-1] = (before[0], before[1], before[2] + 1)
        else:
            blocks.append((old_place, new_place, 1))
    blocks.append((len(old) - end, len(new) - end, end))
    return blocks


def _common(old: list[str], new: list[str], budget: Budget) -> list[tuple[int, int]]:
    """Return the pairs of indexes of a longest common subsequence, by the greedy algorithm of Myers.

    After ``changes`` steps, ``reached[diagonal]`` is the furthest index in ``old`` of a path on that diagonal. The
    result is read backwards from the history. Its memory is quadratic in the changes, which the budget limits too.
    """
    reached = {1: 0}
    history: list[dict[int, int]] = []
    for changes in range(len(old) + len(new) + 1):
        budget.check(WHAT, ADVICE)
        history.append(reached.copy())
        for diagonal in range(-changes, changes + 1, 2):
            if diagonal == -changes or (diagonal != changes and reached[diagonal - 1] < reached[diagonal + 1]):
                x = reached[diagonal + 1]
            else:
                x = reached[diagonal - 1] + 1
            y = x - diagonal
            while x < len(old) and y < len(new) and old[x] == new[y]:
                x, y = x + 1, y + 1
            reached[diagonal] = x
            if x >= len(old) and y >= len(new):
                return _read_backwards(history, len(old), len(new))
    raise AssertionError("a path of as many changes as lines reaches the end")


def _read_backwards(history: list[dict[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    for changes, reached in reversed(list(enumerate(history))):
        diagonal = x - y
        down = diagonal == -changes or (diagonal != changes and reached[diagonal - 1] < reached[diagonal + 1])
        before_diagonal = diagonal + 1 if down else diagonal - 1
        before_x = reached[before_diagonal]
        before_y = before_x - before_diagonal
        while x > before_x and y > before_y:
            x, y = x - 1, y - 1
            pairs.append((x, y))
        x, y = before_x, before_y
    pairs.reverse()
    return pairs
