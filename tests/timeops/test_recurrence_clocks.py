"""Recurrences at changes of clocks, in cron, with bounds, and refused ones (T19)."""

from datetime import UTC, datetime

import pytest

from tests.measure import cpu_seconds, takes_longer
from tests.tables import each_row
from timeops import services
from timeops.serializers import RecurrenceParameters
from utilitysvc.kit.service_error import ServiceError


def listed(rule, **given):
    answer = services.recurrence(rule=rule, **{"timezone": "Europe/Berlin", "count": 3, **given})
    return [(at["iso8601"][8:22], at.get("local_time_status", "")) for at in answer["occurrences"]]


@each_row(
    ("rule", "start", "disambiguation", "expected"),
    [
        (
            "30 2 * * *", "2026-03-28", "compatible",
            [("28T02:30:00+01", ""), ("29T03:30:00+02", "nonexistent"), ("30T02:30:00+02", "")],
        ),
        (
            "every day at 02:30", "2026-03-28", "earlier",
            [("28T02:30:00+01", ""), ("29T01:30:00+01", "nonexistent"), ("30T02:30:00+02", "")],
        ),
        (
            "FREQ=DAILY;BYHOUR=2;BYMINUTE=30;BYSECOND=0", "2026-10-24", "compatible",
            [("24T02:30:00+02", ""), ("25T02:30:00+02", "ambiguous"), ("26T02:30:00+01", "")],
        ),
        (
            "30 2 * * *", "2026-10-24", "later",
            [("24T02:30:00+02", ""), ("25T02:30:00+01", "ambiguous"), ("26T02:30:00+01", "")],
        ),
        # a shifted time may coincide with another occurrence, and is then listed once
        (
            "every day at 02:30 and 03:30", "2026-03-29", "compatible",
            [("29T03:30:00+02", "nonexistent"), ("30T02:30:00+02", ""), ("30T03:30:00+02", "")],
        ),
        # or it may come after a later one
        (
            "every day at 02:30 and 03:00", "2026-03-29", "compatible",
            [("29T03:00:00+02", ""), ("29T03:30:00+02", "nonexistent"), ("30T02:30:00+02", "")],
        ),
        # hourly and shorter rules count elapsed time
        (
            "30 * * * *", "2026-10-25 01:30", "compatible",
            [("25T01:30:00+02", ""), ("25T02:30:00+02", ""), ("25T02:30:00+01", "")],
        ),
        (
            "FREQ=HOURLY;INTERVAL=2", "2026-03-29 01:00", "compatible",
            [("29T01:00:00+01", ""), ("29T04:00:00+02", ""), ("29T06:00:00+02", "")],
        ),
        (
            "every hour between 1am and 3am", "2026-03-29", "compatible",
            [("29T01:00:00+01", ""), ("29T03:00:00+02", ""), ("30T01:00:00+02", "")],
        ),
    ],
)  # fmt: skip
def test_t19_t5_changes_of_clocks(rule, start, disambiguation, expected):
    assert listed(rule, start=start, disambiguation=disambiguation) == expected


@pytest.mark.parametrize(
    ("start", "error"), [("2026-03-28", "Nonexistent local time"), ("2026-10-24", "Ambiguous local time")]
)
def test_t19_t5_reject(start, error):
    with pytest.raises(ServiceError, match=error):
        listed("30 2 * * *", start=start, disambiguation="reject")


def test_t19_a_change_of_half_an_hour():
    assert listed("0 * * * *", start="2026-10-04 01:00", timezone="Australia/Lord_Howe") == [
        ("04T01:00:00+10", ""), ("04T03:00:00+11", ""), ("04T04:00:00+11", ""),
    ]  # fmt: skip
    assert listed("15,30 2 * * *", start="2026-10-04", timezone="Australia/Lord_Howe", count=2) == [
        ("04T02:30:00+11", ""), ("04T02:45:00+11", "nonexistent"),
    ]  # fmt: skip


def test_t19_dtstart_has_its_own_zone():
    rule = "DTSTART;TZID=America/New_York:20260101T090000\nRRULE:FREQ=DAILY"
    assert listed(rule, start="2026-03-07", count=2) == [("07T15:00:00+01", ""), ("08T14:00:00+01", "")]


