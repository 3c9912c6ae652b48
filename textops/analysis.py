"""Statistics of a text. Counts are in code points unless they say otherwise (X4, B5)."""

import json
import string
from collections import Counter
from collections.abc import Callable
from typing import Annotated, TypedDict
from unicodedata import category

from textops.graphemes import grapheme_count

__all__ = ["Analysis", "analysis_lines", "analyze", "length", "line_count", "word_count"]

_ASCII_PUNCTUATION = frozenset(string.punctuation)
_LAST_OF_BASIC_PLANE = "\uffff"


class Analysis(TypedDict):
    """Lengths, and how often each character and word occurs: the most frequent first, then by first occurrence."""

    length: Annotated[int, "Total characters, in code points"]
    word_count: Annotated[int, "Words (split on white space)"]
    line_count: Annotated[int, "Lines"]
    character_frequency: Annotated[dict[str, int], "Count of each character"]
    word_frequency: Annotated[dict[str, int], "Count of each word"]
    uppercase_count: Annotated[int, "Uppercase characters"]
    lowercase_count: Annotated[int, "Lowercase characters"]
    digit_count: Annotated[int, "Digits (category Nd)"]
    space_count: Annotated[int, "Spaces (category Zs)"]
    punctuation_count: Annotated[int, "Punctuation marks (category P, and those of ASCII)"]
    grapheme_count: Annotated[int, "User-perceived characters (extended grapheme clusters)"]
    byte_count: Annotated[int, "Bytes in UTF-8"]
    utf16_length: Annotated[int, "Code units in UTF-16, as JavaScript counts"]


def analyze(text: str) -> Analysis:
    """Return the statistics of ``text``: one pass over its characters and words, then over the distinct ones."""
    characters = Counter(text)
    words = text.split()

    def total(holds: Callable[[str], bool]) -> int:
        return sum([count for character, count in characters.items() if holds(character)])

    return {
        "length": len(text),
        "word_count": len(words),
        "line_count": line_count(text),
        "character_frequency": _by_frequency(characters),
        "word_frequency": _by_frequency(Counter(words)),
        "uppercase_count": total(str.isupper),
        "lowercase_count": total(str.islower),
        "digit_count": total(str.isdecimal),  # the characters of category Nd
        "space_count": total(_is_space),
        "punctuation_count": total(_is_punctuation),
        "grapheme_count": grapheme_count(text),
        "byte_count": len(text.encode()),
        "utf16_length": len(text) + total(_LAST_OF_BASIC_PLANE.__lt__),
    }


def length(text: str) -> int:
    """Return the number of code points of ``text``."""
    return len(text)


def word_count(text: str) -> int:
    """Return the number of stretches of ``text`` between white space."""
    return len(text.split())


def line_count(text: str) -> int:
    """Return the number of lines of ``text``, ended as ``str.splitlines`` has them; an empty text has none."""
    return len(text.splitlines())


def analysis_lines(analysis: Analysis) -> str:
    """Return ``key: value`` lines, the frequencies as a JSON object each."""
    return "\n".join(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in analysis.items())


def _by_frequency(counter: Counter[str]) -> dict[str, int]:
    return dict(counter.most_common())


def _is_space(character: str) -> bool:
    return category(character) == "Zs"


def _is_punctuation(character: str) -> bool:
    return category(character)[0] == "P" or character in _ASCII_PUNCTUATION
