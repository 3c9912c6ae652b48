"""User-perceived characters: the extended grapheme clusters of Unicode Standard Annex #29."""

import re
import sys
from collections import Counter

import regex

__all__ = ["grapheme_count", "reversed_graphemes"]

# Most characters join no other. Only the stretches that do are segmented, each with the character before it, which a
# mark may join, and the one after it, which a prepended sign may. CR joins its LF, and is seen to where it is met.
_JOINING = (
    r"\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}\p{GCB=Prepend}\p{GCB=L}\p{GCB=V}\p{GCB=T}"
    r"\p{Regional_Indicator}\p{InCB=Linker}"
)
# These join what is before them, and nothing else: a stretch that has no others ends with them.
_MARKS = r"[\p{GCB=Extend}\p{GCB=SpacingMark}]--\p{InCB=Linker}"
_LAST_OF_BASIC_PLANE = 0xFFFF


def _ranges(characters: str) -> str:
    """Write a set's characters out as ranges: re finds these ten times as fast as regex finds properties.

    It does for the Basic Multilingual Plane only.
    """
    plane = "".join(map(chr, range(_LAST_OF_BASIC_PLANE + 1)))
    runs: list[str] = regex.findall(f"[{characters}]+", plane, regex.VERSION1)
    return "".join(f"{run[0]}-{run[-1]}" for run in runs)


# The planes above, where emoji are, count as joining altogether.
_JOINING_RANGES = f"{_ranges(_JOINING)}{chr(_LAST_OF_BASIC_PLANE + 1)}-{chr(sys.maxunicode)}"
_MARK_RANGES = _ranges(_MARKS)
_CONTROL_RANGES = _ranges(r"\p{GCB=Control}\p{GCB=CR}\p{GCB=LF}")
_JOINED = re.compile(f"[{_JOINING_RANGES}]")
_STRETCH = re.compile(
    f"(?:[^{_JOINING_RANGES}](?=[{_JOINING_RANGES}]))?+"
    f"(?:[{_MARK_RANGES}]++(?![{_JOINING_RANGES}])|(?:[{_JOINING_RANGES}]++[^{_JOINING_RANGES}]?+)++)"
)
# A stretch of one cluster, as most are: marks, on what they can stand on.
_MARKED = re.compile(f"[^{_JOINING_RANGES}{_CONTROL_RANGES}]?[{_MARK_RANGES}]++")

# At each regional indicator \X counts those before it, back to the first of their run: a run of n costs n². The first
# branch takes all pairs but the last of a run (rules GB12 and GB13), with what is prepended to them (GB9b).
_CLUSTER = regex.compile(r"\p{GCB=Prepend}*+\p{Regional_Indicator}{2}(?=\p{Regional_Indicator})|\X")


def grapheme_count(text: str) -> int:
    """Return the number of extended grapheme clusters of ``text``."""
    stretches = Counter(_STRETCH.findall(text) if _JOINED.search(text) else ())
    joined = sum(times * (len(stretch) - len(_clusters(stretch))) for stretch, times in stretches.items())
    return len(text) - joined - text.count("\r\n")


def reversed_graphemes(text: str) -> str:
    """Return the extended grapheme clusters of ``text`` in the opposite order, each one whole."""
    # Each cluster turned round where it stands, and then everything: the clusters come out in their own order.
    if _JOINED.search(text):
        turned = _Turned()
        text = _STRETCH.sub(lambda stretch: turned[stretch[0]], text)
    return text[::-1].replace("\n\r", "\r\n")


class _Turned(dict[str, str]):
    """Stretch to the same with each cluster turned round; a text has few, over and over."""

    def __missing__(self, stretch: str) -> str:
        turned = self[stretch] = "".join([cluster[::-1] for cluster in _clusters(stretch)])
        return turned


def _clusters(stretch: str) -> list[str]:
    return [stretch] if _MARKED.fullmatch(stretch) else _CLUSTER.findall(stretch)