@pytest.mark.parametrize(
    ("rule", "note"),
    [
        ("0 0 13 * 5", "cron occurs where the day of month or the day of week fits, since neither field begins with *"),
        ("0 0 */2 * 1", "cron occurs where the day of month and the day of week both fit"),
    ],
)
def test_t19_cron_says_how_its_days_are_joined(rule, note):
    answer = services.recurrence(rule=rule)
    assert answer["note"].startswith(note)
    assert answer["cron"] == rule


@each_row(
    ("rule", "rrule", "cron"),
    [
        ("@daily", "FREQ=DAILY;BYHOUR=0;BYMINUTE=0;BYSECOND=0", "@daily"),
        ("@HOURLY", "FREQ=HOURLY;BYMINUTE=0;BYSECOND=0", "@HOURLY"),
        ("0 9 * * 7", "FREQ=WEEKLY;BYDAY=SU;BYHOUR=9;BYMINUTE=0;BYSECOND=0", "0 9 * * 7"),
        ("0  9 L * *", "FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=9;BYMINUTE=0;BYSECOND=0", "0 9 L * *"),
        ("0 9 * * 1#2", "FREQ=MONTHLY;BYDAY=2MO;BYHOUR=9;BYMINUTE=0;BYSECOND=0", "0 9 * * 1#2"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=0;BYSECOND=0", None, "0 9 * * 1-5"),
        ("FREQ=MINUTELY;INTERVAL=15", None, "*/15 * * * *"),
        ("FREQ=MINUTELY;INTERVAL=7", None, None),
        ("FREQ=MINUTELY;BYHOUR=9;BYSECOND=0", None, "* 9 * * *"),
        ("FREQ=MINUTELY;INTERVAL=15;BYHOUR=9", None, "*/15 9 * * *"),
        ("FREQ=MINUTELY;INTERVAL=15;BYHOUR=0,12", None, "*/15 */12 * * *"),
        ("FREQ=MINUTELY;BYHOUR=0;BYSECOND=0", None, "* 0 * * *"),
        ("FREQ=HOURLY", None, "0 * * * *"),
        ("FREQ=HOURLY;BYMINUTE=30", None, "30 * * * *"),
        ("FREQ=HOURLY;BYHOUR=0;BYMINUTE=5", None, "5 0 * * *"),
        ("FREQ=DAILY;INTERVAL=2", None, None),
        ("FREQ=DAILY;COUNT=3", None, None),
        ("FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=30", None, None),
        # the hours of a daily rule are local times, while a star in cron counts elapsed time
        ("FREQ=DAILY;BYHOUR=0,12;BYMINUTE=0,15,30,45", None, "0,15,30,45 0,12 * * *"),
    ],
)
def test_t19_cron_and_rrule(rule, rrule, cron):
    answer = services.recurrence(rule=rule, start="2026-11-21")
    assert answer.get("cron") == cron
    assert rrule is None or answer["rrule"] == rrule


@each_row(
    ("rule", "reason"),
    [
        ("FREQ=DAILY;INTERVAL=0", 'INTERVAL has "0"'),
        ("FREQ=DAILY;INTERVAL=" + "9" * 5000, "more than 2,048 characters"),
        ("FREQ=DAILY;COUNT=2;UNTIL=20270101", "COUNT and UNTIL exclude each other"),
        ("FREQ=SOMETIMES", "Frequencies: YEARLY"),
        ("INTERVAL=2", "FREQ is missing"),
        ("FREQ=DAILY;FREQ=DAILY", "FREQ occurs twice"),
        ("FREQ=DAILY;BYEASTER=0", '"BYEASTER" is not a part'),
        ("FREQ=DAILY;BYHOUR=24", "numbers from 0 to 23"),
        ("FREQ=MONTHLY;BYMONTHDAY=0", "-31 to -1 and 1 to 31"),
        ("FREQ=WEEKLY;BYDAY=1MO", "not for WEEKLY"),
        ("FREQ=WEEKLY;BYMONTHDAY=1", "not for FREQ=WEEKLY"),
        ("FREQ=DAILY;BYYEARDAY=1", "not for FREQ=DAILY"),
        ("FREQ=MONTHLY;BYWEEKNO=1", "FREQ=YEARLY alone"),
        ("FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO", "not for a rule with BYWEEKNO"),
        ("FREQ=MONTHLY;BYDAY=6MO", "the most that a month has"),
        ("FREQ=YEARLY;BYMONTH=12;BYDAY=-53MO", "the most that a month has"),
        ("FREQ=DAILY;BYSETPOS=1", "BYSETPOS needs another BY part"),
        ("FREQ=MONTHLY;BYDAY=0MO", 'BYDAY has "0MO"'),
        ("every 2 days except sundays", "Weekdays can be left out of a rule of every day or week alone"),
        ("every hour between 9am and 9am", "an end that is not after its start"),
        ("FREQ=HOURLY;BYMINUTE=0,30;BYSETPOS=3", "chooses none"),
        ("DTSTART:20261121T090000", "There is no RRULE"),
        ("RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY", "several lines RRULE"),
        ("RRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY", "EXRULE is not accepted"),
        ("DTSTART:20260230T090000\nRRULE:FREQ=DAILY", "not a date and time that exists"),
        ("DTSTART:2026\nRRULE:FREQ=DAILY", "write it like 20261121T090000"),
        ("DTSTART;X=1:20260101\nRRULE:FREQ=DAILY", "has the parameter X"),
        ("FREQ=DAILY;X", '"X" is not a part of a rule: write NAME=value'),
        ("FREQ=WEEKLY;BYDAY=XX", 'BYDAY has "XX"'),
        ("* * LW * *", "need a fixed hour and minute"),
        ("DTSTART;TZID=Mars/Olympus:20260201T090000\nRRULE:FREQ=DAILY", "not a known time zone"),
        ("RDATE;VALUE=PERIOD:20260201T090000/PT1H\nRRULE:FREQ=DAILY", "periods"),
        ("FREQ=DAILY;BYHOUR=9\x00", "BYHOUR"),
        ("0 0 * *\x00 *", ""),
        ("60 * * * *", '"60" is not a value of the minute in cron'),
        ("* * 31 2 *", "No month"),
        ("* * * *", ""),
        ("@reboot", "names no time"),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "No day of any year"),
        ("FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "No day of any year"),
        ("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "No day of any year"),
        ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "No day of any year"),
        ("FREQ=DAILY;INTERVAL=7;BYDAY=MO", "no occurrence in the 100 years"),
        ("FREQ=SECONDLY;INTERVAL=60;BYSECOND=30", "occurs too seldom"),
        ("DTSTART:20000101T000000Z\nRRULE:FREQ=SECONDLY;COUNT=1000000", "more than 10,000 times before"),
    ],
)
def test_t19_refused_quickly(rule, reason):
    def refuse():
        with pytest.raises(ServiceError) as refused:
            services.recurrence(rule=rule, start="2026-11-24")
        refusals.append(refused)

    refusals = []
    assert not takes_longer(refuse, 2)  # about 0.1 s on a quiet machine
    refused = refusals[0]
    assert refused.value.error in ("Invalid recurrence rule", "Invalid timezone")
    assert reason in refused.value.details


def test_t19_start_end_and_count():
    given = {"rule": "FREQ=DAILY", "start": "2026-11-21 09:00"}
    assert services.recurrence(**given, end="2026-11-23 09:00")["count"] == 3
    assert services.recurrence(**given, end="2026-11-21 09:00")["count"] == 1  # the end may equal the start
    assert services.recurrence(**given, end="2026-11-23 08:59:59")["count"] == 2
    assert services.recurrence(**given)["count"] == 10
    with pytest.raises(ServiceError, match="end is before start"):
        services.recurrence(**given, end="2026-11-20")
    for count in (0, 1001):
        with pytest.raises(ServiceError, match="Count must be between 1 and 1000"):
            services.recurrence(**given, count=count)


@each_row(
    ("end", "writes"),
    [("20270101", []), ("05/06/2027", ["2027-05-06", "2027-06-05"]), ("05/06/2026", [])],
)
def test_t19_g19_an_end_before_the_start_is_no_reading(end, writes):
    """Neither for Python's callers nor in a request; if one meaning is left, none is listed (G19)."""
    given = {"rule": "every day", "start": "2026-06-01", "end": end}
    with pytest.raises(ServiceError) as refused:
        services.recurrence(**given)
    with pytest.raises(ServiceError) as request_refused:
        RecurrenceParameters.read(given)
    for error in (refused, request_refused):
        assert [reading["write"] for reading in error.value.extra.get("readings", [])] == writes


def test_t19_the_listing_begins_now_or_at_a_later_dtstart():
    def clock():
        return datetime(2026, 11, 21, 12, 0, 0, 500_000, tzinfo=UTC)

    first = services.recurrence(rule="FREQ=DAILY", clock=clock)["occurrences"][0]["iso8601"]
    assert first == "2026-11-21T12:00:00+00:00"
    rule = "DTSTART:20270101T000000Z\nRRULE:FREQ=DAILY"
    assert services.recurrence(rule=rule, clock=clock)["occurrences"][0]["iso8601"] == "2027-01-01T00:00:00+00:00"


def test_t19_the_note_says_that_the_listing_ends_early():
    answer = services.recurrence(rule="every 29 february", start="2026-11-21", count=1000)
    assert answer["count"] == 1000
    answer = services.recurrence(rule="FREQ=YEARLY;INTERVAL=101", start="2026-11-21")
    assert answer["count"] == 1
    assert answer["note"] == "No occurrence follows within 100 years, or before the year 10000"
    assert services.recurrence(rule="FREQ=DAILY", start="9999-12-30")["count"] == 2
    assert services.recurrence(rule="FREQ=HOURLY", start="9999-12-31 22:00")["count"] == 2
    assert services.recurrence(rule="FREQ=WEEKLY", start="0001-01-01")["count"] == 10


def test_t19_rdate_and_exdate():
    rule = "DTSTART:20261121T090000\nRRULE:FREQ=DAILY;COUNT=3\nRDATE:20261122T120000\nEXDATE;VALUE=DATE:20261123"
    answer = services.recurrence(rule=rule, start="2026-11-01")
    assert [at["iso8601"][8:16] for at in answer["occurrences"]] == ["21T09:00", "22T09:00", "22T12:00"]


def test_t19_weekdays_with_and_without_numbers_are_joined():
    """dateutil alone would find only the days that match both."""
    answer = services.recurrence(rule="FREQ=MONTHLY;BYDAY=MO,1FR", start="2026-11-01", count=4)
    assert [at["iso8601"][5:10] for at in answer["occurrences"]] == ["11-02", "11-06", "11-09", "11-16"]
    answer = services.recurrence(rule="FREQ=YEARLY;BYDAY=MO,53TU,-53SU", start="2026-12-27", count=2)
    assert [at["iso8601"][5:10] for at in answer["occurrences"]] == ["12-28", "01-04"]


@pytest.mark.parametrize(
    ("rule", "zone", "start"),
    [
        ("DTSTART:00010101T000000\nRRULE:FREQ=DAILY", "Europe/Berlin", "2026-11-23"),
        ("DTSTART:00010101T000000\nRRULE:FREQ=SECONDLY;COUNT=9", "Australia/Lord_Howe", None),
    ],
)
def test_a_rule_from_before_the_calendar_of_utc_is_refused(rule, zone, start):
    """The first midnight of year 1 in Berlin is in year 0 of UTC."""
    with pytest.raises(ServiceError, match="Result out of range"):
        services.recurrence(rule=rule, timezone=zone, start=start)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "zone"),
    [
        # The most expensive of 4,000 rules drawn at random: 0.08 to 0.14 s.
        ("FREQ=MINUTELY;INTERVAL=3;BYMONTH=6,1;BYMINUTE=44,58,37;COUNT=999999", "UTC"),
        ("FREQ=SECONDLY;INTERVAL=100000;BYDAY=SU,TH,FR;BYSECOND=22,8", "America/New_York"),
        ("FREQ=SECONDLY;INTERVAL=997;BYMINUTE=34,25,25;BYSECOND=21;WKST=SU", "America/New_York"),
        ("DTSTART:19700101T003007\nRRULE:FREQ=SECONDLY;INTERVAL=97;BYMONTHDAY=31;BYMINUTE=0,42;COUNT=999999",
         "Australia/Lord_Howe"),
    ],
)  # fmt: skip
def test_t19_a_rule_that_hardly_ever_occurs_is_refused_quickly(rule, zone):
    def ask():
        with pytest.raises(ServiceError, match="Invalid recurrence rule"):
            services.recurrence(rule=rule, timezone=zone, start="2026-11-23", count=1000)

    assert cpu_seconds(ask, repeats=1) < 1.4


