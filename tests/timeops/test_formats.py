"""Named formats and strftime patterns: rule T13."""

import platform
from datetime import UTC, datetime, timedelta, timezone
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each_row, rows
from timeops import services
from timeops.writing.formats import DIRECTIVES, NAMES, write
from timeops.zones import database

BERLIN = database.load("Europe/Berlin")


@each_row(
    ("format", "formatted"),
    rows("formats_format.tsv"),
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


@each_row(("format", "reason"), rows("formats_format_refused.tsv"))
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
