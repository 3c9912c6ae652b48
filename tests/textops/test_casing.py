"""/text/: case operations, rule X5, by tables. The table of docs/text.md is run too."""

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import rows
from textops import words
from textops.casing import camelcase, kebabcase, pascalcase, snakecase, titlecase

unhurried = settings(deadline=None)  # test_speed.py measures how fast it is


MARKLESS = st.text(alphabet="AbBé1' mj.中字Ⅷⅷ’")


@unhurried
@given(MARKLESS)
def test_words_are_the_same_in_a_text_that_is_rewritten(text):
    """X5: a mark anywhere, a joiner or a letter beyond the Basic Multilingual Plane has the whole text rewritten."""
    found = list(words.split_words(text))
    for behind in (" \u0301", " \u00ad", " 😀"):
        assert list(words.split_words(text + behind)) == found


def test_table_of_the_documentation():
    """X5: each row, as it is shown, and more of them in a file."""
    page = (Path(__file__).parents[2] / "docs/text.md").read_text(encoding="utf-8")
    head = "| Text | `snakecase` | `camelcase` | `pascalcase` | `titlecase` |\n"
    shown = [re.findall("`([^`]*)`", row) for row in page.partition(head)[2].partition("\n\n")[0].splitlines()[1:]]
    assert len(shown) >= 9
    table = shown + rows("casing_forms.tsv")
    assert table == [
        [text, *(form(text) for form in (snakecase, camelcase, pascalcase, titlecase))] for text, *_ in table
    ]


# Each character's part in a word, and each rule of X5 in turn.
PARTS = {"A": "U", "É": "U", "ǅ": "U", "b": "l", "ß": "l", "ª": "l", "字": "o", "1": "d", "②": "d", "\u0301": "m"}
PARTS |= {"\u0903": "m", "'": "'", "’": "'", " ": " ", "_": " ", "👍": " ", "ⓐ": " "}


def words_by_the_rules(text):
    units = [[" ", ""]]
    for character in text:
        part = PARTS[character]
        if part == "m" and units[-1][0] in "Ulod":
            units[-1][1] += character
        else:
            units.append([part.replace("m", " "), character])
    units.append([" ", ""])
    found = [""]
    for (before, _), (part, unit), (after, _) in zip(units, units[1:], units[2:], strict=False):
        capital_starts = part == "U" and (before in "ld" or (before == "U" and after == "l"))
        between_letters = part == "'" and before in "Ulo" and after in "Ulo"
        if capital_starts or (part in "' " and not between_letters):
            found.append("")
        if part in "Ulod":
            found[-1] += unit
    return [word for word in found if word]


@pytest.mark.slow
@settings(max_examples=12 * settings.default.max_examples)
@given(st.text(st.sampled_from("".join(PARTS))))
def test_words_are_those_of_the_rules_one_by_one(text):
    """X5."""
    assert snakecase(text) == "_".join(words_by_the_rules(text)).lower()
    assert pascalcase(text) == "".join(map(str.capitalize, words_by_the_rules(text)))


@pytest.mark.slow
def test_shapes_of_characters_do_not_pile_up(monkeypatch):
    """Whoever sends every character there is fills no memory."""
    shapes = type(words._SHAPES)()
    monkeypatch.setattr(words, "_SHAPES", shapes)
    for start in range(0x10000, 0x30000, 0x4000):
        snakecase("".join(map(chr, range(start, start + 0x4000))))
        assert 0 < len(shapes) <= shapes.MAX_SIZE


# Cn: letters that the standard library's Unicode version does not know yet.
WORD_CATEGORIES = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Cn"}


@unhurried
@given(st.text())
def test_word_forms_hold_only_word_characters(text):
    """X5: letters, marks, digits and the joiner; no empty word; no apostrophe."""
    for form, joiner in ((snakecase, "_"), (kebabcase, "-"), (camelcase, ""), (pascalcase, "")):
        made = form(text)
        foreign = {unicodedata.category(character) for character in made.replace(joiner, "")} - WORD_CATEGORIES
        assert not foreign
        assert not made or not joiner or all(made.split(joiner))


@unhurried
@given(st.text())
def test_titlecase_keeps_white_space_and_what_has_no_case(text):
    """X5."""
    assert titlecase(text).upper() == text.upper()
    assert [part == "" for part in titlecase(text).split(" ")] == [part == "" for part in text.split(" ")]