def test_t19_a_rule_in_another_zone_than_the_listing_has_no_cron_and_no_text():
    """Cron and English do not state a zone, so they would be read in the zone of the listing."""
    rule = "DTSTART;TZID=America/New_York:20260101T090000\nRRULE:FREQ=DAILY"
    own = services.recurrence(rule=rule, start="2026-11-23T00:00Z")
    assert (own["cron"], own["text"]) == ("0 9 * * *", "every day at 09:00 starting 2026-01-01 09:00")
    other = services.recurrence(rule=rule, start="2026-11-23T00:00Z", timezone="Europe/Berlin")
    assert "cron" not in other
    assert "text" not in other
    assert [at["timestamp"] for at in other["occurrences"]] == [at["timestamp"] for at in own["occurrences"]]


def test_t19_a_rule_that_starts_later_has_no_cron():
    rule = "DTSTART:20261201T090000\nRRULE:FREQ=DAILY"
    assert "cron" not in services.recurrence(rule=rule, start="2026-11-23")
    for start in ("2026-12-01 09:00", "2026-12-02"):
        assert services.recurrence(rule=rule, start=start)["cron"] == "0 9 * * *"


@pytest.mark.parametrize(
    ("excluded", "disambiguation", "left"),
    [
        (";TZID=Europe/Berlin:20260329T023000", "earlier", ["2026-03-30T02:30:00+02:00"]),
        (";TZID=Europe/Berlin:20260329T023000", "compatible", ["2026-03-30T02:30:00+02:00"]),
        (":20260329T013000Z", "earlier", ["2026-03-29T01:30:00+01:00", "2026-03-30T02:30:00+02:00"]),
    ],
)
def test_t19_excluded_local_times_in_a_gap_move_as_the_rule_does(excluded, disambiguation, left):
    rule = f"DTSTART;TZID=Europe/Berlin:20260329T023000\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE{excluded}"
    answer = services.recurrence(rule=rule, start="2026-03-01", disambiguation=disambiguation)
    assert [at["iso8601"] for at in answer["occurrences"]] == left


