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


@each_row("digits", rows("meanings_digits.tsv"))
def test_t18_other_digits_are_timestamps(digits):
    assert iso(digits) == iso(f"@{digits}")


@pytest.mark.parametrize("number", [2300, 202611, 2026325, 99991231, 20260229])
def test_t18_numbers_and_timestamps_are_timestamps(api, number):
    for parameters in ({"datetime": number}, {"timestamp": number}, {"timestamp": str(number)}):
        assert api.post("/time/", parameters).json()["timestamp"] == number


@each_row(("text", "instant"), rows("meanings_one_meaning.tsv"))
def test_t18_one_meaning(text, instant):
    assert iso(text) == instant


@each_row("text, reason, writes", rows("meanings_refused.json"))
def test_t3_t18_g19_the_whole_reason_and_what_to_write(text, reason, writes):
    """Each reading means what it says. What contradicts itself, or has at most one meaning, has none."""
    error = refused(text)
    assert error.details.startswith(f'datetime "{text[:64]}" {reason} Accepted: ')
    readings = error.extra.get("readings", [])
    assert [reading["write"] for reading in readings] == writes
    for reading in readings:
        at = "@" if reading.get("parameter") == "timestamp" else ""
        assert iso(f"{at}{reading['write']}") == reading["means"]


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
    texts = TWO_MEANINGS + [text for text, _ in rows("phrases_two_meanings.tsv")]
    assert len(texts) > 40
    for text in texts:
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


@each_row(("request", "name", "writes"), rows("meanings_told_before_a_later_error.json"))
def test_g4_g19_told_before_a_later_error(api, request, name, writes):
    status, body = api.ask("/time/", **request, disambiguation="guess")
    told = status, body["details"].partition(" ")[0], [reading["write"] for reading in body.get("readings", [])]
    assert told == (400, name, writes)


def test_g2_m_in_lower_case_is_minutes():
    """G2."""
    assert services.add(datetime="0", amount=1, unit="m")["timestamp"] == 60
    assert services.start_of(datetime="90", unit="m")["timestamp"] == 60


def test_english_names_are_those_of_cldr():
    """T18: if Babel is installed, the table is compared with Babel's."""
    babel = pytest.importorskip("babel")
    from timeops.zones.lookup import abbreviations

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
                    assert [*abbreviations()[english_name.lower()]] == [offset]
                    checked += 1
    assert checked > 400
