"""Whatever is sent, each service answers with JSON of its own shape, and never with a 5xx (G9, G12, G13).

What is drawn is sent to every service, because drawing it takes longer than an answer.
"""

import json
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import SERVICES
from tests.tables import rows

# The fixtures keep nothing from one example to the next.
thorough = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])

NAMES = sorted(
    {*rows("fuzz_names.json"), *(name for service in SERVICES for name in (*service.example, *service.refused))}
)

texts = st.sampled_from(rows("fuzz_values.json")) | st.text(st.characters(codec=None), max_size=20)
numbers = st.integers() | st.integers(-3, 30) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts, lambda inner: st.lists(inner, max_size=3), max_leaves=4
)
parameters = st.dictionaries(st.sampled_from(NAMES), values, max_size=8)


@pytest.fixture(autouse=True)
def addresses(located, settings):
    settings.GEOIP_PATH = located


def each_answers(send):
    """Send a request to each service, and look at the answers."""
    for service in SERVICES:
        response = send(service.path)
        assert response.status_code in (200, 400, 404, 413, 415), service
        if response.status_code == 200:
            assert response.content, service
        else:
            keys = tuple(json.loads(response.content))
            assert keys[: len(service.error_keys)] == service.error_keys, service  # a 404 of /ip/ says more (I3)


@thorough
@given(parameters)
def test_any_request_by_post(api, parameters):
    body = json.dumps(parameters).encode()
    each_answers(lambda path: api.post(path, body))


@thorough
@given(st.dictionaries(st.sampled_from(NAMES), texts, max_size=8))
def test_any_request_by_get(api, parameters):
    query = "&".join(f"{name}={quote(value, errors='surrogatepass')}" for name, value in parameters.items())
    each_answers(lambda path: api.get(path, query))


@thorough
@given(st.binary(max_size=60), st.sampled_from([b'{"', b"{", b"[", b""]), st.sampled_from([b'":1}', b"}", b""]))
def test_any_bytes_as_a_body(api, octets, before, after):
    each_answers(lambda path: api.post(path, before + octets + after))


@thorough
@given(st.binary(max_size=60))
def test_any_bytes_as_a_query(api, octets):
    each_answers(lambda path: api.get(path, octets.decode("latin-1")))


@thorough
@given(st.text(st.characters(max_codepoint=255), max_size=60))
def test_any_accept_header(api, accept):
    for service in SERVICES:
        assert api.get(service.path, service.example, accept=accept).status_code == 200, service
