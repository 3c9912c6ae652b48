"""Whatever is sent, each service answers with JSON of its own shape, and never with a 5xx (G9, G12, G13)."""

import json
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import SERVICES

pytestmark = pytest.mark.slow

# Derandomised, since a test must say the same each time; the fixtures keep nothing from one example to the next.
thorough = settings(
    max_examples=60, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

NAMES = sorted(
    {
        *(name for service in SERVICES for name in (*service.example, *service.refused)),
        *("text", "algorithms", "salt", "iterations", "format", "uppercase", "key", "expected", "encoding", "output"),
        *("ips", "unique", "secure", "sorted", "decimal", "precision", "exclude", "exclude_similar", "lowercase"),
        *("operation", "shift", "timezone", "timestamp", "datetime", "time", "amount", "unit", "start", "end"),
        *("from_timezone", "to_timezone", "from", "to", "time1", "time2", "disambiguation"),
    }
)
#: Values that mean something to some parameter, so that what stands behind its first check is reached.
MEANINGFUL = [
    "md5,sha1",
    "hex",
    "base64",
    "text",
    "add",
    "difference",
    "convert_timezone",
    "analyze,reverse",
    "caesar_cipher",
]
MEANINGFUL += [
    "format",
    "timezone_info",
    "UTC",
    "Europe/Berlin",
    "CST",
    "now",
    "next monday",
    "days",
    "1",
    "0",
    "true",
    "-5",
]
MEANINGFUL += [
    "2026-03-29 02:30",
    "%Y %q",
    "::1",
    "8.8.8.8",
    "%zz",
    "&#x110000;",
    "=",
    "e\u0301",
    "\u0000",
    "9" * 5000,
    "",
]

texts = st.sampled_from(MEANINGFUL) | st.text(st.characters(codec=None), max_size=20)
numbers = st.integers() | st.integers(-3, 30) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts, lambda inner: st.lists(inner, max_size=3), max_leaves=4
)
parameters = st.dictionaries(st.sampled_from(NAMES), values, max_size=8)


def is_an_answer(service, response):
    assert response.status_code in (200, 400, 404, 413, 415)
    if response.status_code == 200:
        assert response.content
    else:
        keys = tuple(json.loads(response.content))
        assert keys[: len(service.error_keys)] == service.error_keys  # a 404 of /ip/ says more (I3)


@thorough
@given(parameters)
def test_any_request_by_post(api, service, parameters):
    is_an_answer(service, api.post(service.path, json.dumps(parameters).encode()))


@thorough
@given(st.dictionaries(st.sampled_from(NAMES), texts, max_size=8))
def test_any_request_by_get(api, service, parameters):
    query = "&".join(f"{name}={quote(value, errors='surrogatepass')}" for name, value in parameters.items())
    is_an_answer(service, api.get(service.path, query))


@thorough
@given(st.binary(max_size=60), st.sampled_from([b'{"', b"{", b"[", b""]), st.sampled_from([b'":1}', b"}", b""]))
def test_any_bytes_as_a_body(api, service, octets, before, after):
    is_an_answer(service, api.post(service.path, before + octets + after))


@thorough
@given(st.binary(max_size=60))
def test_any_bytes_as_a_query(api, service, octets):
    is_an_answer(service, api.get(service.path, octets.decode("latin-1")))


@thorough
@given(st.text(st.characters(max_codepoint=255), max_size=60))
def test_any_accept_header(api, service, accept):
    assert api.get(service.path, service.example, accept=accept).status_code == 200
