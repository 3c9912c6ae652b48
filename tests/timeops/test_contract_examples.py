"""The examples in the rules T18 to T22: their results or, if they are refused, what to write instead."""

from datetime import UTC, datetime

import pytest

from tests.tables import each_row
from timeops import services
from utilitysvc.kit.service_error import ServiceError

NOW = datetime(2026, 3, 27, 15, 45, 30, tzinfo=UTC)  # a Friday


def clock():
    return NOW


def iso(text):
    return services.current(datetime=text, clock=clock)["iso8601"]


def writes_of(error):
    return [reading["write"] for reading in error.value.extra.get("readings", ())]


T18_ACCEPTED = {
    "2026-07-21 12:00 Central Standard Time (Mexico)": "2026-07-21T12:00:00-06:00",
    "2026-07-21 12:00 Pacific/Easter": "2026-07-21T12:00:00-06:00",
    "2026-07-21 12:00 W-SU": "2026-07-21T12:00:00+03:00",
    "Tue Jul 21 2026 12:00:00 GMT-0600 (Central Standard Time (Mexico))": "2026-07-21T12:00:00-06:00",
    "Tue, 21 Jul 2026 12:00:00 EST": "2026-07-21T12:00:00-05:00",
    "2026-07-21 12:00 PDT": "2026-07-21T12:00:00-07:00",
    "03:00 p": "2026-03-27T15:00:00+00:00",
    "03:00p": "2026-03-27T15:00:00+00:00",
    "2026-07-21 12:00 +0200 CET": "2026-07-21T12:00:00+02:00",
    "2026-07-21 12:00 British Summer Time": "2026-07-21T12:00:00+01:00",
    "2026-07-21 12:00 Pacific Daylight Time": "2026-07-21T12:00:00-07:00",
    "2026-11-21 10:00-12:00": "2026-11-21T10:00:00-12:00",
    "in march": "2026-03-01T00:00:00+00:00",
    "in october 2027": "2027-10-01T00:00:00+00:00",
    "in 2027": "2027-01-01T00:00:00+00:00",
    "tomorrow at 13": "2026-03-28T13:00:00+00:00",
    "tomorrow at 23.00": "2026-03-28T23:00:00+00:00",
    "2 mondays ago": "2026-03-16T00:00:00+00:00",
    "3 fridays from now": "2026-04-17T00:00:00+00:00",
    "first monday in 2027": "2027-01-04T00:00:00+00:00",
    "last day in october": "2026-10-31T00:00:00+00:00",
    "20 past 3pm": "2026-03-27T15:20:00+00:00",
    "20 minutes to 2pm tomorrow": "2026-03-28T13:40:00+00:00",
    "eleven thirty pm": "2026-03-27T23:30:00+00:00",
    "2026Q4": "2026-10-01T00:00:00+00:00",
    "4th quarter 2018": "2018-10-01T00:00:00+00:00",
    "current month": "2026-03-27T15:45:30+00:00",
    "20th of the next month": "2026-04-20T00:00:00+00:00",
    "the monday before 2026-11-21": "2026-11-16T00:00:00+00:00",
    "the monday after 2026-11-21": "2026-11-23T00:00:00+00:00",
    "at the end of november": "2026-11-30T00:00:00+00:00",
    "Sunday, 06-Nov-94 08:49:37 GMT": "1994-11-06T08:49:37+00:00",
    "2026-11-21T12:00Z[foo=bar]": "2026-11-21T12:00:00+00:00",
    "2026/Nov/21": "2026-11-21T00:00:00+00:00",
    "4th quarter of 2018": "2018-10-01T00:00:00+00:00",
    "the monday after tomorrow": "2026-03-30T00:00:00+00:00",
    "the friday before today": "2026-03-20T00:00:00+00:00",
    "2026-11-21[u-ca=iso8601]": "2026-11-21T00:00:00+00:00",
    "2026-11-21T12:00[foo=bar]": "2026-11-21T12:00:00+00:00",
    # after a day, two digits after a dot can only be minutes
    "friday 23.00": "2026-03-27T23:00:00+00:00",
    "21 Nov 23.00": "2026-11-21T23:00:00+00:00",
    "the 15th 23.00": "2026-03-15T23:00:00+00:00",
    "Nov 21st 23.00.15": "2026-11-21T23:00:15+00:00",
    # other numbers of digits are timestamps
    "1": "1970-01-01T00:00:01+00:00",
    "123": "1970-01-01T00:02:03+00:00",
    "12345": "1970-01-01T03:25:45+00:00",
    "123456789": "1973-11-29T21:33:09+00:00",
    "12345678901": "2361-03-21T19:15:01+00:00",
    "1234567890123": "2009-02-13T23:31:30+00:00",
}
# fmt: off
T18_REFUSED = {
    "2300": ["23:00", "2300"],
    "0730": ["07:30", "0730"],
    "202611": ["2026-11-01", "20:26:11", "202611"],
    "99991231": ["9999-12-31", "99991231"],
    "00010101": ["0001-01-01", "00010101"],
    "20260229": ["2026-02-28", "2026-03-01", "20260229"],
    "31122026": ["2026-12-31", "31122026"],
    "2026-07-21 12:00 Europe/Berlin (Asia/Tokyo)": ["2026-07-21 12:00 Europe/Berlin", "2026-07-21 12:00 Asia/Tokyo"],
    "2026-07-21 12:00 PST": ["2026-07-21 12:00 UTC-08:00", "2026-07-21 12:00 UTC+08:00"],
    "2026-07-21 12:00 CST": ["2026-07-21 12:00 UTC-06:00", "2026-07-21 12:00 UTC-05:00", "2026-07-21 12:00 UTC+08:00"],
    "2026-07-21 12:00 B": [],
    "2026-07-21 12:00 CET": ["2026-07-21 12:00 UTC+01:00", "2026-07-21 12:00 Europe/Brussels"],
    "2026-07-21 12:00 EET": ["2026-07-21 12:00 UTC+02:00", "2026-07-21 12:00 Europe/Athens"],
    "2026-07-21 12:00 MET": ["2026-07-21 12:00 UTC+01:00", "2026-07-21 12:00 Europe/Brussels"],
    "2026-07-21 12:00 WET": ["2026-07-21 12:00 UTC+00:00", "2026-07-21 12:00 Europe/Lisbon"],
    "2026-07-21 12:00 Eastern Standard Time": ["2026-07-21 12:00 UTC-05:00", "2026-07-21 12:00 America/New_York"],
    "2026-11-21 12 15": ["2026-11-21 12 +15:00", "2026-11-21 12:15"],
    "12:30 15": ["12:30 +15:00", "12:30:15"],
    "9h30 - 11h": ["9h30", "11:00"],
    "nov 12-14h": ["nov 12", "nov 12 14:00"],
    "15h": ["15:00", "in 15 hours"],
    "2026-11-21T12:00Z[!foo=bar]": [],
    # similar inputs: in another order or spelling, or with two ambiguous parts
    "20261301": ["2026-01-13", "20261301"],
    "29022026": ["2026-02-28", "2026-03-01", "29022026"],
    "02292026": ["2026-02-28", "2026-03-01", "02292026"],
    "20260001": ["2026-01-01", "20260001"],
    "311220261200": ["2026-12-31T12:00", "311220261200"],
    "202611211260": ["2026-11-21T12:00", "2026-11-21T13:00", "202611211260"],
    "15H": ["15:00", "in 15 hours"],
    "nov 12 - 14": ["nov 12", "nov 14"],
    "12-14 nov": ["12 nov", "14 nov"],
    "9am to 5pm": ["9am", "5pm"],
    "2026-11-21 12:30:00 15": ["2026-11-21 12:30:00 +15:00"],
    "05/06/2026 12:00 CET": [
        "2026-05-06 12:00 UTC+01:00", "2026-05-06 12:00 Europe/Brussels",
        "2026-06-05 12:00 UTC+01:00", "2026-06-05 12:00 Europe/Brussels",
    ],
    "05/06/2026 at 9": ["2026-05-06 at 9am", "2026-05-06 at 9pm", "2026-06-05 at 9am", "2026-06-05 at 9pm"],
}
# fmt: on


