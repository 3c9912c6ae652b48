"""B10: which web pages may call /mcp/."""

import pytest
from django.core.checks import run_checks
from django.test import override_settings

from tests.tables import each_row, rows
from utilitysvc.interfaces.mcp.origins import is_origin_allowed

NAMED = ["https://page.example", "http://page.example:8080", "vscode-webview://abc", "null"]


def is_allowed(origin, host, hosts, origins):
    with override_settings(ALLOWED_HOSTS=hosts, UTILITYSVC_MCP_ALLOWED_ORIGINS=origins):
        return is_origin_allowed(origin, host)


@each_row(("origin", "host", "hosts"), rows("mcp_origins_allowed.json"))
def test_b10_pages_that_may_ask(origin, host, hosts):
    assert is_allowed(origin, host, hosts, NAMED)


@each_row(("origin", "host", "hosts"), rows("mcp_origins_refused.json"))
def test_b10_pages_that_may_not(origin, host, hosts):
    assert not is_allowed(origin, host, hosts, NAMED[:1])


@pytest.mark.parametrize(
    "origin", ["*", "page.example", "https://page.example/", "https://page.example/mcp/", "https://*.example", ""]
)
def test_what_no_browser_sends_as_an_origin_is_told_at_start(origin):
    with override_settings(UTILITYSVC_MCP_ALLOWED_ORIGINS=["https://page.example", origin]):
        (error,) = [found for found in run_checks() if found.id.startswith("utilitysvc_interfaces")]
    assert error.id == "utilitysvc_interfaces.E001"
    assert repr(origin) in error.msg
