"""Reading any notation of a rule in an answer gives the same rule again (T19)."""

import re

from hypothesis import given
from hypothesis import strategies as st

from tests.tables import each_row
from timeops import services
from utilitysvc.kit.service_error import ServiceError

START = "2026-11-23 12:00"
LATER = "2027-06-05 03:00"


@each_row(
    ("rule", "written"),
    [
        # WKST stays where it chooses other days: in weeks by number, and in every second week.
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;{};WKST=SU"),
        ("FREQ=YEARLY;BYWEEKNO=1;WKST=SU", "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO;{};WKST=SU"),
        ("FREQ=WEEKLY;BYDAY=SU,MO;WKST=SU", "FREQ=WEEKLY;BYDAY=MO,SU;{}"),
        ("FREQ=DAILY;INTERVAL=2;WKST=SU", "FREQ=DAILY;INTERVAL=2;{}"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "FREQ=DAILY;{}"),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "FREQ=DAILY;{}"),
        ("FREQ=MONTHLY;BYDAY=1MO,1TU,1WE,1TH,1FR,1SA,1SU", "FREQ=MONTHLY;BYDAY=1MO,1TU,1WE,1TH,1FR,1SA,1SU;{}"),
        ("FREQ=YEARLY;BYWEEKNO=53", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;{}"),
    ],
)
def test_t19_rrule_is_written_with_what_it_needs(rule, written):
    assert ask(rule)["rrule"] == written.format("BYHOUR=12;BYMINUTE=0;BYSECOND=0")


FREQUENCIES = ("SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY")
DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
CLOCKS = ("09:00", "9:30am", "noon", "17:00", "23:59", "6pm", "08:00:30", "midnight")
MONTHS = ("january", "feb", "march", "july", "december")


def ask(rule, **given):
    return services.recurrence(rule=rule, **{"start": START, "count": 30, **given})


def some(values, most=3):
    return st.lists(st.sampled_from(values), min_size=1, max_size=most, unique=True)


def listed(values):
    return ",".join(map(str, values))


def joined(values):
    return " and ".join(values)


@st.composite
def lists_of_days(draw):
    """Draw values of BYDAY: with numbers, without numbers, and mixed."""
    numbers = draw(st.sampled_from([("",), ("",), ("1", "2"), ("-1", "1"), ("5",), ("", "3"), ("-2", "20", "53")]))
    return listed(draw(some([number + day for number in numbers for day in DAYS], 7)))


BY_PARTS = {
    "BYMONTH": some(range(1, 13)).map(listed),
    "BYWEEKNO": some((1, 20, 52, 53, -1)).map(listed),
    "BYYEARDAY": some((1, 60, 100, 366, -1)).map(listed),
    "BYMONTHDAY": some((1, 2, 13, 15, 28, 29, 30, 31, -1, -2, -31)).map(listed),
    "BYDAY": lists_of_days(),
    "BYHOUR": some((0, 1, 2, 3, 9, 12, 17, 23)).map(listed),
    "BYMINUTE": st.one_of(st.sampled_from(("0", "0,15,30,45", "0,30", listed(range(60)))), some(range(60)).map(listed)),
    "BYSECOND": st.one_of(st.just("0"), some((0, 5, 30, 59)).map(listed)),
    "BYSETPOS": some((1, 2, 3, -1, -2)).map(listed),
}
ENDS = ("", "COUNT=1", "COUNT=5", "COUNT=100", "UNTIL=20270401", "UNTIL=20270301T120000", "UNTIL=20270301T120000Z")
STARTS = (
    "",
    "DTSTART:20261101T093000\n",
    "DTSTART:20261101T093000Z\n",
    "DTSTART;VALUE=DATE:20270131\n",
    "DTSTART;TZID=America/New_York:20200229T023000\n",
    "DTSTART;TZID=Europe/Berlin:20270101T120005\n",
)
DATES = (
    "",
    "\nEXDATE;VALUE=DATE:20261224",
    "\nEXDATE;VALUE=DATE:20261224,20261225",
    "\nEXDATE:20261224T093000,20261224T170000",
    "\nEXDATE:20261224T090000Z",
    "\nEXDATE;TZID=Asia/Tokyo:20261224T090000",
    "\nRDATE:20261230T100000",
)


@st.composite
def rrules(draw):
    frequency = draw(st.sampled_from(FREQUENCIES))
    parts = [f"FREQ={frequency}", f"INTERVAL={draw(st.sampled_from((1, 1, 1, 2, 3, 15, 90)))}"]
    parts += [f"{name}={draw(BY_PARTS[name])}" for name in draw(some(tuple(BY_PARTS), 4)) if name not in ("BYSETPOS",)]
    if draw(st.integers(0, 3)) == 0:
        parts.append(f"BYSETPOS={draw(BY_PARTS['BYSETPOS'])}")
    parts += [part for part in (draw(st.sampled_from(ENDS)), draw(st.sampled_from(("", "", "WKST=SU")))) if part]
    return f"{draw(st.sampled_from(STARTS))}RRULE:{';'.join(parts)}{draw(st.sampled_from(DATES))}"