@each_row(("text", "instant"), T18_ACCEPTED.items())
def test_t18_accepted(text, instant):
    assert iso(text) == instant


@each_row(("text", "writes"), T18_REFUSED.items())
def test_t18_refused_with_what_to_write(text, writes):
    with pytest.raises(ServiceError) as error:
        iso(text)
    assert writes_of(error) == writes
    readings = error.value.extra.get("readings", ())
    for reading in readings:
        if reading.get("parameter") == "timestamp":
            assert iso(f"@{reading['write']}") == reading["means"]
        else:
            assert iso(reading["write"]) == reading["means"]


T19_FIRST = {
    "FREQ=DAILY": "2026-03-27T15:45:30",
    "@daily": "2026-03-28T00:00:00",
    "every weekday at 9am": "2026-03-30T09:00:00",
    "every 2 weeks on tuesday and thursday at 14:30 until 1 march": "2026-04-07T14:30:00",
    "the last friday of every month at noon": "2026-04-24T12:00:00",
    "every 15 minutes between 9am and 5pm on weekdays": "2026-03-27T16:00:00",
    "first business day of every month": "2026-04-01T00:00:00",
    "every 29 february": "2028-02-29T00:00:00",
    "daily except sundays": "2026-03-28T00:00:00",
    "every month on the 31st": "2026-03-31T00:00:00",
    # cron: either day matches, but if one of the two fields begins with a star, both must match
    "0 12 13 * 5": "2026-04-03T12:00:00",
    "0 12 */2 * 5": "2026-04-03T12:00:00",
}


