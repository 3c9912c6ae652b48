"""Statistics of a text. Counts are in code points unless their names say otherwise (X4, B5)."""

import json
import string
from collections import Counter
from collections.abc import Iterable
from itertools import compress
from typing import Annotated, TypedDict
from unicodedata import category

from textops.arranging import LINE_BREAKS, SPACES
from textops.graphemes import grapheme_count


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
    words = Counter(text.split())

    def total(has_property: Iterable[bool]) -> int:
        """Return how many characters have a property. ``has_property``: whether each distinct character has it."""
        return sum(compress(characters.values(), has_property))

    return {
        "length": len(text),
        "word_count": words.total(),
        "line_count": line_count(text),
        "character_frequency": dict(characters.most_common()),
        "word_frequency": dict(words.most_common()),
        "uppercase_count": total(map(str.isupper, characters)),
        "lowercase_count": total(map(str.islower, characters)),
        "digit_count": total(map(str.isdecimal, characters)),
        "space_count": total(character in SPACES for character in characters),
        # Characters such as + and $, which C and POSIX call punctuation and Unicode calls symbols, count too.
        "punctuation_count": total(category(mark)[0] == "P" or mark in string.punctuation for mark in characters),
        "grapheme_count": grapheme_count(text),
        "byte_count": len(text.encode()),
        "utf16_length": len(text.encode("utf-16-le")) // 2,
    }


def length(text: str) -> int:
    """Return the number of code points of ``text``."""
    return len(text)


def word_count(text: str) -> int:
    """Return the number of words of ``text``, split on white space."""
    return len(text.split())


def line_count(text: str) -> int:
    """Return the number of lines of ``text``, split as ``str.splitlines`` does; an empty text has none."""
    breaks = sum(map(text.count, LINE_BREAKS)) - text.count("\r\n")  # a list of the lines would take 25 times the text
    return breaks + (text[-1:] not in LINE_BREAKS)


def analysis_lines(analysis: Analysis) -> str:
    """Return the statistics as ``key: value`` lines. The frequencies are JSON objects."""
    return "\n".join(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in analysis.items())
