"""A datetime has one meaning, or it is refused and the error lists its meanings: rules T18 and G19."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.tables import each_row
from timeops import services
from timeops.zones import database
from utilitysvc.kit.service_error import ServiceError

NOW = datetime(2026, 3, 27, 14, 45, 30, tzinfo=UTC)
DOCUMENT = (Path(__file__).parents[2] / "docs" / "time-phrases.md").read_text()
TWO_MEANINGS = re.findall(
    r"^\| `(.+)` \| `.+` \|$", DOCUMENT.partition("### Two meanings")[2].partition("\n### ")[0], re.MULTILINE
)


def iso(text, zone=None):
    return services.current(datetime=text, timezone=zone, clock=lambda: NOW)["iso8601"]


def refused(text, zone=None):
    with pytest.raises(ServiceError) as caught:
        iso(text, zone)
    assert caught.value.error == "Invalid datetime format"
    return caught.value


@each_row(
    ("digits", "writes"),
    [
        # four digits: a year from 1900 to 2199, or hours and minutes
        ("2300", ["23:00"]), ("0730", ["07:30"]), ("0000", ["00:00"]), ("2359", ["23:59"]),
        ("2026", ["2026-01-01", "20:26"]), ("1900", ["1900-01-01", "19:00"]), ("2199", ["2199-01-01"]),
        # six digits: hhmmss, yymmdd, yyyymm
        ("202611", ["2026-11-01", "20:26:11"]), ("261121", ["2026-11-21"]), ("235959", ["23:59:59"]),
        ("990101", ["1999-01-01"]), ("219912", ["2199-12-01"]),
        # seven digits: yyyyddd
        ("2026325", ["2026-11-21"]), ("2024366", ["2024-12-31"]), ("0001001", ["0001-01-01"]),
        # eight digits: a date, also in another order
        ("99991231", ["9999-12-31"]), ("00010101", ["0001-01-01"]), ("31122026", ["2026-12-31"]),
        ("12312026", ["2026-12-31"]), ("05062026", ["2026-05-06", "2026-06-05"]),
        # twelve digits: a date and a time
        ("202611211200", ["2026-11-21T12:00"]), ("000101010000", ["0001-01-01T00:00"]),
    ],
)  # fmt: skip
def test_t18_digits_that_could_be_a_date_or_a_time_of_day(digits, writes):
    """T18, G19: the error lists each meaning, with the timestamp as the last one."""
    error = refused(digits)
    *others, timestamp = error.extra["readings"]
    assert [reading["write"] for reading in others] == writes
    assert (timestamp["write"], timestamp["parameter"]) == (digits, "timestamp")
    assert timestamp["means"] == services.current(timestamp=int(digits))["iso8601"]
    assert "or a Unix timestamp: write " in error.details


@each_row(
    "digits",
    [
        "0", "12", "999", "12345", "123456789", "1795262400", "17952624000", "1795262400000", "2400", "2360", "1899",
        "2260", "246060", "991332", "189913", "2026367", "2026000", "2025366", "1234567", "20261321", "12345678",
        "32132026", "202613211200", "202611212500",
    ],
)  # fmt: skip
def test_t18_other_digits_are_timestamps(digits):
    assert iso(digits) == iso(f"@{digits}")


@each_row(
    ("digits", "dates"),
    [
        ("20260229", ["2026-02-28", "2026-03-01"]), ("20261131", ["2026-11-30", "2026-12-01"]),
        ("20260431", ["2026-04-30", "2026-05-01"]), ("19000229", ["1900-02-28", "1900-03-01"]),
        ("20260231", ["2026-02-28", "2026-03-03"]), ("202602291205", ["2026-02-28T12:05", "2026-03-01T12:05"]),
        ("202611212430", ["2026-11-21T00:30", "2026-11-22T00:30"]),
    ],
)  # fmt: skip
def test_t18_digits_that_are_nearly_a_date(digits, dates):
    """T18, G19: they may mean the last day of the month, a day of the next month, or a timestamp."""
    error = refused(digits)
    assert f"there is no such day or time: write {', '.join(dates)}, or timestamp={digits}" in error.details
    *near, timestamp = error.extra["readings"]
    assert [reading["write"] for reading in near] == dates
    assert (timestamp["write"], timestamp["parameter"]) == (digits, "timestamp")


@pytest.mark.parametrize("number", [2300, 202611, 2026325, 99991231, 20260229])
def test_t18_numbers_and_timestamps_are_timestamps(api, number):
    for parameters in ({"datetime": number}, {"timestamp": number}, {"timestamp": str(number)}):
        assert api.post("/time/", parameters).json()["timestamp"] == number


@each_row(
    ("text", "instant"),
    [
        # Windows names with brackets, and names of zones that contain words of phrases
        ("2026-07-21 12:00 Central Standard Time (Mexico)", "2026-07-21T12:00:00-06:00"),
        ("2026-07-21 12:00 Eastern Standard Time (Mexico)", "2026-07-21T12:00:00-05:00"),
        ("2026-07-21 12:00 Mountain Standard Time (Mexico)", "2026-07-21T12:00:00-07:00"),
        ("2026-07-21 12:00 Pacific Standard Time (Mexico)", "2026-07-21T12:00:00-07:00"),
        ("Tue Jul 21 2026 12:00:00 GMT-0600 (Central Standard Time (Mexico))", "2026-07-21T12:00:00-06:00"),
        ("2026-07-21 12:00 Pacific/Easter", "2026-07-21T12:00:00-06:00"),
        ("2026-07-21T12:00[Pacific/Easter]", "2026-07-21T12:00:00-06:00"),
        ("tomorrow Indian/Christmas", "2026-03-28T00:00:00+07:00"),
        ("2026-07-21 12:00 W-SU", "2026-07-21T12:00:00+03:00"),
        ("2026-07-21 12:00 w. europe standard time", "2026-07-21T12:00:00+02:00"),
        # English names with one offset
        ("2026-07-21 12:00 British Summer Time", "2026-07-21T12:00:00+01:00"),
        ("2026-01-21 12:00 Pacific Daylight Time", "2026-01-21T12:00:00-07:00"),
        ("noon Irish Standard Time", "2026-03-27T12:00:00+01:00"),
        # names with two offsets, if these agree at that time, or if a written offset decides
        ("2026-01-21 12:00 CET", "2026-01-21T12:00:00+01:00"), ("2026-01-21 12:00 EET", "2026-01-21T12:00:00+02:00"),
        ("2026-01-21 12:00 MET", "2026-01-21T12:00:00+01:00"), ("2026-01-21 12:00 WET", "2026-01-21T12:00:00+00:00"),
        ("2026-01-21 12:00 Eastern Standard Time", "2026-01-21T12:00:00-05:00"),
        ("2026-07-21 12:00 EST", "2026-07-21T12:00:00-05:00"),
        ("2026-07-21 12:00:00 +0100 CET", "2026-07-21T12:00:00+01:00"),
        ("2026-07-21 12:00:00 +0200 CET", "2026-07-21T12:00:00+02:00"),
        ("Tue Jul 21 2026 12:00:00 GMT-0400 (Eastern Standard Time)", "2026-07-21T12:00:00-04:00"),
        ("Tue Jul 21 2026 12:00:00 GMT-0500 (Eastern Standard Time)", "2026-07-21T12:00:00-05:00"),
        ("Tue Jul 21 2026 12:00:00 GMT+0300 (Arabian Standard Time)", "2026-07-21T12:00:00+03:00"),
        ("Tue Jul 21 2026 12:00:00 GMT+0200 (Somewhere Time)", "2026-07-21T12:00:00+02:00"),
        ("2026-07-21 12:00:00 -0500 CST", "2026-07-21T12:00:00-05:00"),
        ("2026-07-21 12:00 Europe/Berlin (europe/berlin)", "2026-07-21T12:00:00+02:00"),
        ("2026-07-21 12:00 UTC (Coordinated Universal Time)", "2026-07-21T12:00:00+00:00"),
        # RFC 2822's names of zones count only after a weekday and a comma; elsewhere, rule T1 applies
        ("Tue, 21 Jul 2026 12:00:00 CST", "2026-07-21T12:00:00-06:00"),
        ("Tue, 21 Jul 2026 12:00:00 PST", "2026-07-21T12:00:00-08:00"),
        ("Tue, 21 Jul 2026 12:00:00 A", "2026-07-21T12:00:00+00:00"),
        ("21 Jul 2026 12:00:00 PDT", "2026-07-21T12:00:00-07:00"),
        ("Tue Jul 21 12:00:00 PDT 2026", "2026-07-21T12:00:00-07:00"),
        ("21 Jul 2026 12:00:00 Z", "2026-07-21T12:00:00+00:00"),
        ("03:00 p", "2026-03-27T15:00:00+00:00"), ("03:00p", "2026-03-27T15:00:00+00:00"),
        # tags
        ("2026-11-21T12:00Z[foo=bar]", "2026-11-21T12:00:00+00:00"),
        ("2026-11-21T12:00+01:00[Europe/Berlin][u-ca=hebrew]", "2026-11-21T12:00:00+01:00"),
        ("2026-11-21T12:00+01:00[!Europe/Berlin][!u-ca=gregory]", "2026-11-21T12:00:00+01:00"),
        ("2026-11-21T12:00+01:00[+01:00]", "2026-11-21T12:00:00+01:00"),
        # signs
        ("2026-11-21 10:00-12:00", "2026-11-21T10:00:00-12:00"),
        ("21 Nov 2026 9:00-05:00", "2026-11-21T09:00:00-05:00"),
        ("2026-11-21 9:00-12:00", "2026-11-21T09:00:00-12:00"), ("2026-11-21T10:00-17:00", "2026-11-21T10:00:00-17:00"),
        ("3pm - 2h", "2026-03-27T13:00:00+00:00"), ("2026-11-21 12:00 - 2h", "2026-11-21T10:00:00+00:00"),
        ("15h30", "2026-03-27T15:30:00+00:00"), ("at 15h", "2026-03-27T15:00:00+00:00"),
        # the rest of T18's list is in docs/time-phrases.md
        ("Monday, 06-Nov-95 08:49:37 GMT", "1995-11-06T08:49:37+00:00"),
        ("Saturday, 06-Nov-10 08:49:37 GMT", "2010-11-06T08:49:37+00:00"),
        ("5 Feb 2003 13.47.26 -0800", "2003-02-05T13:47:26-08:00"),
        ("monday at 17", "2026-03-30T17:00:00+00:00"), ("1 mondays ago", "2026-03-23T00:00:00+00:00"),
        ("2026-Q4", "2026-10-01T00:00:00+00:00"), ("tomorrow at eleven forty-five pm", "2026-03-28T23:45:00+00:00"),
    ],
)  # fmt: skip
def test_t18_one_meaning(text, instant):
    assert iso(text) == instant


@each_row(
    ("text", "writes"),
    [
        ("2026-07-21 12:00 CET", ["2026-07-21 12:00 UTC+01:00", "2026-07-21 12:00 Europe/Brussels"]),
        ("3M ago", ["3 minutes ago", "3 months ago"]),
        ("tomorrow + 3 M", ["tomorrow + 3 minutes", "tomorrow + 3 months"]),
        ("1d3M", ["1d3 minutes", "1d3 months"]), ("next M", ["next minute", "next month"]),
        ("9.30", ["09:30", "@9.30"]), ("23.59", ["23:59", "@23.59"]), ("0.00", ["00:00", "@0.00"]),
        ("ten to midnight", ["yesterday at 23:50", "today at 23:50"]),
        ("5 minutes to 00:00", ["yesterday at 23:55", "today at 23:55"]),
        ("30 seconds to midnight", ["yesterday at 23:59:30", "today at 23:59:30"]),
        ("10 to 2pm tomorrow", ["10 minutes to 14:00 tomorrow", "14:00 tomorrow"]),
        ("tomorrow at 3pm -3", ["tomorrow at 3pm", "tomorrow at 3am"]),
        ("Tue Jul 21 12:00:00 EET 2026",
         ["Tue Jul 21 12:00:00 2026 UTC+02:00", "Tue Jul 21 12:00:00 2026 Europe/Athens"]),
        ("2026-07-21 12:00 Eastern Standard Time",
         ["2026-07-21 12:00 UTC-05:00", "2026-07-21 12:00 America/New_York"]),
        ("2026-01-21 12:00 Arabian Standard Time", ["2026-01-21 12:00 UTC+03:00", "2026-01-21 12:00 Asia/Dubai"]),
        ("21 Jul 2026 12:00:00 PST", ["21 Jul 2026 12:00:00 UTC-08:00", "21 Jul 2026 12:00:00 UTC+08:00"]),
        ("Tue Jul 21 12:00:00 PST 2026", ["Tue Jul 21 12:00:00 UTC-08:00 2026", "Tue Jul 21 12:00:00 UTC+08:00 2026"]),
        ("2026-07-21 12:00 Europe/Berlin (Asia/Tokyo)",
         ["2026-07-21 12:00 Europe/Berlin", "2026-07-21 12:00 Asia/Tokyo"]),
        ("2026-07-21 12:00 Europe/Berlin[Asia/Tokyo]",
         ["2026-07-21 12:00 Europe/Berlin", "2026-07-21 12:00 Asia/Tokyo"]),
        ("2026-11-21 12 15", ["2026-11-21 12 +15:00", "2026-11-21 12:15"]),
        ("2026-11-21T12:00 02", ["2026-11-21T12:00 +02:00", "2026-11-21T12:00:02"]),
        ("12:30 15", ["12:30 +15:00", "12:30:15"]), ("12:30 45", ["12:30:45"]),
        ("2026-11-21T1200 02", ["2026-11-21T1200 +02:00"]),
        ("2026-07-21 12:00 MET", ["2026-07-21 12:00 UTC+01:00", "2026-07-21 12:00 Europe/Brussels"]),
        ("15h", ["15:00", "in 15 hours"]), ("0h", ["00:00", "in 0 hours"]), ("23 h", ["23:00", "in 23 hours"]),
        ("9h30 - 11h", ["9h30", "11:00"]), ("15h30-18h", ["15h30", "18:00"]), ("10:00-12h", ["10:00", "12:00"]),
        ("nov 12-14h", ["nov 12", "nov 12 14:00"]), ("tomorrow 9h30 - 11h", ["tomorrow 9h30", "tomorrow 11:00"]),
        ("9am - 5pm", ["9am", "5pm"]), ("15h-18h", ["15:00", "18:00"]),
        ("2026-11-21 9:00-13:00",
         ["2026-11-21 9:00", "2026-11-21 13:00:00"[:-3], "2026-11-21 9:00 UTC-13:00"]),
    ],
)  # fmt: skip
def test_t18_several_meanings(text, writes):
    """T18, G19."""
    assert [reading["write"] for reading in refused(text).extra["readings"]] == writes


@each_row(
    ("text", "reason"),
    [
        ("2026-11-21 12 15", 'ends with "15", which is no offset without a sign'),
        ("12:30 15", 'ends with "15", which is no offset without a sign'),
        ("2026-07-21 12:00:00 +0300 CET", "has the offset +0300, for which CET does not stand"),
        (
            "Tue Jul 21 2026 12:00:00 GMT-0500 (Central Standard Time (Mexico))",
            "has the offset GMT-0500, for which Central Standard Time (Mexico) does not stand",
        ),
        ("2026-07-21 12:00 -0600 Eastern Standard Time", "for which Eastern Standard Time does not stand"),
        ("2026-07-21 12:00 CET +0100", 'has the time zone "CET" where no time zone is allowed'),
        ("tomorrow CST 9am", 'has the time zone "CST" where no time zone is allowed'),
        ("tomorrow at eleven", 'has "at" without a time of day in digits after it'),
        ("tomorrow at eleven thirty", 'has "at" without a time of day in digits after it'),
        ("2026-11-21 12 75", 'ends with "75", which is no offset without a sign.'),
        ("12:30 1500", "ends with the number 1500: write its unit"),
        ("friday 13", "ends with the number 13: write its unit"),
        ("monday 9-17", 'is a span from "9" to "17"'),
        ("2026-11-21T12:00 (foo)", 'has "(" where it means nothing'),
        ("2026-01-21 12:00:00 +0200 CET", "has the offset +0200, for which CET does not stand"),
        ("21 Jul 2026 12:00:00 A", 'has an unexpected "A"'),
        ("2026-07-21 12:00 B", 'has "b", which is neither'),
        ("2026-11-21T12:00Z[!foo=bar]", 'has the tag "[!foo=bar]", which must not be ignored'),
        ("2026-11-21T12:00Z[!u-ca=hebrew]", 'has the tag "[!u-ca=hebrew]", which must not be ignored'),
        ("2026-11-21T12:00Z[a=b][UTC]", 'has "[UTC]" after another tag'),
        ("Europe/Berlin", "names a time zone and no date or time"),
        ("Tuesday, 06-Nov-94 08:49:37 GMT", "falls on another day of the week"),
        ("0 mondays ago", 'has "0 mondays": write a whole number of them'),
        ("1.5 mondays ago", 'has "1.5 mondays": write a whole number of them'),
        ("5th quarter 2018", 'has "5th quarter" before a year, which has four quarters'),
        ("2nd month 2018", 'has "2nd month" before a year, which has four quarters'),
        ("tomorrow at 24", "has hour 24"),
        ("easter", 'has "easter", which is a holiday: write its date, or ask for operation=holidays'),
        ("christmas at noon", "is a holiday: write its date, or ask for operation=holidays"),
        ("noon easter", "is a holiday"),
    ],
)
def test_t18_errors_state_the_reason(text, reason):
    assert reason in refused(text).details


TWO_DIGITS = "has a year of two digits: write four"


@each_row(
    ("text", "reason", "writes"),
    [
        ("at 23 o'clock", "has an hour alone: write 23:00", []),
        ("at 25 o'clock", "is not a date and time that exists", []),
        ("24 o'clock", "has hour 24, which is 00:00 of the day after", []),
        ("23h", "could be the time 23:00 or an amount: write 23:00 or in 23 hours", ["23:00", "in 23 hours"]),
        (
            "4 at night",
            "has an hour of the night that is not clear: write today at 04:00, tomorrow at 04:00 or today at 16:00",
            ["today at 04:00", "tomorrow at 04:00", "today at 16:00"],
        ),
        (
            "tomorrow at 12",
            "has an hour without its half of the day: write 12am, 12pm or 12:00",
            ["tomorrow at 12am", "tomorrow at 12pm"],
        ),
        ("21st-22nd nov", 'is a span from "21st" to "22nd": write one of its ends', ["21st nov", "22nd nov"]),
        ("nov 21st - 22nd", 'is a span from "21st" to "22nd": write one of its ends', ["nov 21st", "nov 22nd"]),
        ("15h-17h", 'is a span from "15h" to "17h": write one of its ends', ["15:00", "17:00"]),
        ("9-11am", 'is a span from "9" to "11am": write one of its ends', ["11am"]),
        ("nov 21 26", TWO_DIGITS, ["nov 21 2026", "nov 21 1926"]),
        ("21 nov '26", TWO_DIGITS, ["21 nov 2026", "21 nov 1926"]),
        ("21.11.26", TWO_DIGITS, ["2026-11-21", "1926-11-21", "2021-11-26", "1921-11-26"]),
        ("5/", 'has "/" where it means nothing: a date with slashes has a year, like 2026/11/21', []),
        ("tomorrow 0", "has the number 0 alone: write 00:00 for an hour", []),
        (
            "tomorrow 12",
            "has the number 12 alone: write 12am, 12pm or 12:00 for an hour",
            ["tomorrow 12am", "tomorrow 12pm"],
        ),
        ("tomorrow 13", "has the number 13 alone: write 13:00 for an hour", []),
        (
            "21 Nov 2026 12",
            "has the number 12 alone: write 12am, 12pm or 12:00 for an hour",
            ["21 Nov 2026 12am", "21 Nov 2026 12pm"],
        ),
        ("1 1/2 hours", 'has the fraction "1/2": write a decimal number, as in 1.5 hours', []),
        ("may one am", 'has an unexpected "one am" after "may"', []),
        ("may eleven thirty am", 'has an unexpected "eleven thirty am" after "may"', []),
        ("friday in 10 days", 'has "friday" in an amount that is not whole weeks: write it like friday in 2 weeks', []),
        ("2026-11-21T14:05:06." + 200 * "0", "has more than 128 characters", []),
        ("12:00:61", "is not a date and time that exists", []),
        (
            "21st nov 0900",
            "could end with the time 09:00 or with a year: write 09:00, or the date in ISO 8601",
            ["21st nov 09:00", "21st nov 00:00 0900"],
        ),
        (
            "tomorrow 3h",
            'has no sign before "3 h": write + or -, in a query string %2B or -, or 3:00 for a time of day',
            ["tomorrow + 3h", "tomorrow - 3h"],
        ),
        (
            "tomorrow 1h30m",
            'has no sign before "1h30m": write + or -, in a query string %2B or -',
            ["tomorrow + 1h30m", "tomorrow - 1h30m"],
        ),
        ("5 hours 3 tomorrow", 'has an unexpected "tomorrow" after "3"', []),
        (
            "21 nov 2026 10:00-1430",
            "could be two times or one with an offset: write 10:00 or 10:00 UTC-14:30",
            ["21 nov 2026 10:00", "21 nov 2026 14:30", "21 nov 2026 10:00 UTC-14:30"],
        ),
        (
            "nov 21-2026",
            'has "-2026" after a day: write a year after a space, or one day alone',
            ["nov 21 2026", "nov 21 UTC-2026"],
        ),
        ("nov 21-22", 'has "-22" after a day: write a year after a space, or one day alone', ["nov 21", "nov 22"]),
        (
            "2026-07-01 12:00 GMT (London)",
            "names two time zones, GMT and London: write one of them",
            ["2026-07-01 12:00 GMT", "2026-07-01 12:00 London"],
        ),
        (
            "2026-07-01 12:00 WET",
            "has a zone that could be +00:00 all year, or WET, which is at +01:00 then",
            ["2026-07-01 12:00 UTC+00:00", "2026-07-01 12:00 Europe/Lisbon"],
        ),
        (
            "2026-07-01 12:00 Eastern Standard Time",
            "has a zone that could be -05:00 all year, or America/New_York, which is at -04:00 then",
            ["2026-07-01 12:00 UTC-05:00", "2026-07-01 12:00 America/New_York"],
        ),
        ("Mon, 23 Xyz 2026 10:00:00 +0000", 'has "xyz", which is neither a word of a date nor a time zone', []),
    ],
)
def test_t18_g19_the_whole_reason_and_what_to_write(text, reason, writes):
    error = refused(text)
    assert error.details.startswith(f'datetime "{text[:64]}" {reason}. Accepted: ')
    assert [reading["write"] for reading in error.extra.get("readings", ())] == writes


@each_row(
    ("text", "instant"),
    [
        ("last february", "2026-02-01T00:00:00+00:00"),
        ("last march", "2025-03-01T00:00:00+00:00"),
        ("next march", "2027-03-01T00:00:00+00:00"),
        ("next april", "2026-04-01T00:00:00+00:00"),
        ("last day of next march", "2027-03-31T00:00:00+00:00"),
        ("last day of last march", "2025-03-31T00:00:00+00:00"),
        ("second november 2026", "2026-11-02T00:00:00+00:00"),
        ("second quarter 2026", "2026-04-01T00:00:00+00:00"),
        ("in 2.30 hours", "2026-03-27T17:03:30+00:00"),
        ("24h", "2026-03-28T14:45:30+00:00"),
        ("1h3M", "2026-03-27T15:48:30+00:00"),
        ("1H 3M", "2026-03-27T15:48:30+00:00"),
        ("3M5s", "2026-03-27T14:48:35+00:00"),
        ("24.30", "1970-01-01T00:00:24+00:00"),
        ("15.60", "1970-01-01T00:00:15+00:00"),
        ("15.3", "1970-01-01T00:00:15+00:00"),
        ("@15.30", "1970-01-01T00:00:15+00:00"),
        ("quarter to midnight tomorrow", "2026-03-27T23:45:00+00:00"),
        ("quarter past midnight", "2026-03-27T00:15:00+00:00"),
        ("half past 8am tomorrow", "2026-03-28T08:30:00+00:00"),
        ("friday in a fortnight", "2026-04-10T00:00:00+00:00"),
        ("monday in 3 weeks at 9am", "2026-04-13T09:00:00+00:00"),
        ("2026-07-21T12:00[Eastern Standard Time]", "2026-07-21T12:00:00-04:00"),
        ("2026-07-21 12:00 [EET]", "2026-07-21T12:00:00+03:00"),
        ("2026-07-21 12:00 -0400 ET", "2026-07-21T12:00:00-04:00"),
        ("2026-07-21 12:00 -0500 ET", "2026-07-21T12:00:00-05:00"),
        ("12:00:00.1234567", "2026-03-27T12:00:00+00:00"),
        ("20261121093000.1234567Z", "2026-11-21T09:30:00+00:00"),
        ("21 nov 0970", "0970-11-21T00:00:00+00:00"),
        ("nov 0900", "0900-11-01T00:00:00+00:00"),
        ("10:00:00-1130", "2026-03-27T10:00:00-11:30"),
        ("21 nov 2026 10:00-12", "2026-11-21T10:00:00-12:00"),
        ("2026-11-21 10:00-1430", "2026-11-21T10:00:00-14:30"),
    ],
)
def test_t3_t18_one_past_what_has_two_meanings(text, instant):
    assert iso(text) == instant


def test_t2_accepts_what_fromisoformat_accepts():
    """T2: the separators and offsets of CPython's tests of fromisoformat, except signs, which would begin an offset."""
    for separator in " Tt_xW,.;/\x7f\x00\u0080\u0281\u16c7\u6642\U0001f40d":
        for time in ("12", "12:34", "1234", "12:34:56", "123456", "12:34:56.789", "12:34:56,789012"):
            text = f"2026-11-21{separator}{time}"
            assert iso(text) == datetime.fromisoformat(text).replace(tzinfo=UTC).isoformat(timespec="seconds"), text
    for offset in ("+02:00:15.123456", "+23:59:59.999999", "-053015", "+05:30:15", "-0530", "+05"):
        text = f"2026-11-21T12:00:00{offset}"
        assert iso(text) == datetime.fromisoformat(text).isoformat(timespec="seconds")
        zone = services.current(datetime=text)["timezone"]
        assert services.current(datetime="2026-11-21T12:00:00", timezone=zone)["iso8601"] == iso(text)


