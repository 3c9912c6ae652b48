"""Units, ISO 8601 durations, starts and ends of periods, and the distance from now: rules T6, T8, T16."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each_row, rows
from timeops import services
from timeops.calendar.units import UNIT_NAMES, UNITS
from timeops.reading.durations import read_duration
from timeops.writing.fields import relative
from timeops.zones import database
from utilitysvc.kit.service_error import ServiceError

DAY = 86_400_000_000


@each_row(
    ("text", "step"),
    rows("iso_durations_durations.json"),
)
def test_durations(text, step):
    """T8."""
    assert read_duration(text).step == tuple(step)


NO_DURATION = "is not an ISO 8601 duration"
MINUS_INSIDE = "has a minus inside: write it before the P, for all parts"
DECIMAL_DAYS = "has a decimal of days or longer, which differ in length: write hours"


@each_row(("text", "reason"), rows("iso_durations_durations_refused.tsv"))
def test_durations_refused(text, reason):
    """T8."""
    with pytest.raises(ServiceError) as caught:
        read_duration(text)
    details = f'duration "{text[:64]}" {reason}. Accepted: P1Y2M10DT2H30M, P2W, -PT90S, PT1.5H'
    assert (caught.value.error, caught.value.details) == ("Invalid duration format", details)


@each_row(
    ("start", "duration", "end", "status"),
    rows("iso_durations_adding_a_duration.json"),
)
def test_adding_a_duration(start, duration, end, status):
    """T8: subtracting the negative duration gives the same result."""
    added = services.add(datetime=start, duration=duration, timezone="Europe/Berlin")
    assert (added["iso8601"], added.get("local_time_status")) == (end, status)
    assert list(added)[:4] == ["operation", "original", "duration", "timestamp"]
    opposite = duration[1:] if duration[0] == "-" else f"-{duration}"
    taken = services.subtract(datetime=start, duration=opposite, timezone="Europe/Berlin")
    assert taken | {"operation": "add", "duration": duration} == added


@each_row("spelling", UNIT_NAMES)
def test_spellings_of_units(spelling):
    """T8: those of phrases, in any case. Days and weeks are exact; months and longer move the calendar."""
    for written in (spelling, spelling.upper() if spelling != "m" else spelling):  # M alone has two meanings
        result = services.add(datetime="2026-03-28 12:00", amount=1, unit=written, timezone="Europe/Berlin")
        assert result["unit"] == UNIT_NAMES[spelling]
    move = UNITS[UNIT_NAMES[spelling]]
    if not move.months:
        start = datetime(2026, 3, 28, 11, tzinfo=UTC).timestamp() * 1000
        assert result["unix_milliseconds"] == start + (move.microseconds + move.days * DAY) // 1000


@each_row(
    ("datetime", "unit", "start", "end"),
    rows("iso_durations_start_and_end.tsv"),
)
def test_start_and_end(datetime, unit, start, end):
    """T16."""
    first = services.start_of(datetime=datetime, unit=unit, timezone="Europe/Berlin")
    last = services.end_of(datetime=datetime, unit=unit, timezone="Europe/Berlin")
    assert (first["iso8601"], last["iso8601"]) == (start, end)
    assert list(first)[:4] == list(last)[:4] == ["operation", "original", "unit", "timestamp"]
    assert (first["operation"], last["operation"]) == ("start_of", "end_of")


@each_row(("zone", "datetime", "unit", "start", "end"), rows("iso_durations_start_and_end_where_the_clocks_change.tsv"))
def test_start_and_end_where_the_clocks_change(zone, datetime, unit, start, end):
    """T16."""
    assert services.start_of(datetime=datetime, unit=unit, timezone=zone)["iso8601"] == start
    assert services.end_of(datetime=datetime, unit=unit, timezone=zone)["iso8601"] == end


PERIODS = ("minute", "hour", "day", "week", "month", "quarter", "year")
TIMES = st.datetimes(datetime.fromisoformat("0002-01-01"), datetime.fromisoformat("9998-12-31")).map(
    lambda naive: naive.replace(tzinfo=UTC)
)


@settings(deadline=None)
@given(TIMES, st.sampled_from(database.NAMES), st.sampled_from(PERIODS))
def test_an_instant_lies_between_start_and_end(instant, zone, unit):
    """T16: and start and end belong to the same period."""
    start = services.start_of(datetime=instant, unit=unit, timezone=zone)
    end = services.end_of(datetime=instant, unit=unit, timezone=zone)
    assert start["timestamp"] <= int(instant.timestamp() // 1) <= end["timestamp"]
    assert services.end_of(timestamp=start["timestamp"], unit=unit, timezone=zone)["timestamp"] == end["timestamp"]
    assert services.start_of(timestamp=end["timestamp"], unit=unit, timezone=zone)["timestamp"] == start["timestamp"]


NOW = datetime(2026, 3, 27, 15, 45, 30, tzinfo=database.load("Europe/Berlin"))


@each_row(
    ("instant", "text"),
    rows("iso_durations_relative.tsv"),
)
def test_relative(instant, text):
    """T6."""
    assert relative(datetime.fromisoformat(instant).replace(tzinfo=NOW.tzinfo), NOW) == text


def test_relative_and_milliseconds_end_the_moment():
    """T6: rounded down, also before 1970."""
    result = services.current(datetime="1969-12-31T23:59:59.9995Z", clock=lambda: NOW + timedelta(days=1))
    assert list(result.items())[-2:] == [("unix_milliseconds", -1), ("relative", "56 years ago")]
    assert result["timestamp"] == -1


def test_t16_the_last_week_begins_and_has_no_end():
    """The year 9999 ends on a Friday."""
    last_day = "9999-12-31T23:59:59"
    assert services.start_of(datetime=last_day, unit="week")["iso8601"] == "9999-12-27T00:00:00+00:00"
    with pytest.raises(ServiceError, match="Result out of range"):
        services.end_of(datetime=last_day, unit="week")
    for unit in ("minute", "hour", "day", "month", "quarter", "year"):
        assert services.end_of(datetime=last_day, unit=unit)["iso8601"] == f"{last_day}+00:00"
