"""How often a caller may ask (S7): reading a rate, for whom a call counts, what counts, and what the headers say."""

import json

import pytest
import time_machine
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured

from tests.access.conftest import BOB
from tests.access.test_keys import MESSAGE
from tests.tables import each_row, rows
from utilitysvc.access import variables
from utilitysvc.access.conf import read_rate

NOON = 1_795_262_400  # the beginning of a minute and of an hour


@each_row(("text", "rate"), rows("rates_read.json"))
def test_s7_rates(text, rate):
    assert read_rate(text) == tuple(rate)


MALFORMED = rows("rates_malformed.json")


@each_row("text", MALFORMED)
def test_s7_what_is_no_rate(text):
    with pytest.raises(ValueError, match="as 100/minute or 10/second"):
        read_rate(text)


@each_row("text", [text for text in MALFORMED if "\x00" not in text])
def test_s7_a_malformed_variable_is_refused_by_its_name(monkeypatch, text):
    monkeypatch.setenv("RATE_LIMIT", text)
    with pytest.raises(ImproperlyConfigured, match=r"^RATE_LIMIT must be a number of calls for each second, minute"):
        variables.rate_limit()


@each_row("url, location", rows("rates_cache_urls.json"))
def test_s7_addresses_of_shared_caches(monkeypatch, url, location):
    """An error does not repeat the address, which may hold a password."""
    monkeypatch.setenv("CACHE_URL", url)
    if location:
        assert variables.caches()["default"]["LOCATION"] == location
    else:
        with pytest.raises(ImproperlyConfigured, match=r"^CACHE_URL must be the address of a Redis or Valk") as refusal:
            variables.caches()
        assert "s3cret" not in str(refusal.value)


@pytest.mark.parametrize("url", ["", None])
def test_s7_without_a_server_the_process_counts_for_itself(monkeypatch, url):
    monkeypatch.setenv("CACHE_URL", url) if url is not None else monkeypatch.delenv("CACHE_URL", raising=False)
    assert "locmem" in variables.caches()["default"]["BACKEND"]