def test_t19_an_excluded_day_is_written_as_datetimes():
    """Other programs compare EXDATE with the datetimes of occurrences, so a date would exclude nothing."""
    answer = services.recurrence(rule="every day at 9am and 5pm except 2026-12-25", start="2026-12-24")
    assert answer["rrule"].splitlines()[1:] == ["EXDATE:20261225T090000Z", "EXDATE:20261225T170000Z"]
    assert services.recurrence(rule=answer["rrule"], start="2026-12-24")["text"] == answer["text"]
    # a rule of elapsed time cannot exclude days in RFC 5545, and a day may have too many times to list
    assert "rrule" not in services.recurrence(rule="every 2 hours except 2026-12-25", start="2026-12-24")
    times = f"BYHOUR={','.join(map(str, range(24)))};BYMINUTE=0,30"
    rule = f"RRULE:FREQ=DAILY;{times}\nEXDATE;VALUE=DATE:20261225"
    assert "rrule" not in services.recurrence(rule=rule, start="2026-12-24")


@each_row(
    ("rule", "reason"),
    [
        ("0 9 ? * MON", "cron has no ?, which Quartz writes for any day: write *"),
        ("0 0 9 ? * MON", "cron has no ?"),
        ("0 9 * * 1-5 /bin/true", "and no command, not 6"),
        ("0 0 9 * * 2026", "cron has no year: leave 2026 out"),
        ("0 9 * *", "cron has five fields (minute, hour, day of month, month, day of week), not 4"),
        ("H H * * *", '"H" is not a value of the minute in cron'),
        ("BEGIN:VEVENT\nRRULE:FREQ=DAILY", '"BEGIN:VEVENT" is not a line of a rule'),
        ("DTSTART:20261201T090000 RRULE:FREQ=DAILY", "RRULE:FREQ=DAILY, on a line of its own"),
        ("every day at 9am CST", 'has the time zone "CST" where no time zone is allowed'),
        ("every day at sunset", 'has "at" without a time of day in digits after it'),
        ("every day daily foo", 'has "foo", which is neither'),
    ],
)
def test_t19_errors_state_the_reason(rule, reason):
    with pytest.raises(ServiceError) as refused:
        services.recurrence(rule=rule)
    assert reason in refused.value.details


