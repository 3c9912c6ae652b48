"""/text/: regular expressions (X12). Tables of patterns are in results_searching.json."""

import re

import pytest

from tests.measure import takes_longer
from tests.tables import each_row, rows
from textops.limits import Budget
from textops.patterns import compile_pattern
from textops.searching import count_matches, extract, replace, split
from utilitysvc.kit import ServiceError


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
    rows("pattern_states.json"),
)
def test_x12_states_are_counted_without_those_of_utf_8(pattern, states):
    assert compile_pattern(pattern).states == compile_pattern(pattern, ignore_case=True).states == states


@each_row(("size", "is_refused"), [(2_500_000, False), (2_500_001, True)])
def test_x12_searches_of_too_many_steps_are_refused(size, is_refused):
    """X12: before they begin. The pattern has 100 states, and 250 million steps are allowed."""
    pattern = compile_pattern("(?:a{10}){10}")._replace(states=100)
    if is_refused:
        with pytest.raises(ServiceError, match="The pattern has 100 states, so the text may have 2500000 bytes"):
            pattern.check_size(size)
    else:
        pattern.check_size(size)


def test_x12_patterns_are_not_logged(capfd):
    with pytest.raises(ServiceError):
        compile_pattern("a(")
    assert capfd.readouterr() == ("", "")


def test_x12_what_the_lines_share_is_made_once():
    budget, made = Budget(), []
    for _ in range(2):
        budget.keep("pattern", lambda: made.append(1))
    assert made == [1]


@pytest.mark.slow
@each_row(
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


@each_row(
    ("text", "find", "regex"),
    [("b" * 999 + "aba", "a+", True), ("b" * 999 + "aba", "a", False)],
)
def test_x12_what_is_kept_counts_to_the_size_of_a_result(text, find, regex):
    """X10, X12: with what replaces the matches, in bytes."""
    largest = 1500
    assert len(replace(text, find=find, replacement="é" * 125, regex=regex, largest=largest).encode()) == largest
    with pytest.raises(ServiceError, match="Result too large"):
        replace(text, find=find, replacement="é" * 126, regex=regex, largest=largest)


def test_x10_what_would_be_too_large_is_not_made():
    """X10: a terabyte."""
    with pytest.raises(ServiceError, match="Result too large"):
        replace("a" * 10**6, find="a", replacement="b" * 10**6)
