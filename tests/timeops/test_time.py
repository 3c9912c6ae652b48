"""Requests to /time/: rules T6, T7, T14, T15, the order of errors (G4), plain text (G6), the cost of a first answer."""

import json
import subprocess
import sys
from datetime import UTC, datetime

import orjson
import pytest
import time_machine
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each_row, rows
from timeops import services
from timeops.calendar.units import UNIT_CHOICES
from timeops.views import TimeView
from timeops.writing.fields import instant_fields
from timeops.zones import database
from utilitysvc.kit.service_error import ServiceError

URL = "/time/"
BERLIN = {"timezone": "Europe/Berlin"}

MOMENT = [
    ("timestamp", 1795262400),
    ("datetime", "2026-11-21 13:00:00"),
    ("date", "2026-11-21"),
    ("time", "13:00:00"),
    ("timezone", "Europe/Berlin"),
    ("unix_timestamp", 1795262400),
    ("iso8601", "2026-11-21T13:00:00+01:00"),
    ("rfc2822", "Sat, 21 Nov 2026 13:00:00 +0100"),
    ("year", "2026"),
    ("month", "11"),
    ("day", "21"),
    ("hour", "13"),
    ("minute", "00"),
    ("second", "00"),
    ("day_of_week", "Saturday"),
    ("day_of_year", "325"),
    ("week_of_year", "47"),
    ("is_leap_year", False),
    ("timezone_offset", "+01:00"),
    ("unix_milliseconds", 1795262400000),
    ("relative", "now"),
]


def components(instant):
    return services.components(datetime=instant)["components"]


@each_row(
    ("words", "hint"),
    [
        ("age,between,countdown,days-between,until", "difference"),
        ("day_of_week,isLeapYear,unix-timestamp,weekday,weeknumber", "current"),
        ("business_days", "difference with business=true, or add with unit=business_days"),
        ("cron,rrule", "recurrence"),
    ],
)
def test_an_operation_by_the_word_of_another_service_is_refused_with_ours(api, words, hint):
    for word in words.split(","):
        status, body = api.ask(URL, operation=word)
        assert status == 400
        assert body["details"].endswith(f" Unknown operation: {word}. Did you mean {hint}?")


@time_machine.travel(datetime(2026, 11, 21, 12, tzinfo=UTC), tick=False)
@each_row(
    "parameters",
    rows("time_current.json"),
)
def test_current(api, parameters):
    """T6, T7, G5: the fields of the specification in their order."""
    assert api.ask(URL, **BERLIN, **parameters) == (200, {"operation": "current"} | dict(MOMENT))
    assert list(api.ask(URL, **BERLIN, **parameters).body.items()) == [("operation", "current"), *MOMENT]


@each_row(("zone", "text", "expected"), rows("time_moments.json"))
def test_moments(api, zone, text, expected):
    """T6."""
    body = api.ask(URL, timezone=zone, datetime=text).body
    assert {key: body[key] for key in expected} == expected


@each_row(
    ("query", "iso8601", "timezone"),
    rows("time_plus_signs_of_a_query.tsv"),
)
def test_plus_signs_of_a_query(api, query, iso8601, timezone):
    """T1, T2, G1: an unescaped + arrives as a space."""
    body = api.get(URL, query).json()
    assert (body["iso8601"], body["timezone"]) == (iso8601, timezone)


@pytest.mark.parametrize("name", ["timezone", "tz", "zone", "timeZone"])
def test_names_of_the_zone(api, name):
    """T7."""
    assert api.ask(URL, datetime="2026-11-21", **{name: "tokyo"}).body["iso8601"] == "2026-11-21T00:00:00+09:00"


@each_row(
    ("literal", "timestamp"),
    [("1795262400", 1795262400), ("1.5", 1), ("-1.5", -2), ("1e9", 10**9), ("1E-7", 0), ("-1e-7", -1), ("-0.0", 0)],
)
def test_json_numbers_are_timestamps(api, literal, timestamp):
    """T2."""
    assert api.post(URL, b'{"datetime": %s}' % literal.encode()).json()["timestamp"] == timestamp