def test_ambiguous_inputs_of_the_document_have_readings(api):
    """G19: at least two, each with its meaning in the zone in force. Each reading is accepted when it is sent."""
    assert len(TWO_MEANINGS) > 40
    for text in TWO_MEANINGS:
        for name, operation in (("datetime", "current"), ("start", "difference")):
            others = {"operation": operation, "timezone": "Asia/Tokyo"} | ({"end": "now"} if name == "start" else {})
            status, body = api.ask("/time/", **others, **{name: text})
            assert (status, list(body)) == (400, ["error", "details", "readings"]), text
            assert len(body["readings"]) >= 2, text
            for reading in body["readings"]:
                asked = others | {reading.get("parameter", name): reading["write"]}
                status, answer = api.ask("/time/", **asked)
                assert status == 200, (text, reading)
                assert answer["iso8601" if name == "datetime" else "start"] == reading["means"], (text, reading)


@each_row(
    ("parameters", "readings"),
    [
        ({"timezone": "PST"}, [
            {"write": "America/Los_Angeles", "means": "-08:00, as in America/Los_Angeles"},
            {"write": "Asia/Manila", "means": "+08:00, as in Asia/Manila"}]),
        ({"operation": "add", "time": "now", "amount": 1, "unit": "M"},
         [{"write": "minutes", "means": "minutes"}, {"write": "months", "means": "months"}]),
        ({"operation": "start_of", "unit": "M"},
         [{"write": "minute", "means": "minute"}, {"write": "month", "means": "month"}]),
        ({"datetime": "2026-10-25 02:30", "timezone": "Europe/Berlin", "disambiguation": "reject"}, [
            {"write": "earlier", "means": "2026-10-25T02:30:00+02:00", "parameter": "disambiguation"},
            {"write": "later", "means": "2026-10-25T02:30:00+01:00", "parameter": "disambiguation"}]),
        ({"datetime": "2026-03-29 02:30", "timezone": "Europe/Berlin", "disambiguation": "reject"}, None),
        ({"operation": "convert", "time": "05/06/2026", "from": "tokyo", "to": "UTC"}, [
            {"write": "2026-05-06", "means": "2026-05-06T00:00:00+09:00"},
            {"write": "2026-06-05", "means": "2026-06-05T00:00:00+09:00"}]),
        ({"datetime": "05/06/2026", "tz": "CST"}, [
            {"write": "America/Chicago", "means": "-06:00, as in America/Chicago"},
            {"write": "America/Havana", "means": "-05:00, as in America/Havana"},
            {"write": "Asia/Shanghai", "means": "+08:00, as in Asia/Shanghai"}]),
    ],
)  # fmt: skip
def test_g19_readings_of_zones_units_and_folds(api, parameters, readings):
    """G19: each reading is accepted when it replaces the refused value. A time in a gap has no readings."""
    status, body = api.ask("/time/", **parameters)
    assert (status, body.get("readings")) == (400, readings)
    refused_name = next(name for name in ("unit", "timezone", "tz", "time", "datetime") if name in parameters)
    for reading in readings or ():
        name = reading.get("parameter", refused_name)
        status, answer = api.ask("/time/", **(parameters | {name: reading["write"]}))
        assert status == 200 or "05/06" in parameters.get("datetime", "")
        if reading["means"][:2] == "20" and "iso8601" in answer and "to" not in parameters:
            assert answer["iso8601"] == reading["means"]