def test_s7_a_call_too_many_is_refused_in_the_shape_of_its_path(api, service, limited):
    limited("2/minute")
    with time_machine.travel(NOON + 12.5, tick=False):
        answers = [api.get(service.path, service.example) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert [answer.headers["RateLimit"] for answer in answers] == [f'"default";r={left};t=48' for left in (1, 0, 0)]
        # Structured fields (RFC 9651) as in draft-ietf-httpapi-ratelimit-headers-10
        assert {answer.headers["RateLimit-Policy"] for answer in answers} == {'"default";q=2;w=60'}
        assert [answer.headers.get("Retry-After") for answer in answers] == [None, None, "48"]
        service.says(answers[2], 429, "Too Many Requests", "Try again in 48 s")
        assert api.post(service.path, service.example).status_code == 429
    with time_machine.travel(NOON + 60, tick=False):
        assert api.get(service.path, service.example).status_code == 200


def test_s7_what_is_refused_for_another_reason_counts_too(api, service, limited):
    limited("1/minute")
    with time_machine.travel(NOON, tick=False):
        assert api.post(service.path, b"{").status_code == 400
        assert api.post(service.path, service.example).status_code == 429


@pytest.mark.parametrize("path", ["/", "/schema/", "/docs/", "/health/live/", "/health/ready/", "/nowhere/"])
def test_s7_what_the_service_says_of_itself_is_never_counted(api, limited, path):
    limited("1/day")
    statuses = {api.get(path).status_code for _ in range(3)}
    assert 429 not in statuses
    assert api.get("/uuid/").status_code == 200
    assert "RateLimit" not in api.get(path).headers


@pytest.mark.parametrize(("one", "other", "is_same"), rows("rates_callers.json"))
def test_s7_for_whom_a_call_counts(api, limited, one, other, is_same):
    """I9: the caller; an IPv6 one is its /64."""
    limited("1/day")
    assert api.client.get("/uuid/", REMOTE_ADDR=one).status_code == 200
    assert api.client.get("/uuid/", REMOTE_ADDR=other).status_code == (429 if is_same else 200)


def test_s7_i9_behind_a_proxy_it_is_the_caller_that_counts(api, limited, settings):
    limited("1/day")
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": 1}
    assert [api.get("/uuid/", x_forwarded_for=f"203.0.113.9, 192.0.2.{n}").status_code for n in (1, 2, 1)] == [
        *(200, 200, 429)
    ]
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": 0}
    assert [api.get("/uuid/", x_forwarded_for=f"192.0.2.{n}").status_code for n in (3, 4)] == [200, 429]


def test_s7_each_token_has_a_count_of_its_own(api, keys, limited):
    """Wherever its calls come from. Who has no key is refused before anything is counted."""
    limited("1/day")
    assert [api.get("/uuid/").status_code for _ in range(2)] == [401, 401]
    assert api.client.get("/uuid/", headers=keys, REMOTE_ADDR="192.0.2.1").status_code == 200
    assert api.client.get("/uuid/", headers=keys, REMOTE_ADDR="192.0.2.2").status_code == 429
    assert api.get("/uuid/", authorization=f"Bearer {BOB}").status_code == 200


def test_s7_a_batch_counts_its_calls_and_not_itself(api, limited):
    limited("3/minute")
    calls = {
        "calls": [{"path": path} for path in ("/uuid/", "/ip/8.8.8", "/nowhere/", "/uuid/", "/ip/8.8.8", "/uuid/")]
    }
    with time_machine.travel(NOON, tick=False):
        response = api.post("/batch/", calls)
        assert response.status_code == 200
        results = [(result["status"], result["body"].get("error")) for result in response.json()["results"]]
        answered = [(200, None), (400, "Invalid IP address provided"), (404, "Not found"), (200, None)]
        assert results == [*answered, (429, "Too Many Requests"), (429, "Too Many Requests")]
        assert list(response.json()["results"][4]["body"]) == ["error", "status", "timestamp"]
        assert response.headers["RateLimit"] == '"default";r=0;t=60'
        assert api.post("/batch/", {"calls": []}).status_code == 400
        assert api.get("/uuid/").status_code == 429


def test_s7_an_agent_is_refused_by_http(api, limited):
    """Each request of an agent counts once, whatever it calls; a refusal is no message of the protocol."""
    limited("2/minute")
    with time_machine.travel(NOON, tick=False):
        assert "result" in api.post("/mcp/", MESSAGE).json()
        assert api.post("/mcp/", MESSAGE).status_code == 200
        refused = api.post("/mcp/", MESSAGE)
    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == "60"
    assert refused.json() == {
        "error": "Too Many Requests",
        "details": "Try again in 60 s",
    }


def test_s7_maxminds_clients_know_the_refusal(api, limited, settings, located):
    """I15."""
    limited("1/day")
    settings.GEOIP_PATH = located
    statuses = [api.get("/geoip/v2.1/country/8.8.8.8") for _ in range(2)]
    assert [response.status_code for response in statuses] == [200, 429]
    assert json.loads(statuses[1].content)["code"] == "OUT_OF_QUERIES"
    assert statuses[1].headers["Content-Type"].startswith("application/vnd.maxmind.com-error+json")
    assert int(statuses[1].headers["Retry-After"]) > 0


def test_s7_i10_ips_headers_for_pages_stand_there_too(api, limited):
    limited("1/day")
    assert [api.get("/ip/8.8.8").headers["Access-Control-Allow-Origin"] for _ in range(2)] == ["*", "*"]
    assert api.send("OPTIONS", "/ip/8.8.8").status_code == 200


def test_s7_without_a_rate_nothing_is_counted(api, settings):
    settings.UTILITYSVC_RATE_LIMIT = ""
    cache.clear()
    assert "RateLimit" not in api.get("/uuid/").headers
    assert not cache._cache
