"""What holds for any instants and zones: T5 and T8 to T10."""

import re
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tables import each_row
from timeops import services
from timeops.calendar.instants import DISAMBIGUATIONS, EPOCH, iso8601, resolve_local_time
from timeops.calendar.steps import UNIT_CHOICES
from timeops.zones import database
from utilitysvc.kit.service_error import ServiceError

ZONES = st.sampled_from(database.NAMES).map(database.load)
CHANGING = (
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Havana", "Europe/Dublin",
    "Africa/Casablanca", "Pacific/Apia", "America/Sao_Paulo",
)  # fmt: skip
INSTANTS = st.integers(-62_100_000_000, 253_400_000_000).map(lambda seconds: EPOCH + timedelta(seconds=seconds))


@each_row(
    ("unit", "amount"),
    [(unit, amount) for unit in UNIT_CHOICES.values for amount in (10**30, -(10**30), 10**4000, 9 * 10**18)]
    + [("seconds", 315537897600), ("years", 8000), ("years", -2027), ("months", 99999), ("weeks", 10**9)],
)
def test_t8_beyond_the_calendar(unit, amount):
    with pytest.raises(ServiceError, match="Result out of range: The result must lie within the years 1 to 9999"):
        services.add(datetime="2026-11-21", amount=amount, unit=unit)


def test_t9_difference_of_phrases_has_one_now():
    ticks = count()
    answer = services.difference(start="now", end="now", clock=lambda: EPOCH + timedelta(seconds=next(ticks)))
    assert answer["difference"]["total_seconds"] == 0


@settings(deadline=None)
@given(INSTANTS, INSTANTS, ZONES)
def test_t8_t9_adding_the_parts_of_a_difference_gives_the_end(start, end, zone):
    """Forward and backward, if the calendar parts are added first. The totals are those of the other direction."""
    there = services.difference(start=start, end=end, timezone=zone)["difference"]
    back = services.difference(start=end, end=start, timezone=zone)["difference"]
    assert all(there[total] == -back[total] for total in there if total.startswith("total_"))
    assert there["total_seconds"] == (end - start) // timedelta(seconds=1)
    added = services.add(datetime=start, duration=there["iso8601_duration"], timezone=zone)
    assert added["timestamp"] == end.timestamp()


@settings(deadline=None)
@given(
    st.sampled_from(CHANGING), st.integers(2000, 2040), st.integers(-200_000, 200_000), st.integers(-200_000, 200_000)
)
def test_t9_the_parts_near_a_change_of_the_clocks(zone, year, before, after):
    """Within about two days of a change, where days have other lengths and local times occur twice."""
    changes = services.transitions(timezone=zone, start=f"{year}-01-01")["transitions"]
    assume(changes)
    start, end = (EPOCH + timedelta(seconds=changes[-1]["timestamp"] + seconds) for seconds in (before, after))
    found = services.difference(start=start, end=end, timezone=zone)["difference"]
    added = services.add(datetime=start, duration=found["iso8601_duration"], timezone=zone)
    assert added["timestamp"] == end.timestamp()
    assert found["formatted"] == in_words(found["iso8601_duration"])


def in_words(duration):
    """Return an ISO 8601 duration of days and less in English."""
    words = {"D": "day", "H": "hour", "M": "minute", "S": "second"}
    counts = re.findall(r"([0-9]+)([DHMS])", duration)
    text = ", ".join(f"{number} {words[letter]}{'s' * (number != '1')}" for number, letter in counts)
    return ("-" if duration[0] == "-" else "") + text if duration != "PT0S" else "0 seconds"


@settings(deadline=None)
@given(INSTANTS, ZONES, ZONES)
def test_t10_converting_there_and_back_keeps_the_instant(instant, source, target):
    """Also in a fold, because the ISO 8601 text has the offset."""
    there = services.convert_timezone(datetime=instant, from_timezone=source, to_timezone=target)
    back = services.convert_timezone(datetime=there["converted"], from_timezone=target, to_timezone=source)
    assert back["timestamp"] == there["timestamp"] == instant.timestamp()
    assert back["converted"] == there["original"]


@settings(deadline=None)
@given(
    st.datetimes(datetime.fromisoformat("0001-01-03"), datetime.fromisoformat("9999-12-29")),
    ZONES,
    st.sampled_from(DISAMBIGUATIONS.values[:3]),
)
def test_t5_the_resolved_instant_has_the_requested_local_time(wall_clock, zone, disambiguation):
    """Unless the zone skips that local time."""
    located = resolve_local_time(wall_clock, zone, disambiguation)
    local = located.instant.astimezone(UTC).astimezone(zone)
    assert iso8601(local) == iso8601(located.instant)
    assert (local.replace(tzinfo=None, fold=0) == wall_clock) == (located.status != "nonexistent")


@settings(deadline=None)
@given(
    st.datetimes(datetime.fromisoformat("0002-01-01"), datetime.fromisoformat("9998-12-31"), timezones=st.just(UTC)),
    st.sampled_from(database.NAMES),
    st.sampled_from(("minute", "hour", "day", "week", "month", "quarter", "year")),
)
def test_t16_an_instant_lies_between_start_and_end(instant, zone, unit):
    """And start and end belong to the same period."""
    given = {"unit": unit, "timezone": zone}
    start, end = (ask(datetime=instant, **given)["timestamp"] for ask in (services.start_of, services.end_of))
    assert start <= int(instant.timestamp() // 1) <= end
    assert services.end_of(timestamp=start, **given)["timestamp"] == end
    assert services.start_of(timestamp=end, **given)["timestamp"] == start