def test_g2_m_in_lower_case_is_minutes():
    """G2."""
    assert services.add(datetime="0", amount=1, unit="m")["timestamp"] == 60
    assert services.start_of(datetime="90", unit="m")["timestamp"] == 60


def test_english_names_are_those_of_cldr():
    """T18: if Babel is installed, the table is compared with Babel's."""
    babel = pytest.importorskip("babel")
    from timeops.zones.names import english

    zones = {}
    for name, metazone in babel.core.get_global("meta_zones").items():
        zones.setdefault(metazone, []).append(name)
    locale = babel.Locale("en")
    long_names = [(names.get("long", {}), zones.get(metazone, [])) for metazone, names in locale.meta_zones.items()]
    long_names += [(names["long"], [zone]) for zone, names in locale.time_zones.items() if "long" in names]
    checked = 0
    for names, of_zones in long_names:
        for zone in (database.load(zone) for zone in of_zones if zone in database.NAMES):
            offsets = sorted({datetime(2026, month, 15, tzinfo=zone).utcoffset() for month in range(1, 13)})
            expected = {names.get("standard"): offsets[0]}
            if len(offsets) == 2:
                expected[names.get("daylight")] = offsets[1]
            for english_name, offset in expected.items():
                if english_name and english_name.isascii():
                    assert english()[english_name.lower()] == offset
                    checked += 1
    assert checked > 400


