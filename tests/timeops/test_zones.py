"""Zones: their names (T1), what all of them have (T11, T12), rules of POSIX (T22). Answers: answers_zones.json."""

import json
from datetime import UTC, datetime, timedelta

import pytest
import pytz
import time_machine
from hypothesis import given, settings
from hypothesis import strategies as st
from tzlocal.windows_tz import win_tz

from tests.measure import takes_longer
from tests.tables import each_row, rows
from timeops import services
from timeops.zones import database, lookup
from timeops.zones.lookup import zone_of
from utilitysvc.kit.service_error import ServiceError


def test_t1_every_name_in_any_case():
    """Also if an unescaped + has become a space."""
    for name in database.NAMES:
        for spelling in (name, name.lower(), name.upper(), name.replace("+", " ")):
            assert (zone_of(spelling), str(zone_of(spelling))) == (database.load(name), name)


def test_t1_abbreviations_are_those_of_every_zone():
    """The table is made from representative zones, and equals the one that all zones would give."""
    names = {}
    for name in database.NAMES:
        for day in range(0, 367, 6):
            start = datetime(database.YEAR, 1, 1, tzinfo=UTC) + timedelta(days=day)
            local = start.astimezone(database.load(name))
            if local.tzname().isalpha():
                names.setdefault(local.tzname().lower(), set()).add(local.utcoffset())
    assert names.pop("utc") == {timedelta(0)}
    names["met"] = {timedelta(hours=1)}  # a row of english_names.tsv
    assert {name: set(meanings) for name, meanings in lookup.abbreviations().items() if name.isalpha()} == names


def test_t1_cities_and_windows_names_are_zones_of_the_database():
    """And no city has the name of an abbreviation."""
    zones, known, windows = lookup.zones(), {name.lower() for name in database.NAMES}, {name.lower() for name in win_tz}
    assert {*zones.values()} <= set(database.NAMES)
    assert windows <= zones.keys()
    cities = {name for name in zones.keys() - known - windows if zones[name].lower().endswith(f"/{name}")}
    assert len(cities) > 400
    assert not cities & lookup.abbreviations().keys()


@pytest.mark.parametrize("day", ["1985-07-21", "2100-07-21"])
def test_t1_names_do_not_depend_on_the_clock_of_the_machine(day):
    """Today's abbreviations are those of the database. Moscow had MSD, its summer time, until 2010."""
    for cached in (lookup.abbreviations, lookup.zones):
        cached.cache_clear()
    with time_machine.travel(f"{day}T12:00:00Z", tick=False):
        assert zone_of("MSK").utcoffset(None) == timedelta(hours=3)
        with pytest.raises(ServiceError, match='"MSD" is not a known time zone'):
            zone_of("MSD")
        with pytest.raises(ServiceError) as refused:
            zone_of("ET")
    means = [reading["means"] for reading in refused.value.extra["readings"]]
    assert means == [f"-05:00 or -04:00, as in America/{city}" for city in ("New_York", "Toronto")]


def test_t11_timezones():
    result = services.timezones(details=True, country=None)
    names = sorted(pytz.all_timezones)
    assert [*result.items()][:2] == [("operation", "timezones"), ("count", len(names))]
    assert services.timezones()["timezones"] == [zone["name"] for zone in result["timezones"]] == names
    assert database.zones_of_countries() == {code: sorted(names) for code, names in pytz.country_timezones.items()}


def test_t12_zone_information_of_every_zone_and_at_both_ends_of_the_calendar():
    for name in database.NAMES[::7]:
        for at in ("0001-01-02T00:00Z", "1970-01-01T00:00Z", "9999-12-30T00:00Z"):
            assert services.timezone_info(timezone=name, datetime=at)["timezone"] == name


def test_t12_a_listed_time_at_which_nothing_changes_is_no_transition(monkeypatch):
    """Files for older readers list such times."""

    def found():
        return [services.timezone_info(timezone="Asia/Tokyo", datetime=f"{year}-01-01Z") for year in (1800, 2026)]

    times, rule = database.schedule(database.load("Asia/Tokyo"))
    padded, expected = database.Schedule((-(2**59), -(2**31), *times, 10**9), rule), found()
    monkeypatch.setattr(database, "schedule", lambda zone: padded)
    assert found() == expected


@each_row("text", ["UTC2", "utc2", "GMT5", "UTC2:30"])
def test_t22_g19_utc_and_a_number_has_two_meanings(text):
    """People mean an offset east of Greenwich, and POSIX one west of it."""
    with pytest.raises(ServiceError) as refused:
        zone_of(text)
    east, west = (zone_of(reading["write"]).utcoffset(None) for reading in refused.value.extra["readings"])
    assert east == -west > timedelta(0)


def test_t22_the_rule_of_every_zone_is_the_zone_from_now_on():
    """Also London's, which begins with GMT0, and Guam's, whose abbreviation has a lower-case letter."""
    same = {database.schedule(zone).posix: zone for zone in map(database.load, database.NAMES)}
    for rule, zone in same.items():
        for month in range(1, 13):
            instant = datetime(2150, month, 15, tzinfo=UTC)
            assert instant.astimezone(zone_of(rule)).utcoffset() == instant.astimezone(zone).utcoffset(), rule


@settings(deadline=None)
@given(st.from_regex(database.RULE, fullmatch=True), st.datetimes())
def test_t22_any_rule_is_a_zone_or_refused(rule, local):
    if zone := database.posix_zone(rule):
        assert local.replace(tzinfo=zone).utcoffset() is not None


@each_row("text", ["UTC" + " " * 126, "Zu\u0308rich" + " " * 128, "<" + "A" * 128 + ">1"])
def test_g21_names_have_at_most_128_characters(text):
    """White space counts too."""
    assert zone_of("UTC" + " " * 125).key == "UTC"
    with pytest.raises(ServiceError, match="is not a known time zone"):
        zone_of(text)


LONG = 250_000
FILLINGS = rows("zones_fillings.tsv")


@pytest.mark.slow
@each_row("operation, name", rows("zones_long_texts.tsv"))
def test_g21_long_text_in_any_parameter(api, operation, name):
    """It is refused quickly, whatever its characters are. The bound is about a hundred times the usual time."""
    others = {"datetime": "0", "start": "0", "end": "0", "from_timezone": "UTC", "to_timezone": "UTC", "amount": 1}
    for filling in FILLINGS:
        text = (filling * LONG)[: LONG // len(filling.encode())]
        body = json.dumps({**others, "operation": operation, name: text}, ensure_ascii=False).encode()

        def is_refused(body=body, filling=filling):
            assert api.post("/time/", body).status_code == 400, filling

        assert not takes_longer(is_refused, 0.25), filling
