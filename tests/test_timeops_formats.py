"""Writing an instant by name or by pattern: rule T13."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeops import database
from timeops.formatting import DIRECTIVES, format_instant


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("format", "reason"),
    [
        ("%Q", 'Unknown directive "%Q"'), ("%s", 'Unknown directive "%s"'), ("%-d", 'Unknown directive "%-"'),
        ("%e", 'Unknown directive "%e"'), ("%D", 'Unknown directive "%D"'), ("%F %T", 'Unknown directive "%F"'),
        ("%E%Y", 'Unknown directive "%E"'), ("%:Y", 'Unknown directive "%:Y"'), ("%10Y", 'Unknown directive "%1"'),
        ("%Y%", 'Unknown directive "%"'), ("%", 'Unknown directive "%"'), ("%Y%:", 'Unknown directive "%:"'),
        ("%\n", 'Unknown directive "%\n"'), ("%\u00e9", 'Unknown directive "%\u00e9"'),
        ("iso", '"iso" is no name, and no pattern for want of directives'),
        ("YYYY-MM-DD", '"YYYY-MM-DD" is no name, and no pattern for want of directives'),
        ("%d" * 64 + "x", "A format has at most 128 characters"),
        ("date" + " " * 125, "A format has at most 128 characters"),
    ],
)  # fmt: skip
def test_format_refused(api, format, reason):
    """T13, T15."""
    supported = (
        "Supported formats: iso8601, rfc2822, unix, date, time, datetime, human, or a strftime pattern of "
        + " ".join(DIRECTIVES)
    )
    expected = {"error": "Invalid format specified", "details": f"{reason}. {supported}"}
    assert api.ask("/time/", operation="format", datetime="now", format=format) == (400, expected)


ZONES = st.sampled_from(database.NAMES).map(database.load)
NAIVE = st.datetimes(datetime.fromisoformat("1000-01-01"), datetime.fromisoformat("9999-12-30"))
# Python 3.11 does not have %:z.
PYTHON_DIRECTIVES = [directive for directive in DIRECTIVES if directive != "%:z"]


@given(NAIVE, ZONES, st.sampled_from(PYTHON_DIRECTIVES))
def test_directives_are_those_of_python(naive, zone, directive):
    """T13: from year 1000 on, where C libraries agree, and in the C locale that tests run in."""
    local = naive.replace(tzinfo=zone)
    assert format_instant(local, directive) == local.strftime(directive)


@pytest.mark.parametrize(
    ("directive", "text"),
    [("%Y", "0009"), ("%G", "0009"), ("%y", "09"), ("%c", "Thu Jan  1 00:00:00 0009"), ("%U", "00"), ("%V", "01")],
)
def test_directives_in_early_years(directive, text):
    """T13: glibc writes 9 for %Y, others 0009."""
    day = datetime(9, 1, 1, tzinfo=UTC)
    assert format_instant(day, directive) == text