@each_row(
    ("text", "instant"),
    [
        # The first and the last hour of each part of the day
        ("tomorrow evening at 4", "2026-03-28T16:00:00+00:00"), ("tomorrow evening at 11", "2026-03-28T23:00:00+00:00"),
        ("tomorrow morning at 11", "2026-03-28T11:00:00+00:00"), ("tomorrow morning at 1", "2026-03-28T01:00:00+00:00"),
        ("tomorrow afternoon at 12", "2026-03-28T12:00:00+00:00"),
        ("tomorrow afternoon at 6", "2026-03-28T18:00:00+00:00"),
        ("tomorrow night at 6", "2026-03-28T18:00:00+00:00"), ("tonight at 11", "2026-03-27T23:00:00+00:00"),
    ],
)  # fmt: skip
def test_t3_hours_of_the_parts_of_the_day(text, instant):
    assert iso(text) == instant


@each_row(
    "text",
    [
        "tomorrow evening at 3",
        "tomorrow afternoon at 7",
        "8am tonight",
        "15 at night",
        "13 in the morning",
        "noon tonight",
    ],
)
def test_t3_hours_beyond_the_parts_of_the_day(text):
    """These phrases are refused without readings, because they contradict themselves or have at most one meaning."""
    error = refused(text)
    assert "has an hour that is not plainly of the" in error.details
    assert "readings" not in error.extra


