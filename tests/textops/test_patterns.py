"""/text/: regular expressions (X12)."""

import re

import pytest

from tests.measure import takes_longer
from tests.tables import each_row, rows
from textops.limits import Budget
from textops.patterns import _NO_BACKREFERENCES, _NO_LOOKAROUND, compile_pattern
from textops.searching import count_matches, extract, replace, split
from utilitysvc.kit import ServiceError

SYNTAX = ". Syntax: https://github.com/google/re2/wiki/Syntax"
BACKSLASH = (
    r"A backslash alone at position {}; write \\ for a backslash, a group as \1 or \g<name>, and a line break as it is"
)


@each_row(
    ("text", "parameters", "result"),
    rows("patterns_replace.json"),
)
def test_x12_replace(api, text, parameters, result):
    """X12: literal without regex; groups by number and name; the three flags."""
    answer = api.ask("/text/", text=text, operation="replace", **parameters)
    if result is None:
        assert answer.body["error"] == "Find parameter is required"
    else:
        assert (answer.status, answer.body.get("result")) == (200, result)


@each_row(
    ("operation", "text", "parameters", "result"),
    rows("patterns_extract_split_and_count.json"),
)
def test_x12_extract_split_and_count(api, operation, text, parameters, result):
    assert api.ask("/text/", text=text, operation=operation, regex=True, **parameters).body["result"] == result


@each_row(
    ("operation", "text", "parameters", "result"),
    rows("patterns_literal_without_regex.json"),
)
def test_x12_literal_without_regex(api, operation, text, parameters, result):
    """X12: ignore_case counts all the same; multiline and dotall change only signs of a pattern."""
    assert api.ask("/text/", text=text, operation=operation, find="a.b", **parameters).body["result"] == result


@each_row(("find", "details"), rows("invalid_patterns.json"))
def test_x12_invalid_patterns_are_refused(api, find, details):
    """X12: with the position, and what RE2 has instead."""
    answer = api.ask("/text/", text="ab", operation="replace", find=find, regex=True)
    instead = {"lookaround": _NO_LOOKAROUND, "backreference": _NO_BACKREFERENCES}
    for name, remark in instead.items():
        details = details.replace(f"{{{name}}}", remark)
    assert answer == (400, {"error": "Invalid pattern specified", "details": details + SYNTAX})


@each_row("find", ["[(?=]", r"\Q(?=\E", r"\\1", "[]a]", "[^]a]", "[[:alpha:]]", r"\(?", r"\\C", r"\Q\C\E"])
def test_x12_what_looks_like_an_operator_is_none(find):
    assert count_matches("ab", find=find, regex=True) >= 0


@each_row(
    ("parameters", "error", "details"),
    rows("patterns_invalid_replacements_are_refused.json"),
)
def test_x12_invalid_replacements_are_refused(api, parameters, error, details):
    answer = api.ask("/text/", text="ab", operation="replace", find="(?P<g>a)", regex=True, **parameters)
    assert (answer.status, answer.body) == (400, {"error": error, "details": details})


@pytest.mark.parametrize("group", ["1", "-1", "h", "9" * 5000, "\x00"])
def test_x12_groups_that_are_not_there_are_refused(api, group):
    body = api.post("/text/", {"text": "a", "operation": "extract", "find": "a", "regex": True, "group": group}).json()
    assert body == {
        "error": "Invalid group specified",
        "details": f"There is no group {group[:64]}; groups: 0 (the whole match)",
    }


def test_x12_pattern_length():
    """X12: 1,000 characters, and no more."""
    assert count_matches("a", find="a" * 1000, regex=True) == 0
    with pytest.raises(ServiceError, match="Pattern must be at most 1000 characters"):
        count_matches("a", find="a" * 1001, regex=True)


@each_row("operation", [replace, count_matches, extract, split])
def test_x12_matches_beyond_the_time_are_refused(operation):
    with pytest.raises(ServiceError, match="Pattern too costly"):
        operation("a", find="a", regex=True, budget=Budget(-1))


def test_x12_letters_of_any_script_in_either_case_are_compiled_soon():
    """X9: where RE2 folds their case in Latin-1, these take three seconds, in which nothing else is answered."""
    assert not takes_longer(lambda: compile_pattern("(?mi)" + r"\pL" * 300, ignore_case=True), 2)


@each_row(
    ("pattern", "states"),
    [("k", 5), ("(?i)k", 5), ("(?i-s:k)", 5), (r"\pL", 11), (r"(?i)\pL", 11), ("(?:a{10}){10}", 104)],
)
def test_x12_states_are_counted_without_those_of_utf_8(pattern, states):
    assert compile_pattern(pattern).states == compile_pattern(pattern, ignore_case=True).states == states


def test_x12_patterns_are_not_logged(capfd):
    with pytest.raises(ServiceError):
        compile_pattern("a(")
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("operation", "find"),
    [
        *((replace, find) for find in ("a*?b|a", "(a?){1000}a{1000}", ".*a.{200}Z")),
        *((operation, "a[^b]*b|a") for operation in (count_matches, extract, split)),
    ],
)
def test_x12_costly_patterns_are_ended(operation, find):
    """X12, X9: after about the time of the budget, which is a second in a request."""

    def refused():
        with pytest.raises(ServiceError, match="Pattern too costly"):
            operation("a" * 1_000_000, find=find, regex=True, budget=Budget(0.1))

    assert not takes_longer(refused, 2)


@each_row(("find", "text", "marked"), rows("global_replace.tsv"))
def test_x12_matches_are_those_of_re2(find, text, marked):
    """X12: an empty match counts once, and not at the end of the match before it."""
    assert replace(text, find=find, replacement=r"<\0>", regex=True) == marked
    matches = re.findall("(?s)<(.*?)>", marked)
    assert count_matches(text, find=find, regex=True) == len(matches)
    assert extract(text, find=find, regex=True) == "\n".join(matches)
    assert split(text, find=find, regex=True) == re.sub("(?s)<.*?>", "\n", marked)


def test_x12_references_have_two_digits():
    """X12: a third one is text, as in Python."""
    ten_groups = "".join(f"({letter})" for letter in "abcdefghij")
    assert replace("abcdefghij", find=ten_groups, replacement=r"\10\1", regex=True) == "ja"
    assert replace("abcdefghij", find=ten_groups, replacement=r"\100", regex=True) == "j0"


def test_x12_what_is_kept_counts_to_the_size_of_a_result():
    """X12: with what replaces the matches."""
    kept, largest = "b" * 1000, 1500
    assert len(replace(f"{kept}a", find="a+", replacement="c" * 500, regex=True, largest=largest)) == largest
    with pytest.raises(ServiceError, match="Result too large"):
        replace(f"{kept}a", find="a+", replacement="c" * 501, regex=True, largest=largest)
