"""Accepted and refused datetimes, and their zones: rules T2 and T4."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tables import each_row
from timeops import services
from timeops.calendar.instants import locate
from timeops.errors import ACCEPTED
from timeops.reading.datetimes import read, read_timestamp
from timeops.writing.formats import NAMES as FORMAT_NAMES
from timeops.zones import database
from timeops.zones.lookup import name_of, zone_of
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
        # four to twelve digits that are not a date or a time of day, not even nearly
        ("1899", "1970-01-01T00:31:39+00:00"),
        ("2260", "1970-01-01T00:37:40+00:00"),
        ("2400", "1970-01-01T00:40:00+00:00"),
        ("20261321", "1970-08-23T12:08:41+00:00"),
        ("202613212400", "8390-07-23T07:53:20+00:00"),
        ("20261121.0", "1970-08-23T12:05:21+00:00"),
        ("@20261121", "1970-08-23T12:05:21+00:00"),
        ("@-1.5", "1969-12-31T23:59:58.500000+00:00"),
        ("@1795262400000", "2026-11-21T12:00:00+00:00"),
        # too large for seconds: milliseconds, microseconds, nanoseconds
        ("1795262400000", "2026-11-21T12:00:00+00:00"),
        ("1795262400123", "2026-11-21T12:00:00.123000+00:00"),
        ("1795262400000000", "2026-11-21T12:00:00+00:00"),
        ("1795262400123456789", "2026-11-21T12:00:00.123456+00:00"),
        ("-1795262400000", "1913-02-10T12:00:00+00:00"),
        ("253402300800", "1978-01-11T21:31:40.800000+00:00"),
        ("-62135596801", "1968-01-12T20:06:43.199000+00:00"),
        ("253402300799999", "9999-12-31T23:59:59.999000+00:00"),
        ("253402300800000", "1978-01-11T21:31:40.800000+00:00"),
        ("253402300799999999999", "9999-12-31T23:59:59.999999+00:00"),
        # fourteen digits that are a date and time
        ("20261121123456", "2026-11-21T12:34:56+00:00"),
        ("00010101000000", "0001-01-01T00:00:00+00:00"),
        ("20261321123456", "2612-01-22T00:45:23.456000+00:00"),
        ("2147483648", "2038-01-19T03:14:08+00:00"),
        ("-62135596800", "0001-01-01T00:00:00+00:00"),
        ("253402300799", "9999-12-31T23:59:59+00:00"),
        ("253402300799.999999", "9999-12-31T23:59:59.999999+00:00"),
    ],
)
def test_timestamps(text, instant):
    """T2: a number is a Unix timestamp in seconds, before any other form is tried."""
    assert iso(text) == instant


@each_row(
    ("text", "instant"),
    [
        # The examples of RFC 3339, 5.8, without those that have a leap second
        ("1985-04-12T23:20:50.52Z", "1985-04-12T23:20:50.520000+00:00"),
        ("1996-12-19T16:39:57-08:00", "1996-12-19T16:39:57-08:00"),
        ("1937-01-01T12:00:27.87+00:20", "1937-01-01T12:00:27.870000+00:20"),
        # the specification
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
        ("2026-11-21_12:34:56", "2026-11-21T12:34:56+00:00"),
        ("20261121_123456", "2026-11-21T12:34:56+00:00"),
        ("2026-11-21 9:00-05:00", "2026-11-21T09:00:00-05:00"),
        ("12:00:00-05:00", "2026-11-21T12:00:00-05:00"),
        # the GeneralizedTime of ASN.1
        ("20261121123456Z", "2026-11-21T12:34:56+00:00"),
        ("20261121123456.5z", "2026-11-21T12:34:56.500000+00:00"),
        ("20261121123456-0530", "2026-11-21T12:34:56-05:30"),
        # the minus sign, hyphens and marks of text direction that word processors and programs write
        ("2026-11-21T12:00:00\u221202:00", "2026-11-21T12:00:00-02:00"),
        ("2026\u201011\u201121", "2026-11-21T00:00:00+00:00"),
        ("2026\u201311\u201221", "2026-11-21T00:00:00+00:00"),
        ("\u200e11/\u200e21/\u200f2026", "2026-11-21T00:00:00+00:00"),
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
        ("20261121T1200 0200", "2026-11-21T12:00:00+02:00"),
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


@each_row(
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
        # obsolete zones and years (RFC 2822, 4.3)
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
    """T2: also the obsolete forms."""
    assert iso(text) == instant


@each_row(
    ("text", "instant"),
    [
        # month names, in any usual order
        ("21 Nov 2026", "2026-11-21"), ("21 November 2026", "2026-11-21"), ("November 21, 2026", "2026-11-21"),
        ("Nov 21st 2026", "2026-11-21"), ("Nov. 21, 2026", "2026-11-21"), ("2026 Nov 21", "2026-11-21"),
        ("21-Nov-2026", "2026-11-21"), ("2026-Nov-21", "2026-11-21"),
        ("21. November 2026", "2026-11-21"), ("21.Nov.2026", "2026-11-21"), ("Nov/21/2026", "2026-11-21"),
        ("Nov-21-2026", "2026-11-21"), ("21st of November 2026", "2026-11-21"),
        ("the 21st of November", "2026-11-21"), ("15 Sept 2026", "2026-09-15"), ("2 May 2026", "2026-05-02"),
        ("Saturday, 21 November 2026", "2026-11-21"), ("Sat 21 Nov 2026", "2026-11-21"),
        ("Saturday 21st November", "2026-11-21"), ("November 2026", "2026-11-01"), ("2026 Nov", "2026-11-01"),
        ("Dec 25", "2026-12-25"), ("25 december", "2026-12-25"), ("December", "2026-12-01"), ("may", "2026-05-01"),
        ("29 Feb 2024", "2024-02-29"), ("1 Jan 1000", "1000-01-01"), ("1 Jan 0099", "0099-01-01"),
        ("31 Dec 9999", "9999-12-31"),
        # numbers
        ("2026-325", "2026-11-21"), ("2024-366", "2024-12-31"), ("2026-001", "2026-01-01"), ("2026-11", "2026-11-01"),
        ("2026/11/21", "2026-11-21"), ("2026.11.21", "2026-11-21"), ("2005/8/12", "2005-08-12"),
        ("2005-8-12", "2005-08-12"), ("21.11.2026", "2026-11-21"), ("5.6.2026", "2026-06-05"),
        ("11/21/2026", "2026-11-21"), ("21/11/2026", "2026-11-21"), ("11-21-2026", "2026-11-21"),
        ("21-11-2026", "2026-11-21"), ("5/5/2026", "2026-05-05"), ("13/12/2026", "2026-12-13"),
    ],
)  # fmt: skip
def test_written_dates(text, instant):
    """T2: a date alone means midnight; a time of day may follow or precede it."""
    assert iso(text) == f"{instant}T00:00:00+00:00"
    assert iso(f"{text} 3:04pm") == f"{instant}T15:04:00+00:00" if text not in ("December", "may") else True


@each_row(
    ("text", "instant"),
    [
        # date(1) of GNU coreutils, in the locales C and en_US; asctime(3); JavaScript; Java; Go; Ruby; log files
        ("Sat Nov 21 12:00:00 UTC 2026", "2026-11-21T12:00:00+00:00"),
        ("Sat Nov 21 12:00:00 CET 2026", "2026-11-21T12:00:00+01:00"),
        ("Sat Nov 21 12:00:00 PM CET 2026", "2026-11-21T12:00:00+01:00"),
        ("Sat 21 Nov 2026 12:00:00 PM CET", "2026-11-21T12:00:00+01:00"),
        ("Sat Nov 21 12:00:00 2026", "2026-11-21T12:00:00+00:00"),
        ("Sun Nov  1 12:00:00 2026", "2026-11-01T12:00:00+00:00"),
        ("Sat Nov 21 2026 12:00:00 GMT+0100 (Central European Standard Time)", "2026-11-21T12:00:00+01:00"),
        ("Sat Nov 21 2026 12:00:00 GMT+0000 (Coordinated Universal Time)", "2026-11-21T12:00:00+00:00"),
        ("11/21/2026, 12:00:00 PM", "2026-11-21T12:00:00+00:00"),
        ("11/21/2026, 3:00:00\u202fPM", "2026-11-21T15:00:00+00:00"),
        ("2026-11-21T12:00:00.123456789Z", "2026-11-21T12:00:00.123456+00:00"),
        ("2026-11-21 12:00:00.123456789 +0100 CET m=+0.000012345", "2026-11-21T12:00:00.123456+01:00"),
        ("2026-11-21 12:00:00 +0000 UTC", "2026-11-21T12:00:00+00:00"),
        ("2026-11-21 12:00:00 -0300 -03", "2026-11-21T12:00:00-03:00"),
        ("2026-11-21 12:00:00 +0530 IST", "2026-11-21T12:00:00+05:30"),
        ("2026-11-21 12:00:00 +0100", "2026-11-21T12:00:00+01:00"),
        ("21/Nov/2026:12:00:00 +0100", "2026-11-21T12:00:00+01:00"),
        ("Saturday, 21-Nov-2026 12:00:00 UTC", "2026-11-21T12:00:00+00:00"),
        ("2026-11-21 12:00:00,123", "2026-11-21T12:00:00.123000+00:00"),
        ("2026/11/21 12:00:00", "2026-11-21T12:00:00+00:00"),
        ("Sat Nov 21 12:00:00 2026 +0100", "2026-11-21T12:00:00+01:00"),
        ("Sat Nov 21 12:00:00 +0000 2026", "2026-11-21T12:00:00+00:00"),
        ("Saturday, November 21, 2026 at 12:00:00 PM GMT+1", "2026-11-21T12:00:00+01:00"),
        ("2026:11:21 12:00:00", "2026-11-21T12:00:00+00:00"),
        ("2026-11-21 12:00:00.123+00", "2026-11-21T12:00:00.123000+00:00"),
        ("Nov 21 2026 12:00PM", "2026-11-21T12:00:00+00:00"),
        # nearly RFC 2822: without a zone, or with a zone, an hour or names that it does not allow
        ("Sat, 21 Nov 2026 12:00:00", "2026-11-21T12:00:00+00:00"),
        ("Sat, 21 Nov 2026 12:00:00 UTC", "2026-11-21T12:00:00+00:00"),
        ("Sat, 21 Nov 2026 12:00:00 Z", "2026-11-21T12:00:00+00:00"),
        ("Sat, 21 Nov 2026 12:00:00 +01:00", "2026-11-21T12:00:00+01:00"),
        ("Sat, 21 Nov 2026 1:00:00 +0000", "2026-11-21T01:00:00+00:00"),
        ("Saturday, 21 November 2026 12:00:00 GMT", "2026-11-21T12:00:00+00:00"),
        # RFC 9557
        ("2026-11-21T12:00+01:00[Europe/Berlin]", "2026-11-21T12:00:00+01:00"),
        ("2026-11-21T12:00[Europe/Berlin]", "2026-11-21T12:00:00+01:00"),
        ("2026-11-21T12:00Z[Europe/Berlin]", "2026-11-21T13:00:00+01:00"),
        ("2026-11-21T12:00+00:00[UTC][u-ca=iso8601]", "2026-11-21T12:00:00+00:00"),
        ("2026-11-21T12:00+01:00[!Europe/Berlin]", "2026-11-21T12:00:00+01:00"),
        ("20261121T120000+01:00[Europe/Berlin]", "2026-11-21T12:00:00+01:00"),
        ("2026-11-21T12:00 01:00[Europe/Berlin]", "2026-11-21T12:00:00+01:00"),
        ("2026-10-25T02:30+02:00[Europe/Berlin]", "2026-10-25T02:30:00+02:00"),
        ("2026-10-25T02:30+01:00[Europe/Berlin]", "2026-10-25T02:30:00+01:00"),
        # a zone after a datetime
        ("2026-11-21 12:00 UTC", "2026-11-21T12:00:00+00:00"),
        ("2026-11-21 12:00 EST", "2026-11-21T12:00:00-05:00"),
        ("2026-11-21 12:00 Europe/Berlin", "2026-11-21T12:00:00+01:00"),
        ("2026-11-21 12:00 new york", "2026-11-21T12:00:00-05:00"),
        ("2026-11-21 12:00 (UTC)", "2026-11-21T12:00:00+00:00"),
        ("2026-11-21T12:00:00+01:00 Europe/Berlin", "2026-11-21T12:00:00+01:00"),
        ("2026-11-21 12:00 in Tokyo", "2026-11-21T12:00:00+09:00"),
        ("2026-11-21 12:00 Eastern Standard Time", "2026-11-21T12:00:00-05:00"),
        ("2026-11-21 12:00 UTC+5:30", "2026-11-21T12:00:00+05:30"),
        ("2026-11-21 3pm +02:00", "2026-11-21T15:00:00+02:00"),
        ("2026-11-21+02:00", "2026-11-21T00:00:00+02:00"),
        ("2026-11-21Z", "2026-11-21T00:00:00+00:00"),
        ("tomorrow 9am Europe/Berlin", "2026-11-22T09:00:00+01:00"),
        ("3pm CET", "2026-11-21T15:00:00+01:00"),
        ("today Pacific/Auckland", "2026-11-22T00:00:00+13:00"),
        # white space
        ("2026-11-21  12:00", "2026-11-21T12:00:00+00:00"),
        ("2026-11-21\n12:00", "2026-11-21T12:00:00+00:00"),
        ("3\u00a0pm", "2026-11-21T15:00:00+00:00"),
        ("in 3 days\u2019 time", "2026-11-24T12:00:00+00:00"),
    ],
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
    [
        # Without an offset, the text is read in the zone of the request, by default UTC.
        ("2026-07-01T12:00:00", None, "2026-07-01T12:00:00+00:00", "UTC"),
        ("2026-07-01T12:00:00", "Europe/Berlin", "2026-07-01T12:00:00+02:00", "Europe/Berlin"),
        ("2026-07-01", "UTC+5:30", "2026-07-01T00:00:00+05:30", "+05:30"),
        # With an offset, the result is shown in the zone of the request, or else in this offset.
        ("2026-07-01T12:00:00-04:00", None, "2026-07-01T12:00:00-04:00", "-04:00"),
        ("2026-07-01T12:00:00Z", None, "2026-07-01T12:00:00+00:00", "UTC"),
        ("2026-07-01T12:00:00+00:00", None, "2026-07-01T12:00:00+00:00", "UTC"),
        ("Wed, 1 Jul 2026 12:00:00 GMT", None, "2026-07-01T12:00:00+00:00", "UTC"),
        ("2026-07-01 12:00 UTC", None, "2026-07-01T12:00:00+00:00", "UTC"),
        ("2026-07-01 12:00 GMT", None, "2026-07-01T12:00:00+00:00", "UTC"),
        ("2026-07-01 12:00 Europe/Berlin", None, "2026-07-01T12:00:00+02:00", "Europe/Berlin"),
        ("2026-07-01 12:00 Europe/Berlin", "UTC", "2026-07-01T10:00:00+00:00", "UTC"),
        ("2026-07-01T12:00+02:00[Europe/Berlin]", None, "2026-07-01T12:00:00+02:00", "Europe/Berlin"),
        ("noon Asia/Tokyo", "Europe/Berlin", "2026-11-21T04:00:00+01:00", "Europe/Berlin"),
        ("2026-07-01T12:00:00Z", "UTC", "2026-07-01T12:00:00+00:00", "UTC"),
        ("2026-07-01T12:00:00-04:00", "Europe/Berlin", "2026-07-01T18:00:00+02:00", "Europe/Berlin"),
        ("Wed, 1 Jul 2026 12:00:00 EDT", None, "2026-07-01T12:00:00-04:00", "-04:00"),
        ("Wed, 1 Jul 2026 12:00:00 EDT", "Asia/Kolkata", "2026-07-01T21:30:00+05:30", "Asia/Kolkata"),
        # A timestamp has no offset.
        ("1782907200", None, "2026-07-01T12:00:00+00:00", "UTC"),
        ("1782907200", "Europe/Berlin", "2026-07-01T14:00:00+02:00", "Europe/Berlin"),
        # Phrases are relative to now in the zone of the request.
        ("today", "Pacific/Auckland", "2026-11-22T00:00:00+13:00", "Pacific/Auckland"),
        ("today", None, "2026-11-21T00:00:00+00:00", "UTC"),
    ],
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
