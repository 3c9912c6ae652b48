"""Accepted and refused datetimes, and their zones: rules T2 and T4."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tables import each_row, rows
from timeops import services
from timeops.calendar.instants import locate
from timeops.errors import ACCEPTED
from timeops.reading.datetimes import read
from timeops.writing.formats import NAMES as FORMAT_NAMES
from timeops.zones import database
from timeops.zones.lookup import zone_of
from utilitysvc.kit.service_error import ServiceError

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def iso(text, zone=None):
    return locate(read(text), zone and zone_of(zone), "compatible", NOW).instant.isoformat()


def refusal(text):
    with pytest.raises(ServiceError) as caught:
        services.difference(start=0, end=text)
    assert (caught.value.error, caught.value.status) == ("Invalid datetime format", 400)
    return caught.value.details


FORMS = ("timestamps", "iso8601", "rfc2822", "what_programs_write")


@each_row("text, instant", [row for form in FORMS for row in rows(f"parsing_{form}.tsv")])
def test_forms_of_programs(text, instant):
    """T2: a number is a Unix timestamp before any other form is tried; also the obsolete forms of RFC 2822."""
    assert iso(text) == instant


@each_row(("text", "instant"), rows("parsing_written_dates.tsv"))
def test_written_dates(text, instant):
    """T2: a date alone means midnight; a time of day may follow or precede it."""
    assert iso(text) == f"{instant}T00:00:00+00:00"
    assert iso(f"{text} 3:04pm") == f"{instant}T15:04:00+00:00" if text not in ("December", "may") else True


WRITTEN = [name for name in FORMAT_NAMES if name not in ("date", "time", "relative")]
SECONDS = st.integers(-2_500_000_000, 4_000_000_000)


@settings(deadline=None)
@given(SECONDS, st.sampled_from(database.NAMES), st.sampled_from([*WRITTEN, "%c", "%c %z", "%A %-d %B %Y %R:%S %:z"]))
def test_what_a_format_writes_is_read_as_the_same_instant(seconds, zone, format):
    """T2, T13: in every zone, at any time since 1890. RFC 2822 drops the seconds of offsets, so it is left out then."""
    instant = datetime.fromtimestamp(seconds, UTC)
    written = services.format_datetime(format=format, datetime=instant, timezone=zone)["formatted"]
    assume(format != "rfc2822" or database.load(zone).utcoffset(instant) % timedelta(minutes=1) == timedelta(0))
    assume(not written.isdigit() or len(written) not in (4, 6, 7, 8))  # it could be a date too, and would be refused
    read_again = services.current(datetime=written, timezone=zone)
    assert read_again["timestamp"] == seconds or read_again["local_time_status"] == "ambiguous"


@each_row(("text", "reason"), rows("parsing_refused.tsv"))
def test_refused(text, reason):
    """T2: the error has the parameter, the value cut at 64 characters, the reason, and the accepted forms."""
    stop = "" if reason.endswith("?") else "."
    assert refusal(text) == f'end "{text[:64]}" {reason}{stop} {ACCEPTED}'


@pytest.mark.parametrize("text", ["29 Feb", "Feb 30", "Friday 21 November"])
def test_days_that_this_year_does_not_have(text):
    """T2: a date without a year is in the current year, which may not have it, or on another weekday."""
    with pytest.raises(ServiceError) as caught:
        services.current(datetime=text, clock=lambda: NOW)
    reason = "names a day that does not exist, or not on that day of the week"
    assert (caught.value.error, caught.value.details) == (
        "Invalid datetime format",
        f'datetime "{text}" {reason}. {ACCEPTED}',
    )


@pytest.mark.parametrize("seconds", [10**30, 10**4299, 10**5000, -(10**30)], ids=["30", "4299", "5000", "-30"])
def test_integers_out_of_the_calendar(seconds):
    """T2, T7: in the parameter ``timestamp``."""
    with pytest.raises(ServiceError, match="Invalid datetime format") as caught:
        services.current(timestamp=seconds)
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
    assert (located.instant.isoformat(), str(located.instant.tzinfo), located.status) == (instant, name, None)


@each_row("text, zone", rows("parsing_beyond_the_calendar.tsv"))
def test_local_time_beyond_the_calendar(text, zone):
    """T4, T8."""
    with pytest.raises(ServiceError, match="Result out of range"):
        iso(text, zone)
