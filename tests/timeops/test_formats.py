"""Named formats and strftime patterns: rule T13."""

import platform
from datetime import UTC, datetime, timedelta, timezone
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each_row, rows
from timeops import services
from timeops.writing.directives import DIRECTIVES, write
from timeops.writing.formats import NAMES
from timeops.zones import database

BERLIN = database.load("Europe/Berlin")


@each_row(
    ("format", "formatted"),
    [
        ("iso8601", "2026-11-21T13:00:00+01:00"),
        ("rfc2822", "Sat, 21 Nov 2026 13:00:00 +0100"),
        ("unix", "1795262400"),
        ("date", "2026-11-21"),
        ("time", "13:00:00"),
        ("datetime", "2026-11-21 13:00:00"),
        ("human", "Saturday, 21 November 2026, 13:00:00 CET"),
        ("%Y-%m-%dT%H:%M:%S%z", "2026-11-21T13:00:00+0100"),
        ("%G-W%V-%u", "2026-W47-6"),
        ("%%Y %:z %f%%", "%Y +01:00 000000%"),
        ("%c|%x|%X", "Sat Nov 21 13:00:00 2026|11/21/26|13:00:00"),
        ("%Y\u5e74%m\u6708 \U0001f552 e\u0301\x00\n", "2026\u5e7411\u6708 \U0001f552 e\u0301\x00\n"),
        (" %d ", " 21 "),
        ("%d" * 64, "21" * 64),
    ],
)
def test_format(api, format, formatted):
    """T13: operation, format, formatted, then the moment."""
    status, body = api.ask("/time/", operation="format", timestamp=1795262400, format=format, timezone="Europe/Berlin")
    assert status == 200
    assert list(body.items())[:4] == [
        ("operation", "format"),
        ("format", format),
        ("formatted", formatted),
        ("timestamp", 1795262400),
    ]


def test_format_name_in_its_canonical_spelling(api):
    """G2, T13."""
    body = api.ask("/time/", operation="format", time="0", format=" ISO8601 ").body
    assert (body["format"], body["formatted"]) == ("iso8601", "1970-01-01T00:00:00+00:00")


@each_row(("format", "formatted"), rows("formats_format_of_date_and_names.tsv"))
def test_format_of_date_and_names(format, formatted):
    """T13, G2."""
    instant = datetime(2026, 2, 3, 4, 5, 6, 789012, tzinfo=BERLIN)
    result = services.format_datetime(
        format=format, datetime=instant, clock=lambda: instant.astimezone(UTC) + timedelta(seconds=179)
    )
    assert result["formatted"] == formatted


@pytest.mark.parametrize(("format", "formatted"), [("%-H:%-M:%-S", "0:0:0"), ("%-I", "12"), ("%k", " 0"), ("%-k", "0")])
def test_midnight_without_padding(format, formatted):
    """T13: one zero remains of 00."""
    assert services.format_datetime(format=format, datetime="2026-02-03")["formatted"] == formatted


@pytest.mark.parametrize(
    ("zone", "instant", "formatted"),
    [
        ("UTC", "2026-02-03T00:00:00", "2026-02-03T00:00:00Z"),
        ("Europe/London", "2026-02-03T00:00:00", "2026-02-03T00:00:00Z"),
        # RFC 3339, 5.6 has no seconds in offsets
        ("Africa/Monrovia", "1971-01-01T00:00:00", "1971-01-01T00:44:30Z"),
        ("Asia/Kathmandu", "2026-02-03T00:00:00", "2026-02-03T00:00:00+05:45"),
    ],
)
def test_rfc3339(zone, instant, formatted):
    """T13."""
    assert services.format_datetime(format="rfc3339", datetime=instant, timezone=zone)["formatted"] == formatted


@each_row(
    ("zone", "instant", "end"),
    rows("formats_the_zone_of_human.tsv"),
)
def test_the_zone_of_human(zone, instant, end):
    """T13, T2: reading the result gives the same instant."""
    human = services.format_datetime(format="human", datetime=instant, timezone=zone)["formatted"]
    assert human.endswith(end)