@pytest.mark.parametrize("literal", ["1795262400", "1795262400.0", "17952624e2", '"1795262400"', '" +1795262400 "'])
def test_integral_timestamps(api, literal):
    """G2, T7."""
    assert api.post(URL, b'{"timestamp": %s}' % literal.encode()).json()["timestamp"] == 1795262400


@each_row(("parameters", "canonical"), rows("time_names_of_the_client_samples.json"))
def test_names_of_the_client_samples(api, parameters, canonical):
    """T7: the results are one second, or nine hours, from the epoch."""
    status, body = api.ask(URL, **parameters)
    assert (status, body["operation"]) == (200, canonical)
    if canonical == "difference":
        assert body["difference"]["total_seconds"] == 1
    else:
        assert body["iso8601"] in ("1970-01-01T09:00:00+09:00", "1970-01-01T00:00:01+00:00")


OPERATIONS = (
    "Supported operations: current, timezones, difference, add, subtract, convert_timezone, timezone_info, format, "
    "components, start_of, end_of, transitions"
)
MISSING = "Missing required parameters"


@each_row(("parameters", "error", "details"), rows("time_refused.json"))
def test_refused(api, parameters, error, details):
    """T15, G3, G4."""
    status, body = api.ask(URL, **parameters)
    readings = ["readings"] if "readings" in body else []
    assert (status, list(body), body["error"]) == (400, ["error", "details", *readings], error)
    assert details is None or body["details"].startswith(details)


@each_row(
    ("operation", "name"),
    rows("time_wrong_types.tsv"),
)
@each_row("value", [True, [], {}, [1]])
def test_wrong_types(api, operation, name, value):
    """G2, G3."""
    others = {"timezone": "UTC", "datetime": "0", "start": "0", "end": "0", "from_timezone": "UTC", "to": "UTC"}
    response = api.post(URL, {"operation": operation, **others, name: value})
    assert (response.status_code, response.json()) == (
        400,
        {"error": "Invalid parameter type", "details": f"{name} must be a string"},
    )


@pytest.mark.parametrize("value", ["%ff", "%ed%a0%80"])
def test_bytes_that_are_no_text(api, value):
    """G2."""
    response = api.get(URL, f"datetime={value}")
    assert (response.status_code, response.json()["error"]) == (400, "Invalid text encoding")


@each_row("amount", [10**18, -(10**18)])
@each_row("unit", UNIT_CHOICES.values)
def test_out_of_range(api, amount, unit):
    """T8: no amount makes the service fail."""
    parameters = {"operation": "add", "datetime": "now", "unit": unit}
    body = {"error": "Result out of range", "details": "The result must lie within the years 1 to 9999"}
    assert api.ask(URL, **parameters, amount=amount) == (400, body)
    assert api.post(URL, parameters | {"amount": amount**200}).json() == body


def test_components(api):
    """T14."""
    body = api.ask(URL, operation="components", timestamp=1795262400, **BERLIN).body
    assert list(body.items())[:-2] == [("operation", "components"), *MOMENT[:-1]]
    assert list(body["components"].items()) == [
        ("year", 2026),
        ("month", 11),
        ("day", 21),
        ("hour", 13),
        ("minute", 0),
        ("second", 0),
        ("day_of_week", 6),
        ("day_of_year", 325),
        ("week_of_year", 47),
        ("iso_year", 2026),
        ("quarter", 4),
        ("days_in_month", 30),
    ]


ZONES = st.sampled_from(database.NAMES).map(database.load)


