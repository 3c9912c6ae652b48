"""/text/: cases, slugs, white space, lines, normal forms, ciphers and searches of X10, by tables."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each_row, rows
from textops import normalization
from textops.arranging import (
    WHITE_SPACE,
    collapse_whitespace,
    remove_duplicate_lines,
    remove_empty_lines,
    remove_whitespace,
    reverse_lines,
    sort_lines,
    sort_lines_natural,
    trim,
)
from textops.casing import constantcase, dotcase, sentencecase, slugify, swapcase, traincase
from textops.ciphers import rot47
from textops.normalization import nfc, nfd, nfkc, nfkd, remove_accents
from textops.searching import count_matches, extract, replace, split
from utilitysvc.kit import ServiceError

unhurried = settings(deadline=None)


SPACED = "\u00a0\t a\u2003\u3000b\x0b\r\nc\u200bd\u2028\x85"


# The sentence of the English alphabet, and figures of the ASCII table.
ROT47 = [
    ("The Quick Brown Fox Jumps Over The Lazy Dog.", '%96 "F:4< qC@H? u@I yF>AD ~G6C %96 {2KJ s@8]'),
    ("!~P", "PO!"),
    ("é \x7f\n0", "é \x7f\n_"),
]

MARKS = "\u0301\u0316\u0344\u0f73\u0f75\u0f81\uff9e\u0345\u0903\u302e\u09be\U0001d165\u05b0\u3099\u0315"


@each_row(("text", "constant", "dot", "train", "sentence"), rows("forms_cases.tsv"))
def test_x10_cases(text, constant, dot, train, sentence):
    """X10, X5: the words are those of the other cases; apostrophes are kept in sentences."""
    made = constantcase(text), dotcase(text), traincase(text), sentencecase(text)
    assert made == (constant, dot, train, sentence)


def test_x10_swapcase():
    assert swapcase("Hello Straße ǆ Σ") == "hELLO sTRASSE Ǆ σ"


@each_row(("text", "slug"), rows("forms_slugs.tsv"))
def test_x10_slugs(text, slug):
    assert slugify(text) == slug


def test_x10_long_slugs_are_made_of_parts():
    """X10: what stands where two of them meet is one run all the same."""
    for length in range(16_384 - 3, 16_384 + 3):
        assert slugify("a" * length + " '-" + "b" * 16_384 + " ") == f"{'a' * length}-{'b' * 16_384}"
    assert slugify("a" + " " * 70_000 + "b") == "a-b"


@given(st.text())
def test_x10_slugs_are_slugs(text):
    slug = slugify(text)
    assert slug == "" or all(part.isascii() and part.isalnum() and part == part.lower() for part in slug.split("-"))
    assert slugify(slug) == slug


@each_row(("text", "trimmed", "collapsed", "removed"), rows("forms_white_space.tsv"))
def test_x10_white_space(text, trimmed, collapsed, removed):
    assert (trim(text), collapse_whitespace(text), remove_whitespace(text)) == (trimmed, collapsed, removed)


def test_white_space_is_what_has_the_property():
    """X10: PropList.txt, White_Space, which has not changed since Unicode 6.3."""
    ranges = [(0x9, 0xD), (0x20, 0x20), (0x85, 0x85), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A),
              (0x2028, 0x2029), (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000)]  # fmt: skip
    assert sorted(WHITE_SPACE) == [chr(point) for first, last in ranges for point in range(first, last + 1)]


@each_row(("text", "sorted_", "reversed_", "distinct", "filled"), rows("forms_lines.tsv"))
def test_x10_lines(text, sorted_, reversed_, distinct, filled):
    """X10, X4."""
    made = sort_lines(text), reverse_lines(text), remove_duplicate_lines(text), remove_empty_lines(text)
    assert made == (sorted_, reversed_, distinct, filled)


@each_row(("text", "c", "d", "kc", "kd"), rows("forms_normal_forms.tsv"))
def test_x10_normal_forms(text, c, d, kc, kd):
    """X10, by UAX #15."""
    assert (nfc(text), nfd(text), nfkc(text), nfkd(text)) == (c, d, kc, kd)


@unhurried
@given(st.text(alphabet=MARKS, min_size=20, max_size=300), st.sampled_from(["", "a", "é", "\u1e9b", "한", "ｶ"]))
def test_x9_long_runs_of_marks_are_normalized_as_unicodedata_does(marks, base):
    """X9: which takes n² steps for them; ours come to it in order."""
    for form, ours in (("NFC", nfc), ("NFD", nfd), ("NFKC", nfkc), ("NFKD", nfkd)):
        assert ours(base + marks) == unicodedata.normalize(form, base + marks)


def test_x9_marks_are_sorted_between_characters_of_class_0():
    """X9: a long run with such a character among its marks, which no mark passes."""
    marks = "\u0301\u0316" * 20 + "\u0903" + "\u0301\u0334\u0316" * 20
    assert nfd(f"a{marks}") == unicodedata.normalize("NFD", f"a{marks}") != f"a{marks}"


@pytest.mark.slow
def test_x9_whatever_decomposes_to_marks_counts_as_one():
    """X9: else a run of it would come to unicodedata out of order."""
    marks = [
        character
        for character in map(chr, (*range(0xD800), *range(0xE000, 0x40000), *range(0xE0000, 0x110000)))
        if all(map(unicodedata.combining, unicodedata.normalize("NFKD", character)))
    ]
    assert len(marks) > 800
    assert normalization._LONG_RUN.fullmatch("".join(marks))


@each_row(("text", "bare"), rows("forms_accents.tsv"))
def test_x10_accents(text, bare):
    assert remove_accents(text) == bare


@pytest.mark.parametrize(("text", "rotated"), ROT47)
def test_x10_rot47(text, rotated):
    assert (rot47(text), rot47(rotated)) == (rotated, text)


@each_row(
    ("text", "find", "replacement", "result", "count"),
    rows("forms_searching.json"),
)
def test_x10_searching(text, find, replacement, result, count):
    """X10: literal, from left to right, not overlapping."""
    assert replace(text, find=find, replacement=replacement) == result
    assert count_matches(text, find=find) == count


def test_x10_what_would_be_too_large_is_not_made():
    """X10: the size is reckoned beforehand, in bytes."""
    assert replace("aa", find="a", replacement="é", largest=4) == "éé"
    with pytest.raises(ServiceError, match="Result too large"):
        replace("aa", find="a", replacement="é", largest=3)
    with pytest.raises(ServiceError, match="Result too large"):
        replace("a" * 10**6, find="a", replacement="b" * 10**6)  # a terabyte


def test_x10_nothing_cannot_be_found():
    for search in (replace, count_matches, extract, split):
        with pytest.raises(ServiceError, match="Find parameter is required"):
            search("a", find="")


def test_x10_lines_that_compare_equal_are_in_the_order_of_code_points():
    assert sort_lines_natural("a\nA\n1\n01") == "01\n1\nA\na"
    assert sort_lines_natural("8\n٣\n0٩\n10") == "٣\n8\n0٩\n10"
