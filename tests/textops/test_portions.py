"""Long texts are taken in portions: the result is that of the whole text, wherever it is cut."""

import pytest

from textops.lines import remove_duplicate_lines, reverse_lines
from textops.manipulation import remove_duplicate_words, reverse_words
from textops.spacing import WHITE_SPACE, collapse_whitespace

LENGTH = 132_000  # of three portions
UNITS = (
    "a\r\n", "a\r", "\r\n", "\n", " ", "x", "\n\u0301", "e\u0301 \u2028", "a\x1cb\x1f", "\U0001f600\x85", "one two\n\n",
    "a\0 \u3000b", "".join(f"{number}\r\n" for number in range(30_000)),
)  # fmt: skip


BLANKS = dict.fromkeys(map(ord, WHITE_SPACE), " ")


def filled(start, unit):
    return (start + unit * (LENGTH // len(unit) + 1))[:LENGTH]


TEXTS = ["", "\n", *(filled(shift, unit) for unit in UNITS for shift in ("", "-", "-\n"))]


@pytest.mark.parametrize(
    ("operation", "whole"),
    [
        (reverse_lines, lambda text: "\n".join(text.splitlines()[::-1])),
        (remove_duplicate_lines, lambda text: "\n".join(dict.fromkeys(text.splitlines()))),
        (reverse_words, lambda text: " ".join(text.split()[::-1])),
        (remove_duplicate_words, lambda text: " ".join(dict.fromkeys(text.split()))),
        (collapse_whitespace, lambda text: " ".join(filter(None, text.translate(BLANKS).split(" ")))),
    ],
)
def test_portions(operation, whole):
    different = [text[:20] for text in TEXTS if operation(text) != whole(text)]
    assert not different