@pytest.mark.parametrize(
    ("rule", "writes"),
    [("0 0 9 * * 1", ["0 9 * * 1", "FREQ=MONTHLY;BYMONTHDAY=9;BYHOUR=0;BYMINUTE=0;BYSECOND=1"])],
)
def test_t19_g19_readings_of_six_fields_are_valid_rules(rule, writes):
    with pytest.raises(ServiceError) as refused:
        services.recurrence(rule=rule)
    assert [reading["write"] for reading in refused.value.extra["readings"]] == writes


def test_t19_local_hours_stay_after_a_change_of_half_an_hour():
    """Lord Howe has +11:00 when the rule starts, and +10:30 when it is listed. The hours are still 9 to 5."""
    given = {"timezone": "Australia/Lord_Howe", "start": "2027-06-05 03:00", "count": 10}
    for rule in ("every hour between 9am and 5pm", "every 30 minutes between 9am and 1pm on saturdays"):
        since = services.recurrence(rule=f"{rule} starting 2026-11-24 08:00", **given)
        assert since["occurrences"] == services.recurrence(rule=rule, **given)["occurrences"]
        assert since["occurrences"][0]["iso8601"] == "2027-06-05T09:00:00+10:30"


AT_9 = "BYHOUR=9;BYMINUTE=0;BYSECOND=0"


