"""Recurrence rules in English, and the English text of answers (T19)."""

from datetime import UTC, datetime

import pytest

from tests.tables import each_row
from timeops import services
from utilitysvc.kit.service_error import ServiceError

START = "2026-11-23 12:00"


def clock():
    return datetime(2026, 11, 23, 12, tzinfo=UTC)


def ask(rule, **given):
    return services.recurrence(rule=rule, **{"start": START, **given})


@each_row(
    ("rule", "rrule"),
    [
        ("every weekday at 9am", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=0;BYSECOND=0"),
        (
            "every 2 weeks on tuesday and thursday at 14:30 until 1 march",
            "FREQ=WEEKLY;UNTIL=20270301T235959Z;INTERVAL=2;BYDAY=TU,TH;BYHOUR=14;BYMINUTE=30;BYSECOND=0",
        ),
        ("the last friday of every month at noon", "FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=12;BYMINUTE=0;BYSECOND=0"),
        ("Every month on the last Friday at 12:00", "FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=12;BYMINUTE=0;BYSECOND=0"),
        (
            "first business day of every month",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=0;BYMINUTE=0;BYSECOND=0;BYSETPOS=1",
        ),
        (
            "last business day of every month",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=0;BYMINUTE=0;BYSECOND=0;BYSETPOS=-1",
        ),
        ("the fifth friday of every month", "FREQ=MONTHLY;BYDAY=5FR;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("FREQ=MONTHLY;BYDAY=5FR;BYHOUR=0;BYMINUTE=0;BYSECOND=0",
         "FREQ=MONTHLY;BYDAY=5FR;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("the first monday and the first monday of every month",
         "FREQ=MONTHLY;BYDAY=1MO;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("every 29 february", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("daily except sundays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("every month on the 31st", "FREQ=MONTHLY;BYMONTHDAY=31;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("the last friday of the month", "FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("the fourth thursday of november", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("every 25th of december", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("every december 25th", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("every 2nd january", "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=2;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("every monday to friday at 9am", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=0;BYSECOND=0"),
        ("every saturday to monday", "FREQ=WEEKLY;BYDAY=MO,SA,SU;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("on mondays", "FREQ=WEEKLY;BYDAY=MO;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("on the 1st and 15th of every month", "FREQ=MONTHLY;BYMONTHDAY=1,15;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("mondays and thursdays at 9am", "FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=9;BYMINUTE=0;BYSECOND=0"),
        ("every day at 9am and 5pm", "FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0;BYSECOND=0"),
        ("the first and third monday of every month", "FREQ=MONTHLY;BYDAY=1MO,3MO;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("the first and third monday and the last friday of every month",
         "FREQ=MONTHLY;BYDAY=-1FR,1MO,3MO;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("every first monday of the month", "FREQ=MONTHLY;BYDAY=1MO;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("the fourth thursday of every november", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("weekly", "FREQ=WEEKLY;BYDAY=MO;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        ("every 90 minutes", "FREQ=MINUTELY;INTERVAL=90"),
        ("every 2 hours on weekdays", "FREQ=HOURLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR"),
        ("hourly between 0:00 and 23:00", "FREQ=HOURLY;BYMINUTE=0;BYSECOND=0"),
        ("every minute between 9:00 and 10:59", "FREQ=MINUTELY;BYHOUR=9,10;BYSECOND=0"),
        ("every minute between 0:00 and 23:59", "FREQ=MINUTELY;BYSECOND=0"),
        ("hourly between 9am and 5pm", "FREQ=HOURLY;BYHOUR=9,10,11,12,13,14,15,16,17;BYMINUTE=0;BYSECOND=0"),
        (
            "every other day starting 2026-12-01",
            "DTSTART:20261201T000000Z\nRRULE:FREQ=DAILY;INTERVAL=2;BYHOUR=0;BYMINUTE=0;BYSECOND=0",
        ),
        ("every monday for 3 times", "FREQ=WEEKLY;COUNT=3;BYDAY=MO;BYHOUR=0;BYMINUTE=0;BYSECOND=0"),
        (
            "every day except 2026-12-25",
            "RRULE:FREQ=DAILY;BYHOUR=0;BYMINUTE=0;BYSECOND=0\nEXDATE:20261225T000000Z",
        ),
    ],
)  # fmt: skip
def test_t19_english(rule, rrule):
    assert ask(rule)["rrule"] == rrule


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("every 60 minutes between 9am and 11am", "every hour between 09:00 and 11:00"),
        ("every 90 minutes between 9am and noon", "every 90 minutes between 09:00 and 12:00"),
        ("every 120 minutes between 9am and 1pm", "every 2 hours between 09:00 and 13:00"),
    ],
)
def test_t19_steps_of_whole_hours_are_written_in_hours(rule, text):
    assert ask(rule)["text"] == text


def test_t19_both_ends_of_between_count():
    answer = ask("every 15 minutes between 9am and 5pm on weekdays", start="2026-11-20", count=34)
    times = [at["iso8601"][:16] for at in answer["occurrences"]]
    assert (times[0], times[32], times[33]) == ("2026-11-20T09:00", "2026-11-20T17:00", "2026-11-23T09:00")
    assert "rrule" not in answer  # 17:00 without 17:15 needs a second rule


@each_row(
    ("rule", "end"),
    [
        ("every day until 23 november", "2026-11-23"),
        ("every day until 1 march", "2027-03-01"),
        ("every day until 29 february", "2028-02-29"),
        ("every day until 2026-12-24", "2026-12-24"),
        ("every day at noon until 2026-12-24 12:00", "2026-12-24"),
        ("every day at noon until 2026-12-24 11:59", "2026-12-23"),
    ],
)
def test_t19_until_is_the_next_such_day_and_includes_it(rule, end):
    assert ask(rule, start="2026-11-23", count=1000)["occurrences"][-1]["iso8601"][:10] == end


def test_t19_shorter_months_are_skipped_and_the_note_says_so():
    assert ask("every month on the 31st")["note"] == "Months that do not have this day are skipped"
    assert ask("every 29 february")["note"] == "Years that do not have this day are skipped"
    assert ask("FREQ=MONTHLY;BYMONTHDAY=-29")["note"] == "Months that do not have this day are skipped"
    assert ask("first business day of every month")["note"] == (
        "Business days are Monday to Friday; holidays are not left out"
    )


def test_t19_g19_every_other_needs_a_start():
    with pytest.raises(ServiceError) as refused:
        services.recurrence(rule="every other day at 9am", clock=clock)
    writes = [reading["write"] for reading in refused.value.extra["readings"]]
    assert [ask(write)["occurrences"][0]["iso8601"][:10] for write in writes] == ["2026-11-25", "2026-11-24"]
    assert ask("every other day at 9am")["occurrences"][0]["iso8601"][:10] == "2026-11-25"


def test_t19_g19_every_other_monday_counts_from_a_monday():
    """If the start is another day, RFC 5545 counts from its week, while people count from the first Monday."""
    for start in ("2026-11-24", "2026-11-23 10:00"):
        with pytest.raises(ServiceError) as refused:
            ask("every other monday at 9am until 2027-03-01", start=start)
        writes = [reading["write"] for reading in refused.value.extra["readings"]]
        days = [ask(write, start=start)["occurrences"][0]["iso8601"][:10] for write in writes]
        assert sorted(days) == ["2026-11-30", "2026-12-07"]
    with pytest.raises(ServiceError):
        services.recurrence(rule="every other monday", clock=clock)
    for given in ({"start": "2026-11-23 09:00"}, {"rule": "every other monday at 9am starting 2026-11-23"}):
        answer = ask(**{"rule": "every other monday at 9am", "start": "2026-11-23", **given})
        assert [at["iso8601"][:10] for at in answer["occurrences"]][:2] == ["2026-11-23", "2026-12-07"]


@each_row(
    ("rule", "text"),
    [
        ("every half hour", "every 30 minutes"),
        ("every half an hour between 9am and 10am", "every 30 minutes between 09:00 and 10:00"),
        ("every quarter hour", "every 15 minutes"),
        ("every quarter of an hour", "every 15 minutes"),
        ("every three quarters of an hour", "every 45 minutes"),
        ("every 1h30m", "every 90 minutes"),
        ("every half minute on weekends", "every 30 seconds on Saturdays and Sundays"),
        ("every half day", "every 12 hours"),
        ("every half year on the 1st", "every 6 months on the 1st at 00:00"),
    ],
)
def test_t19_parts_of_a_unit(rule, text):
    answer = ask(rule)
    assert answer["text"] == text
    assert ask(text)["occurrences"] == answer["occurrences"]


@pytest.mark.parametrize(
    "rule", ["every half month", "every half week", "every half second", "every 1d12h", "every 0h0m"]
)
def test_t19_parts_of_a_unit_that_are_no_interval(rule):
    with pytest.raises(ServiceError, match="Invalid recurrence rule"):
        ask(rule)


@each_row(
    "rule", ["biweekly", "bi-weekly", "bi-monthly", "bimonthly", "every year on 05/06", "every 3M", "every month on the 2nd, last monday", "biannually", "every second friday", "every third day", "every last friday",
             "0 0 9 * * 1"]
)  # fmt: skip
def test_t19_g19_each_reading_is_accepted(rule):
    with pytest.raises(ServiceError) as refused:
        ask(rule)
    assert refused.value.error == "Invalid recurrence rule"
    for reading in refused.value.extra["readings"]:
        assert ask(reading["write"])["occurrences"]


@pytest.mark.parametrize(
    ("rule", "readings"),
    [
        ("every day at 9", {
            "every day at 9am": "FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0",
            "every day at 9pm": "FREQ=DAILY;BYHOUR=21;BYMINUTE=0;BYSECOND=0"}),
        ("every monday at 12 until 2 may", {
            "every monday at 12am until 2 may": "FREQ=WEEKLY;BYDAY=MO;BYHOUR=0;BYMINUTE=0;BYSECOND=0",
            "every monday at 12pm until 2 may": "FREQ=WEEKLY;BYDAY=MO;BYHOUR=12;BYMINUTE=0;BYSECOND=0"}),
        ("every day until 05/06/2027", {
            "every day until 2027-05-06": "FREQ=DAILY;UNTIL=20270506T235959;BYHOUR=0;BYMINUTE=0;BYSECOND=0",
            "every day until 2027-06-05": "FREQ=DAILY;UNTIL=20270605T235959;BYHOUR=0;BYMINUTE=0;BYSECOND=0"}),
        ("every day at 9 and at 10", {}),
    ],
)  # fmt: skip
def test_t19_g19_readings_are_whole_rules(rule, readings):
    """T19, G19: each reading is a whole rule, with its meaning as RRULE. Those that would be refused are left out."""
    with pytest.raises(ServiceError) as refused:
        ask(rule)
    assert {one["write"]: one["means"] for one in refused.value.extra.get("readings", ())} == readings
    for write in readings:
        assert ask(write)["occurrences"]


@each_row(
    ("rule", "reason"),
    [
        ("every", "is not complete"),
        ("tomorrow", 'begins with "tomorrow"'),
        ("every monday on tuesday", "in two ways"),
        ("every monday at 9am and at 10am in may in june", "twice in which months"),
        ("every day at 9", "write 9am, 9pm or 09:00"),
        ("every may 5 in june", "twice in which months"),
        ("every day at 9:00:00.5", "a fraction of a second"),
        ("every blurb", '"blurb"'),
        ("every 0 days", 'has "0"'),
        ("every 30 february", "not a day of any year"),
        ("every year on the 15th", "of which month"),
        ("9am every 2 days", "write it first"),
        ("every day for 1000000000 times", "write a number from 1 to 999,999,999"),
        ("every 10000000000000000000 days", "write a number from 1 to 999,999,999"),
        ("every 99999999 centuries", "too long an interval"),
        ("every 3M", "could be minutes or months"),
        ("every year on 05/06", "could be 5 June or 6 May"),
        ("every month on the 2nd, last monday", "two places or one"),
        ("the 29th of every quarter", "Not every month of a quarter"),
        ("the fifth monday of every quarter", "Not every month of a quarter"),
        ("the 21st business day of every quarter", "Not every month of a quarter"),
        ("the last day of every 2 quarters", "Write the months"),
        ("the fourth thursday of november every month", "once a year"),
        ("every month on monday", "has several of these weekdays"),
        ("every 2 days on monday", "exclude each other"),
        ("every hour at noon", "no time of day"),
        ("every day between 9am and 5pm", "minutes or hours"),
        ("every hour between 5pm and 9am", "not after its start"),
        ("every month on the 1st and the second friday and the 15th", "two rules"),
        ("every month on the 15th and the first monday", "two rules"),
        ("every year on 1 may in june", "twice in which months"),
        ("every 2 weeks on 1 may", 'write "every year on"'),
        ("every week on the 1st", 'write "of every month"'),
        ("every year on the first business day", "cannot be combined with other days"),
        ("every week except monday", "names no days"),
        ("every monday except monday", "leaves out every day"),
        ("every hour at 5pm between 9am and 5pm", "at and between"),
        ("every millisecond", "too short for a rule"),
        ("every day at 9:00:00.5", "a fraction of a second"),
        ("every day until 29 february 2027", "2027 has no such day"),
        ("the 15th of every week", '"week" has no such day'),
        ("every day monday", 'unexpected "monday" after "day"'),
        ("every month on the 32nd", "no such day"),
        ("every month on the sixth monday", "no such weekday"),
        ("every day until 1 march for 3 times", "exclude each other"),
        ("every day starting 1 march", "no year"),
        ("every day Europe/Berlin", 'time zone "Europe/Berlin" where no time zone is allowed'),
        ("every day\x00", "means nothing"),
        ("täglich", '"ä"'),
        ("every " * 400, "2,048 characters"),
    ],
)
def test_t19_english_that_is_refused(rule, reason):
    with pytest.raises(ServiceError) as refused:
        ask(rule)
    assert refused.value.error == "Invalid recurrence rule"
    assert reason in refused.value.details


def test_t19_most_rules_have_a_text():
    """test_recurrence_notations.py checks only the rules that have a text."""
    for rule in ("FREQ=DAILY", "FREQ=MONTHLY;BYDAY=2TU", "FREQ=YEARLY", "*/5 * * * *", "0 9 1 * *"):
        assert ask(rule)["text"]


@pytest.mark.parametrize("days", ["BYMONTHDAY=13;BYDAY=FR", "BYDAY=FR,1MO"])
def test_t19_days_that_our_english_cannot_express_have_no_text(days):
    assert "text" not in ask(f"FREQ=MONTHLY;{days}")


@each_row(
    ("rule", "text"),
    [
        ("last business day of every month", "every month on the last business day at 00:00"),
        ("10th business day of every month", "every month on the 10th business day at 00:00"),
        ("0 0,12 LW * *", "every month on the last business day at 00:00 and 12:00"),
        ("every year on 24 december and 1 may at 9am", "every year on 1 May and 24 December at 09:00"),
        ("every day until 24 december 2026", "every day at 00:00 until 2026-12-24"),
        ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=9", "every day at 09:00"),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;BYHOUR=9;BYMINUTE=0;BYSECOND=0",
         "every month on the second last business day at 09:00"),
        ("FREQ=MONTHLY;BYMONTHDAY=-2,-1;BYHOUR=9", "every month on the second last day and the last day at 09:00"),
        ("FREQ=MONTHLY;BYDAY=-2FR;BYHOUR=9", "every month on the second last Friday at 09:00"),
        # every two elapsed hours, but only those between 9:00 and 12:59
        ("FREQ=HOURLY;INTERVAL=2;BYHOUR=9,10,11,12;BYMINUTE=0;BYSECOND=0", None),
        # weeks that begin on Sunday, which our English cannot express
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU;BYHOUR=9;BYMINUTE=0;BYSECOND=0", None),
        ("DTSTART;TZID=Europe/Berlin:20261101T090000\nRRULE:FREQ=DAILY\nEXDATE:20261224T080000Z",
         "every day at 09:00 starting 2026-11-01 09:00 except 2026-12-24"),
        # all times of a day are excluded, and in the last row only one of two
        ("RRULE:FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0;BYSECOND=0\nEXDATE:20261224T090000,20261224T170000",
         "every day at 09:00 and 17:00 except 2026-12-24"),
        (("RRULE:FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0;BYSECOND=0\n"
          "EXDATE:20261224T090000,20261224T170000,20261225T090000"), None),
    ],
)  # fmt: skip
def test_t19_text(rule, text):
    assert ask(rule).get("text") == text


def test_t19_times_with_different_minutes_and_seconds():
    """They need several rules: in a single one, two minutes and two seconds would make four times."""
    answer = ask("every day at 09:00 and 09:30:30", start="2026-11-23", count=3)
    times = [at["iso8601"][11:19] for at in answer["occurrences"]]
    assert times == ["09:00:00", "09:30:30", "09:00:00"]
