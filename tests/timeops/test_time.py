"""Requests to /time/: what the query and JSON mean (G1 to G3), plain text (G6), any request, and a first answer."""

import json
import subprocess
import sys

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each_row, rows
from timeops import services
from timeops.views import TimeView
from timeops.zones import database
from utilitysvc.kit.service_error import ServiceError

URL = "/time/"


@each_row(("query", "iso8601", "timezone"), rows("time_plus_signs_of_a_query.tsv"))
def test_plus_signs_of_a_query(api, query, iso8601, timezone):
    """T1, T2, G1: an unescaped + arrives as a space."""
    body = api.get(URL, query).json()
    assert (body["iso8601"], body["timezone"]) == (iso8601, timezone)


@each_row(("name", "literal", "timestamp"), rows("time_numbers_of_json.tsv"))
def test_numbers_of_json_are_timestamps(api, name, literal, timestamp):
    """T2, T7, G2."""
    assert api.post(URL, f'{{"{name}": {literal}}}'.encode()).json()["timestamp"] == int(timestamp)


@each_row(("operation", "name"), rows("time_wrong_types.tsv"))
@each_row("value", [True, [], {}, [1]])
def test_wrong_types(api, operation, name, value):
    """G2, G3."""
    others = {"timezone": "UTC", "datetime": "0", "start": "0", "end": "0", "from_timezone": "UTC", "to": "UTC"}
    response = api.post(URL, {"operation": operation, **others, name: value})
    error = {"error": "Invalid parameter type", "details": f"{name} must be a string"}
    assert (response.status_code, response.json()) == (400, error)


@each_row(("parameters", "text"), rows("time_plain_text.json"))
def test_plain_text(api, parameters, text):
    """G6."""
    for response in (api.get(URL, parameters | {"output": "text"}), api.post(URL, parameters, accept="text/plain")):
        assert (response.status_code, response.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
        assert response.content.decode() == text


@settings(deadline=None)
@given(st.datetimes(timezones=st.sampled_from(database.NAMES).map(database.load)))
def test_fields_of_a_moment_agree(local):
    """T6, T14."""
    fields = services.components(datetime=local, timezone=local.tzinfo)
    parts = fields["components"]
    assert fields["iso8601"] == f"{fields['date']}T{fields['time']}{fields['timezone_offset']}"
    assert fields["datetime"] == f"{fields['date']} {fields['time']}"
    assert fields["timestamp"] == fields["unix_timestamp"] == fields["unix_milliseconds"] // 1000
    for name in ("year", "month", "day", "hour", "minute", "second", "day_of_year", "week_of_year"):
        assert int(fields[name]) == parts[name]
    assert parts["iso_year"] - parts["year"] in (-1, 0, 1)


TEXTS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(rows("time_texts_of_any_request.tsv")),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([None, True, [], {}, 10**400, -(10**18), 1, 119988]),
)
NAMES = st.sampled_from([*TimeView.operations.fields, "time", "from", "to"])


@pytest.mark.slow
@settings(max_examples=2 * settings.default.max_examples)
@given(st.sampled_from(list(TimeView.operations.rows.values())), st.dictionaries(NAMES, TEXTS))
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


@pytest.mark.parametrize("value", ["%ff", "%ed%a0%80"])
def test_bytes_that_are_no_text(api, value):
    """G2."""
    response = api.get(URL, f"datetime={value}")
    assert (response.status_code, response.json()["error"]) == (400, "Invalid text encoding")


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
    assert float(printed) < 0.3  # about 0.02 s on a quiet machine; reading all zones would take a second