@each_row(
    ("rule", "rrule"),
    [
        ("FREQ=MINUTELY;BYMINUTE=0;BYSECOND=0", "FREQ=HOURLY;BYMINUTE=0;BYSECOND=0"),
        ("FREQ=SECONDLY;BYMINUTE=30;BYSECOND=0", "FREQ=HOURLY;BYMINUTE=30;BYSECOND=0"),
        ("FREQ=SECONDLY;BYSECOND=0", "FREQ=MINUTELY;BYSECOND=0"),
        (f"FREQ=HOURLY;BYSECOND=0;BYMINUTE={','.join(map(str, range(60)))}", "FREQ=MINUTELY;BYSECOND=0"),
        (f"FREQ=HOURLY;BYHOUR={','.join(map(str, range(24)))};WKST=SU", "FREQ=HOURLY"),
        (f"FREQ=YEARLY;BYMONTHDAY=1;{AT_9}", f"FREQ=MONTHLY;BYMONTHDAY=1;{AT_9}"),
        (f"FREQ=MONTHLY;BYDAY=MO;{AT_9}", f"FREQ=WEEKLY;BYDAY=MO;{AT_9}"),
        (f"FREQ=YEARLY;BYMONTH=3;BYDAY=MO;{AT_9}", f"FREQ=WEEKLY;BYMONTH=3;BYDAY=MO;{AT_9}"),
        (f"FREQ=DAILY;INTERVAL=2;{AT_9};WKST=SU", f"FREQ=DAILY;INTERVAL=2;{AT_9}"),
        ("0 9 1 1 *", f"FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;{AT_9}"),
        # These stay as they are, because another form would have another meaning.
        (f"FREQ=WEEKLY;BYDAY=SU,MO;BYSETPOS=1;{AT_9};WKST=SU", f"FREQ=WEEKLY;BYDAY=MO,SU;{AT_9};BYSETPOS=1;WKST=SU"),
        (f"FREQ=DAILY;INTERVAL=2;BYDAY=MO;{AT_9}", f"FREQ=DAILY;INTERVAL=2;BYDAY=MO;{AT_9}"),
        (f"FREQ=YEARLY;BYYEARDAY=1,2;BYDAY=MO;{AT_9}", f"FREQ=YEARLY;BYYEARDAY=1,2;BYDAY=MO;{AT_9}"),
        (f"FREQ=MONTHLY;BYDAY=1MO;{AT_9}", f"FREQ=MONTHLY;BYDAY=1MO;{AT_9}"),
    ],
)
def test_t19_rules_with_the_same_meaning_are_written_in_the_same_form(rule, rrule):
    """Every minute that is minute 0 becomes every hour. RRULE, cron and English can then be converted to each other."""
    given = {"start": "2026-11-23T12:00Z", "count": 40}
    answer = services.recurrence(rule=rule, **given)
    assert answer["rrule"] == rrule
    assert services.recurrence(rule=rrule, **given)["occurrences"] == answer["occurrences"]


