"""/time/ with operation=recurrence: when rules of each notation occur, and what their answers say (T19)."""

from datetime import UTC, datetime

import pytest

from tests.measure import takes_longer
from tests.tables import each_row, rows
from timeops import services
from timeops.operations.recurrences import read_rule
from timeops.serializers import RecurrenceParameters
from utilitysvc.kit.service_error import ServiceError

START = "2026-11-23 12:00"


def clock():
    return datetime(2026, 11, 23, 12, 0, 0, 500_000, tzinfo=UTC)


def occurrences(rule, **given):
    """Return the occurrences, each with its status after a sign, if the clocks change at it."""
    found = services.recurrence(rule=rule, **given)["occurrences"]
    return ["=".join((at["iso8601"], *[at[key] for key in at if key == "local_time_status"])) for at in found]


def refusal(rule, **given):
    with pytest.raises(ServiceError) as refused:
        services.recurrence(rule=rule, **given)
    return refused.value


def writes(error):
    return [reading["write"] for reading in error.extra.get("readings", ())]


@each_row(("rule", "timezone", "start", "expected"), rows("recurrence_rfc5545.tsv") + rows("recurrence_days.tsv"))
def test_t19_days_and_times(rule, timezone, start, expected):
    """The expected times are shortened to what matters. A dot is the end of the listing."""
    expected = expected.split()
    found = [*occurrences(rule, timezone=timezone, start=start, count=len(expected)), "."]
    assert [at[: len(short)] for at, short in zip(found, expected, strict=False)] == expected


@each_row(("rule", "timezone", "start", "disambiguation", "expected"), rows("recurrence_clocks.tsv"))
def test_t19_t5_changes_of_clocks(rule, timezone, start, disambiguation, expected):
    given = {"timezone": timezone, "start": start, "disambiguation": disambiguation}
    assert occurrences(rule, count=len(expected.split()), **given) == expected.split()


@pytest.mark.parametrize(
    ("start", "error"), [("2026-03-28", "Nonexistent local time"), ("2026-10-24", "Ambiguous local time")]
)
def test_t19_t5_reject(start, error):
    assert refusal("30 2 * * *", start=start, timezone="Europe/Berlin", disambiguation="reject").error == error


@each_row(("rule", "timezone", "rrule", "cron", "text"), rows("recurrence_notations.tsv"))
def test_t19_notations(rule, timezone, rrule, cron, text):
    """Each notation occurs when the rule does."""
    given = {"timezone": timezone, "start": START, "count": 40}
    answer = services.recurrence(rule=rule, **given)
    for notation, expected in (("rrule", rrule), ("cron", cron), ("text", text)):
        assert answer.get(notation, "-") == (expected or answer.get(notation, "-"))
        if expected not in ("", "-"):
            assert services.recurrence(rule=expected, **given)["occurrences"] == answer["occurrences"]


@pytest.mark.slow
@each_row(
    ("rule", "timezone", "cron"),
    [(rule, zone, cron) for rule, zone, _, cron, _ in rows("recurrence_notations.tsv") if zone != "UTC" and cron[1:]],
)
@each_row("start", ["2026-03-20", "2026-08-25", "2026-10-01"])
def test_t19_cron_of_an_hourly_rule_occurs_when_the_rule_does(rule, timezone, cron, start):
    """From some days before the changes of the clocks in these zones until some weeks after them."""
    given = {"timezone": timezone, "start": start, "end": "2028-03-01", "count": 400}
    assert occurrences(rule, **given) == occurrences(cron, **given)


@each_row(("rule", "note"), rows("recurrence_notes.tsv"))
def test_t19_notes(rule, note):
    assert services.recurrence(rule=rule, start="2026-11-21").get("note", "-") == note


LONG = [("FREQ=DAILY;INTERVAL=" + "9" * 5000, "UTC", "2,048 characters"), ("every " * 400, "UTC", "2,048 characters")]


@each_row(("rule", "timezone", "reason"), rows("recurrence_refused.tsv") + LONG)
def test_t19_rules_that_are_refused_quickly(rule, timezone, reason):
    errors = []
    ask = {"rule": rule, "timezone": timezone, "start": "2026-11-24", "count": 1000}
    assert not takes_longer(lambda: errors.append(refusal(**ask)), 2)  # at most 0.2 s on a quiet machine
    assert errors[0].error in ("Invalid recurrence rule", "Invalid timezone")
    assert reason in errors[0].details


@each_row(("rule", "readings"), rows("recurrence_readings.json"))
def test_t19_g19_readings_are_whole_rules(rule, readings):
    """Those that would be refused are left out."""
    error = refusal(rule, start=START)
    assert {one["write"]: one["means"] for one in error.extra.get("readings", ())} == readings
    for write in readings:
        assert occurrences(write, start=START)


