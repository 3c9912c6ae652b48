"""/text/: normal forms (X9, X10), white space (X10), natural order and hidden characters (X15)."""

import json
import unicodedata
from contextlib import suppress

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.measure import takes_longer
from tests.tables import each_row, rows
from textops import normalization
from textops.arranging import WHITE_SPACE, sort_lines_natural
from textops.casing import slugify
from textops.invisible import remove_invisible
from textops.normalization import nfc, nfd, nfkc, nfkd
from textops.unicode_report import unicode_report
from utilitysvc.kit import ServiceError

unhurried = settings(deadline=None)

MARKS = "\u0301\u0316\u0344\u0f73\u0f75\u0f81\uff9e\u0345\u0903\u302e\u09be\U0001d165\u05b0\u3099\u0315"


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


def test_white_space_is_what_has_the_property():
    """X10: PropList.txt, White_Space, which has not changed since Unicode 6.3."""
    ranges = [[int(end, 16) for end in ends] for ends in rows("white_space.tsv")]
    assert sorted(WHITE_SPACE) == [chr(point) for first, last in ranges for point in range(first, last + 1)]


def test_x10_long_slugs_are_made_of_parts():
    """X10: what stands where two of them meet is one run all the same."""
    for length in range(16_384 - 3, 16_384 + 3):
        assert slugify("a" * length + " '-" + "b" * 16_384 + " ") == f"{'a' * length}-{'b' * 16_384}"


@given(st.text())
def test_x10_slugs_are_slugs(text):
    slug = slugify(text)
    assert slug == "" or all(part.isascii() and part.isalnum() and part == part.lower() for part in slug.split("-"))
    assert slugify(slug) == slug


@each_row(("language", "text"), rows("languages.json"))
def test_x15_ordinary_texts_have_nothing_hidden(language, text):
    """X15: of any one script, emoji included."""
    assert (unicode_report(text), remove_invisible(text)) == ("[]", text), language


@each_row(("text", "report"), rows("unicode_report.json"))
def test_x15_report(api, text, report):
    """X15, UTS #39: in the order of the text, scripts and look-alikes word by word."""
    found = json.loads(api.post("/text/", {"text": text, "operation": "unicode_report"}).json()["result"])
    assert [[entry["position"], entry["code_point"], entry["kind"], entry.get("like")] for entry in found] == report
    assert all(entry["character"] == text[entry["position"]] for entry in found)


@each_row(
    ("text", "name"),
    rows("unicode_names.json"),
)
def test_x15_names(text, name):
    """X15: what is not seen is an escape."""
    report = unicode_report(text)
    assert json.loads(report)[0]["name"] == name
    assert report.isascii()


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_x15_only_category_cf_is_removed(text):
    assert regex.sub(r"\p{Cf}", "", text) == regex.sub(r"\p{Cf}", "", remove_invisible(text))


def test_x15_report_is_as_large_as_all_its_entries():
    """X9, X15: each entry counts to the size of the result."""
    entry = len(unicode_report("\u200b")) - len("[\n\n]")
    assert unicode_report("\u200b" * 3, largest=3 * entry)
    with pytest.raises(ServiceError, match="Result too large"):
        unicode_report("\u200b" * 3, largest=3 * entry - 1)


@pytest.mark.slow
@each_row("unit", ["p\u0430 ", "\u200b", "x𝐚 ", "漢a", "а", "\ue000", "👩\u200d"])
def test_x15_time(unit):
    """X15, X9: linear; a report that would be too large ends early."""

    def report():
        with suppress(ServiceError):
            unicode_report(unit * (50_000 // len(unit.encode())))

    assert not takes_longer(report, 1.5)


NAMED_AND_NUMBERED = st.tuples(st.text("abAB", min_size=1, max_size=3), st.integers(0, 10**20), st.text("xyXY"))


@given(st.lists(NAMED_AND_NUMBERED))
def test_x15_natural_order_is_that_of_the_parts(parts):
    """X15: texts without regard to case, numbers by value, then code points."""
    lines = {f"{name}{number}{rest}": (name.lower(), number, rest.lower()) for name, number, rest in parts}
    expected = sorted(lines, key=lambda line: (lines[line], line))
    assert sort_lines_natural("\n".join(lines)).splitlines() == expected
