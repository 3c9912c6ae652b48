"""Skipped and repeated local times, adding, differences, conversion: rules T5, T8, T9, T10, and their invariants."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tables import each_row, rows
from timeops import services
from timeops.calendar.instants import DISAMBIGUATIONS, iso8601, resolve_local_time
from timeops.calendar.units import UNIT_CHOICES
from timeops.reading.numerals import EPOCH
from timeops.zones import database
from utilitysvc.kit.service_error import ServiceError


def ask(operation, **parameters):
    """Call the library's function for the operation."""
    return getattr(services, {"format": "format_datetime"}.get(operation, operation))(**parameters)


@each_row(
    ("zone", "local", "compatible", "earlier", "later", "status"),
    rows("arithmetic_skipped_and_repeated_local_times.json"),
)
def test_skipped_and_repeated_local_times(zone, local, compatible, earlier, later, status):
    """T5."""
    for disambiguation, expected in (("compatible", compatible), ("earlier", earlier), ("later", later)):
        result = ask("current", datetime=local, timezone=zone, disambiguation=disambiguation)
        assert result["iso8601"][11:] == expected
        assert result.get("local_time_status") == status
        assert list(result)[-1] == ("local_time_status" if status else "relative")


@pytest.mark.parametrize(
    ("disambiguation", "expected"),
    [("compatible", "2011-12-31T12:00:00+14:00"), ("earlier", "2011-12-29T12:00:00-10:00")],
)
def test_the_day_that_samoa_skipped(disambiguation, expected):
    """T5: in Apia, 31 December 2011 followed 29 December. The gap is 24 hours long."""
    result = ask("current", datetime="2011-12-30 12:00", timezone="Pacific/Apia", disambiguation=disambiguation)
    assert (result["iso8601"], result["local_time_status"]) == (expected, "nonexistent")


@pytest.mark.parametrize(
    ("parameters", "error", "details"),
    [
        (
            {"datetime": "2026-10-25T02:30"},
            "Ambiguous local time",
            "2026-10-25T02:30:00 in Europe/Berlin occurs twice: the clocks go from +02:00 to +01:00",
        ),
        (
            {"datetime": "2026-03-29T02:30"},
            "Nonexistent local time",
            "2026-03-29T02:30:00 in Europe/Berlin is skipped: the clocks go from +01:00 to +02:00",
        ),
    ],
)
@pytest.mark.parametrize(
    "operation",
    [
        {"operation": "current", "timezone": "Europe/Berlin"},
        {"operation": "add", "timezone": "Europe/Berlin", "amount": 1, "unit": "hours"},
        {"operation": "subtract", "timezone": "Europe/Berlin", "amount": 1, "unit": "months"},
        {"operation": "convert_timezone", "from_timezone": "Europe/Berlin", "to_timezone": "UTC"},
        {"operation": "timezone_info", "timezone": "Europe/Berlin"},
        {"operation": "format", "timezone": "Europe/Berlin", "format": "unix"},
        {"operation": "components", "timezone": "Europe/Berlin"},
    ],
    ids=lambda operation: operation["operation"],
)
def test_rejected(operation, parameters, error, details):
    """T5: in every operation."""
    with pytest.raises(ServiceError) as caught:
        ask(**operation, **parameters, disambiguation="reject")
    assert (caught.value.error, caught.value.details, caught.value.status) == (error, details, 400)


@pytest.mark.parametrize("parameter", ["start", "end"])
def test_rejected_in_a_difference(parameter):
    """T5."""
    given = {"start": "2026-01-01", "end": "2026-01-01"} | {parameter: "2026-10-25T02:30"}
    with pytest.raises(ServiceError, match="Ambiguous local time"):
        ask("difference", **given, timezone="Europe/Berlin", disambiguation="reject")
    assert "local_time_status" not in ask("difference", **given, timezone="Europe/Berlin")


@pytest.mark.parametrize("operation", ["timezone_info", "format", "components", "convert_timezone", "add"])
def test_status_is_the_last_key(operation):
    """T5."""
    extra = {
        "format": {"format": "unix"},
        "convert_timezone": {"from_timezone": "Europe/Berlin", "to_timezone": "UTC"},
        "add": {"amount": 1, "unit": "days"},
    }.get(operation, {})
    zone = {} if operation == "convert_timezone" else {"timezone": "Europe/Berlin"}
    result = ask(operation, datetime="2026-10-25T02:30", **zone, **extra)
    assert list(result.items())[-1] == ("local_time_status", "ambiguous")


