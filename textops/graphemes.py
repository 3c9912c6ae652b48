r"""User-perceived characters: the extended grapheme clusters of Unicode Standard Annex #29 (X6, B5).

https://www.unicode.org/reports/tr29/

The problem: several code points may make up what a reader takes for one character. ``e`` and U+0301 are ``é``, two
regional indicators are a flag, a family of emoji has seven code points. Reversed one by one, ``noe\u0308l`` would have
its dots on the l. ``regex.findall(r"\X", text)`` cuts a text into such clusters, but takes 0.15 s for a megabyte of
plain text, and on a long run of flags its time grows with the square of the length.

What is done instead: in most texts almost every character is a cluster of its own. One search by ``re`` finds the
*stretches* in which something joins, and only these are cut by ``\X``. In ``"abcde\u0301fg"`` the only stretch is
``"e\u0301"``. Everything outside of stretches counts one for one, and is reversed as it stands.
"""

import re
import sys
from collections import Counter
from operator import itemgetter

import regex

from textops.character_sets import LAST_OF_BASIC_PLANE, basic_plane_ranges

# The characters that may join a neighbour. A stretch is a run of these, with the character before it, to which a mark
# may belong, and the one after it, to which a prepended sign may. CR and LF also are one cluster; they are so common
# that they make no stretch, but are handled where the result is put together.
_JOINING = (
    r"\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}\p{GCB=Prepend}\p{GCB=L}\p{GCB=V}\p{GCB=T}"
    r"\p{Regional_Indicator}\p{InCB=Linker}"
)
# These join only the character before them, so a stretch of them alone needs no character after it.
_MARKS = r"[\p{GCB=Extend}\p{GCB=SpacingMark}]--\p{InCB=Linker}"

# Above the Basic Multilingual Plane, where the emoji are, every character is taken for one that may join: \X decides.
_JOINING_RANGES = f"{basic_plane_ranges(_JOINING)}{chr(LAST_OF_BASIC_PLANE + 1)}-{chr(sys.maxunicode)}"
_MARK_RANGES = basic_plane_ranges(_MARKS)
_CONTROL_RANGES = basic_plane_ranges(r"\p{GCB=Control}\p{GCB=CR}\p{GCB=LF}")
_JOINED = re.compile(f"[{_JOINING_RANGES}]")
_STRETCH = re.compile(
    f"(?:[^{_JOINING_RANGES}](?=[{_JOINING_RANGES}]))?+"
    f"(?:[{_MARK_RANGES}]++(?![{_JOINING_RANGES}])|(?:[{_JOINING_RANGES}]++[^{_JOINING_RANGES}]?+)++)"
)
# The commonest stretch, a character with marks on it, is one cluster and need not be cut.
_MARKED = re.compile(f"[^{_JOINING_RANGES}{_CONTROL_RANGES}]?[{_MARK_RANGES}]++")

# Flags: at each regional indicator \X counts those before it in the run, so that a run of n takes n² steps; a text of
# 16,000 flags would take 2 seconds. The first branch therefore takes every pair of a run but the last by itself (rules
# GB12 and GB13 of the annex), together with signs that are prepended to it (GB9b).
_CLUSTER = regex.compile(r"\p{GCB=Prepend}*+\p{Regional_Indicator}{2}(?=\p{Regional_Indicator})|\X")


def grapheme_count(text: str) -> int:
    """Return the number of extended grapheme clusters of ``text``."""
    # No list of stretches or clusters: half a million of them are 30 MB, while a text has few that differ.
    stretches = Counter(map(itemgetter(0), _STRETCH.finditer(text)) if _JOINED.search(text) else ())
    joined = sum(times * (len(stretch) - _cluster_count(stretch)) for stretch, times in stretches.items())
    return len(text) - joined - text.count("\r\n")


def reversed_graphemes(text: str) -> str:
    """Return the extended grapheme clusters of ``text`` in the opposite order, each one whole."""
    # First the code points of each cluster are reversed in place, then those of the whole text. So each cluster is
    # reversed twice, and comes out in its own order.
    if _JOINED.search(text):
        turned = _Turned()
        text = _STRETCH.sub(lambda stretch: turned[stretch[0]], text)
    return text[::-1].replace("\n\r", "\r\n")


class _Turned(dict[str, str]):
    """Maps a stretch to the same with each of its clusters reversed: a cache, as texts repeat a few stretches."""

    def __missing__(self, stretch: str) -> str:
        clusters = [stretch] if _MARKED.fullmatch(stretch) else _CLUSTER.findall(stretch)
        turned = self[stretch] = "".join([cluster[::-1] for cluster in clusters])
        return turned


def _cluster_count(stretch: str) -> int:
    return 1 if _MARKED.fullmatch(stretch) else _CLUSTER.subn("", stretch)[1]
