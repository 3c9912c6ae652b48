"""B10: which web pages may call /mcp/."""

import pytest
from django.core.checks import run_checks
from django.test import override_settings

from tests.tables import each_row
from utilitysvc.interfaces.mcp.origins import is_origin_allowed


@each_row(
    ("origin", "host", "hosts"),
    [
        # the page is on the request's host, a loopback host
        ("http://localhost:8000", "localhost:8000", ["*"]),
        ("https://localhost:8000", "localhost:8000", []),
        ("http://LOCALHOST:8000", "localhost:8000", []),
        ("http://localhost", "localhost", []),
        ("http://localhost", "localhost:80", []),
        ("http://app.localhost:3000", "app.localhost:3000", []),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", []),
        ("http://127.9.9.9:8000", "127.9.9.9:8000", []),
        ("http://[::1]:8000", "[::1]:8000", []),
        # the page is on the request's host, which ALLOWED_HOSTS names
        ("https://tools.example", "tools.example", ["tools.example"]),
        ("http://tools.example", "tools.example", ["tools.example"]),
        ("https://tools.example:443", "tools.example", ["tools.example"]),
        ("https://tools.example:8443", "tools.example:8443", ["tools.example"]),
        ("https://a.tools.example", "a.tools.example", ["*", ".tools.example"]),
        ("http://10.0.0.5:8000", "10.0.0.5:8000", ["10.0.0.5"]),
        # the origin is allowed
        ("https://page.example", "tools.example", []),
        ("HTTPS://Page.Example", "tools.example", []),
        ("https://page.example:443", "tools.example", []),
        ("vscode-webview://abc", "tools.example", []),
        ("http://page.example:8080", "tools.example", []),
    ],
)
def test_b10_pages_that_may_ask(origin, host, hosts):
    named = ["https://page.example", "http://page.example:8080", "vscode-webview://abc"]
    assert is_origin_allowed(origin, host=host, allowed_origins=named, allowed_hosts=hosts)


@each_row(
    ("origin", "host", "hosts"),
    [
        # the page is on the request's host, which ALLOWED_HOSTS does not name: an attacker's name for this machine
        ("http://evil.example:8000", "evil.example:8000", ["*"]),
        ("http://evil.example:8000", "evil.example:8000", ["tools.example"]),
        ("http://10.0.0.5:8000", "10.0.0.5:8000", ["*"]),
        ("http://localhost.evil.example", "localhost.evil.example", ["*"]),
        ("http://notlocalhost", "notlocalhost", ["*"]),
        # the page is on another host or port
        ("http://evil.example", "localhost:8000", ["*"]),
        ("http://localhost:3000", "localhost:8000", ["*"]),
        ("http://localhost", "localhost:8000", ["*"]),
        ("http://127.0.0.1:8000", "localhost:8000", ["*"]),
        ("https://tools.example", "tools.example:80", ["tools.example"]),
        ("ws://localhost:8000", "localhost:8000", []),
        # the origin differs from the allowed one
        ("http://page.example", "tools.example", []),
        ("https://page.example:8443", "tools.example", []),
        ("https://www.page.example", "tools.example", []),
        # not an origin
        ("null", "localhost:8000", ["*"]),
        ("", "localhost:8000", ["*"]),
        ("*", "localhost:8000", ["*"]),
        ("localhost:8000", "localhost:8000", ["*"]),
        ("http://localhost:8000/", "localhost:8000", ["*"]),
        ("http://user@localhost:8000", "localhost:8000", ["*"]),
        ("http://localhost:8000 http://localhost:8000", "localhost:8000", ["*"]),
        ("http://localhost:8000, http://evil.example", "localhost:8000", ["*"]),
        ("http://localhost:99999999", "localhost:99999999", ["*"]),
        ("http://[::1", "[::1", ["*"]),
        ("http://ÿ", "ÿ", ["*"]),
    ],
)
def test_b10_pages_that_may_not(origin, host, hosts):
    assert not is_origin_allowed(origin, host=host, allowed_origins=["https://page.example"], allowed_hosts=hosts)


def test_b10_a_page_without_origin_may_ask_where_that_is_named():
    assert is_origin_allowed("null", host="tools.example", allowed_origins=["null"], allowed_hosts=[])


@pytest.mark.parametrize(
    "origin", ["*", "page.example", "https://page.example/", "https://page.example/mcp/", "https://*.example", ""]
)
def test_what_no_browser_sends_as_an_origin_is_told_at_start(origin):
    with override_settings(UTILITYSVC_MCP_ALLOWED_ORIGINS=["https://page.example", origin]):
        (error,) = [found for found in run_checks() if found.id.startswith("utilitysvc_interfaces")]
    assert error.id == "utilitysvc_interfaces.E001"
    assert repr(origin) in error.msg
