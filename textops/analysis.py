"""Statistics of a text. Counts are in code points unless they say otherwise (X4, B5)."""

import json
import string
from collections import Counter
from collections.abc import Callable
from itertools import compress
from typing import Annotated, TypedDict
from unicodedata import category

from textops.graphemes import grapheme_count

__all__ = ["Analysis", "analysis_lines", "analyze", "length", "line_count", "word_count"]

# What is punctuation in ASCII and a symbol in Unicode, which has them as + or $.
_ASCII_SYMBOLS = [mark for mark in string.punctuation if category(mark)[0] != "P"]
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

    categories: Counter[str] = Counter()
    for name, count in zip(map(category, characters), characters.values(), strict=True):
        categories[name] += count

    def total(holds: Callable[[str], bool]) -> int:
        return sum(compress(characters.values(), map(holds, characters)))

    return {
        "length": len(text),
        "word_count": len(words),
        "line_count": line_count(text),
        "character_frequency": _by_frequency(characters),
        "word_frequency": _by_frequency(Counter(words)),
        "uppercase_count": total(str.isupper),
        "lowercase_count": total(str.islower),
        "digit_count": categories["Nd"],
        "space_count": categories["Zs"],
        "punctuation_count": sum(count for name, count in categories.items() if name[0] == "P")
        + sum(characters[mark] for mark in _ASCII_SYMBOLS),
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