@pytest.mark.parametrize("name", ["start", "end"])
def test_g19_readings_of_start_and_end_of_a_recurrence(name):
    """G19: the ambiguity of CET depends on the instant. Calls from Python have readings too."""
    error = refusal("FREQ=DAILY", **{"start": "2026-01-01", name: "2026-07-21 12:00 CET"})
    assert writes(error) == ["2026-07-21 12:00 UTC+01:00", "2026-07-21 12:00 Europe/Brussels"]


@each_row(("program", "sentence", "rule"), rows("recurrence_sentences.tsv"))
def test_t19_sentences_of_other_programs_mean_their_rule_or_are_refused(program, sentence, rule):
    try:
        read_rule(sentence)
    except ServiceError:
        return
    for start in ("2026-01-01", "2028-01-31"):
        assert occurrences(sentence, start=start) == occurrences(rule, start=start), program


def test_t19_g19_every_other_needs_a_start():
    """If the start is no such weekday, RFC 5545 counts from its week, while people count from the first one."""
    readings = writes(refusal("every other day at 9am", clock=clock))
    assert [occurrences(write, start=START)[0][:10] for write in readings] == ["2026-11-25", "2026-11-24"]
    assert writes(refusal("every other monday", clock=clock))
    for start in ("2026-11-24", "2026-11-23 10:00"):
        readings = writes(refusal("every other monday at 9am until 2027-03-01", start=start))
        days = [occurrences(write, start=start)[0][:10] for write in readings]
        assert sorted(days) == ["2026-11-30", "2026-12-07"]


def test_t19_start_end_and_count():
    given = {"rule": "FREQ=DAILY", "start": "2026-11-21 09:00"}
    ends = ("2026-11-23 09:00", "2026-11-21 09:00", "2026-11-23 08:59:59", None)
    assert [len(occurrences(**given, end=end)) for end in ends] == [3, 1, 2, 10]
    assert refusal(**given, end="2026-11-20").details == "end is before start"
    for count in (0, 1001):
        assert "Count must be between 1 and 1000" in str(refusal(**given, count=count))


@each_row(("end", "readings"), [("20270101", []), ("05/06/2027", ["2027-05-06", "2027-06-05"]), ("05/06/2026", [])])
def test_t19_g19_an_end_before_the_start_is_no_reading(end, readings):
    """Neither for Python's callers nor in a request; if one meaning is left, none is listed (G19)."""
    given = {"rule": "every day", "start": "2026-06-01", "end": end}
    assert writes(refusal(**given)) == readings
    with pytest.raises(ServiceError) as refused:
        RecurrenceParameters.read(given)
    assert writes(refused.value) == readings


def test_t19_the_listing_begins_now_or_at_a_later_dtstart():
    assert occurrences("FREQ=DAILY", clock=clock)[0] == "2026-11-23T12:00:00+00:00"
    assert occurrences("DTSTART:20270101T000000Z\nRRULE:FREQ=DAILY", clock=clock)[0] == "2027-01-01T00:00:00+00:00"


def test_t19_a_listing_goes_on_to_its_count():
    assert len(occurrences("every 29 february", start=START, count=1000)) == 1000


@pytest.mark.parametrize(
    ("rule", "zone", "start"),
    [
        ("DTSTART:00010101T000000\nRRULE:FREQ=DAILY", "Europe/Berlin", "2026-11-23"),
        ("DTSTART:00010101T000000\nRRULE:FREQ=SECONDLY;COUNT=9", "Australia/Lord_Howe", None),
    ],
)
def test_a_rule_from_before_the_calendar_of_utc_is_refused(rule, zone, start):
    """The first midnight of year 1 in Berlin is in year 0 of UTC."""
    assert refusal(rule, timezone=zone, start=start).error == "Result out of range"


def test_t19_a_rule_in_another_zone_than_the_listing_has_no_cron_and_no_text():
    """Cron and English do not state a zone, so they would be read in the zone of the listing."""
    rule = "DTSTART;TZID=America/New_York:20260101T090000\nRRULE:FREQ=DAILY"
    own = services.recurrence(rule=rule, start="2026-11-23T00:00Z")
    assert (own["cron"], own["text"]) == ("0 9 * * *", "every day at 09:00 starting 2026-01-01 09:00")
    other = services.recurrence(rule=rule, start="2026-11-23T00:00Z", timezone="Europe/Berlin")
    assert not {"cron", "text"} & other.keys()
    assert [at["timestamp"] for at in other["occurrences"]] == [at["timestamp"] for at in own["occurrences"]]


def test_t19_a_rule_that_starts_later_has_no_cron():
    rule = "DTSTART:20261201T090000\nRRULE:FREQ=DAILY"
    crons = [services.recurrence(rule=rule, start=start).get("cron") for start in ("2026-11-23", "2026-12-01 09:00")]
    assert crons == [None, "0 9 * * *"]
