"""Split a text into portions, so that operations on its words or lines need little memory.

Half a million words or lines, each a string of its own, take 30 MB.
"""

import re
from collections.abc import Iterator

_MIN_CHARACTERS = 65_536
_LINE_FEED = re.compile("\n")
_WHITE_SPACE = re.compile(r"\s")  # what str.split() splits at


def portions_of_lines(text: str) -> Iterator[str]:
    """Yield portions of whole lines of ``text``. They end only after U+000A, so that no CR LF is split."""
    return _portions(text, _LINE_FEED)


def portions_of_words(text: str) -> Iterator[str]:
    """Yield portions of whole words of ``text``. Some may contain only white space."""
    return _portions(text, _WHITE_SPACE)


def _portions(text: str, ending: re.Pattern[str]) -> Iterator[str]:
    start = 0
    while start < len(text):
        found = ending.search(text, start + _MIN_CHARACTERS)
        end = found.end() if found else len(text)
        yield text[start:end]
        start = end
