"""A datetime has one meaning, or it is refused and the error lists its meanings: rules T18 and G19."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.tables import each_row, rows
from timeops import services
from timeops.zones import database
from utilitysvc.kit.service_error import ServiceError

NOW = datetime(2026, 3, 27, 14, 45, 30, tzinfo=UTC)
DOCUMENT = (Path(__file__).parents[2] / "docs" / "time-phrases.md").read_text()
TWO_MEANINGS = re.findall(
    r"^\| `(.+)` \| `.+` \|$", DOCUMENT.partition("### Two meanings")[2].partition("\n### ")[0], re.MULTILINE
)


def iso(text, zone=None):
    return services.current(datetime=text, timezone=zone, clock=lambda: NOW)["iso8601"]


def refused(text, zone=None):
    with pytest.raises(ServiceError) as caught:
        iso(text, zone)
    assert caught.value.error == "Invalid datetime format"
    return caught.value


@each_row(("digits", "writes"), rows("meanings_digits_that_could_be_a_date_or_a_time_of_day.json"))
def test_t18_digits_that_could_be_a_date_or_a_time_of_day(digits, writes):
    """T18, G19: the error lists each meaning, with the timestamp as the last one."""
    error = refused(digits)
    *others, timestamp = error.extra["readings"]
    assert [reading["write"] for reading in others] == writes
    assert (timestamp["write"], timestamp["parameter"]) == (digits, "timestamp")
    assert timestamp["means"] == services.current(timestamp=int(digits))["iso8601"]
    assert "or a Unix timestamp: write " in error.details


@each_row(
    "digits",
    [
        "0", "12", "999", "12345", "123456789", "1795262400", "17952624000", "1795262400000", "2400", "2360", "1899",
        "2260", "246060", "991332", "189913", "2026367", "2026000", "2025366", "1234567", "20261321", "12345678",
        "32132026", "202613211200", "202611212500",
    ],
)  # fmt: skip
def test_t18_other_digits_are_timestamps(digits):
    assert iso(digits) == iso(f"@{digits}")


@each_row(("digits", "dates"), rows("meanings_digits_that_are_nearly_a_date.json"))
def test_t18_digits_that_are_nearly_a_date(digits, dates):
    """T18, G19: they may mean the last day of the month, a day of the next month, or a timestamp."""
    error = refused(digits)
    assert f"there is no such day or time: write {', '.join(dates)}, or timestamp={digits}" in error.details
    *near, timestamp = error.extra["readings"]
    assert [reading["write"] for reading in near] == dates
    assert (timestamp["write"], timestamp["parameter"]) == (digits, "timestamp")


@pytest.mark.parametrize("number", [2300, 202611, 2026325, 99991231, 20260229])
def test_t18_numbers_and_timestamps_are_timestamps(api, number):
    for parameters in ({"datetime": number}, {"timestamp": number}, {"timestamp": str(number)}):
        assert api.post("/time/", parameters).json()["timestamp"] == number


@each_row(("text", "instant"), rows("meanings_one_meaning.tsv"))
def test_t18_one_meaning(text, instant):
    assert iso(text) == instant


@each_row("text, writes", rows("meanings_several_meanings.json"))
def test_t18_several_meanings(text, writes):
    """T18, G19: each reading is what is written for it, and means what it says."""
    readings = refused(text).extra["readings"]
    assert [reading["write"] for reading in readings] == writes
    for reading in readings:
        at = "@" if reading.get("parameter") == "timestamp" else ""
        assert iso(f"{at}{reading['write']}") == reading["means"]


@each_row(
    ("text", "reason"),
    rows("meanings_errors_state_the_reason.tsv"),
)
def test_t18_errors_state_the_reason(text, reason):
    assert reason in refused(text).details


@each_row(
    ("text", "reason", "writes"),
    rows("meanings_the_whole_reason_and_what_to_write.json"),
)
def test_t18_g19_the_whole_reason_and_what_to_write(text, reason, writes):
    error = refused(text)
    assert error.details.startswith(f'datetime "{text[:64]}" {reason}. Accepted: ')
    assert [reading["write"] for reading in error.extra.get("readings", ())] == writes


@each_row(
    ("text", "instant"),
    rows("meanings_one_past_what_has_two_meanings.tsv"),
)
def test_t3_t18_one_past_what_has_two_meanings(text, instant):
    assert iso(text) == instant


def test_t2_accepts_what_fromisoformat_accepts():
    """T2: the separators and offsets of CPython's tests of fromisoformat, except signs, which would begin an offset."""
    for separator in " Tt_xW,.;/\x7f\x00\u0080\u0281\u16c7\u6642\U0001f40d":
        for time in ("12", "12:34", "1234", "12:34:56", "123456", "12:34:56.789", "12:34:56,789012"):
            text = f"2026-11-21{separator}{time}"
            assert iso(text) == datetime.fromisoformat(text).replace(tzinfo=UTC).isoformat(timespec="seconds"), text
    for offset in ("+02:00:15.123456", "+23:59:59.999999", "-053015", "+05:30:15", "-0530", "+05"):
        text = f"2026-11-21T12:00:00{offset}"
        assert iso(text) == datetime.fromisoformat(text).isoformat(timespec="seconds")
        zone = services.current(datetime=text)["timezone"]
        assert services.current(datetime="2026-11-21T12:00:00", timezone=zone)["iso8601"] == iso(text)