def test_t19_a_skipped_time_moves_to_the_day_on_which_the_listing_begins():
    """In Nuuk the clocks go from 23:00 on 28 March 2026 to midnight."""
    answer = services.recurrence(rule="every day at 23:30", start="2026-03-29 00:00", timezone="America/Nuuk", count=2)
    assert [(at["iso8601"], at.get("local_time_status")) for at in answer["occurrences"]] == [
        ("2026-03-29T00:30:00-01:00", "nonexistent"),
        ("2026-03-29T23:30:00-01:00", None),
    ]


def test_t19_a_rule_of_seconds_begins_with_the_first_second_of_its_hour():
    """Also if the search for that hour begins in the middle of a minute."""
    answer = services.recurrence(rule="FREQ=SECONDLY;BYHOUR=13", start="2026-11-23 11:59:30", count=2)
    assert [at["iso8601"][11:19] for at in answer["occurrences"]] == ["13:00:00", "13:00:01"]


def test_t19_cron_with_all_days_of_a_month_but_one():
    answer = services.recurrence(rule="0 9 1-30 1 *", start="2026-01-29", count=3)
    assert answer["rrule"].startswith("FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1,2,3,")
    assert [at["iso8601"][:10] for at in answer["occurrences"]] == ["2026-01-29", "2026-01-30", "2027-01-01"]


HOURLY = [
    ("UTC", "every hour between 9am and 5pm", "0 9-17 * * *"),
    ("Europe/Berlin", "every hour between 9:30 and 17:30 on weekdays", "30 9-17 * * 1-5"),
    # The hour from 2:00 is skipped in March and repeated in October.
    ("Europe/Berlin", "every hour between 1am and 3am", "*/60 1-3 * * *"),
    ("Europe/Berlin", "every hour between 3am and 5am", "0 3-5 * * *"),
    ("Europe/Berlin", "every hour between 2:30 and 4:30", None),
    # The clocks change by half an hour, of which 15 minutes are a part, and neither 20 minutes nor an hour.
    ("Australia/Lord_Howe", "every 15 minutes", "*/15 * * * *"),
    ("Australia/Lord_Howe", "every 20 minutes", None),
    ("Australia/Lord_Howe", "every hour", None),
    ("Europe/Berlin", "every hour", "0 * * * *"),
    # Half an hour, from 2:00 or from 1:30, is skipped or repeated.
    ("Australia/Lord_Howe", "every hour between 1am and 3am", "*/60 1-3 * * *"),
    ("Australia/Lord_Howe", "every hour between 3am and 6am", "0 3-6 * * *"),
    # The clocks go back at midnight.
    ("America/Santiago", "every hour between 23:00 and 23:59", "*/60 23 * * *"),
    ("America/Santiago", "FREQ=HOURLY;BYHOUR=0;BYMINUTE=5", "5 */24 * * *"),
    ("America/Santiago", "every hour between 1am and 10pm", "0 1-22 * * *"),
    ("CET-1CEST,M3.5.0/12,M10.5.0/13", "every hour between 11am and 2pm", "*/60 11-14 * * *"),
    ("CET-1CEST,M3.5.0/12,M10.5.0/13", "every hour between 1pm and 4pm", "0 13-16 * * *"),
    # The clocks go from 1:30 to 2:30.
    ("CET-1CEST,M3.5.0/1:30,M10.5.0/2:30", "every hour between 2am and 4am", "*/60 2-4 * * *"),
]


@each_row(("zone", "rule", "cron"), HOURLY)
def test_t19_an_hourly_rule_has_fixed_hours_in_cron_unless_the_clocks_change_in_them(zone, rule, cron):
    assert services.recurrence(rule=rule, timezone=zone, start="2026-01-01", count=1).get("cron") == cron


@pytest.mark.slow
@each_row(("zone", "rule", "cron"), [row for row in HOURLY if row[-1]])
@each_row("start", ["2026-03-20", "2026-08-25", "2026-10-01"])
def test_t19_cron_of_an_hourly_rule_occurs_when_the_rule_does(zone, rule, cron, start):
    """From some days before the changes of the clocks in these zones until some weeks after them."""
    given = {"timezone": zone, "start": start, "end": "2028-03-01", "count": 400}
    listed = [services.recurrence(rule=one, **given)["occurrences"] for one in (rule, cron)]
    assert listed[0] == listed[1]
