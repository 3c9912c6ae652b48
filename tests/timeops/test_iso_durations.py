"""Units, ISO 8601 durations, starts and ends of periods, and the distance from now: rules T6, T8, T16."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each_row, rows
from timeops import services
from timeops.calendar.steps import Move
from timeops.calendar.units import UNIT_NAMES, UNITS
from timeops.reading.durations import read_duration
from timeops.writing.fields import relative
from timeops.zones import database
from utilitysvc.kit.service_error import ServiceError

DAY = 86_400_000_000


@each_row(
    ("text", "step"),
    [
        # From ISO 8601-1, 4.4.2, and the documentation of JavaScript's Temporal
        ("P1Y2M10DT2H30M", Move(14, 10, 9_000_000_000)),
        ("P3W", Move(0, 21, 0)),
        ("PT0S", Move(0, 0, 0)),
        ("P0D", Move(0, 0, 0)),
        ("PT36H", Move(0, 0, 129_600_000_000)),
        ("P1DT12H", Move(0, 1, 43_200_000_000)),
        ("P1Y1M1DT1H1M1.123456S", Move(13, 1, 3_661_123_456)),
        ("PT1M", Move(0, 0, 60_000_000)),
        ("P1M", Move(1, 0, 0)),
        ("P1Y1W1D", Move(12, 8, 0)),
        # signs, case, white space, a fraction of the last part
        ("-PT90S", Move(0, 0, -90_000_000)),
        ("-P1Y2D", Move(-12, -2, 0)),
        ("+P1D", Move(0, 1, 0)),
        (" p1dt1h ", Move(0, 1, 3_600_000_000)),
        ("PT1.5H", Move(0, 0, 5_400_000_000)),
        ("PT0,5M", Move(0, 0, 30_000_000)),
        ("PT1H0.1S", Move(0, 0, 3_600_100_000)),
        ("PT0.0000001S", Move(0, 0, 0)),
        ("PT0.9999999S", Move(0, 0, 999_999)),
        ("P" + "9" * 60 + "Y", Move(12 * int("9" * 60), 0, 0)),
    ],
)
def test_durations(text, step):
    """T8."""
    assert read_duration(text).step == step


NO_DURATION = "is not an ISO 8601 duration"
MINUS_INSIDE = "has a minus inside: write it before the P, for all parts"
DECIMAL_DAYS = "has a decimal of days or longer, which differ in length: write hours"


@each_row(
    ("text", "reason"),
    [
        ("", NO_DURATION), ("P", NO_DURATION), ("PT", NO_DURATION), ("P1DT", NO_DURATION), ("1D", NO_DURATION),
        ("P1", NO_DURATION), ("PD", NO_DURATION), ("P-1D", MINUS_INSIDE), ("PT1H-90S", MINUS_INSIDE),
        ("--P1D", NO_DURATION), ("P1D2Y", NO_DURATION),
        ("P1D1W", NO_DURATION), ("PT1S1M", NO_DURATION), ("P 1D", NO_DURATION), ("P1D1D", NO_DURATION),
        ("P0001-02-10", NO_DURATION), ("2 hours", NO_DURATION), ("PT1e3S", NO_DURATION), ("P\u0661D", NO_DURATION),
        ("P1D\x00", NO_DURATION), ("\U0001f552", NO_DURATION), ("PT.5S", NO_DURATION), ("PT5.S", NO_DURATION),
        ("P1H", "lacks the T that begins the time"), ("P1D30S", "lacks the T that begins the time"),
        ("P1.5D", DECIMAL_DAYS), ("P0.5Y", DECIMAL_DAYS), ("P1.5W", DECIMAL_DAYS), ("P1.5DT1H", DECIMAL_DAYS),
        ("PT1.5H30M", "has a decimal before its last part"), ("PT1.5M1S", "has a decimal before its last part"),
        ("P" + "9" * 128 + "Y", "has more than 128 characters"),
    ],
)  # fmt: skip
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
