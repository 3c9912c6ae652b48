"""Keys and rates as the service is deployed: by environment variables, through the front (S6, S7)."""

import json
from contextlib import closing
from http.client import HTTPConnection

import pytest

from tests.service import eventually, serving
from utilitysvc.access import tokens

TOKEN = "usvc_a-token-that-no-log-may-hold"
KEY = {"Authorization": f"Bearer {TOKEN}"}
FILE = {"Content-Type": "application/octet-stream"}


@pytest.fixture(scope="module")
def closed(tmp_path_factory):
    """A service that wants keys, with everything that it logs."""
    folder = tmp_path_factory.mktemp("closed")
    entries = folder / "tokens"
    entries.write_text(tokens.entry("alice", TOKEN))
    with serving(workers=1, API_TOKENS_FILE=str(entries), stdout=str(folder / "log")) as service:
        yield service


def ask(service, method, path, body=None, headers=()):
    """Return status, headers and body of an answer."""
    with closing(HTTPConnection("127.0.0.1", service.port, timeout=30)) as connection:
        connection.request(method, path, body, dict(headers))
        response = connection.getresponse()
        return response.status, response.headers, response.read()


@pytest.mark.parametrize(
    ("method", "path", "body", "headers"),
    [
        ("GET", "/uuid/", None, {}),
        ("HEAD", "/uuid", None, {}),
        ("GET", "/ip/", None, {}),
        ("POST", "/hash/", b"x" * 200_000, {"Content-Type": "application/json"}),
        ("POST", "/hash/", b"x" * 3_000_000, FILE),
        ("POST", "/batch/", b'{"calls": [{"path": "/uuid/"}]}', {"Content-Type": "application/json"}),
    ],
)
def test_s6_in_every_lane(closed, method, path, body, headers):
    status, answered, _ = ask(closed, method, path, body, headers)
    assert (status, answered["WWW-Authenticate"]) == (401, 'Bearer realm="utilitysvc"')
    assert ask(closed, method, path, body, headers | KEY)[0] in (200, 400, 404)


def test_s6_the_description_names_the_scheme(closed):
    described = json.loads(ask(closed, "GET", "/schema/")[2])
    assert described["paths"]["/uuid/"]["get"]["security"] == [{"key": []}]


def test_s6_no_log_holds_a_token(closed):
    """Neither a right nor a wrong one, nor one in an address."""
    ask(closed, "GET", f"/uuid/?token={TOKEN}")
    ask(closed, "GET", f"/{TOKEN}/", headers={"Authorization": f"Bearer {TOKEN}x"})
    ask(closed, "GET", "/uuid/", headers={"Authorization": f"Bearer {TOKEN}x"})
    last = ask(closed, "GET", "/uuid/", headers=KEY | {"X-Request-ID": "the-last-one"})
    assert last[0] == 200
    eventually(lambda: "the-last-one" in closed.output.read_text())
    assert TOKEN not in closed.output.read_text() + closed.errors.read_text()
    assert closed.alarms() == []


@pytest.fixture(scope="module")
def limited():
    """A service whose callers have three calls each, and are told apart as a proxy tells them."""
    with serving(workers=1, RATE_LIMIT="3/day", NUM_PROXIES="1") as service:
        yield service


def test_s7_counted_by_one_process(limited):
    statuses = [ask(limited, "GET", "/uuid/")[0] for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]
    assert ask(limited, "POST", "/hash/", b"x" * 2_000_000, FILE)[0] == 429
    assert ask(limited, "GET", "/")[0] == 200


def test_s7_a_connection_outlives_its_refusals(limited):
    """Also that of a body that was not read."""
    another = {"Content-Type": "application/json", "X-Forwarded-For": "192.0.2.1"}
    with closing(HTTPConnection("127.0.0.1", limited.port, timeout=30)) as kept:
        statuses = []
        for body in (b"{}", b"{}", b"{}", b"{}", b"x" * 500_000, b"{}"):
            kept.request("POST", "/uuid/", body, another)
            response = kept.getresponse()
            response.read()
            statuses.append(response.status)
        assert statuses == [200, 200, 200, 429, 429, 429]
