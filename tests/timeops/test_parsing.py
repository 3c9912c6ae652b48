"""Accepted and refused datetimes, and their zones: rules T2 and T4."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tables import each_row, rows
from timeops import services
from timeops.calendar.instants import locate, name_of
from timeops.errors import ACCEPTED
from timeops.reading.datetimes import read, read_timestamp
from timeops.writing.formats import NAMES as FORMAT_NAMES
from timeops.zones import database
from timeops.zones.lookup import zone_of
from utilitysvc.kit.service_error import ServiceError

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def iso(text, zone=None):
    return locate(read(text), zone and zone_of(zone), "compatible", NOW).instant.isoformat()


def refusal(text, parameter="datetime"):
    with pytest.raises(ServiceError) as caught:
        read(text, parameter)
    assert (caught.value.error, caught.value.status) == ("Invalid datetime format", 400)
    return caught.value.details


@each_row(
    ("text", "instant"),
    rows("parsing_timestamps.tsv"),
)
def test_timestamps(text, instant):
    """T2: a number is a Unix timestamp in seconds, before any other form is tried."""
    assert iso(text) == instant


@each_row(
    ("text", "instant"),
    rows("parsing_iso8601.tsv"),
)
def test_iso8601(text, instant):
    """T2."""
    assert iso(text) == instant


@each_row(("text", "instant"), rows("parsing_rfc2822.tsv"))
def test_rfc2822(text, instant):
    """T2: also the obsolete forms."""
    assert iso(text) == instant


@each_row(("text", "instant"), rows("parsing_written_dates.tsv"))
def test_written_dates(text, instant):
    """T2: a date alone means midnight; a time of day may follow or precede it."""
    assert iso(text) == f"{instant}T00:00:00+00:00"
    assert iso(f"{text} 3:04pm") == f"{instant}T15:04:00+00:00" if text not in ("December", "may") else True


@each_row(
    ("text", "instant"),
    rows("parsing_what_programs_write.tsv"),
)
def test_what_programs_write(text, instant):
    """T2."""
    assert iso(text) == instant


@each_row("zone", ["UTC", "Europe/Berlin", "America/Chicago", "Asia/Kolkata", "Asia/Kathmandu", "+05:30"])
@each_row("instant", ["2026-11-21T12:34:56", "2026-07-01T00:00:00", "1999-12-31T23:59:59"])
def test_every_datetime_of_an_answer_is_accepted(zone, instant):
    """T2: and means the same instant, also those of ``human`` and ``%c``."""
    zone_ = zone_of(zone)
    answer = services.current(datetime=instant, timezone=zone)
    for key in ("datetime", "iso8601", "rfc2822"):
        assert services.current(datetime=answer[key], timezone=zone)["timestamp"] == answer["timestamp"]
    for format in FORMAT_NAMES:
        if format in ("date", "time", "relative"):
            continue
        written = services.format_datetime(format=format, datetime=instant, timezone=zone)["formatted"]
        assert locate(read(written), zone_, "compatible", NOW).instant == locate(read(instant), zone_, "", NOW).instant
    written = services.format_datetime(format="%c", datetime=instant, timezone=zone)["formatted"]
    assert services.current(datetime=written, timezone=zone)["timestamp"] == answer["timestamp"]


WRITTEN = [name for name in FORMAT_NAMES if name not in ("date", "time", "datetime", "relative")]
SECONDS = st.integers(-2_500_000_000, 4_000_000_000)


@settings(deadline=None)
@given(SECONDS, st.sampled_from(database.NAMES), st.sampled_from([*WRITTEN, "%c %z", "%A %-d %B %Y %R:%S %:z", "%s"]))
def test_what_a_format_writes_is_read_as_the_same_instant(seconds, zone, format):
    """T2, T13: in every zone, at any time since 1890. RFC 2822 drops the seconds of offsets, so it is left out then."""
    instant = datetime.fromtimestamp(seconds, UTC)
    written = services.format_datetime(format=format, datetime=instant, timezone=zone)["formatted"]
    assume(format != "rfc2822" or database.load(zone).utcoffset(instant) % timedelta(minutes=1) == timedelta(0))
    assume(not written.isdigit() or len(written) not in (4, 6, 7, 8))  # it could be a date too, and would be refused
    assert services.current(datetime=written)["timestamp"] == seconds


NO_SUCH_TIME = "is not a date and time that exists"
LEAP_SECOND = "has a leap second (:60), which neither Unix time nor the time zones count"
NO_FORM = "has no accepted form"
HOUR_24 = "has hour 24, which is 00:00 of the day after"
OTHER_WEEKDAY = "falls on another day of the week"
TWO_DIGITS = "has a year of two digits: write four"
SCIENTIFIC = "is a number in scientific notation: write all its digits"
NUMBER_AT_END = ": write its unit, or a time of day like 13:00"
NO_WORD = "which is neither a word of a date nor a time zone"


@each_row(
    ("text", "reason"),
    [
        ("", NO_FORM), (" ", NO_FORM), ("x", f'has "x", {NO_WORD}'), ("null", f'has "null", {NO_WORD}'),
        ("NaN", f'has "nan", {NO_WORD}'), ("Infinity", f'has "infinity", {NO_WORD}'),
        # not numbers in an accepted form
        ("1e9", SCIENTIFIC), ("1.795E+9", SCIENTIFIC), ("-1e-3", SCIENTIFIC),
        ("0x10", f'has "x", {NO_WORD}'), ("1_000", 'has "_" where it means nothing'),
        (".5", 'has "." where it means nothing'), ("5.", 'has "." where it means nothing'),
        ("1/2", 'has "/" where it means nothing: a date with slashes has a year, like 2026/11/21'),
        ("1 2", 'has an unexpected "2" after "1"'),
        ("\u0661\u0662", 'has "\u0661", which no accepted form has: write English words and ASCII digits'),
        ("\uff12026-11-21", 'has "\uff12", which no accepted form has: write English words and ASCII digits'),
        ("2026-11-21\u2014", 'has "\u2014", which no accepted form has: write English words and ASCII digits'),
        # dates that do not exist
        ("2026-13-01", NO_SUCH_TIME), ("2026-00-01", NO_SUCH_TIME), ("2026-02-29", NO_SUCH_TIME),
        ("1900-02-29", NO_SUCH_TIME), ("2026-04-31", NO_SUCH_TIME), ("2026-11-00", NO_SUCH_TIME),
        ("0000-01-01", NO_SUCH_TIME), ("20261301T00", NO_SUCH_TIME), ("2026-W00-1", NO_SUCH_TIME),
        ("2026-W54", NO_SUCH_TIME), ("2025-W53-1", NO_SUCH_TIME), ("2026-W47-0", NO_SUCH_TIME),
        ("2026-W47-8", NO_SUCH_TIME), ("9999-W53-1", NO_SUCH_TIME), ("2026-366", NO_SUCH_TIME),
        ("2026-000", NO_SUCH_TIME), ("2026-13", NO_SUCH_TIME), ("2026/2/30", NO_SUCH_TIME),
        ("31.4.2026", NO_SUCH_TIME), ("13/13/2026", NO_SUCH_TIME), ("31 April 2026", NO_SUCH_TIME),
        ("Nov 31, 2026", NO_SUCH_TIME), ("1 Jan 0000", NO_SUCH_TIME), ("0 Nov 2026", NO_SUCH_TIME),
        ("Sunday, 21 November 2026", OTHER_WEEKDAY), ("Sun Nov 21 12:00:00 2026", OTHER_WEEKDAY),
        ("Sunday 2026-11-21", OTHER_WEEKDAY),
        # times that do not exist
        ("2026-11-21T25:00", NO_SUCH_TIME), ("2026-11-21T12:60", NO_SUCH_TIME), ("2026-11-21T12:00:61", NO_SUCH_TIME),
        ("2026-11-21T24:00", HOUR_24), ("20261121T24", HOUR_24), ("21 Nov 2026 24:00", HOUR_24),
        ("1990-12-31T23:59:60Z", LEAP_SECOND), ("1990-12-31T15:59:60-08:00", LEAP_SECOND),
        ("2016-12-31 23:59:60.5", LEAP_SECOND), ("20161231T235960Z", LEAP_SECOND),
        ("Sat, 31 Dec 2016 23:59:60 +0000", LEAP_SECOND), ("31 Dec 2016 23:59:60", LEAP_SECOND),
        ("2026-11-21T12:00+24:00", NO_SUCH_TIME), ("21 Nov 2026 12:61", NO_SUCH_TIME),
        ("13pm", "has an hour that no clock with am and pm shows"),
        ("21 Nov 2026 0:30am", "has an hour that no clock with am and pm shows"),
        # two meanings, which the error names
        ("05/06/2026", "could be 2026-05-06 or 2026-06-05: write the one you mean"),
        ("6-5-2026 3pm", "could be 2026-05-06 or 2026-06-05: write the one you mean"),
        ("2026", ("could be a date, a time of day or a Unix timestamp: write 2026-01-01, 20:26, or timestamp=2026 (in "
                 "start and end @2026) for 1970-01-01T00:33:46Z")),
        ("1900", ("could be a date, a time of day or a Unix timestamp: write 1900-01-01, 19:00, or timestamp=1900 (in "
                 "start and end @1900) for 1970-01-01T00:31:40Z")),
        ("2199", ("could be a date or a Unix timestamp: write 2199-01-01, or timestamp=2199 (in start and end @2199) "
                 "for 1970-01-01T00:36:39Z")),
        ("20261121", ("could be a date or a Unix timestamp: write 2026-11-21, or timestamp=20261121 (in start and end "
                     "@20261121) for 1970-08-23T12:05:21Z")),
        ("202611211200", ("could be a date or a Unix timestamp: write 2026-11-21T12:00, or timestamp=202611211200 (in "
                         "start and end @202611211200) for 8390-06-30T04:00:00Z")),
        ("2026-11-21-12:00", ("could be a date with the time 12:00, or with the offset -12:00: end it with "
                              '" 12:00" or " UTC-12:00"')),
        ("21.11.2026-053015", ("could be a date with the time 05:30:15, or with the offset -05:30:15: end it "
                               'with " 05:30:15" or " UTC-05:30:15"')),
        ("Nov 21, 2026-05:00", ("could be a date with the time 05:00, or with the offset -05:00: end it with "
                             '" 05:00" or " UTC-05:00"')),
        ("Nov 21-05:00", ("could be a date with the time 05:00, or with the offset -05:00: end it with "
                          '" 05:00" or " UTC-05:00"')),
        ("0900-12:00:00", ("could be a date with the time 12:00:00, or with the offset -12:00:00: end it "
                           'with " 12:00:00" or " UTC-12:00:00"')),
        ("Nov '26", TWO_DIGITS), ("'26-11-21", TWO_DIGITS),
        ("21 Nov 26", TWO_DIGITS), ("Nov 21 26", TWO_DIGITS), ("21-Nov-26", TWO_DIGITS), ("11/21/26", TWO_DIGITS),
        ("26-11-21", TWO_DIGITS), ("21.11.26", TWO_DIGITS),
        ("2026-11-21 12:00 CST", ('has a zone that is not clear: "CST" is ambiguous, it can mean -06:00 (as in '
         "America/Chicago), -05:00 (as in America/Havana), +08:00 (as in Asia/Shanghai): write the zone "
         "you mean")),
        ("noon PT", ('has a zone that is not clear: "PT" may mean America/Los_Angeles or America/Tijuana: write '
         "the one you mean")),
        ("2026-11-21T12:00+02:00[Europe/Berlin]", "has an offset that differs from its zone's, which is +01:00 then"),
        ("2026-11-21T12:00:00+02:00 Europe/Berlin", "has an offset that differs from its zone's, which is +01:00 then"),
        ("2026-11-21 12:00:00 +0200 CET", "has the offset +0200, for which CET does not stand"),
        ("tomorrow 12:00+01:00[Europe/Berlin]",
         "has a zone in brackets after an offset, which only a whole date and time may have"),
        ("2026-11-21 12:00 Mars/Olympus",
         ('has no zone at its end: "Mars/Olympus" is not a known time zone. Write a name like Europe/Berlin, or an '
          "offset with its sign like +02:00")),
        ("2026-11-21 12:00 Pacific/Kiritmati",
         'has no zone at its end: "Pacific/Kiritmati" is not a known time zone. Did you mean Pacific/Kiritimati?'),
        ("12:00-13:00", "could be two times or one with an offset: write 12:00 or 12:00 UTC-13:00"),
        ("tomorrow 9:00-17:00", "could be two times or one with an offset: write 9:00 or 9:00 UTC-17:00"),
        ("9am-17", "could be two times or one with an offset: write 9am or 9am UTC-17:00"),
        ("12:00:00-13:00:00", "could be two times or one with an offset: write 12:00:00 or 12:00:00 UTC-13:00:00"),
        ("2026-11-21 9:00-17:00", "could be two times or one with an offset: write 9:00 or 9:00 UTC-17:00"),
        ("21 Nov 0900", "could end with the time 09:00 or with a year: write 09:00, or the date in ISO 8601"),
        ("1500h", "could be the time 15:00 or an amount: write 15:00 or in 1500 hours"),
        ("2000hrs", "could be the time 20:00 or an amount: write 20:00 or in 2000 hours"),
        ("2026-11-21/2026-11-23", 'has "/" where it means nothing'),
        ("2026-11-21-2026-11-23", 'has an unexpected "2026-11-23" after "-"'),
        ("Nov 21-22", 'has "-22" after a day: write a year after a space, or one day alone'),
        ("Nov 21st-2026", 'has "-2026" after a day: write a year after a space, or one day alone'),
        # a number that could be an hour
        ("tomorrow 15", "has the number 15 alone: write 15:00 for an hour"),
        ("9 tomorrow", "has the number 9 alone: write 9am, 9pm or 09:00 for an hour"),
        ("5 on friday", "has the number 5 alone: write 5am, 5pm or 05:00 for an hour"),
        ("9o'clock", "has an hour without its half of the day: write 9am, 9pm or 09:00"),
        ("15o'clock", "has an hour alone: write 15:00"),
        ("half past three", "has the number three alone: write 3am, 3pm or 03:00 for an hour"),
        ("2026-11-21 15h",
         'has no sign before "15 h": write + or -, in a query string %2B or -, or 15:00 for a time of day'),
        ("13/2026", NO_SUCH_TIME), ("march next month", "has a month of a month: write its year"),
        ("25 december next month", "has a date of a month: write its year"),
        ("third of next week", 'has "third of" a period that is not a month: write third day of it'),
        ("monday 9pm 2026", "has no accepted form"), ("2026-W60-1", NO_SUCH_TIME),
        ("2026-11-21 12:00 -0300 -04", "has two offsets, -0300 and -04: write one of them"),
        ("2026-11-21 12:00 +0100 CST", "has the offset +0100, for which CST does not stand"),
        ("9999-12-31T23:59:59-05:00[Europe/Berlin]", NO_SUCH_TIME),
        # not in any accepted form
        ("+2026-11-21", 'has an unexpected "2026-11-21" after "+"'),
        ("12026-11-21", 'has an unexpected "-" after "12026"'),
        ("2026-11-21T", f'has "t", {NO_WORD}'), ("2026-11-21xx12:00", f'has "xx", {NO_WORD}'),
        ("2026-11-21T12.5", 'has an unexpected "12.5" after "2026-11-21"'),
        ("2026-11-21T12:00:00.", 'has "." where it means nothing'),
        ("2026-11-21T12:00:0", 'has ":" where it means nothing'),
        ("2026-11-21T12:00+2", f"ends with the number 2{NUMBER_AT_END}"),
        ("2026-11-21T12:00+02:60", NO_SUCH_TIME),
        ("2026-11-21T12:00Z+02:00", 'has the time zone "Z" where no time zone is allowed'),
        ("2026-11-21\x00", 'has "\x00" where it means nothing'), ("T12:00", f'has "t", {NO_WORD}'),
        ("2026W4761200", f"ends with the number 4761200{NUMBER_AT_END}"),
        ("2026-11-21 (Sat) 12:00", 'has "(" where it means nothing'),
        ("2026-11-21T12:00:00Z;", 'has ";" where it means nothing'),
        ("1795262400 UTC", "has a zone after a timestamp: leave it out, the answer's zone is that of timezone"),
        ("20261321120000Z", NO_SUCH_TIME), ("25:30h", NO_SUCH_TIME),
        # not valid RFC 2822
        ("Mon, 21 Nov 2026 12:00:00 +0000", OTHER_WEEKDAY),
        ("Xyz, 21 Nov 2026 12:00:00 +0000", f'has "xyz", {NO_WORD}'),
        ("Sat, 21 Nov 2026 12:00:00 J", f'has "j", {NO_WORD}'),
        ("Sat, 21 Nov 2026 12:00:00 +0000 (", 'has "(" where it means nothing'),
        (") Sat, 21 Nov 2026 12:00:00 +0000 (", 'has ")" where it means nothing'),
        ("31 Feb 2026 12:00:00 +0000", NO_SUCH_TIME), ("21 Nov 2026 24:00:00 +0000", NO_SUCH_TIME),
        ("21 Nov 10000 12:00:00 +0000", NO_SUCH_TIME), ("21 Nov 0000 12:00:00 +0000", NO_SUCH_TIME),
        # outside of the years 1 to 9999
        ("9" * 128, "lies beyond the year 9999, even as a timestamp in nanoseconds"),
        ("-" + "9" * 40, "lies before the year 1, even as a timestamp in nanoseconds"),
        # too long
        ("9" * 129, "has more than 128 characters"), ("2026-11-21" + "0" * 5000, "has more than 128 characters"),
        ("now" + " " * 126, "has more than 128 characters"),
    ],
)  # fmt: skip
def test_refused(text, reason):
    """T2: the error has the parameter, the value cut at 64 characters, the reason, and the accepted forms."""
    stop = "" if reason.endswith("?") else "."
    assert refusal(text, "end") == f'end "{text[:64]}" {reason}{stop} {ACCEPTED}'


@pytest.mark.parametrize("text", ["29 Feb", "Feb 30", "Friday 21 November"])
def test_days_that_this_year_does_not_have(text):
    """T2: a date without a year is in the current year, which may not have it, or on another weekday."""
    with pytest.raises(ServiceError) as caught:
        iso(text)
    reason = "names a day that does not exist, or not on that day of the week"
    assert (caught.value.error, caught.value.details) == (
        "Invalid datetime format",
        f'datetime "{text}" {reason}. {ACCEPTED}',
    )


@pytest.mark.parametrize("seconds", [10**30, 10**4299, 10**5000, -(10**30)], ids=["30", "4299", "5000", "-30"])
def test_integers_out_of_the_calendar(seconds):
    """T2, T7: in the parameter ``timestamp``."""
    with pytest.raises(ServiceError, match="Invalid datetime format") as caught:
        read_timestamp(seconds)
    assert caught.value.details.startswith('timestamp "')
    assert "even as a timestamp in nanoseconds" in caught.value.details


@each_row("number", [2026, 20261121, 202611211200, 20261121.0, 1795262400.5, 1e9])
def test_numbers_are_always_timestamps(number):
    """T2: only a string of these digits could be a date."""
    assert locate(read(number), None, "compatible", NOW).instant.timestamp() == number


@each_row(
    ("text", "zone", "instant", "name"),
    rows("parsing_which_zone_applies.json"),
)
def test_which_zone_applies(text, zone, instant, name):
    """T4, T6."""
    located = locate(read(text), zone and zone_of(zone), "compatible", NOW)
    assert (located.instant.isoformat(), name_of(located.instant.tzinfo), located.status) == (instant, name, None)


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("0001-01-01T00:00:00+14:00", "UTC"),
        ("9999-12-31T23:59:59-12:00", "UTC"),
        ("-62135596800", "America/New_York"),
        ("253402300799", "Asia/Tokyo"),
    ],
)
def test_local_time_beyond_the_calendar(text, zone):
    """T4, T8."""
    with pytest.raises(ServiceError, match="Result out of range"):
        iso(text, zone)