@pytest.mark.parametrize("text", ["2026-10-25T02:30+01:00", "1792891800", "Sun, 25 Oct 2026 02:30:00 +0100"])
def test_an_instant_is_never_ambiguous(text):
    """T5: the text states the second 02:30 of that night as an instant."""
    result = ask("current", datetime=text, timezone="Europe/Berlin", disambiguation="reject")
    assert result["iso8601"] == "2026-10-25T02:30:00+01:00"
    assert "local_time_status" not in result


@each_row(
    ("zone", "start", "amount", "unit", "result", "status"),
    rows("arithmetic_add_and_subtract.json"),
)
def test_add_and_subtract(zone, start, amount, unit, result, status):
    """T8: subtracting the negative amount gives the same result."""
    added = ask("add", datetime=start, amount=amount, unit=unit, timezone=zone)
    taken = ask("subtract", datetime=start, amount=-amount, unit=unit, timezone=zone)
    assert (added["iso8601"], added.get("local_time_status"), added["amount"]) == (result, status, amount)
    assert added == taken | {"operation": "add", "amount": amount}
    assert list(added)[:5] == ["operation", "original", "amount", "unit", "timestamp"]


def test_adding_no_months_keeps_the_second_pass_of_a_fold():
    """T8."""
    result = ask("add", datetime="2026-10-25T02:30+01:00", amount=0, unit="months", timezone="Europe/Berlin")
    assert (result["iso8601"], result.get("local_time_status")) == ("2026-10-25T02:30:00+01:00", None)


@each_row(
    ("unit", "amount"),
    [(unit, amount) for unit in UNIT_CHOICES.values for amount in (10**30, -(10**30), 10**4000, 9 * 10**18)]
    + [("seconds", 315537897600), ("years", 8000), ("years", -2027), ("months", 99999), ("weeks", 10**9)],
)
def test_beyond_the_calendar(unit, amount):
    """T8."""
    with pytest.raises(ServiceError) as caught:
        ask("add", datetime="2026-11-21", amount=amount, unit=unit)
    assert caught.value.error == "Result out of range"
    assert caught.value.details == "The result must lie within the years 1 to 9999"


