"""Names of zones, and the descriptions of zones: rules T1, T11, T12, T17."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
import pytz
import time_machine

from tests.tables import each_row, rows
from timeops import services
from timeops.calendar.instants import name_of, offset_text
from timeops.zones import database
from timeops.zones import names as zone_names
from timeops.zones.lookup import zone_of
from timeops.zones.names import abbreviations
from utilitysvc.kit.service_error import ServiceError


def refusal(text):
    with pytest.raises(ServiceError) as caught:
        zone_of(text)
    assert (caught.value.error, caught.value.status) == ("Invalid timezone", 400)
    return caught.value.details


def test_every_name_in_any_case():
    """T1: also if an unescaped + has become a space."""
    for name in database.NAMES:
        for spelling in (name, name.lower(), name.upper(), name.replace("+", " ")):
            zone = zone_of(spelling)
            assert (name_of(zone), type(zone)) == (name, ZoneInfo)
        assert zone_of(name) is zone_of(name.lower())


@each_row(("text", "name", "offset"), rows("zones_in_winter.tsv"))
def test_zones_in_winter(text, name, offset):
    """T1: the canonical spelling, and the offset on 21 January 2026."""
    zone = zone_of(text)
    assert (name_of(zone), offset_text(datetime(2026, 1, 21, tzinfo=zone).utcoffset())) == (name, offset)


@each_row(("text", "details"), rows("zones_refused.tsv"))
def test_refused(text, details):
    """T1: the error quotes the name, cut at 64 characters, with its meanings or similar names if there are any."""
    assert refusal(text).startswith(details)


def test_abbreviations_are_those_of_every_zone():
    """T1: the table is made from representative zones, and equals the one that all zones would give."""
    names = {}
    start = datetime(database.YEAR, 1, 1, tzinfo=UTC)
    for name in database.NAMES:
        zone = database.load(name)
        for day in range(0, 367, 6):
            local = (start + timedelta(days=day)).astimezone(zone)
            if local.tzname().isalpha():
                names.setdefault(local.tzname().lower(), set()).add(local.utcoffset())
    assert names.pop("utc") == {timedelta(0)}
    table = {name: set(meanings) for name, meanings in abbreviations().items()}
    assert table == names


@each_row(
    ("name", "instant", "offset"),
    rows("zones_offsets.tsv"),
)
def test_offsets(name, instant, offset):
    """T1, T6."""
    local = datetime.fromisoformat(instant).replace(tzinfo=zone_of(name))
    assert offset_text(local.utcoffset()) == offset


def test_timezones():
    """T11."""
    result = services.timezones()
    assert list(result) == ["operation", "count", "timezones"]
    assert result["timezones"] == sorted(pytz.all_timezones)
    assert result["count"] == len(result["timezones"]) > 500


def info(name, at):
    moment = datetime.fromisoformat(at).replace(tzinfo=UTC)
    return services.timezone_info(timezone=name, clock=lambda: moment)


def test_zone_information():
    """T12."""
    assert list(info("Europe/Berlin", "2026-11-21T12:00:00").items()) == [
        ("operation", "timezone_info"),
        ("timezone", "Europe/Berlin"),
        ("abbreviation", "CET"),
        ("utc_offset", "+01:00"),
        ("utc_offset_seconds", 3600),
        ("is_dst", False),
        ("observes_dst", True),
        ("dst_offset_seconds", 0),
        ("countries", ["DE"]),
        ("canonical", "Europe/Berlin"),
        (
            "previous_transition",
            {
                "timestamp": 1792890000,
                "iso8601": "2026-10-25T02:00:00+01:00",
                "utc_offset": "+01:00",
                "abbreviation": "CET",
            },
        ),
        (
            "next_transition",
            {
                "timestamp": 1806195600,
                "iso8601": "2027-03-28T03:00:00+02:00",
                "utc_offset": "+02:00",
                "abbreviation": "CEST",
            },
        ),
        ("current_time", "2026-11-21T13:00:00+01:00"),
        ("posix", "CET-1CEST,M3.5.0,M10.5.0/3"),
    ]


@each_row(
    ("name", "at", "expected"),
    rows("zones_zone_information_in_parts.json"),
)
def test_zone_information_in_parts(name, at, expected):
    """T12."""
    result = info(name, at)
    assert {key: result[key] for key in expected} == expected


@each_row(
    ("name", "at", "previous", "following"),
    rows("zones_transitions.json"),
)
def test_transitions(name, at, previous, following):
    """T12: the key is left out if there is no such transition."""
    result = info(name, at)
    for key, expected in (("previous_transition", previous), ("next_transition", following)):
        assert result.get(key, {"iso8601": None})["iso8601"] == expected
        assert (key in result) == (expected is not None)


def test_a_listed_time_at_which_nothing_changes_is_no_transition(monkeypatch):
    """T12: files for older readers list such times."""
    times, posix = database.schedule(database.load("Asia/Tokyo"))
    padded = database.Schedule((-(2**59), -(2**31), *times, 10**9), posix)
    expected = info("Asia/Tokyo", "1800-01-01T00:00:00")["next_transition"], info("Asia/Tokyo", "2026-01-01T00:00:00")
    monkeypatch.setattr(database, "schedule", lambda zone: padded)
    assert (
        info("Asia/Tokyo", "1800-01-01T00:00:00")["next_transition"],
        info("Asia/Tokyo", "2026-01-01T00:00:00"),
    ) == (expected)


def test_zone_information_at_every_zone_and_both_ends():
    """T12: also at both ends of the calendar."""
    for name in database.NAMES[::7]:
        for at in ("0001-01-02T00:00:00", "1970-01-01T00:00:00", "9999-12-30T00:00:00"):
            assert info(name, at)["timezone"] == name


def test_countries_are_those_of_pytz():
    assert database.zones_of_countries() == {
        code: tuple(sorted(names)) for code, names in pytz.country_timezones.items()
    }


def test_cities_and_windows_names_are_zones_of_the_database():
    """T1: and no city has the name of another zone or an abbreviation, except those that are the same zone."""
    assert set(zone_names.cities().values()) <= set(database.NAMES)
    assert set(zone_names.windows().values()) <= set(database.NAMES)
    assert len(zone_names.windows()) > 130
    taken = {name.lower() for name in database.NAMES} | abbreviations().keys() | zone_names.windows().keys()
    assert {city for city in zone_names.cities() if city in taken and database.load(zone_names.cities()[city])} <= {
        "jamaica",
        "singapore",
        "kwajalein",
    }


@pytest.mark.parametrize(
    ("parameters", "names"),
    [
        ({"country": "nz"}, ["Pacific/Auckland", "Pacific/Chatham"]),
        ({"country": "uk"}, ["Europe/London"]),
        ({"country": " DE "}, ["Europe/Berlin", "Europe/Busingen"]),
        ({"country": "JP", "details": True}, ["Asia/Tokyo"]),
    ],
)
def test_zones_of_a_country(parameters, names):
    """T11."""
    result = services.timezones(**parameters)
    assert [zone if isinstance(zone, str) else zone["name"] for zone in result["timezones"]] == names
    assert result["count"] == len(names)


@pytest.mark.parametrize(
    ("at", "offset", "seconds", "abbreviation", "is_dst"),
    [("2026-07-01", "+02:00", 7200, "CEST", True), ("2026-01-01", "+01:00", 3600, "CET", False)],
)
def test_zones_with_details(at, offset, seconds, abbreviation, is_dst):
    """T11: at the given datetime."""
    result = services.timezones(details=True, datetime=at)
    assert result["count"] == len(database.NAMES)
    [berlin] = [zone for zone in result["timezones"] if zone["name"] == "Europe/Berlin"]
    assert list(berlin.items()) == [
        ("name", "Europe/Berlin"),
        ("utc_offset", offset),
        ("utc_offset_seconds", seconds),
        ("abbreviation", abbreviation),
        ("is_dst", is_dst),
        ("countries", ["DE"]),
    ]


BERLIN_2026 = [
    {
        "timestamp": 1774746000,
        "iso8601": "2026-03-29T03:00:00+02:00",
        "utc_offset_before": "+01:00",
        "utc_offset": "+02:00",
        "abbreviation": "CEST",
        "is_dst": True,
    },
    {
        "timestamp": 1792890000,
        "iso8601": "2026-10-25T02:00:00+01:00",
        "utc_offset_before": "+02:00",
        "utc_offset": "+01:00",
        "abbreviation": "CET",
        "is_dst": False,
    },
]


@each_row(
    ("parameters", "changes"),
    rows("zones_transitions_between.json"),
)
def test_transitions_between(parameters, changes):
    """T17."""
    result = services.transitions(
        timezone="Europe/Berlin", clock=lambda: datetime(2026, 6, 1, tzinfo=UTC), **parameters
    )
    assert result == {
        "operation": "transitions",
        "timezone": "Europe/Berlin",
        "count": len(changes),
        "transitions": changes,
    }


@pytest.mark.parametrize(
    ("zone", "start", "end", "count"),
    [
        # Two hundred years, by the rule at the end of the zone's file
        ("Europe/Berlin", "2100-01-01", "2300-01-01", 400),
        # Local mean time until 1893, both wars, and double summer time in 1945
        ("Europe/Berlin", "1890-01-01", "1946-01-01", 17),
        ("Asia/Tokyo", "1900-01-01", "2100-01-01", 8),
        ("UTC", "1900-01-01", "2100-01-01", 0),
        ("+05:30", "1900-01-01", "2100-01-01", 0),
    ],
)
def test_transitions_of_centuries(zone, start, end, count):
    """T17."""
    changes = services.transitions(timezone=zone, start=start, end=end)["transitions"]
    assert len(changes) == count
    assert all(one["timestamp"] < other["timestamp"] for one, other in pairwise(changes))


@pytest.mark.parametrize(
    ("start", "end", "details"),
    [
        ("2026-01-02", "2026-01-01", "end is before start"),
        ("2000-01-01", "2200-01-02", "start and end may lie at most 200 years apart"),
        ("0001-01-01", "9999-12-31", "start and end may lie at most 200 years apart"),
    ],
)
def test_transitions_refused(start, end, details):
    """T17."""
    with pytest.raises(ServiceError) as caught:
        services.transitions(timezone="Europe/Berlin", start=start, end=end)
    assert (caught.value.error, caught.value.details) == ("Invalid time range", details)


@pytest.mark.parametrize("day", ["1985-07-21", "2100-07-21"])
def test_t1_names_do_not_depend_on_the_clock_of_the_machine(day):
    """T1: today's abbreviations are those of the database. Moscow had MSD, its summer time, until 2010."""
    with time_machine.travel(f"{day}T12:00:00Z", tick=False):
        assert zone_of("MSK").utcoffset(None) == timedelta(hours=3)
        with pytest.raises(ServiceError, match='"MSD" is not a known time zone'):
            zone_of("MSD")
        with pytest.raises(ServiceError) as refused:
            zone_of("ET")
    means = [reading["means"] for reading in refused.value.extra["readings"]]
    assert means == [f"-05:00 or -04:00, as in America/{city}" for city in ("New_York", "Toronto")]