@each_row(
    ("format", "reason"),
    [
        ("%Q", 'Unknown directive "%Q"'), ("%-A", 'Unknown directive "%-A"'), ("%-", 'Unknown directive "%-"'),
        ("%6N", 'Unknown directive "%6"'), ("%^a", 'Unknown directive "%^"'), ("%_d", 'Unknown directive "%_"'),
        ("%E%Y", 'Unknown directive "%E"'), ("%:Y", 'Unknown directive "%:Y"'), ("%10Y", 'Unknown directive "%1"'),
        ("%Y%", 'Unknown directive "%"'), ("%", 'Unknown directive "%"'), ("%Y%:", 'Unknown directive "%:"'),
        ("%\n", 'Unknown directive "%\n"'), ("%\u00e9", 'Unknown directive "%\u00e9"'),
        ("iso", '"iso" is neither a name nor a pattern with directives, like %Y-%m-%d: did you mean iso8601?'),
        ("RFC 822", '"RFC 822" is neither a name nor a pattern with directives, like %Y-%m-%d: did you mean rfc2822?'),
        ("d", '"d" is neither a name nor a pattern with directives, like %Y-%m-%d'),
        ("today", '"today" is neither a name nor a pattern with directives, like %Y-%m-%d'),
        ("D/M/Y", '"D/M/Y" is neither a name nor a pattern with directives, like %Y-%m-%d'),
        # the patterns of other libraries
        ("yyyy-MM-dd", '"yyyy-MM-dd" is a pattern of letters: write %Y-%m-%d'),
        ("YYYY-MM-DD", '"YYYY-MM-DD" is a pattern of letters: write %Y-%m-%d'),
        ("DD/MM/YYYY", '"DD/MM/YYYY" is a pattern of letters: write %d/%m/%Y'),
        ("yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
         """"yyyy-MM-dd'T'HH:mm:ss.SSSXXX" is a pattern of letters: write %Y-%m-%dT%H:%M:%S.%3N%:z"""),
        ("EEEE, d MMMM yyyy", '"EEEE, d MMMM yyyy" is a pattern of letters: write %A, %-d %B %Y'),
        ("dddd, MMM D", '"dddd, MMM D" is a pattern of letters: write %A, %b %-d'),
        ("HH:mm:ss", '"HH:mm:ss" is a pattern of letters: write %H:%M:%S'),
        ("h:mm a", '"h:mm a" is a pattern of letters: write %-I:%M %p'),
        # many confuse mm and MM: they mean minutes next to hours or seconds
        ("dd/mm/yyyy", '"dd/mm/yyyy" is a pattern of letters: write %d/%m/%Y'),
        ("d.m.yyyy", '"d.m.yyyy" is a pattern of letters: write %-d.%-m.%Y'),
        ("yyyy-mm-dd HH:MM:SS", '"yyyy-mm-dd HH:MM:SS" is a pattern of letters: write %Y-%m-%d %H:%M:%S'),
        ("MM:ss", '"MM:ss" is a pattern of letters: write %M:%S'),
        # .NET's
        ("M/d/yyyy h:mm:ss tt", '"M/d/yyyy h:mm:ss tt" is a pattern of letters: write %-m/%-d/%Y %-I:%M:%S %p'),
        ("HH:mm:ss.fff zzz", '"HH:mm:ss.fff zzz" is a pattern of letters: write %H:%M:%S.%3N %:z'),
        # PHP's
        ("Y-m-d", '"Y-m-d" is a pattern of letters: write %Y-%m-%d'),
        ("YYYY-MM", '"YYYY-MM" is a pattern of letters: write %Y-%m'),
        ("Y-d-Q", '"Y-d-Q" is neither a name nor a pattern with directives, like %Y-%m-%d'),
        ("D, d M Y H:i:s O", '"D, d M Y H:i:s O" is a pattern of letters: write %a, %d %b %Y %H:%M:%S %z'),
        ("%d" * 64 + "x", "A format has at most 128 characters"),
        ("date" + " " * 125, "A format has at most 128 characters"),
    ],
)  # fmt: skip
def test_format_refused(api, format, reason):
    """T13, T15."""
    supported = f"Supported formats: {', '.join(NAMES)}, or a strftime pattern of {' '.join(DIRECTIVES)}"
    stop = "" if reason.endswith("?") else "."
    expected = {"error": "Invalid format specified", "details": f"{reason}{stop} {supported}"}
    assert api.ask("/time/", operation="format", datetime="now", format=format) == (400, expected)


ZONES = st.sampled_from(database.NAMES).map(database.load)
NAIVE = st.datetimes(datetime.fromisoformat("1000-01-01"), datetime.fromisoformat("9999-12-30"))
# Python 3.11 does not have %:z. glibc's strftime does not have %N, and for %s it ignores the zone of a datetime.
PYTHON_DIRECTIVES = [directive for directive in DIRECTIVES if directive not in ("%:z", "%N", "%3N", "%s")]


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="%-d and its like are glibc's")
@settings(deadline=None)
@given(NAIVE, ZONES, st.sampled_from(PYTHON_DIRECTIVES))
def test_directives_are_those_of_python(naive, zone, directive):
    """T13: in the C locale, in which the tests run, and from the year 1000 on, because C libraries differ before."""
    local = naive.replace(tzinfo=zone)
    assert write(local, directive) == local.strftime(directive)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="%-d and its like are glibc's")
@each_row("directive", PYTHON_DIRECTIVES)
def test_directives_on_every_day_of_a_week_and_about_noon(directive):
    """T13: where a week, a half of the day, a year or a name ends."""
    for day, hour in product(range(27, 35), (0, 1, 11, 12, 13, 23)):
        local = datetime(2026, 12, 1, hour, 5, 9, 7008, tzinfo=database.load("Europe/Berlin")) + timedelta(days=day)
        assert write(local, directive) == local.strftime(directive)


@each_row(
    ("directive", "text"),
    [("%N", "007008000"), ("%3N", "007"), ("%:z", "+01:00"), ("%s", "1798754709")],
)
def test_directives_that_python_lacks(directive, text):
    """T13."""
    assert write(datetime(2026, 12, 31, 23, 5, 9, 7008, tzinfo=timezone(timedelta(hours=1))), directive) == text


@each_row(
    ("directive", "text"),
    [("%Y", "0009"), ("%G", "0009"), ("%y", "09"), ("%c", "Thu Jan  1 00:00:00 0009"), ("%U", "00"), ("%V", "01")],
)
def test_directives_in_early_years(directive, text):
    """T13: glibc would write 9 for %Y, and other C libraries 0009."""
    day = datetime(9, 1, 1, tzinfo=UTC)
    assert write(day, directive) == text