def test_ambiguous_inputs_of_the_document_have_readings(api):
    """G19: at least two, each with its meaning in the zone in force. Each reading is accepted when it is sent."""
    assert len(TWO_MEANINGS) > 40
    for text in TWO_MEANINGS:
        for name, operation in (("datetime", "current"), ("start", "difference")):
            others = {"operation": operation, "timezone": "Asia/Tokyo"} | ({"end": "now"} if name == "start" else {})
            status, body = api.ask("/time/", **others, **{name: text})
            assert (status, list(body)) == (400, ["error", "details", "readings"]), text
            assert len(body["readings"]) >= 2, text
            for reading in body["readings"]:
                asked = others | {reading.get("parameter", name): reading["write"]}
                status, answer = api.ask("/time/", **asked)
                assert status == 200, (text, reading)
                assert answer["iso8601" if name == "datetime" else "start"] == reading["means"], (text, reading)


@each_row(("parameters", "readings"), rows("meanings_readings_of_zones_units_and_folds.json"))
def test_g19_readings_of_zones_units_and_folds(api, parameters, readings):
    """G19: each reading is accepted when it replaces the refused value. A time in a gap has no readings."""
    status, body = api.ask("/time/", **parameters)
    assert (status, body.get("readings")) == (400, readings)
    refused_name = next(name for name in ("unit", "timezone", "tz", "time", "datetime") if name in parameters)
    for reading in readings or ():
        name = reading.get("parameter", refused_name)
        status, answer = api.ask("/time/", **(parameters | {name: reading["write"]}))
        assert status == 200 or "05/06" in parameters.get("datetime", "")
        if reading["means"][:2] == "20" and "iso8601" in answer and "to" not in parameters:
            assert answer["iso8601"] == reading["means"]


def test_g2_m_in_lower_case_is_minutes():
    """G2."""
    assert services.add(datetime="0", amount=1, unit="m")["timestamp"] == 60
    assert services.start_of(datetime="90", unit="m")["timestamp"] == 60


def test_english_names_are_those_of_cldr():
    """T18: if Babel is installed, the table is compared with Babel's."""
    babel = pytest.importorskip("babel")
    from timeops.zones.names import english

    zones = {}
    for name, metazone in babel.core.get_global("meta_zones").items():
        zones.setdefault(metazone, []).append(name)
    locale = babel.Locale("en")
    long_names = [(names.get("long", {}), zones.get(metazone, [])) for metazone, names in locale.meta_zones.items()]
    long_names += [(names["long"], [zone]) for zone, names in locale.time_zones.items() if "long" in names]
    checked = 0
    for names, of_zones in long_names:
        for zone in (database.load(zone) for zone in of_zones if zone in database.NAMES):
            offsets = sorted({datetime(2026, month, 15, tzinfo=zone).utcoffset() for month in range(1, 13)})
            expected = {names.get("standard"): offsets[0]}
            if len(offsets) == 2:
                expected[names.get("daylight")] = offsets[1]
            for english_name, offset in expected.items():
                if english_name and english_name.isascii():
                    assert english()[english_name.lower()] == offset
                    checked += 1
    assert checked > 400


@each_row(("text", "instant"), rows("meanings_hours_of_the_parts_of_the_day.tsv"))
def test_t3_hours_of_the_parts_of_the_day(text, instant):
    assert iso(text) == instant


@each_row(
    "text",
    [
        "tomorrow evening at 3",
        "tomorrow afternoon at 7",
        "8am tonight",
        "15 at night",
        "13 in the morning",
        "noon tonight",
    ],
)
def test_t3_hours_beyond_the_parts_of_the_day(text):
    """These phrases are refused without readings, because they contradict themselves or have at most one meaning."""
    error = refused(text)
    assert "has an hour that is not plainly of the" in error.details
    assert "readings" not in error.extra


@each_row(("text", "writes"), rows("meanings_hours_with_an_unclear_day_or_half.json"))
def test_t3_g19_hours_with_an_unclear_day_or_half(text, writes):
    """T3, G19: an hour after midnight may be in the night that begins on the named day or in the one that ends then."""
    readings = refused(text).extra["readings"]
    assert [reading["write"] for reading in readings] == writes
    assert [iso(write) for write in writes] == [reading["means"] for reading in readings]
    assert len({reading["means"] for reading in readings}) == len(writes)


@pytest.mark.parametrize("text", ["at 05", "tomorrow at 09", "05 o'clock"])
def test_t3_an_hour_alone_with_a_zero_in_front_has_one_meaning(text):
    error = refused(text)
    assert "has an hour alone: write 0" in error.details
    assert "readings" not in error.extra


@pytest.mark.parametrize("text", ["1,5 hours ago", "1,25 hours ago", "1,125 hours ago", "10,5h"])
def test_t3_decimal_commas(text):
    assert "has a comma in a number: write a point" in refused(text).details
