"""When rules of each notation occur, how they are written, and which are refused (T19).

Other parts of their answers stand in answers_recurrence.json.
"""

from contextlib import suppress

import pytest

from tests.measure import takes_longer
from tests.tables import each_row, rows
from tests.timeops.test_answers import answer
from timeops import services
from timeops.operations.recurrences import read_rule
from utilitysvc.kit.service_error import ServiceError

NOTATIONS = rows("recurrence_notations.tsv")
TIMES = rows("recurrence_rfc5545.tsv") + rows("recurrence_days.tsv") + rows("recurrence_drawn_crons.tsv")
LONG = [("FREQ=DAILY;INTERVAL=" + "9" * 5000, "UTC", "2,048 characters"), ("every " * 400, "UTC", "2,048 characters")]


def occurrences(rule, **given):
    """Return the occurrences, each with = and its status, if the clocks change at it."""
    found = services.recurrence(rule=rule, **given)["occurrences"]
    return [f"{at['iso8601']}={at.get('local_time_status', '')}" for at in found]


@each_row(
    ("rule", "timezone", "start", "expected", "disambiguation"),
    [*([*row, "compatible"] for row in TIMES), *rows("recurrence_clocks.tsv")],
)
def test_t19_t5_occurrences(rule, timezone, start, expected, disambiguation):
    """The expected times are shortened to what matters. A dot is the end of the listing."""
    expected = expected.split()
    given = {"timezone": timezone, "start": start, "disambiguation": disambiguation}
    found = [*occurrences(rule, count=len(expected), **given), "."]
    assert [at[: len(short)] for at, short in zip(found, expected, strict=False)] == expected


@each_row(("rule", "timezone", "rrule", "cron", "text"), NOTATIONS)
def test_t19_notations(rule, timezone, rrule, cron, text):
    """Each notation occurs when the rule does."""
    given = {"timezone": timezone, "start": "2026-11-23 12:00", "count": 40}
    found = services.recurrence(rule=rule, **given)
    for notation, expected in (("rrule", rrule), ("cron", cron), ("text", text)):
        assert found.get(notation, "-") == (expected or found.get(notation, "-"))
        if expected not in ("", "-"):
            assert services.recurrence(rule=expected, **given)["occurrences"] == found["occurrences"]


@pytest.mark.slow
@each_row("row", [row for row in NOTATIONS if row[1] != "UTC" and row[3][1:]])
@each_row("start", ["2026-03-20", "2026-08-25", "2026-10-01"])
def test_t19_cron_of_an_hourly_rule_occurs_when_the_rule_does(row, start):
    """From some days before the changes of the clocks in these zones until some weeks after them."""
    rule, timezone, _, cron, _ = row
    given = {"timezone": timezone, "start": start, "end": "2028-03-01", "count": 400}
    assert occurrences(rule, **given) == occurrences(cron, **given)


@each_row(("rule", "timezone", "reason"), rows("recurrence_refused.tsv") + LONG)
def test_t19_rules_that_are_refused_quickly(rule, timezone, reason):
    def ask():
        with pytest.raises(ServiceError, match=r"Invalid (recurrence rule|timezone)") as refused:
            services.recurrence(rule=rule, timezone=timezone, start="2026-11-24", count=1000)
        assert reason in refused.value.details

    assert not takes_longer(ask, 2)  # at most 0.2 s on a quiet machine


@each_row(("parameter", "request", "readings"), rows("recurrence_readings.json"))
def test_t19_g19_readings_of_a_rule_and_its_bounds(parameter, request, readings):
    """Calls from Python have those of requests. If one meaning is left, none is listed. Each reading occurs."""
    for ask in (lambda: services.recurrence(**request), lambda: answer({"operation": "recurrence", **request})):
        with pytest.raises(ServiceError) as refused:
            ask()
        found = refused.value.extra.get("readings", ())
        assert {one["write"]: one["means"] for one in found} == readings
    for write in readings:
        assert occurrences(**{**request, parameter: write})


def is_read(sentence):
    with suppress(ServiceError):
        return bool(read_rule(sentence))


@pytest.mark.slow
def test_t19_sentences_of_other_programs_mean_their_rule_or_are_refused():
    """Others leave out a part of the rule, or mean another one by the same words."""
    read = [row for row in rows("recurrence_sentences.tsv") if is_read(row[1])]
    assert len(read) >= 150
    for start in ("2026-01-01", "2028-01-31"):
        wrong = [row for row in read if occurrences(row[1], start=start) != occurrences(row[2], start=start)]
        assert wrong == [], start