@settings(deadline=None)
@given(st.datetimes(), ZONES)
def test_fields_of_a_moment_agree(naive, zone):
    """T6, T14."""
    local = naive.replace(tzinfo=zone)
    fields, parts = instant_fields(local, local), components(local)
    assert fields["iso8601"] == f"{fields['date']}T{fields['time']}{fields['timezone_offset']}"
    assert fields["datetime"] == f"{fields['date']} {fields['time']}"
    assert fields["timestamp"] == fields["unix_timestamp"]
    assert datetime.fromisoformat(fields["iso8601"]) == local.replace(microsecond=0)
    for name in ("year", "month", "day", "hour", "minute", "second", "day_of_year", "week_of_year"):
        assert int(fields[name]) == parts[name]
    assert parts["iso_year"] - parts["year"] in (-1, 0, 1)
    assert (fields["is_leap_year"], parts["quarter"]) == (_days_of_year(parts["year"]) == 366, (naive.month + 2) // 3)


def _days_of_year(year):
    return sum(components(datetime(year, month, 1, tzinfo=UTC))["days_in_month"] for month in range(1, 13))


INFO = """\
timezone: Asia/Tokyo
abbreviation: JST
utc_offset: +09:00
utc_offset_seconds: 32400
is_dst: false
observes_dst: false
dst_offset_seconds: 0
countries: JP
canonical: Asia/Tokyo
previous_transition.timestamp: -577962000
previous_transition.iso8601: 1951-09-09T00:00:00+09:00
previous_transition.utc_offset: +09:00
previous_transition.abbreviation: JST
current_time: 1970-01-01T09:00:00+09:00
posix: JST-9
"""


@each_row(
    ("parameters", "text"),
    rows("time_plain_text.json"),
)
def test_plain_text(api, parameters, text):
    """G6."""
    for response in (api.get(URL, parameters | {"output": "text"}), api.post(URL, parameters, accept="text/plain")):
        assert (response.status_code, response.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
        assert response.content.decode() == text


TEXTS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["0001-01-01", "9999-12-31T23:59:59", "0001-01-01T00:00+14:00", "9999-12-31T23:59:59.9-14:00"]),
    st.sampled_from(["-62135596800", "253402300799", "now", "next year", "in 7972 years", "2026-10-25T02:30"]),
    st.sampled_from(["UTC", "Europe/Dublin", "Pacific/Apia", "+14:00", "-14:00", "CEST", "CST", "Africa/Monrovia"]),
    st.sampled_from(["seconds", "years", "%Y %G %c %z", "unix", "human", "later", "earlier", "reject"]),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([None, True, [], {}, 10**400, -(10**18), 1, 119988]),
)
ROWS = st.sampled_from(list(TimeView.operations.rows.values()))
NAMES = st.sampled_from([*TimeView.operations.fields, "time", "from", "to"])


@settings(max_examples=2 * settings.default.max_examples)
@given(ROWS, st.dictionaries(NAMES, TEXTS))
def test_any_request_is_answered_or_refused(row, parameters):
    """T8, G13: every request is answered, or refused with status 400. Every answer can be written as JSON and text."""
    try:
        answer = row.answer({**parameters, "operation": row.name})
    except ServiceError as refusal:
        told = (refusal.status, bool(refusal.error), bool(refusal.details))
        assert told == (400, True, True)  # most requests are refused, which is right
    else:
        assert services.plain_text(answer) or answer["count"] == 0
        assert json.loads(orjson.dumps(answer)) == answer


FIRST_ANSWERS = """
from contextlib import suppress

from tests.measure import cpu_seconds
from timeops import services
from utilitysvc.kit.service_error import ServiceError

def cost(operation, zone):
    def ask():
        with suppress(ServiceError):
            getattr(services, operation)(timezone=zone)

    return cpu_seconds(ask, repeats=1)

print(max(cost("current", "Europe/Berlin"), cost("current", "CEST"), cost("current", "Europe/Berln"),
          cost("timezone_info", "Asia/Calcutta")))
"""


def test_the_first_answer_of_a_process_is_quick():
    """The first use reads zones, abbreviations, links and countries, in milliseconds."""
    printed = subprocess.run([sys.executable, "-c", FIRST_ANSWERS], capture_output=True, text=True, check=True).stdout
    assert float(printed) < 0.3  # about 0.01 s on a quiet machine; reading all zones would take a second
