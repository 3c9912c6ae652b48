"""A text in portions, for what makes a string of each word or line: half a million of them at once are 30 MB."""

import re
from collections.abc import Iterator

_CHARACTERS = 65_536
_LINE_FEED = re.compile("\n")
_WHITE_SPACE = re.compile(r"\s")  # what str.split() splits at


def portions_of_lines(text: str) -> Iterator[str]:
    """Yield ``text`` in portions of whole lines. They are cut behind U+000A alone, so that a CR LF stays together."""
    return _portions(text, _LINE_FEED)


def portions_of_words(text: str) -> Iterator[str]:
    """Yield ``text`` in portions of whole words, of which some may hold nothing but white space."""
    return _portions(text, _WHITE_SPACE)


def _portions(text: str, ending: re.Pattern[str]) -> Iterator[str]:
    start = 0
    while start < len(text):
        found = ending.search(text, start + _CHARACTERS)
        end = found.end() if found else len(text)
        yield text[start:end]
        start = end
