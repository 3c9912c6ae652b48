"""Zones in the notation of POSIX, and the longest names: rules T22 and G21."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.measure import takes_longer
from tests.tables import each_row, rows
from timeops import services
from timeops.zones import database, posix
from timeops.zones.lookup import MAX_NAME_CHARACTERS, zone_of
from utilitysvc.kit.service_error import ServiceError

WINTER, SUMMER = "2026-01-15T12:00:00Z", "2026-07-15T12:00:00Z"


@each_row(
    ("rule", "winter", "summer"),
    rows("posix_rules.tsv"),
)
def test_t22_rules(api, rule, winter, summer):
    """T22: in the parameter ``timezone``. The answer's ``timezone`` is the rule, which can be sent again."""
    for instant, expected in ((WINTER, winter), (SUMMER, summer)):
        body = api.ask("/time/", datetime=instant, timezone=rule).body
        assert (body["iso8601"][11:], body["timezone"]) == (expected, rule)


@each_row(("rule", "timestamp", "offset"), rows("posix_days.tsv"))
def test_t22_changes_by_the_day_of_the_year(api, rule, timestamp, offset):
    assert api.ask("/time/", timestamp=timestamp, timezone=rule).body["timezone_offset"] == offset


@pytest.mark.parametrize(
    ("text", "name"),
    [("EST5EDT", "EST5EDT"), ("UTC+2", "+02:00"), ("GMT-3", "-03:00"), ("GMT0", "GMT0"), ("CST6CDT", "CST6CDT")],
)
def test_t22_what_t1_reads_keeps_its_meaning(api, text, name):
    assert api.ask("/time/", timezone=text).body["timezone"] == name


@each_row("text", rows("posix_refused.tsv"))
def test_t22_refused(text):
    with pytest.raises(ServiceError, match="Invalid timezone"):
        zone_of(text)


@pytest.mark.parametrize("text", ["UTC2", "utc2", "GMT5", "UTC2:30"])
def test_t22_utc_and_a_number_has_two_meanings(text):
    """T22, G19: people mean an offset east of Greenwich, and POSIX one west of it."""
    with pytest.raises(ServiceError) as refused:
        zone_of(text)
    east, west = (zone_of(reading["write"]).utcoffset(None) for reading in refused.value.extra["readings"])
    assert east == -west > timedelta(0)


def test_t22_the_rule_of_every_zone_is_accepted():
    """Also London's, which begins with GMT0, and Guam's, whose abbreviation has a lower-case letter."""
    rules = {database.schedule(database.load(name)).posix for name in database.NAMES}
    for rule in sorted(rules):
        zone = zone_of(rule)
        for instant in (datetime(2040, 1, 15, tzinfo=UTC), datetime(2040, 7, 15, tzinfo=UTC)):
            same = next(name for name in database.NAMES if database.schedule(database.load(name)).posix == rule)
            assert instant.astimezone(zone).utcoffset() == instant.astimezone(database.load(same)).utcoffset(), rule


def test_t22_information_of_a_rule(api):
    """T22, T12: it has transitions, although there is no file with its name."""
    rule = "EST5EDT,M3.2.0,M11.1.0"
    body = api.ask("/time/", operation="timezone_info", timezone=rule, datetime=SUMMER).body
    same = api.ask("/time/", operation="timezone_info", timezone="America/New_York", datetime=SUMMER).body
    own = {"timezone": rule, "canonical": rule, "countries": [], "posix": rule}
    assert body == same | own
    assert same["posix"] == rule
    found = api.ask("/time/", operation="transitions", timezone=rule, start="2026-01-01").body["transitions"]
    assert [change["iso8601"] for change in found] == ["2026-03-08T03:00:00-04:00", "2026-11-01T01:00:00-05:00"]


def test_t22_transitions_close_together():
    """T22: a rule may have two within a week."""
    zone = "AAA0BBB,M3.1.0,M3.2.0"
    found = services.transitions(timezone=zone, start="2026-01-01", end="2027-12-31")["transitions"]
    assert [change["iso8601"][:10] for change in found] == ["2026-03-01", "2026-03-08", "2027-03-07", "2027-03-14"]


@pytest.mark.parametrize("name", ["UTC", "Asia/Tokyo", "Europe/Berlin", "Africa/Casablanca", "Europe/Dublin"])
def test_t22_the_rule_of_a_zone_is_the_zone_from_now_on(name):
    rule = services.timezone_info(timezone=name)["posix"]
    zone, of_rule = database.load(name), posix.read(rule) or zone_of(name)
    for month in range(1, 13):
        instant = datetime(2150, month, 15, tzinfo=UTC)
        assert instant.astimezone(zone).utcoffset() == instant.astimezone(of_rule).utcoffset()


@settings(deadline=None)
@given(st.from_regex(posix._RULE, fullmatch=True), st.datetimes())
def test_t22_any_rule_is_a_zone_or_refused(rule, local):
    if zone := posix.read(rule):
        assert local.replace(tzinfo=zone).utcoffset() is not None


LONG = 250_000
FILLINGS = ["x", " ", "\u0315\u0300", "\u00e9", "+", "/", "<", "9", "utc+", "Europe/Berlin ", "\U0001f552", "a,"]
NAMES = [
    ("current", "timezone"), ("current", "operation"), ("current", "disambiguation"), ("current", "datetime"),
    ("add", "unit"), ("add", "duration"), ("start_of", "unit"), ("format", "format"), ("timezones", "country"),
    ("convert_timezone", "from_timezone"), ("convert_timezone", "to_timezone"), ("difference", "start"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("operation", "name"), NAMES)
def test_g21_long_text_in_any_parameter(api, operation, name):
    """G21: it is refused quickly, whatever its characters are. The bound is about a hundred times the usual time."""
    others = {"datetime": "0", "start": "0", "end": "0", "from_timezone": "UTC", "to_timezone": "UTC", "amount": 1}
    for filling in FILLINGS:
        text = (filling * LONG)[: LONG // len(filling.encode())]
        body = json.dumps({**others, "operation": operation, name: text}, ensure_ascii=False).encode()

        def is_refused(body=body, filling=filling):
            assert api.post("/time/", body).status_code == 400, filling

        assert not takes_longer(is_refused, 0.25), filling


def test_g21_names_have_at_most_128_characters():
    """G21: white space counts too."""
    assert MAX_NAME_CHARACTERS == 128
    assert zone_of("UTC" + " " * 125).key == "UTC"
    for text in ("UTC" + " " * 126, "Zu\u0308rich" + " " * 128, "<" + "A" * 128 + ">1"):
        with pytest.raises(ServiceError, match="is not a known time zone"):
            zone_of(text)


def test_t22_a_change_in_the_same_second_is_before_the_instant(api):
    """A change at the instant itself is not the previous change, but half a second later it is."""
    for at, previous in (("00", "2025-10-26T02:00:00+01:00"), ("00.5", "2026-03-29T03:00:00+02:00")):
        asked = {"operation": "timezone_info", "timezone": "Europe/Berlin", "datetime": f"2026-03-29T01:00:{at}Z"}
        assert api.ask("/time/", **asked).body["previous_transition"]["iso8601"] == previous
