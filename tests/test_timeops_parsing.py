"""What is read as a datetime, and what is refused: rules T2 and T4."""

from datetime import UTC, datetime

import pytest

from timeops.instants import locate
from timeops.parsing import ACCEPTED, read, read_timestamp
from timeops.zones import name_of, zone_of
from utilitysvc.kit.service_error import ServiceError

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def iso(text, zone=None):
    return locate(read(text), zone and zone_of(zone), "compatible", NOW).instant.isoformat()


def refusal(text, parameter="datetime"):
    with pytest.raises(ServiceError) as caught:
        read(text, parameter)
    assert (caught.value.error, caught.value.status) == ("Invalid datetime format", 400)
    return caught.value.details


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("0", "1970-01-01T00:00:00+00:00"),
        ("-0", "1970-01-01T00:00:00+00:00"),
        ("1795262400", "2026-11-21T12:00:00+00:00"),
        ("+1795262400", "2026-11-21T12:00:00+00:00"),
        (" 1795262400\t", "2026-11-21T12:00:00+00:00"),
        ("00000000001795262400", "2026-11-21T12:00:00+00:00"),
        ("-1", "1969-12-31T23:59:59+00:00"),
        ("1795262400.5", "2026-11-21T12:00:00.500000+00:00"),
        ("-0.5", "1969-12-31T23:59:59.500000+00:00"),
        ("0.0000001", "1970-01-01T00:00:00+00:00"),
        ("-0.0000001", "1969-12-31T23:59:59.999999+00:00"),
        ("1.9999999999", "1970-01-01T00:00:01.999999+00:00"),
        ("2026", "1970-01-01T00:33:46+00:00"),
        ("20261121", "1970-08-23T12:05:21+00:00"),
        ("2147483648", "2038-01-19T03:14:08+00:00"),
        ("-62135596800", "0001-01-01T00:00:00+00:00"),
        ("253402300799", "9999-12-31T23:59:59+00:00"),
        ("253402300799.999999", "9999-12-31T23:59:59.999999+00:00"),
    ],
)
def test_timestamps(text, instant):
    """T2: before all else, a number is a Unix timestamp in seconds."""
    assert iso(text) == instant


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        # RFC 3339, 5.8: its examples, but for those with a leap second.
        ("1985-04-12T23:20:50.52Z", "1985-04-12T23:20:50.520000+00:00"),
        ("1996-12-19T16:39:57-08:00", "1996-12-19T16:39:57-08:00"),
        ("1937-01-01T12:00:27.87+00:20", "1937-01-01T12:00:27.870000+00:20"),
        # spec.md
        ("2026-11-21", "2026-11-21T00:00:00+00:00"),
        ("2026-11-21 12:34:56", "2026-11-21T12:34:56+00:00"),
        ("2026-11-21T12:34:56Z", "2026-11-21T12:34:56+00:00"),
        # Python's documentation of datetime.fromisoformat
        ("20111104T000523", "2011-11-04T00:05:23+00:00"),
        ("2011-W01-2T00:05:23.283", "2011-01-04T00:05:23.283000+00:00"),
        ("2011-11-04 00:05:23.283", "2011-11-04T00:05:23.283000+00:00"),
        ("2011-11-04 00:05:23.283+00:00", "2011-11-04T00:05:23.283000+00:00"),
        ("2011-11-04T00:05:23+04:00", "2011-11-04T00:05:23+04:00"),
        # the rest of its forms
        ("2026-11-21T12", "2026-11-21T12:00:00+00:00"),
        ("2026-11-21T12:34", "2026-11-21T12:34:00+00:00"),
        ("2026-11-21T1234", "2026-11-21T12:34:00+00:00"),
        ("20261121T123456.5", "2026-11-21T12:34:56.500000+00:00"),
        ("2026-11-21T12:34:56,5", "2026-11-21T12:34:56.500000+00:00"),
        ("2026-11-21T12:34:56.1234567891", "2026-11-21T12:34:56.123456+00:00"),
        ("2026-11-21t12:34:56z", "2026-11-21T12:34:56+00:00"),
        ("2026-11-21T12:00+02", "2026-11-21T12:00:00+02:00"),
        ("2026-11-21T12:00+0230", "2026-11-21T12:00:00+02:30"),
        ("2026-11-21T12:00+02:30:15", "2026-11-21T12:00:00+02:30:15"),
        ("2026-11-21T12:00-00:00", "2026-11-21T12:00:00+00:00"),
        ("2026-11-21T12:00+23:59", "2026-11-21T12:00:00+23:59"),
        ("2026-11-21T12:00-23:59", "2026-11-21T12:00:00-23:59"),
        (" 2026-11-21 ", "2026-11-21T00:00:00+00:00"),
        # ISO 8601 weeks across the ends of years
        ("2026-W47", "2026-11-16T00:00:00+00:00"),
        ("2026-W47-6", "2026-11-21T00:00:00+00:00"),
        ("2026W476T12", "2026-11-21T12:00:00+00:00"),
        ("2026-W01-1", "2025-12-29T00:00:00+00:00"),
        ("2026-W53-7", "2027-01-03T00:00:00+00:00"),
        ("2020-w53-5", "2021-01-01T00:00:00+00:00"),
        ("2008-W39-6", "2008-09-27T00:00:00+00:00"),
        # an unescaped + in a query string is a space
        ("2026-11-21T12:00:00 02:00", "2026-11-21T12:00:00+02:00"),
        ("2026-11-21 12:00:00 02:00", "2026-11-21T12:00:00+02:00"),
        ("2026-11-21 12:00 0200", "2026-11-21T12:00:00+02:00"),
        ("2026-11-21 12 02", "2026-11-21T12:00:00+02:00"),
        ("20261121T1200 02", "2026-11-21T12:00:00+02:00"),
        ("2026-11-21 12:00:00 +02:00", "2026-11-21T12:00:00+02:00"),
        ("2026-11-21 12:00:00  02:00", "2026-11-21T12:00:00+02:00"),
        ("2026-11-21 12:00:00 -02:00", "2026-11-21T12:00:00-02:00"),
        # the ends of the calendar
        ("0001-01-01", "0001-01-01T00:00:00+00:00"),
        ("0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00+14:00"),
        ("9999-12-31T23:59:59.999999", "9999-12-31T23:59:59.999999+00:00"),
        ("9999-12-31T23:59:59-12:00", "9999-12-31T23:59:59-12:00"),
        ("2024-02-29", "2024-02-29T00:00:00+00:00"),
        ("2000-02-29", "2000-02-29T00:00:00+00:00"),
    ],
)
def test_iso8601(text, instant):
    """T2."""
    assert iso(text) == instant


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        # RFC 2822, appendix A
        ("Fri, 21 Nov 1997 09:55:06 -0600", "1997-11-21T09:55:06-06:00"),
        ("Tue, 1 Jul 2003 10:52:37 +0200", "2003-07-01T10:52:37+02:00"),
        ("Thu, 13 Feb 1969 23:32:54 -0330", "1969-02-13T23:32:54-03:30"),
        ("Mon, 24 Nov 1997 14:22:01 -0800", "1997-11-24T14:22:01-08:00"),
        ("Thu,\r\n      13\r\n        Feb\r\n          1969\r\n      23:32\r\n               -0330 (Newfoundland Time)",
         "1969-02-13T23:32:00-03:30"),
        ("21 Nov 97 09:55:06 GMT", "1997-11-21T09:55:06+00:00"),
        ("Fri, 21 Nov 1997 09(comment):   55  :  06 -0600", "1997-11-21T09:55:06-06:00"),
        # without the optional parts, in any case
        ("sat, 21 nov 2026 12:00 +0000", "2026-11-21T12:00:00+00:00"),
        ("21 NOV 2026 12:00:00 +0000", "2026-11-21T12:00:00+00:00"),
        ("Sat,21 Nov 2026 12:00:00 -0000", "2026-11-21T12:00:00+00:00"),
        ("01 Jan 2026 00:00:00 +2359", "2026-01-01T00:00:00+23:59"),
        # obsolete zones and years, 4.3
        ("Sat, 21 Nov 2026 12:00:00 UT", "2026-11-21T12:00:00+00:00"),
        ("Sat, 21 Nov 2026 12:00:00 EST", "2026-11-21T12:00:00-05:00"),
        ("Sat, 21 Nov 2026 12:00:00 EDT", "2026-11-21T12:00:00-04:00"),
        ("Sat, 21 Nov 2026 12:00:00 CST", "2026-11-21T12:00:00-06:00"),
        ("Sat, 21 Nov 2026 12:00:00 CDT", "2026-11-21T12:00:00-05:00"),
        ("Sat, 21 Nov 2026 12:00:00 MST", "2026-11-21T12:00:00-07:00"),
        ("Sat, 21 Nov 2026 12:00:00 MDT", "2026-11-21T12:00:00-06:00"),
        ("Sat, 21 Nov 2026 12:00:00 PST", "2026-11-21T12:00:00-08:00"),
        ("Sat, 21 Nov 2026 12:00:00 PDT", "2026-11-21T12:00:00-07:00"),
        ("Sat, 21 Nov 2026 12:00:00 Z", "2026-11-21T12:00:00+00:00"),
        ("Sat, 21 Nov 2026 12:00:00 A", "2026-11-21T12:00:00+00:00"),
        ("Sat, 21 Nov 26 12:00:00 +0000", "2026-11-21T12:00:00+00:00"),
        ("31 Dec 49 23:59:59 +0000", "2049-12-31T23:59:59+00:00"),
        ("1 Jan 50 00:00:00 +0000", "1950-01-01T00:00:00+00:00"),
        ("1 Jan 126 00:00:00 +0000", "2026-01-01T00:00:00+00:00"),
        ("1 Jan 0001 00:00:00 +0000", "0001-01-01T00:00:00+00:00"),
        # comments: nested, quoted, anywhere
        ("(a) Sat, (b (c) d) 21 Nov 2026 12:00:00 +0000 (\\) UTC)", "2026-11-21T12:00:00+00:00"),
        ("21(x)Nov(y)2026 12:00:00(z)+0000", "2026-11-21T12:00:00+00:00"),
        # an unescaped + in a query string is a space
        ("Sat, 21 Nov 2026 12:00:00  0100", "2026-11-21T12:00:00+01:00"),
    ],
)  # fmt: skip
def test_rfc2822(text, instant):
    """T2, the obsolete forms included."""
    assert iso(text) == instant