@each_row(
    ("text", "writes"),
    [
        ("12 at night", ["today at 00:00", "tomorrow at 00:00"]),
        ("at 12 at night", ["today at 00:00", "tomorrow at 00:00"]),
        ("12:00:30 tonight", ["today at 00:00:30", "tomorrow at 00:00:30"]),
        ("midnight tonight", ["today at 00:00", "tomorrow at 00:00"]),
        ("12 in the evening", ["today at 00:00", "tomorrow at 00:00"]),
        ("12 in the morning", ["today at 00:00", "today at 12:00"]),
        ("tomorrow morning at 12", ["tomorrow at 00:00", "tomorrow at 12:00"]),
        ("tomorrow night at 2", ["tomorrow at 02:00", "the day after tomorrow at 02:00"]),
        ("12 at night tomorrow", ["tomorrow at 00:00", "the day after tomorrow at 00:00"]),
        ("last night at 3", ["yesterday at 03:00", "today at 03:00"]),
        ("friday night at 2am", ["friday at 02:00", "1 day after friday at 02:00"]),
        ("tomorrow night at 5", ["tomorrow at 05:00", "the day after tomorrow at 05:00", "tomorrow at 17:00"]),
        ("4 at night", ["today at 04:00", "tomorrow at 04:00", "today at 16:00"]),
        ("5am tonight", ["today at 05:00", "tomorrow at 05:00"]),
        ("12 at night on friday", ["00:00 on friday", "1 day after 00:00 on friday"]),
        ("5 minutes to 2 at night", ["5 minutes to 02:00", "1 day after 5 minutes to 02:00"]),
        ("tomorrow night at 2 + 2 hours", ["tomorrow at 02:00 + 2 hours", "the day after tomorrow at 02:00 + 2 hours"]),
        ("3 days after tomorrow night at 2",
         ["3 days after tomorrow at 02:00", "1 day after 3 days after tomorrow at 02:00"]),
        ("twelve tonight Europe/Berlin", ["today at 00:00 Europe/Berlin", "tomorrow at 00:00 Europe/Berlin"]),
    ],
)  # fmt: skip
def test_t3_g19_hours_with_an_unclear_day_or_half(text, writes):
    """T3, G19: an hour after midnight may be in the night that begins on the named day or in the one that ends then."""
    readings = refused(text).extra["readings"]
    assert [reading["write"] for reading in readings] == writes
    assert [iso(write) for write in writes] == [reading["means"] for reading in readings]
    assert len({reading["means"] for reading in readings}) == len(writes)


@pytest.mark.parametrize("text", ["at 05", "tomorrow at 09", "05 o'clock"])
def test_t3_an_hour_alone_with_a_zero_in_front_has_one_meaning(text):
    error = refused(text)
    assert "has an hour alone: write 0" in error.details
    assert "readings" not in error.extra


@pytest.mark.parametrize("text", ["1,5 hours ago", "1,25 hours ago", "1,125 hours ago", "10,5h"])
def test_t3_decimal_commas(text):
    assert "has a comma in a number: write a point" in refused(text).details
