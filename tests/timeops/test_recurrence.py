"""/time/ with operation=recurrence: the occurrences of rules of RFC 5545 (T19)."""

import pytest

from tests.tables import each_row, rows
from timeops import services
from utilitysvc.kit.service_error import ServiceError

DTSTART = "DTSTART;TZID=America/New_York:19970902T090000\n"


def occurrences(rule, **given):
    """Return the occurrences of a rule, as the local times in the answer."""
    return [at["iso8601"] for at in services.recurrence(rule=rule, **given)["occurrences"]]


def expanded(text):
    """Read days like ``1997 Sep 2,4;Oct 1 | 1998 Jan 5``."""
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    days = []
    for year in text.split("|"):
        number, _, rest = year.strip().partition(" ")
        for month in rest.split(";"):
            name, _, listed = month.strip().partition(" ")
            days += [f"{number}-{months.index(name) + 1:02}-{int(day):02}" for day in listed.split(",")]
    return days


# The examples of RFC 5545, section 3.8.5.3, with the days that it lists. Those for which it lists times are below.
@each_row(
    ("rule", "days"),
    [
        ("FREQ=DAILY;COUNT=10", "1997 Sep 2,3,4,5,6,7,8,9,10,11"),
        ("FREQ=DAILY;INTERVAL=2", "1997 Sep 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30;Oct 2,4,6"),
        ("FREQ=DAILY;INTERVAL=10;COUNT=5", "1997 Sep 2,12,22;Oct 2,12"),
        ("FREQ=WEEKLY;COUNT=10", "1997 Sep 2,9,16,23,30;Oct 7,14,21,28;Nov 4"),
        ("FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH", "1997 Sep 2,4,9,11,16,18,23,25,30;Oct 2"),
        ("FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH", "1997 Sep 2,4,9,11,16,18,23,25,30;Oct 2"),
        ("FREQ=WEEKLY;INTERVAL=2;WKST=SU", "1997 Sep 2,16,30;Oct 14,28;Nov 11,25;Dec 9,23 | 1998 Jan 6,20;Feb 3"),
        ("FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "1997 Sep 2,4,16,18,30;Oct 2,14,16"),
        ("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997 Sep 2,7,16,21"),
        ("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997 Sep 2,14,16,28"),
        ("FREQ=MONTHLY;COUNT=10;BYDAY=1FR", "1997 Sep 5;Oct 3;Nov 7;Dec 5 | 1998 Jan 2;Feb 6;Mar 6;Apr 3;May 1;Jun 5"),
        ("FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", "1997 Sep 5;Oct 3;Nov 7;Dec 5"),
        (
            "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
            "1997 Sep 7,28;Nov 2,30 | 1998 Jan 4,25;Mar 1,29;May 3,31",
        ),
        ("FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "1997 Sep 22;Oct 20;Nov 17;Dec 22 | 1998 Jan 19;Feb 16"),
        ("FREQ=MONTHLY;BYMONTHDAY=-3", "1997 Sep 28;Oct 29;Nov 28;Dec 29 | 1998 Jan 29;Feb 26"),
        ("FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15", "1997 Sep 2,15;Oct 2,15;Nov 2,15;Dec 2,15 | 1998 Jan 2,15"),
        (
            "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
            "1997 Sep 30;Oct 1,31;Nov 1,30;Dec 1,31 | 1998 Jan 1,31;Feb 1",
        ),
        (
            "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
            "1997 Sep 10,11,12,13,14,15 | 1999 Mar 10,11,12,13",
        ),
        ("FREQ=MONTHLY;INTERVAL=2;BYDAY=TU", "1997 Sep 2,9,16,23,30;Nov 4,11,18,25 | 1998 Jan 6,13,20,27;Mar 3"),
        (
            "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
            "1998 Jun 10;Jul 10 | 1999 Jun 10;Jul 10 | 2000 Jun 10;Jul 10 | 2001 Jun 10;Jul 10",
        ),
        ("FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200", "1997 Jan 1;Apr 10;Jul 19 | 2000 Jan 1;Apr 9;Jul 18"),
        ("FREQ=YEARLY;BYDAY=20MO", "1997 May 19 | 1998 May 18 | 1999 May 17"),
        ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997 May 12 | 1998 May 11 | 1999 May 17"),
        ("FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "1997 Mar 13,20,27 | 1998 Mar 5,12,19,26 | 1999 Mar 4,11,18,25"),
        ("FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8", "1997 Jun 5,12,19,26;Jul 3,10,17,24,31;Aug 7,14,21,28 | 1998 Jun 4"),
        ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "1998 Feb 13;Mar 13;Nov 13 | 1999 Aug 13 | 2000 Oct 13"),
        (
            "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
            "1997 Sep 13;Oct 11;Nov 8;Dec 13 | 1998 Jan 10;Feb 7;Mar 7;Apr 11;May 9;Jun 13",
        ),
        (
            "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
            "1996 Nov 5 | 2000 Nov 7 | 2004 Nov 2",
        ),
        ("FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997 Sep 4;Oct 7;Nov 6"),
        (
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
            "1997 Sep 29;Oct 30;Nov 27;Dec 30 | 1998 Jan 29;Feb 26;Mar 30",
        ),
        ("FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007 Jan 15,30;Feb 15;Mar 15,30"),
    ],
)
def test_t19_days_of_rfc_5545(rule, days):
    listed = expanded(days)
    # Most examples of the RFC begin on 2 September 1997, and the others on the first day that they list.
    first = "19970902" if listed[0] > "1997-09-01" and listed[0] < "1998-03" else listed[0].replace("-", "")
    found = occurrences(
        f"DTSTART;TZID=America/New_York:{first}T090000\nRRULE:{rule}", start="1990-01-01", count=len(listed)
    )
    assert [at[:16] for at in found] == [f"{day}T09:00" for day in listed]


@pytest.mark.parametrize(
    ("rule", "times"),
    [
        ("FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z", ["02T09:00", "02T12:00", "02T15:00"]),
        ("FREQ=MINUTELY;INTERVAL=15;COUNT=6", ["02T09:00", "02T09:15", "02T09:30", "02T09:45", "02T10:00", "02T10:15"]),
        ("FREQ=MINUTELY;INTERVAL=90;COUNT=4", ["02T09:00", "02T10:30", "02T12:00", "02T13:30"]),
        (
            "FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40",
            [f"02T{hour:02}:{minute:02}" for hour in range(9, 17) for minute in (0, 20, 40)] + ["03T09:00"],
        ),
        (
            "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16",
            [f"02T{hour:02}:{minute:02}" for hour in range(9, 17) for minute in (0, 20, 40)] + ["03T09:00"],
        ),
    ],
)
def test_t19_times_of_rfc_5545(rule, times):
    assert [at[8:16] for at in occurrences(f"{DTSTART}RRULE:{rule}", start="1997-01-01", count=len(times))] == times


def test_t19_dtstart_of_rfc_5545_is_left_out_by_exdate():
    rule = f"{DTSTART}EXDATE;TZID=America/New_York:19970902T090000\nRRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13"
    assert occurrences(rule, start="1997-01-01", count=1) == ["1998-02-13T09:00:00-05:00"]


@each_row(("rule", "timezone", "start", "expected"), rows("recurrence_days.tsv"))
def test_t19_days_and_times(rule, timezone, start, expected):
    expected = expected.split()
    found = occurrences(rule, timezone=timezone, start=start, count=len(expected))
    assert [at[:16] for at in found] == expected


@each_row(("program", "sentence", "rule"), rows("recurrence_sentences.tsv"))
def test_t19_sentences_of_other_programs_mean_their_rule_or_are_refused(program, sentence, rule):
    try:
        services.read_rule(sentence)
    except ServiceError:
        return
    for start in ("2026-01-01", "2028-01-31"):
        assert occurrences(sentence, start=start) == occurrences(rule, start=start), program