NO_SUCH_TIME = "is no date and time that exists"
LEAP_SECOND = "has a leap second (:60), which neither Unix time nor the time zones count"
NO_FORM = "has no accepted form"
TOO_LATE = "lies beyond the year 9999 in seconds, which a timestamp counts: perhaps it is in milliseconds"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", NO_FORM), (" ", NO_FORM), ("x", NO_FORM), ("null", NO_FORM), ("NaN", NO_FORM), ("Infinity", NO_FORM),
        # numbers that are none
        ("1e9", NO_FORM), ("0x10", NO_FORM), ("1_000", NO_FORM), ("1,5", NO_FORM), (".5", NO_FORM), ("5.", NO_FORM),
        ("--5", NO_FORM), ("1/2", NO_FORM), ("1 2", NO_FORM),
        ("\u0661\u0662", "has characters beyond ASCII"),
        ("\uff12026-11-21", "has characters beyond ASCII"),
        ("2026-11-21T12:00:00\u221202:00", "has characters beyond ASCII"),
        # dates that do not exist
        ("2026-13-01", NO_SUCH_TIME), ("2026-00-01", NO_SUCH_TIME), ("2026-02-29", NO_SUCH_TIME),
        ("1900-02-29", NO_SUCH_TIME), ("2026-04-31", NO_SUCH_TIME), ("2026-11-00", NO_SUCH_TIME),
        ("0000-01-01", NO_SUCH_TIME), ("20261301T00", NO_SUCH_TIME), ("2026-W00-1", NO_SUCH_TIME),
        ("2026-W54", NO_SUCH_TIME), ("2025-W53-1", NO_SUCH_TIME), ("2026-W47-0", NO_SUCH_TIME),
        ("2026-W47-8", NO_SUCH_TIME), ("9999-W53-1", NO_SUCH_TIME),
        # times that do not exist
        ("2026-11-21T25:00", NO_SUCH_TIME), ("2026-11-21T12:60", NO_SUCH_TIME), ("2026-11-21T12:00:61", NO_SUCH_TIME),
        ("2026-11-21T24:00", "has hour 24, which is 00:00 of the day after"),
        ("20261121T24", "has hour 24, which is 00:00 of the day after"),
        ("1990-12-31T23:59:60Z", LEAP_SECOND), ("1990-12-31T15:59:60-08:00", LEAP_SECOND),
        ("2016-12-31 23:59:60.5", LEAP_SECOND), ("20161231T235960Z", LEAP_SECOND),
        ("Sat, 31 Dec 2016 23:59:60 +0000", LEAP_SECOND),
        ("2026-11-21T12:00+24:00", NO_SUCH_TIME),
        # forms that fromisoformat refuses, or takes for something else
        ("2026-11", NO_FORM), ("2026-1-5", NO_FORM), ("2026-325", NO_FORM), ("26-11-21", NO_FORM),
        ("+2026-11-21", NO_FORM), ("-2026-11-21", NO_FORM), ("12026-11-21", NO_FORM), ("2026/11/21", NO_FORM),
        ("21.11.2026", NO_FORM), ("11/21/2026", NO_FORM), ("2026-11-21T", NO_FORM), ("2026-11-21x12:00", NO_FORM),
        ("2026-11-21+02:00", NO_FORM), ("2026-11-21Z", NO_FORM), ("2026-11-21-05:00", NO_FORM),
        ("2026-11-21T12.5", NO_FORM), ("2026-11-21T12:30.5", NO_FORM), ("2026-11-21T12:00:00.", NO_FORM),
        ("2026-11-21T1:00", NO_FORM), ("2026-11-21T12:0", NO_FORM), ("2026-11-21T12:00:0", NO_FORM),
        ("2026-11-21T1200:30", NO_FORM), ("2026-11-21T12:00+2", NO_FORM), ("2026-11-21T12:00+02:60", NO_FORM),
        ("2026-11-21T12:00+02:00:00.5", NO_FORM), ("2026-11-21T12:00+", NO_FORM), ("2026-11-21T12:00Z+02:00", NO_FORM),
        ("2026-11-21T12:00:00 UTC", NO_FORM), ("2026-11-21T12:00:00[UTC]", NO_FORM), ("2026-11-21  12:00", NO_FORM),
        ("2026-11-21T12:00   02:00", NO_FORM), ("2026-11-21\x00", NO_FORM), ("2026-11-21T12:00\x00", NO_FORM),
        ("2026-11-21\n12:00", NO_FORM), ("2026-11-21T12:00:00Z2026-11-21", NO_FORM), ("T12:00", NO_FORM),
        ("12:00", NO_FORM), ("2026W4761200", NO_FORM),
        # RFC 2822 that is none
        ("Mon, 21 Nov 2026 12:00:00 +0000", "falls on another day of the week"),
        ("Xyz, 21 Nov 2026 12:00:00 +0000", NO_FORM), ("Saturday, 21 Nov 2026 12:00:00 +0000", NO_FORM),
        ("Sat 21 Nov 2026 12:00:00 +0000", NO_FORM), ("Sat, 21 November 2026 12:00:00 +0000", NO_FORM),
        ("Sat, 21 Xyz 2026 12:00:00 +0000", NO_FORM), ("Sat, 21 Nov 2026 12:00:00", NO_FORM),
        ("Sat, 21 Nov 2026 +0000", NO_FORM), ("Sat, 21-Nov-2026 12:00:00 GMT", NO_FORM),
        ("Sat Nov 21 12:00:00 2026", NO_FORM), ("Sat, 21 Nov 2026 12:00:00 CET", NO_FORM),
        ("Sat, 21 Nov 2026 12:00:00 J", NO_FORM), ("Sat, 21 Nov 2026 12:00:00 +00:00", NO_FORM),
        ("Sat, 21 Nov 2026 12:00:00 +2400", NO_FORM), ("Sat, 21 Nov 2026 12:00:00 +0160", NO_FORM),
        ("Sat, 21 Nov 2026 12:00:00 +000", NO_FORM), ("Sat, 21 Nov 2026 1:00:00 +0000", NO_FORM),
        ("Sat, 21 Nov 6 12:00:00 +0000", NO_FORM), ("Sat, 21 Nov 2026 12:00:00 +0000 (", NO_FORM),
        ("Sat, 21 Nov 2026 12:00:00 +0000 )", NO_FORM), ("Sat, 21 Nov 2026 12:00:00 +0000 (\\)", NO_FORM),
        (") Sat, 21 Nov 2026 12:00:00 +0000 (", NO_FORM),
        ("31 Feb 2026 12:00:00 +0000", NO_SUCH_TIME), ("21 Nov 2026 24:00:00 +0000", NO_SUCH_TIME),
        ("21 Nov 10000 12:00:00 +0000", NO_SUCH_TIME), ("21 Nov 0000 12:00:00 +0000", NO_SUCH_TIME),
        # out of the calendar
        ("1795262400000", TOO_LATE),
        ("253402300800", TOO_LATE),
        ("9" * 128, TOO_LATE),
        ("-62135596801", "lies before the year 1"), ("-62135596800.1", "lies before the year 1"),
        # too long
        ("9" * 129, "has more than 128 characters"), ("2026-11-21" + "0" * 5000, "has more than 128 characters"),
        ("now" + " " * 126, "has more than 128 characters"),
    ],
)  # fmt: skip
def test_refused(text, reason):
    """T2: the parameter, the value cut at 64 characters, why, and what is accepted."""
    assert refusal(text, "end") == f'end "{text[:64]}" {reason}. {ACCEPTED}'


