"""The normal forms of Unicode Standard Annex #15, in time linear in the text.

https://www.unicode.org/reports/tr15/
"""

from functools import partial
from itertools import groupby
from typing import Literal
from unicodedata import combining, normalize

import regex

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]

# unicodedata takes n² steps to sort a run of n marks, unless they are sorted already. Runs that are longer than in any
# language are therefore sorted first. Marks are the characters of category M, and two that decompose to such marks.
_LONG_RUN = regex.compile(r"[\p{M}\uff9e\uff9f]{32,}+")
_ACCENTS = regex.compile(r"\p{Mn}++")


def nfc(text: str) -> str:
    """Return ``text`` decomposed and composed canonically: ``e`` and U+0301 become ``é``."""
    return _normalized("NFC", text)


def nfd(text: str) -> str:
    """Return ``text`` decomposed canonically: ``é`` becomes ``e`` and U+0301."""
    return _normalized("NFD", text)


def nfkc(text: str) -> str:
    """Return ``text`` decomposed by compatibility, and composed: ``ﬁ`` becomes ``fi``, ``²`` becomes ``2``."""
    return _normalized("NFKC", text)


def nfkd(text: str) -> str:
    """Return ``text`` decomposed by compatibility."""
    return _normalized("NFKD", text)


def remove_accents(text: str) -> str:
    """Return ``text`` without its non-spacing marks (category Mn): ``é`` becomes ``e``; ``ø`` and ``ß`` stay."""
    return nfc(_ACCENTS.sub("", nfd(text)))


def _normalized(form: Form, text: str) -> str:
    if text.isascii():
        return text
    decomposition: Form = "NFKD" if "K" in form else "NFD"
    return normalize(form, _LONG_RUN.sub(lambda run: _sorted_marks(run[0], decomposition), text))


def _sorted_marks(run: str, decomposition: Form) -> str:
    """Return the run decomposed, with its marks sorted by combining class. No mark passes a character of class 0."""
    decomposed = "".join(map(partial(normalize, decomposition), run))
    return "".join(
        mark
        for is_mark, marks in groupby(decomposed, key=lambda character: combining(character) > 0)
        for mark in (sorted(marks, key=combining) if is_mark else marks)
    )
