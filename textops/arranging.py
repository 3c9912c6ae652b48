"""Rearrange words and lines, remove repeated ones and white space (X4, X6, X10).

Words are split as ``str.split`` does and joined by one space, lines as ``str.splitlines`` does and joined by U+000A.
White space are the characters with the Unicode property White_Space. Spaces are a subset of them.

https://www.unicode.org/Public/UCD/latest/ucd/PropList.txt
"""

import re
import sys
from unicodedata import decimal

# Category Zs.
SPACES = " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
# str.isspace() is not used, because it is also true for the separators U+001C to U+001F, which lack the property.
WHITE_SPACE = "\t\n\x0b\x0c\r\x85\u2028\u2029" + SPACES

#: The characters at which ``str.splitlines`` ends a line.
LINE_BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"

_NUMBER = re.compile(r"\d+")


def reverse_words(text: str) -> str:
    """Return the words of ``text`` in the opposite order."""
    return " ".join(reversed(text.split()))


def remove_duplicates(text: str) -> str:
    """Return the first occurrence of each code point of ``text``."""
    return "".join(dict.fromkeys(text))


def remove_duplicate_words(text: str) -> str:
    """Return the first occurrence of each word of ``text``."""
    return " ".join(dict.fromkeys(text.split()))


def sort_lines(text: str) -> str:
    """Return the lines of ``text`` in the order of their code points."""
    return "\n".join(sorted(text.splitlines()))


def sort_lines_natural(text: str) -> str:
    """Return the lines of ``text`` in the order in which a person would file them: ``file9`` before ``File10``.

    Runs of decimal digits of any script compare by value, other characters without regard to case. Lines that compare
    equal are ordered by code points.
    """
    return "\n".join(sorted(text.splitlines(), key=lambda line: (_NUMBER.sub(_number_key, line.casefold()), line)))


def _number_key(number: re.Match[str]) -> str:
    """Return a text that sorts by the value of the number, among the digits.

    It begins with 0, so that it sorts among digits. The number of significant digits comes next, so that a shorter
    number sorts before a longer one.
    """
    digits = number[0]
    if not digits.isascii():
        digits = "".join(str(decimal(digit)) for digit in digits)
    significant = digits.lstrip("0")
    return "0" + chr(min(len(significant), sys.maxunicode)) + significant


def reverse_lines(text: str) -> str:
    """Return the lines of ``text``, the last one first."""
    return "\n".join(reversed(text.splitlines()))


def remove_duplicate_lines(text: str) -> str:
    """Return the first occurrence of each line of ``text``."""
    return "\n".join(dict.fromkeys(text.splitlines()))


def remove_empty_lines(text: str) -> str:
    """Return the lines of ``text`` that contain more than white space."""
    return "\n".join(line for line in text.splitlines() if line.strip(WHITE_SPACE))


def trim(text: str) -> str:
    """Return ``text`` without the white space at both ends."""
    return text.strip(WHITE_SPACE)


def collapse_whitespace(text: str) -> str:
    """Return ``text`` with each run of white space as one space, and none at the ends."""
    text = with_each(WHITE_SPACE, " ", text)
    while "  " in text:  # each pass halves the runs of spaces
        text = text.replace("  ", " ")
    return text.strip(" ")


def remove_whitespace(text: str) -> str:
    """Return ``text`` without its white space."""
    return with_each(WHITE_SPACE, "", text)


def remove_spaces(text: str) -> str:
    """Return ``text`` without its spaces (category Zs); tabs and line breaks stay."""
    return with_each(SPACES, "", text)


def with_each(characters: str, replacement: str, text: str) -> str:
    """Return ``text`` with each of the characters replaced."""
    # To replace one character after the other is faster than a regular expression on half a million spaces.
    for character in characters:
        text = text.replace(character, replacement)
    return text