@pytest.mark.parametrize("seconds", [253402300800, 10**30, 10**4299, -62135596801, -(10**30)])
def test_integers_out_of_the_calendar(seconds):
    """T2, T7: the parameter timestamp."""
    with pytest.raises(ServiceError, match="Invalid datetime format") as caught:
        read_timestamp(seconds)
    assert f'timestamp "{str(seconds)[:64]}" lies' in caught.value.details
    assert ("millisecond" in caught.value.details) == (seconds > 0)


@pytest.mark.parametrize(
    ("text", "zone", "instant", "name"),
    [
        # Without an offset: read in the operation's zone, by default UTC.
        ("2026-07-01T12:00:00", None, "2026-07-01T12:00:00+00:00", "UTC"),
        ("2026-07-01T12:00:00", "Europe/Berlin", "2026-07-01T12:00:00+02:00", "Europe/Berlin"),
        ("2026-07-01", "UTC+5:30", "2026-07-01T00:00:00+05:30", "+05:30"),
        # With one: the same instant, in the zone if one was given, else in its own offset.
        ("2026-07-01T12:00:00-04:00", None, "2026-07-01T12:00:00-04:00", "-04:00"),
        ("2026-07-01T12:00:00Z", None, "2026-07-01T12:00:00+00:00", "+00:00"),
        ("2026-07-01T12:00:00Z", "UTC", "2026-07-01T12:00:00+00:00", "UTC"),
        ("2026-07-01T12:00:00-04:00", "Europe/Berlin", "2026-07-01T18:00:00+02:00", "Europe/Berlin"),
        ("Wed, 1 Jul 2026 12:00:00 EDT", None, "2026-07-01T12:00:00-04:00", "-04:00"),
        ("Wed, 1 Jul 2026 12:00:00 EDT", "Asia/Kolkata", "2026-07-01T21:30:00+05:30", "Asia/Kolkata"),
        # A timestamp has no offset of its own.
        ("1782907200", None, "2026-07-01T12:00:00+00:00", "UTC"),
        ("1782907200", "Europe/Berlin", "2026-07-01T14:00:00+02:00", "Europe/Berlin"),
        # Now is in the zone in force.
        ("today", "Pacific/Auckland", "2026-11-22T00:00:00+13:00", "Pacific/Auckland"),
        ("today", None, "2026-11-21T00:00:00+00:00", "UTC"),
    ],
)
def test_whose_zone_rules(text, zone, instant, name):
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
