"""I10: other services than /ip/ send no cross-origin header, until an operator opens them by CORS_URLS_REGEX."""

import urllib.error
import urllib.request

import pytest

from tests.service import running

ORIGIN = "https://page.example"
PREFLIGHT = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}


def ask(base, path, method="GET", **headers):
    request = urllib.request.Request(base + path, method=method, headers={"Origin": ORIGIN, **headers})
    try:
        answer = urllib.request.urlopen(request, timeout=10)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    with answer:
        headers = {name.lower(): value for name, value in answer.headers.items()}
        return answer.status, {name: value for name, value in headers.items() if name.startswith("access-")}


@pytest.fixture(scope="module")
def opened():
    with running(CORS_URLS_REGEX="^/uuid/") as (base, _):
        yield base


def test_an_opened_path_is_readable_from_any_origin_errors_too(opened):
    allowed = {"access-control-allow-origin": "*"}
    assert ask(opened, "/uuid/") == (200, allowed)
    assert ask(opened, "/uuid/?count=0") == (400, allowed)


@pytest.mark.parametrize("path", ["/uuid/", "/ip/8.8.8.8"])
def test_a_preflight_is_answered_with_the_values_of_the_specification(opened, path):
    status, headers = ask(opened, path, "OPTIONS", **PREFLIGHT)
    assert status == 200
    assert headers == {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, POST, OPTIONS",
        "access-control-allow-headers": "Content-Type, Authorization",
        "access-control-max-age": "86400",
    }


def test_where_all_is_opened_ip_and_mcp_keep_their_own_rules():
    """B10, I10: a page that MCP_ALLOWED_ORIGINS does not name is refused; one that it names may send its headers."""
    with running(CORS_URLS_REGEX=".*", MCP_ALLOWED_ORIGINS=ORIGIN) as (base, _):
        status, headers = ask(base, "/mcp/", "OPTIONS", **PREFLIGHT)
        assert (status, headers["access-control-allow-origin"]) == (204, ORIGIN)
        assert "mcp-protocol-version" in headers["access-control-allow-headers"]
        for path in ("/mcp", "/mcp/"):
            assert ask(base, path, "OPTIONS", **PREFLIGHT, Origin="https://other.example") == (403, {})
        for path in ("/hash/", "/batch/", "/ip/8.8.8.8", "/ip"):
            assert ask(base, path, "OPTIONS", **PREFLIGHT)[1]["access-control-max-age"] == "86400"
        request = urllib.request.Request(f"{base}/ip/", method="OPTIONS", headers={"Origin": ORIGIN, **PREFLIGHT})
        with urllib.request.urlopen(request, timeout=10) as answer:
            assert answer.headers["Cache-Control"] == "no-store", "G7 holds for its preflights too"


def test_another_path_stays_closed(opened):
    assert ask(opened, "/hash/?input=a") == (200, {})
    assert ask(opened, "/hash/", "OPTIONS", **PREFLIGHT) == (200, {})