@each_row(("rule", "first"), T19_FIRST.items())
def test_t19_accepted(rule, first):
    answer = services.recurrence(rule=rule, start="2026-03-27 15:45:30", timezone="UTC", clock=clock)
    assert answer["occurrences"][0]["iso8601"] == f"{first}+00:00"
    if text := answer.get("text"):
        again = services.recurrence(rule=text, start="2026-03-27 15:45:30", timezone="UTC", clock=clock)
        assert again["occurrences"] == answer["occurrences"]


@pytest.mark.parametrize(("rule", "readings"), [("every other day", 2), ("biweekly", 2), ("0 0 9 * * 1", 2)])
def test_t19_refused_with_what_to_write(rule, readings):
    """A rule that needs a start, an ambiguous word, and six fields, whose first or last one may be the seconds."""
    with pytest.raises(ServiceError) as error:
        services.recurrence(rule=rule, clock=clock)
    assert (error.value.error, len(writes_of(error))) == ("Invalid recurrence rule", readings)
    for write in writes_of(error):
        assert services.recurrence(rule=write, clock=clock)["occurrences"]


@each_row(
    ("durations", "seconds", "iso8601"),
    [
        ("PT1,5H", 5400, "PT1H30M"),
        ("1h30m", 5400, "PT1H30M"), ("1:30:00", 5400, "PT1H30M"), ("90 min", 5400, "PT1H30M"),
        ("2 hours and 5 minutes", 7500, "PT2H5M"), ("-90 min", -5400, "-PT1H30M"), ("PT1,5H,PT30M", 7200, "PT2H"),
        ("1h30m,-30 min", 3600, "PT1H"),
    ],
)  # fmt: skip
def test_t20_accepted(api, durations, seconds, iso8601):
    status, answer = api.ask("/time/", operation="duration", durations=durations)
    assert (status, answer["seconds"], answer["iso8601"]) == (200, seconds, iso8601)


def test_t20_clock_and_two_meanings(api):
    assert api.ask("/time/", operation="duration", durations="25h30m")[1]["clock"] == "25:30:00"
    status, body = api.ask("/time/", operation="duration", durations="1:30")
    assert (status, len(body["readings"])) == (400, 2)
    for reading in body["readings"]:
        assert api.ask("/time/", operation="duration", durations=reading["write"])[0] == 200


def test_t21_business_days(api):
    added = api.ask("/time/", operation="add", time="2026-03-27 09:30", amount=1, unit="business_days")[1]
    assert added["iso8601"] == "2026-03-30T09:30:00+00:00"
    difference = api.ask("/time/", operation="difference", start="2026-03-27", end="2026-03-30", business="true")[1]
    assert difference["difference"]["business_days"] == 1


@pytest.mark.parametrize(
    ("zone", "iso8601"),
    [
        ("EST5EDT,M3.2.0,M11.1.0", "2026-07-21T08:00:00-04:00"), ("<+0330>-3:30", "2026-07-21T15:30:00+03:30"),
        ("UTC+2", "2026-07-21T14:00:00+02:00"), ("EST5EDT", "2026-07-21T08:00:00-04:00"),
    ],
)  # fmt: skip
def test_t22_posix_zones(zone, iso8601):
    """By rule T1, UTC+2 is two hours ahead of UTC, and EST5EDT is a zone of the database. They are not POSIX rules."""
    assert services.current(datetime="2026-07-21T12:00:00Z", timezone=zone)["iso8601"] == iso8601


def test_t22_the_rule_from_now_on():
    assert services.timezone_info(timezone="America/New_York")["posix"] == "EST5EDT,M3.2.0,M11.1.0"


def test_g19_readings_of_start_and_end_of_a_recurrence():
    """G19: the ambiguity of CET depends on the instant. Calls from Python have readings too."""
    for name in ("start", "end"):
        given = {"start": "2026-01-01"} | {name: "2026-07-21 12:00 CET"}
        with pytest.raises(ServiceError) as error:
            services.recurrence(rule="FREQ=DAILY", **given)
        assert writes_of(error) == ["2026-07-21 12:00 UTC+01:00", "2026-07-21 12:00 Europe/Brussels"]
