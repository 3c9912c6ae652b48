"""User-perceived characters: the extended grapheme clusters of Unicode Standard Annex #29."""

import re

import regex

__all__ = ["grapheme_count", "reversed_graphemes"]

# Below U+0300 nothing joins its neighbour but CR its LF. So only the stretches that reach higher are segmented, each
# with the lower character before it, which a mark may join, and the one after it, which a prepended sign may.
_HIGH = "[\u0300-\U0010ffff]"
_LOW = "[^\u0300-\U0010ffff]"
_STRETCH = re.compile(f"{_LOW}?(?:{_HIGH}++{_LOW}?+)++")

# \X counts the regional indicators back to the first of their run, at every one of them: a run of n costs n². The first
# branch pairs them itself (rules GB12 and GB13), with what may stand before and after such a pair (GB9, GB9a, GB9b).
_CLUSTER = regex.compile(
    r"\p{GCB=Prepend}*+\p{Regional_Indicator}{1,2}+[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]*+|\X"
)


def grapheme_count(text: str) -> int:
    """Return the number of extended grapheme clusters of ``text``."""
    joined = sum(len(stretch) - len(_CLUSTER.findall(stretch)) for stretch in _STRETCH.findall(text))
    return len(text) - joined - text.count("\r\n")


def reversed_graphemes(text: str) -> str:
    """Return the extended grapheme clusters of ``text`` in the opposite order, each one whole."""
    # Each cluster turned round where it stands, and then everything: the clusters come out in their own order.
    return _STRETCH.sub(_turn_clusters, text)[::-1].replace("\n\r", "\r\n")


def _turn_clusters(stretch: re.Match[str]) -> str:
    return "".join([cluster[::-1] for cluster in _CLUSTER.findall(stretch[0])])