@each_row(("zone", "start", "end", "seconds", "formatted"), rows("arithmetic_difference.json"))
def test_difference(zone, start, end, seconds, formatted):
    """T9."""
    result = ask("difference", start=start, end=end, timezone=zone)
    assert list(result) == ["operation", "start", "end", "difference"]
    sign = -1 if seconds < 0 else 1
    assert list(result["difference"].items()) == [
        ("total_seconds", seconds),
        ("total_minutes", sign * (abs(seconds) // 60)),
        ("total_hours", sign * (abs(seconds) // 3600)),
        ("total_days", sign * (abs(seconds) // 86400)),
        ("total_weeks", sign * (abs(seconds) // 604800)),
        ("formatted", formatted),
        ("total_milliseconds", result["difference"]["total_milliseconds"]),
        ("iso8601_duration", result["difference"]["iso8601_duration"]),
    ]
    assert abs(result["difference"]["total_milliseconds"] - seconds * 1000) < 1000


@pytest.mark.parametrize(
    ("start", "end", "shown", "formatted"),
    [
        # Each is shown in its own offset. The calendar is that of a common offset, or else of UTC.
        ("2026-01-31T00:00+02:00", "2026-02-28T00:00+02:00", ("+02:00", "+02:00"), "1 month"),
        ("2026-01-01T00:00+02:00", "2026-02-01T00:00+02:00", ("+02:00", "+02:00"), "1 month"),
        ("2026-01-01T00:00+02:00", "2026-02-01T00:00+01:00", ("+02:00", "+01:00"), "1 month, 1 hour"),
        ("2026-01-01T00:00+02:00", "2026-02-01T00:00", ("+02:00", "+00:00"), "1 month, 2 hours"),
    ],
)
def test_difference_of_own_offsets(start, end, shown, formatted):
    """T4, T9."""
    result = ask("difference", start=start, end=end)
    assert (result["start"][-6:], result["end"][-6:]) == shown
    assert result["difference"]["formatted"] == formatted


def test_difference_of_phrases_has_one_now():
    """T9: the clock is read once, because two readings would differ."""
    assert ask("difference", start="now", end="now")["difference"]["total_seconds"] == 0
    assert ask("difference", start="1 hour ago", end="in 1 hour")["difference"]["total_seconds"] == 7200


@each_row(("datetime", "source", "target", "original", "converted"), rows("arithmetic_convert_timezone.tsv"))
def test_convert_timezone(datetime, source, target, original, converted):
    """T10."""
    result = ask("convert_timezone", datetime=datetime, from_timezone=source, to_timezone=target)
    assert list(result.items())[:5] == [
        ("operation", "convert_timezone"),
        ("original", original),
        ("from_timezone", source),
        ("to_timezone", target),
        ("converted", converted),
    ]
    assert (result["iso8601"], result["timezone"]) == (converted, target)


ZONES = st.sampled_from(database.NAMES).map(database.load)
CHANGING = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "America/Havana",
    "Europe/Dublin",
    "Africa/Casablanca",
    "Pacific/Apia",
    "America/Sao_Paulo",
)
TIMESTAMPS = st.integers(-62_100_000_000, 253_400_000_000)
INSTANTS = TIMESTAMPS.map(lambda seconds: EPOCH + timedelta(seconds=seconds))


@settings(deadline=None)
@given(INSTANTS, ZONES, st.integers(-(10**9), 10**9), st.sampled_from(["seconds", "minutes", "hours", "days", "weeks"]))
def test_adding_then_subtracting_an_exact_unit_returns(instant, zone, amount, unit):
    """T8."""
    try:
        there = services.add(datetime=instant, amount=amount, unit=unit, timezone=zone)
    except ServiceError as refusal:
        assume(refusal.error != "Result out of range")
    back = ask("subtract", datetime=there["timestamp"], amount=amount, unit=unit)
    assert back["timestamp"] == instant.timestamp()


@settings(deadline=None)
@given(INSTANTS, INSTANTS, ZONES)
def test_totals_are_antisymmetric(one, other, zone):
    """T9."""
    there = services.difference(start=one, end=other, timezone=zone)["difference"]
    back = services.difference(start=other, end=one, timezone=zone)["difference"]
    assert all(there[total] == -back[total] for total in there if total.startswith("total_"))
    assert there["total_seconds"] == (other - one) // timedelta(seconds=1)


@settings(deadline=None)
@given(INSTANTS, INSTANTS, ZONES)
def test_adding_the_parts_of_a_difference_gives_the_end(start, end, zone):
    """T8, T9: forward and backward, if the calendar parts are added first."""
    parts = services.difference(start=start, end=end, timezone=zone)["difference"]["iso8601_duration"]
    assert services.add(datetime=start, duration=parts, timezone=zone)["timestamp"] == end.timestamp()


@settings(deadline=None)
@given(
    st.sampled_from(CHANGING), st.integers(2000, 2040), st.integers(-200_000, 200_000), st.integers(-200_000, 200_000)
)
def test_the_parts_near_a_change_of_the_clocks(zone, year, before, after):
    """T9: within about two days of a change, where days have other lengths and local times occur twice."""
    changes = services.transitions(timezone=zone, start=f"{year}-01-01")["transitions"]
    assume(changes)
    start, end = (EPOCH + timedelta(seconds=changes[-1]["timestamp"] + seconds) for seconds in (before, after))
    found = services.difference(start=start, end=end, timezone=zone)["difference"]
    assert (
        services.add(datetime=start, duration=found["iso8601_duration"], timezone=zone)["timestamp"] == end.timestamp()
    )
    assert found["formatted"] == in_words(found["iso8601_duration"])


def in_words(duration):
    """Return an ISO 8601 duration in English. M means months before the T, and minutes after it."""
    sign, date, time = re.fullmatch(r"(-?)P([^T]*)T?(.*)", duration).groups()
    names = [("YMD", ("year", "month", "day"), date), ("HMS", ("hour", "minute", "second"), time)]
    counts = [
        (int(number), words[letters.index(letter)])
        for letters, words, text in names
        for number, letter in re.findall(r"([0-9]+)([A-Z])", text)
    ]
    text = ", ".join(f"{number} {word}{'s' * (number != 1)}" for number, word in counts)
    return sign + text


@settings(deadline=None)
@given(INSTANTS, ZONES, ZONES)
def test_converting_there_and_back_keeps_the_instant(instant, source, target):
    """T10: also in a fold, because the ISO 8601 text has the offset."""
    there = services.convert_timezone(datetime=instant, from_timezone=source, to_timezone=target)
    back = services.convert_timezone(datetime=there["converted"], from_timezone=target, to_timezone=source)
    assert back["timestamp"] == there["timestamp"] == instant.timestamp()
    assert back["converted"] == there["original"]


WALL_CLOCKS = st.datetimes(datetime.fromisoformat("0001-01-03"), datetime.fromisoformat("9999-12-29"))


@settings(deadline=None)
@given(WALL_CLOCKS, ZONES, st.sampled_from(DISAMBIGUATIONS.values[:3]))
def test_the_resolved_instant_has_the_requested_local_time(wall_clock, zone, disambiguation):
    """T5: unless the zone skips that local time."""
    located = resolve_local_time(wall_clock, zone, disambiguation)
    local = located.instant.astimezone(UTC).astimezone(zone)
    assert iso8601(local) == iso8601(located.instant)
    assert (local.replace(tzinfo=None, fold=0) == wall_clock) == (located.status != "nonexistent")
