"""/text/: analysis and lengths (X4, B5), manipulation and grapheme clusters (X6)."""

import string
import sys
import unicodedata
from functools import cache
from pathlib import Path

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each_row, rows
from textops.analysis import analyze, length, line_count, word_count
from textops.arranging import remove_spaces
from textops.graphemes import grapheme_count, reverse

unhurried = settings(deadline=None)  # test_speed.py measures how fast it is

# Unicode's own test of the clusters, for the version of Unicode that the pinned `regex` implements. The two go
# together: with another version of the one comes another of the other.
BREAK_TEST = Path(__file__).parent / "GraphemeBreakTest.txt"

CLASSES = ["uppercase_count", "lowercase_count", "digit_count", "space_count", "punctuation_count"]
COUNTED = ["length", "word_count", "line_count", *CLASSES, "grapheme_count", "byte_count", "utf16_length"]


@cache
def every_character():
    """Return all characters but those of planes 4 to 13, of which no version of Unicode has assigned any."""
    return [chr(point) for point in (*range(0xD800), *range(0xE000, 0x40000), *range(0xE0000, sys.maxunicode + 1))]


@cache
def categories():
    return [unicodedata.category(character) for character in every_character()]


@each_row("row", rows("analysis_counts.json"))
def test_counts(row):
    """X4, B5."""
    text, *expected = row
    analysis = analyze(text)
    assert [analysis[name] for name in COUNTED] == expected
    assert [length(text), word_count(text), line_count(text)] == expected[:3]


@pytest.mark.slow
def test_classes_of_every_character():
    """X4: against the definitions, over all of Unicode."""
    analysis = analyze("".join(every_character()))
    assert analysis["uppercase_count"] == sum(map(str.isupper, every_character()))
    assert analysis["lowercase_count"] == sum(map(str.islower, every_character()))
    assert analysis["digit_count"] == categories().count("Nd")
    assert analysis["space_count"] == categories().count("Zs")
    assert analysis["punctuation_count"] == sum(
        category.startswith("P") or character in string.punctuation
        for character, category in zip(every_character(), categories(), strict=True)
    )


@each_row(
    ("text", "characters", "words"),
    rows("analysis_frequencies.json"),
)
def test_frequencies_are_ordered_by_count_then_by_first_occurrence(text, characters, words):
    """X4: words as they stand, case and punctuation included."""
    analysis = analyze(text)
    assert list(analysis["character_frequency"].items()) == sorted(characters.items(), key=lambda item: -item[1])
    assert analysis["character_frequency"] == characters
    assert list(analysis["word_frequency"].items()) == list(words.items())


def break_test_rows():
    for line in BREAK_TEST.read_text(encoding="utf-8").splitlines():
        if marked := line.partition("#")[0].strip(" \t÷"):
            yield ["".join(chr(int(point, 16)) for point in part.split("×")) for part in marked.split("÷")]


def test_clusters_are_those_of_unicode():
    """X6, B5: each row of GraphemeBreakTest.txt."""
    rows = list(break_test_rows())
    assert len(rows) == 853
    assert [row for row in rows if grapheme_count("".join(row)) != len(row)] == []
    assert [row for row in rows if reverse("".join(row)) != "".join(reversed(row))] == []


# What joins, what is joined, and what does neither, so that a random text has every kind of neighbour.
CLUSTER_PARTS = st.sampled_from(rows("cluster_parts.json"))


@unhurried
@given(st.lists(CLUSTER_PARTS, max_size=12).map("".join))
def test_shortcuts_change_no_cluster(text):
    """X6: stretches and paired flags give what the plain rule gives, where that is no longer linear."""
    clusters = regex.findall(r"\X", text)
    assert grapheme_count(text) == len(clusters)
    assert reverse(text) == "".join(reversed(clusters))


@each_row("flags", [1, 2, 3, 4, 5, 1000, 1001])
@each_row(("before", "after"), rows("flags.json"))
def test_flags_are_paired_from_the_start_of_their_run(flags, before, after):
    """X6: rules GB12 and GB13, at any length."""
    text = before + "🇩" * flags + after
    clusters = regex.findall(r"\X", text)
    assert grapheme_count(text) == len(clusters)
    assert reverse(text) == "".join(reversed(clusters))


@pytest.mark.slow
def test_spaces_are_category_zs():
    """X6, X4: over all of Unicode, what is removed is what analyze counts."""
    kept = set(remove_spaces("".join(every_character())))
    removed = [
        category for character, category in zip(every_character(), categories(), strict=True) if character not in kept
    ]
    assert removed == ["Zs"] * categories().count("Zs")
