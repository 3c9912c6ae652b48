"""Dates in plain English: rule T3. The phrases and their meanings are read from docs/time-phrases.md, which shows each
form once, and from phrases_more.tsv, phrases_refused.tsv and phrases_two_meanings.tsv.
"""

import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark
from lark.exceptions import GrammarError

from tests.measure import cpu_seconds
from tests.tables import each_row, rows
from timeops.calendar.instants import locate
from timeops.calendar.steps import UNIT_NAMES
from timeops.errors import NotADatetimeError
from timeops.operations.arguments import located
from timeops.reading import grammar, phrases
from timeops.reading.datetimes import read
from timeops.reading.words import VOCABULARY
from timeops.serializers import FORMS, DatetimeParameter
from timeops.zones import database
from utilitysvc.kit.service_error import ServiceError

BERLIN = database.load("Europe/Berlin")
NOW = datetime(2026, 3, 27, 15, 45, 30, tzinfo=BERLIN)

DOCUMENT = Path(__file__).parents[2] / "docs" / "time-phrases.md"
REFUSED, _, ACCEPTED = DOCUMENT.read_text().partition("## Accepted")
DOCUMENTED = [
    (phrase, instant)
    for phrases, instant in re.findall(r"^\| (`.+`) \| (\S+) \|$", ACCEPTED, re.MULTILINE)
    for phrase in re.findall("`(.+?)`", phrases)
]
PHRASES = DOCUMENTED + [tuple(row) for row in rows("phrases_more.tsv")]
REFUSED_DOCUMENTED = re.findall(r"^\| `(.+)` \| `(.+)` \|$", REFUSED, re.MULTILINE)
REFUSED_PHRASES = [
    *REFUSED_DOCUMENTED,
    *(tuple(row) for row in rows("phrases_refused.tsv") + rows("phrases_two_meanings.tsv")),
]


def meaning(phrase, now=NOW, disambiguation="compatible"):
    here = located(phrase, None, now.tzinfo, disambiguation, now)
    return here.instant.isoformat(), here.status


def outcome(phrase):
    """Return the instant, or the error and its details."""
    try:
        return meaning(phrase)[0]
    except ServiceError as refusal:
        return refusal.error, refusal.details


def test_accepted_phrases():
    """T2, T3."""
    written = {case(phrase): instant for phrase, instant in PHRASES for case in (str, str.upper)}
    del written["5 M AGO"]  # minutes or months, unlike 5 m ago
    assert {phrase: outcome(phrase) for phrase in written} == written


def test_refused_phrases_of_the_document():
    """T2, T3: the error has a reason, and what the document says to write instead is accepted."""
    for refused, instead in REFUSED_PHRASES:
        error, details = outcome(refused)
        assert error == "Invalid datetime format", refused
        assert "has no accepted form" not in details, refused
        assert 1 <= datetime.fromisoformat(outcome(instead)).year <= 9999, instead


def test_all_phrases_of_the_document_are_tested():
    """The patterns above must match all rows of all tables."""
    lines = [line for line in DOCUMENT.read_text().splitlines() if line.startswith("| `")]
    assert sum(line.count("`") for line in lines) == 2 * len(DOCUMENTED) + 4 * len(REFUSED_DOCUMENTED)
    phrases = [phrase for phrase, _ in PHRASES + REFUSED_PHRASES]
    assert len(set(phrases)) == len(phrases)


def test_every_word_of_the_grammar_is_in_a_phrase():
    """Except further spellings of units, weekdays, months and numbers."""
    words = set(re.findall(r"[a-z]+", " ".join(phrase for phrase, _ in PHRASES).lower()))
    kinds = ("WEEKDAY", "WEEKDAYS", "MONTH", "NUMBER", "ORDINAL")
    others = set(UNIT_NAMES) | {word for word, (kind, _) in VOCABULARY.items() if kind in kinds}
    assert {part for word in VOCABULARY.keys() - others for part in re.split("[ -]", word)} <= words
    assert {*rows("phrases_units.tsv")} <= words


ZONES, NOWS = rows("phrases_zones_and_nows.json")
# Phrases that do not depend on the wall clock: exact lengths and timestamps.
EXACT = re.compile(r"hour|hr|min|sec|[0-9] ?(ms|[hms])\b|half a|\.5 |^ms |^@|^179|^\d+ m ")


@pytest.mark.slow
def test_every_phrase_in_every_zone():
    """T3, T5: a phrase of the calendar has the same wall clock in every zone, unless the zone skips it."""
    utc, others = database.load("UTC"), list(map(database.load, ZONES))
    readings = [read(text) for text, _ in PHRASES if not EXACT.search(text)]
    compared = 0
    for at in NOWS:
        local = datetime.fromisoformat(at)
        for reading in readings:
            if reading.zone:
                continue
            try:
                expected = locate(reading, utc, "reject", local.replace(tzinfo=utc))
            except ServiceError as refusal:
                assert refusal.error == "Invalid datetime format"  # noqa: PT017  # a day that this year does not have
                continue
            for there in others:
                found = locate(reading, there, "compatible", local.replace(tzinfo=there))
                same = found.instant.replace(tzinfo=None) == expected.instant.replace(tzinfo=None)
                assert same != (found.status == "nonexistent"), (there, at, reading.text)
            compared += 1
    assert compared > 3000