CRONS = st.tuples(
    st.one_of(st.sampled_from(("0", "30", "*/15", "*", "0,30", "5-10", "*/7", "0-59/5", "*/60", "59"))),
    st.one_of(st.sampled_from(("9", "*", "9-17", "*/2", "0,12", "8-18/2", "2", "23", "0-23"))),
    st.one_of(st.sampled_from(("*", "*", "1", "1,15", "L", "LW", "31", "*/2", "1-7", "29-31"))),
    st.sampled_from(("*", "*", "1-3", "JAN,jul", "*/6", "2")),
    st.sampled_from(("*", "*", "1-5", "0", "7", "1#2", "5L", "MON-FRI", "sun,sat", "*/2", "0-7")),
).map(" ".join)

HOW_OFTEN = st.one_of(
    st.sampled_from(("every day", "daily", "every weekday", "weekends", "every month", "yearly", "hourly")),
    st.tuples(
        st.integers(1, 90), st.sampled_from(("seconds", "minutes", "hours", "days", "weeks", "months", "years"))
    ).map(lambda every: f"every {every[0]} {every[1]}"),
    some(("monday", "tue", "Wednesday", "sunday")).map(lambda days: f"every {joined(days)}"),
    some(("mondays", "fridays", "saturdays")).map(joined),
    some(("the 1st", "the 15th", "the 31st", "the last day", "the last friday", "the second tuesday", "first monday"))
    .map(joined)
    .flatmap(lambda places: st.sampled_from(("month", "2 months", "march", "year", "quarter")).map(
        lambda period: f"{places} of every {period}")),
    some(("1 january", "29 february", "december 25th", "jul 4")).map(lambda days: f"every {joined(days)}"),
    st.sampled_from(("first", "2nd", "last", "10th")).map(lambda nth: f"{nth} business day of every month"),
    st.sampled_from(("every monday to friday", "every fourth thursday of november", "last working day of the month")),
)  # fmt: skip
AT = st.one_of(
    st.just(""),
    some(CLOCKS, 4).map(lambda clocks: f"at {joined(clocks)}"),
    st.sampled_from(("between 9am and 5pm", "between 8:30 and 18:00", "between 00:00 and 23:59")),
)
ON = st.one_of(
    st.just(""),
    st.just(""),
    some(("monday", "thursday", "weekend")).map(lambda days: f"on {joined(days)}"),
    some(("the 1st", "the last day", "the first monday")).map(lambda places: f"on {joined(places)}"),
)
IN = st.one_of(st.just(""), st.just(""), some(MONTHS).map(lambda months: f"in {joined(months)}"))
BOUNDS = (
    "until 2027-03-01", "until 1 march", "until 29 february", "until 2027-03-01 09:00", "for 5 times", "except sundays",
    "except 2026-12-25", "except 2026-12-25 and 2027-01-01", "starting 2026-11-24 08:00", "starting 2027-02-28",
)  # fmt: skip
ENGLISH = st.tuples(
    HOW_OFTEN, AT, ON, IN, st.lists(st.sampled_from(BOUNDS), max_size=2, unique=True).map(" ".join)
).map(lambda parts: re.sub(" +", " ", " ".join(parts)).strip())

RULES = st.one_of(rrules(), rrules(), CRONS, ENGLISH)
ZONES = st.sampled_from(("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "+02:00", None))


def answer_to(rule, zone):
    """Return the answer, or None if the rule is refused."""
    given = {"timezone": zone} if zone else {}
    try:
        return ask(rule, **given)
    except ServiceError:
        return None


def written(answer):
    """Return the text and the RRULE without its dates, which may be written as local times or in UTC."""
    lines = [line.removeprefix("RRULE:") for line in answer.get("rrule", "").splitlines() if "FREQ" in line]
    return answer.get("text"), [re.sub("UNTIL=[^;]+", "UNTIL", line) for line in lines]


@given(RULES, ZONES)
def test_t19_every_notation_gives_the_same_rule(rule, zone):
    """For two starts, sending a notation again gives the same occurrences and the same notations."""
    answer = answer_to(rule, zone)
    if answer is None:
        return
    for start in (START, LATER):
        given = {"timezone": answer["timezone"], "start": start}
        try:
            expected = ask(rule, **given)
        except ServiceError:  # the rule ends before this start
            continue
        for notation in {"text", "rrule", "cron"} & expected.keys():
            again = ask(expected[notation], **given)
            assert again["occurrences"] == expected["occurrences"], (notation, expected[notation])
            if notation != "cron":
                assert written(again) == written(expected), notation


@given(RULES)
def test_t19_rrule_to_cron_to_rrule(rule):
    """The cron of a rule has the same occurrences. Its RRULE has the same occurrences too, and stays the same."""
    answer = answer_to(rule, "UTC")
    if answer is None or not {"rrule", "cron"} <= answer.keys():
        return
    by_cron = ask(answer["cron"], timezone="UTC")
    assert by_cron["occurrences"] == answer["occurrences"]
    again = ask(by_cron["rrule"], timezone="UTC")
    assert (again["occurrences"], again["rrule"]) == (answer["occurrences"], by_cron["rrule"])
    assert "cron" in again or answer["rule"] == answer["cron"]  # L and # are accepted, but not written
    if "BYSECOND" in answer["rrule"] and "BYMINUTE" in answer["rrule"]:
        # an hourly rule is written with fixed times if the clocks do not change in its hours
        is_fixed = not any(field.startswith("*") for field in answer["cron"].split()[:2])
        is_hourly = answer["rrule"].rpartition("RRULE:")[2].startswith("FREQ=HOURLY")
        assert by_cron["rrule"] == answer["rrule"].rpartition("RRULE:")[2] or (is_hourly and is_fixed)
