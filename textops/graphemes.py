r"""User-perceived characters: the extended grapheme clusters of Unicode Standard Annex #29 (X6, B5).

https://www.unicode.org/reports/tr29/

The problem: a reader may take several code points for one character. ``e`` and U+0301 are ``é``, two regional
indicators are a flag, a family of emoji has seven code points. If its code points were reversed one by one,
``noe\u0308l`` would have its dots on the l. ``regex.findall(r"\X", text)`` cuts a text into such clusters, but takes
0.15 s for a megabyte of plain text, and on a long run of flags its time grows with the square of the length.

The solution: in most texts, almost every character is a cluster by itself. One search by ``re`` finds the *stretches*
in which characters join, and only these are cut by ``\X``. In ``"abcde\u0301fg"``, the only stretch is ``"e\u0301f"``.
Outside of stretches, each character is one cluster.
"""

import re
import sys
from collections import Counter
from functools import cache
from operator import itemgetter

import regex

from textops.character_sets import LAST_OF_BASIC_PLANE, basic_plane_ranges

# The characters that may join a neighbour. A stretch is a run of these, with the character before it, to which a mark
# may belong, and the character after it, to which a prepended sign may belong. CR LF is also one cluster. It is too
# common to be a stretch, so the functions below handle it separately.
_JOINING = (
    r"\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}\p{GCB=Prepend}\p{GCB=L}\p{GCB=V}\p{GCB=T}"
    r"\p{Regional_Indicator}\p{InCB=Linker}"
)

# Every character beyond the Basic Multilingual Plane, where the emoji are, counts as one that may join: \X decides.
_JOINING_RANGES = f"{basic_plane_ranges(_JOINING)}{chr(LAST_OF_BASIC_PLANE + 1)}-{chr(sys.maxunicode)}"
_JOINED = re.compile(f"[{_JOINING_RANGES}]")
_STRETCH = re.compile(
    f"(?:[^{_JOINING_RANGES}](?=[{_JOINING_RANGES}]))?+(?:[{_JOINING_RANGES}]++[^{_JOINING_RANGES}]?+)++"
)

# Flags: at each regional indicator, \X counts those before it in the run. A run of n takes n² steps; a text of 16,000
# flags would take 2 seconds. The first branch therefore matches each pair of a run except the last (rules GB12 and GB13
# of the annex), together with signs that are prepended to it (GB9b).
_CLUSTER = regex.compile(r"\p{GCB=Prepend}*+\p{Regional_Indicator}{2}(?=\p{Regional_Indicator})|\X")


def grapheme_count(text: str) -> int:
    """Return the number of extended grapheme clusters of ``text``."""
    # The stretches are counted, not listed: a list of half a million takes 30 MB, but few of them differ.
    stretches = Counter(map(itemgetter(0), _STRETCH.finditer(text)) if _JOINED.search(text) else ())
    joined = sum(times * (len(stretch) - len(_CLUSTER.findall(stretch))) for stretch, times in stretches.items())
    return len(text) - joined - text.count("\r\n")


def reverse(text: str) -> str:
    """Return the extended grapheme clusters of ``text`` in the opposite order: accents and emoji stay whole."""

    # First the code points of each cluster are reversed in place, then those of the whole text. So each cluster is
    # reversed twice, and comes out in its own order. Texts repeat a few stretches.
    @cache
    def with_reversed_clusters(stretch: str) -> str:
        return "".join([cluster[::-1] for cluster in _CLUSTER.findall(stretch)])

    if _JOINED.search(text):
        text = _STRETCH.sub(lambda stretch: with_reversed_clusters(stretch[0]), text)
    return text[::-1].replace("\n\r", "\r\n")