def test_forms_of_the_description_and_the_console_are_in_the_document(api):
    """T3: the examples in /docs/ and the suggestions are rows of the document or the table, which are tested above."""
    examples = {example for examples in FORMS.values() for example in examples}
    assert examples <= {phrase for phrase, _ in PHRASES}
    description = api.get("/schema/").json()["paths"]["/time/"]["get"]["description"]
    page = api.get("/", accept="text/html").content.decode()
    assert all(f"`{example}`" in description for example in examples)
    assert all(f'<option value="{example}">' in page for example in DatetimeParameter.suggestions)
    assert {"05/06/2026", "20261121", "tomorrow at 9", "3pm CST", "soon", "next weekend", "tomorrow morning"} <= {
        phrase for phrase, _ in REFUSED_PHRASES
    }


@pytest.mark.slow
def test_an_ambiguous_grammar_is_not_built():
    """T3: so no phrase can have two meanings."""
    text = grammar.grammar_text()
    options = {"parser": "lalr", "lexer": grammar.GivenTokens, "strict": True}
    Lark(text, **options)
    with pytest.raises(GrammarError):
        Lark(text.replace("?day: date\n", "?day: date\n | DAYWORD -> weekday\n"), **options)


def test_every_rule_of_the_grammar_has_a_method():
    """The value of a rule without a method would be lark's tree."""
    text = grammar.grammar_text()
    arrows = set(re.findall(r"-> (\w+)", text))
    bare = {name for name in re.findall(r"^!?(\w+):", text, re.MULTILINE) if name not in ("date", "month_day")}
    assert arrows | bare == grammar.RULES.keys()


@each_row(
    ("now", "phrase", "instant"),
    rows("phrases_calendar_edges.tsv"),
)
def test_calendar_edges(now, phrase, instant):
    """T3: days and longer units move the calendar and are clamped to the end of a month; hours are exact."""
    assert meaning(phrase, datetime.fromisoformat(now).replace(tzinfo=BERLIN)) == (instant, None)


@pytest.mark.parametrize(
    ("disambiguation", "skipped", "repeated"),
    [
        ("compatible", "2026-03-29T03:30:00+02:00", "2026-10-25T02:30:00+02:00"),
        ("earlier", "2026-03-29T01:30:00+01:00", "2026-10-25T02:30:00+02:00"),
        ("later", "2026-03-29T03:30:00+02:00", "2026-10-25T02:30:00+01:00"),
    ],
)
def test_phrases_in_gaps_and_folds(disambiguation, skipped, repeated):
    """T3, T5: a phrase gives a local time, which may be skipped or ambiguous."""
    assert meaning("sunday at 2:30", NOW, disambiguation) == (skipped, "nonexistent")
    october = datetime(2026, 10, 24, 2, 30, tzinfo=BERLIN)
    assert meaning("in 1 day", october, disambiguation) == (repeated, "ambiguous")


def test_rejected_phrases():
    """T5."""
    with pytest.raises(ServiceError, match="Nonexistent local time"):
        meaning("sunday at 2:30", NOW, "reject")
    with pytest.raises(ServiceError, match="Ambiguous local time"):
        meaning("tomorrow at 2:30", datetime(2026, 10, 24, tzinfo=BERLIN), "reject")


@each_row("phrase, instant", rows("phrases_second_pass.tsv"))
def test_now_in_the_second_pass_of_a_fold_stays_there(phrase, instant):
    """T3: a phrase that does not move the calendar gives an instant, which is not ambiguous."""
    assert meaning(phrase, datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=BERLIN), "reject") == (instant, None)


@each_row("phrase", rows("phrases_everything_else_is_refused.tsv"))
def test_everything_else_is_refused(phrase):
    """T2, T3: a phrase that the grammar does not have is not guessed, and the error quotes it."""
    error, details = outcome(phrase)
    assert error == "Invalid datetime format"
    assert details.startswith(f'datetime "{phrase[:64]}" ')


@each_row("now, phrase", rows("phrases_out_of_range.tsv"))
def test_beyond_the_calendar(now, phrase):
    """T3, T8."""
    with pytest.raises(ServiceError, match="Result out of range"):
        meaning(phrase, datetime.fromisoformat(now))


WORDS = st.sampled_from([*VOCABULARY, *rows("phrases_pieces.tsv")])


@pytest.mark.slow
@given(st.one_of(st.text(), st.lists(WORDS).map(" ".join), st.lists(WORDS).map("".join)))
@settings(max_examples=5 * settings.default.max_examples)
def test_any_text_is_accepted_or_refused(text):
    """T2, T3: the parser raises only ServiceError, and results are in the years 1 to 9999."""
    try:
        located = locate(read(text), BERLIN, "compatible", NOW)
    except ServiceError as refusal:
        assert refusal.status == 400  # noqa: PT017  # most texts are refused, which is right
    else:
        assert 1 <= located.instant.year <= 9999


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["1 day ", "a ", "1 ", "the ", "next ", "- ", ", ", "at ", "1:", "first day of ", "("])
def test_time_is_linear_in_the_length(unit):
    """T3: sixteen times the tokens take about sixteen times as long. With backtracking, they would take far longer."""

    def read(text):
        for _ in range(2):
            with suppress(NotADatetimeError):
                phrases.read(text)

    assert cpu_seconds(lambda: read(unit * 400), repeats=2) < 160 * cpu_seconds(lambda: read(unit * 25))
