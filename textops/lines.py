"""Sort, reverse and remove lines, split as ``str.splitlines`` does (X4). The results join them by U+000A."""

import re
import sys
from itertools import chain
from unicodedata import decimal

from textops.portions import portions_of_lines
from textops.spacing import WHITE_SPACE

_NUMBER = re.compile(r"\d+")


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
    reversed_portions = ["\n".join(reversed(portion.splitlines())) for portion in portions_of_lines(text)]
    return "\n".join(reversed(reversed_portions))


def remove_duplicate_lines(text: str) -> str:
    """Return the first occurrence of each line of ``text``."""
    lines = chain.from_iterable(map(str.splitlines, portions_of_lines(text)))
    return "\n".join(dict.fromkeys(lines))


def remove_empty_lines(text: str) -> str:
    """Return the lines of ``text`` that contain more than white space."""
    return "\n".join(line for line in text.splitlines() if line.strip(WHITE_SPACE))
