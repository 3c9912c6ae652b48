"""I10: other services than /ip/ send no cross-origin header, until an operator opens them by CORS_URLS_REGEX."""

import pytest

from benchmarks.measure import connect, read_answer
from tests.service import serving
from tests.serving.wire import HOST
from tests.tables import each_row, rows

ORIGIN, OTHER = "https://page.example", "https://other.example"
PREFLIGHT = b"Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: content-type\r\n"
#: What a row says of the headers, with the values of the specification.
ALLOWED = {
    "nothing": {},
    "the answer": {"access-control-allow-origin": "*"},
    "the request": {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "get, post, options",
        "access-control-allow-headers": "content-type, authorization",
        "access-control-max-age": "86400",
    },
}


@pytest.fixture(scope="module")
def opened():
    with serving(CORS_URLS_REGEX="^/(uuid|batch|ip|mcp)", MCP_ALLOWED_ORIGINS=ORIGIN) as service:
        yield service


def ask(service, method, path, origin):
    """Return the status of the answer, and its headers in lower case."""
    with connect(service.port) as sock:
        more = PREFLIGHT if method == "OPTIONS" else b""
        sock.sendall(f"{method} {path}".encode() + HOST + b"Origin: " + origin.encode() + b"\r\n" + more + b"\r\n")
        answer = read_answer(sock.makefile("rb"))
        return answer.status, {name.decode(): value.decode() for name, value in answer.headers.items()}


@each_row("method, path, status, allowed", rows("opened_paths.tsv"))
def test_who_may_read_which_path(opened, method, path, status, allowed):
    found, headers = ask(opened, method, path, OTHER)
    access = {name: value for name, value in headers.items() if name.startswith("access-")}
    assert (found, access) == (int(status), ALLOWED[allowed])


def test_ip_and_mcp_keep_their_own_headers(opened):
    """B10: a page that is named may send its headers. G7 holds for the preflights of /ip/ too."""
    status, headers = ask(opened, "OPTIONS", "/mcp/", ORIGIN)
    assert (status, headers["access-control-allow-origin"]) == (204, ORIGIN)
    assert "mcp-protocol-version" in headers["access-control-allow-headers"]
    assert ask(opened, "OPTIONS", "/ip/", ORIGIN)[1]["cache-control"] == "no-store"
