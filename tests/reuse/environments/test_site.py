"""One app at a time in somebody else's site: installed from the wheel, under settings that want everything otherwise.

Each app has an environment with its own extra and nothing else, and a process of its own, outside of the checkout.
"""

import json
import os
import re
import shutil
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.conftest import query_string
from tests.mmdb import write_mmdb
from tests.reuse import wheel
from tests.reuse.apps import APP_NAMES, APPS, NEEDS, App
from tests.tables import each_row

HERE = Path(__file__).parents[1]
PROTOCOLS = ("wsgi", "asgi")
CORS_HEADERS = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, POST, OPTIONS",
    "access-control-allow-headers": "Content-Type, Authorization",
    "access-control-max-age": "86400",
}
#: What an app stands on: the kit, and how it says what the page and agents need of its views.
BELOW = re.compile(r"utilitysvc\.(kit|drawing)\b|utilitysvc\.(console(\.hints)?|interfaces(\.mcp(\.tool)?)?)$")
MAX_BODY_BYTES = 4096  # as in foreign_site/settings.py


def asking(protocol, method="GET", path="/tools/", query="", body="", chunked=False, broken=False, **headers):
    """A request for the driver; a header is written as in ``content_type=...``, and credentials go with every one."""
    headers = {"host": "site.example", "authorization": "Password mellon"} | {
        name.replace("_", "-"): value for name, value in headers.items() if value is not None
    }
    return {"protocol": protocol, "method": method, "path": path, "query": query, "body": body,
            "chunked": chunked, "broken": broken, "headers": {k: v for k, v in headers.items() if v}}  # fmt: skip


def requests_to(app: App, protocol: str) -> dict[str, dict[str, Any]]:
    query, body = query_string(app.service.example), json.dumps(app.service.example)
    json_type = "application/json"
    return {
        "get": asking(protocol, query=query, accept="text/html"),
        "raw": asking(protocol, query=f"{query}&n=\xc3\xa9"),  # bytes unescaped, as some clients send them
        "crowded": asking(protocol, query=query + "".join(f"&n{number}=1" for number in range(1100))),
        "post": asking(protocol, "POST", body=body, content_type=json_type),
        "chunked": asking(protocol, "POST", body=body, content_type=json_type, chunked=True),
        "slashless": asking(protocol, "POST", "/tools", body=body, content_type=json_type),
        "text": asking(protocol, query=query, accept="text/plain"),
        "head": asking(protocol, "HEAD", query=query),
        "wrong": asking(protocol, query=query_string(app.service.refused)),
        "anonymous": asking(protocol, query=query, authorization=""),
        "stranger": asking(protocol, query=query, authorization="Password melon"),
        "hurried": asking(protocol, query=query, x_hurry="yes"),
        "preflight": asking(protocol, "OPTIONS", authorization=""),
        "method": asking(protocol, "DELETE"),
        "form": asking(protocol, "POST", body="a=1", content_type="application/x-www-form-urlencoded"),
        "large": asking(protocol, "POST", body=" " * (MAX_BODY_BYTES + 1), content_type=json_type),
        "large chunked": asking(
            protocol, "POST", body=" " * (MAX_BODY_BYTES + 1), content_type=json_type, chunked=True
        ),
        "broken": asking(protocol, query=query, broken=True),
    }


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    content: str

    @property
    def body(self) -> Any:
        body = json.loads(self.content)
        body.pop("timestamp", None)
        return body


class Visit(NamedTuple):
    """What came of the requests to a site, by protocol and name, and what its process had imported by then."""

    app: App
    answers: Mapping[tuple[str, str], Answer]
    modules: Mapping[str, str | None]
    log: str


@pytest.fixture(scope="session", params=APPS, ids=str)
def visit(request, tmp_path_factory):
    """Each app in turn, in its foreign site."""
    app = request.param
    asked = {(protocol, name): sent for protocol in PROTOCOLS for name, sent in requests_to(app, protocol).items()}
    asked = dict(sorted(asked.items(), key=lambda item: item[1]["broken"]))  # a broken service stays broken
    told = wheel.once(
        tmp_path_factory,
        f"visit-{app}",
        lambda: drive(
            wheel.installed(tmp_path_factory, app.name), tmp_path_factory.mktemp(app.name), app, list(asked.values())
        ),
    )
    answers = [
        Answer(one["status"], {k.lower(): v for k, v in one["headers"]}, one["content"]) for one in told["answers"]
    ]
    return Visit(app, dict(zip(asked, answers, strict=True)), told["modules"], told["log"])


def drive(python, folder, app, requests):
    """Put the requests to a site that has the app alone; return what it printed, and its log."""
    write_mmdb(folder / "city.mmdb", "DBIP-City-Lite", {"8.8.8.0/24": {"country": {"iso_code": "US"}}})
    done = wheel.run(
        python, "-W", "error", "drive.py",
        input=json.dumps(requests),
        cwd=shutil.copytree(HERE / "foreign_site", folder / "site"),
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "settings",
            "APP": app.name,
            "GEOIP_PATH": str(folder),
        },
    )  # fmt: skip
    return {**json.loads(done.stdout), "log": done.stderr}


@each_row("protocol, name", product(PROTOCOLS, ["get", "raw", "crowded", "post", "chunked", "slashless"]))
def test_right_answer(visit, protocol, name):
    """G1, G5: one answer whatever the way in, under another renderer, parser and negotiation than ours."""
    answer = visit.answers[protocol, name]
    assert answer.status == 200, visit.log
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.body.keys() == visit.answers["wsgi", "get"].body.keys()
    assert "error" not in answer.body


@each_row("protocol", PROTOCOLS)
def test_plain_text_and_head(visit, protocol):
    """G6, G8: also where the host offers a browsable page alone."""
    text, head, get = (visit.answers[protocol, name] for name in ("text", "head", "get"))
    assert (text.status, text.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert text.content.endswith("\n")
    assert (head.status, head.headers.keys()) == (200, get.headers.keys())  # the server drops the body


ERRORS = [
    ("wrong", 400, ""),
    ("method", 405, "Method not allowed"),
    ("form", 415, "Unsupported media type"),
    ("large", 413, "Request body too large"),
    ("large chunked", 413, "Request body too large"),
    ("anonymous", 401, "Unauthorized"),
    ("stranger", 401, "Unauthorized"),
    ("hurried", 429, "Too Many Requests"),
    ("broken", 500, "Internal server error"),
]


@each_row("protocol, name, status, words", [(protocol, *row) for protocol, row in product(PROTOCOLS, ERRORS)])
def test_errors_have_the_shape_of_the_service(visit, protocol, name, status, words):
    """G8-G10, G12, G13: never the host's own handler or page, for the host's refusals too."""
    answer = visit.answers[protocol, name]
    assert answer.status == status
    assert answer.headers["content-type"] == "application/json"
    assert {"timestamp", *answer.body} == {"timestamp", *visit.app.service.error_keys}
    assert answer.body["error"].startswith(words or visit.app.service.error)


@each_row("protocol", PROTOCOLS)
def test_policy_of_the_host_holds(visit, protocol):
    """Authentication, permission and throttling are the host's, in its own words and with its challenge."""
    anonymous, stranger, hurried = (visit.answers[protocol, name] for name in ("anonymous", "stranger", "hurried"))
    assert anonymous.headers["www-authenticate"] == stranger.headers["www-authenticate"] == "Password"
    if visit.app.name != "iplookup":  # whose errors have no details (G12)
        assert "Anmeldedaten fehlen." in anonymous.content  # DRF's own words, in the site's language
        assert "Speak friend" in stranger.content
    assert hurried.headers["retry-after"] == "7"


def test_open_to_pages_of_any_origin(visit):
    """I10: /ip/ alone, on every answer, the host's refusals too; a preflight carries no credentials to be judged by."""
    opened = visit.app.name == "iplookup"
    for answer in visit.answers.values():
        found = {name: answer.headers[name] for name in CORS_HEADERS if name in answer.headers}
        assert found == (CORS_HEADERS if opened else {})
    for protocol in PROTOCOLS:
        preflight = visit.answers[protocol, "preflight"]
        assert preflight.status == (200 if opened else 401)
        assert preflight.content == "" or not opened


@each_row("protocol", PROTOCOLS)
def test_fault_is_found_in_the_log_by_its_id(visit, protocol):
    """G13, F3: without our middleware too, once, by the logger and in the way of the site's own errors."""
    answer = visit.answers[protocol, "broken"]
    identity = answer.headers["x-request-id"]
    assert "details" not in answer.body or identity in answer.body["details"]
    assert visit.log.count(f"request {identity}") == 1
    assert visit.log.count("RuntimeError: on purpose") == len(PROTOCOLS)


def test_nothing_but_the_app_is_imported(visit):
    """No other app, none of the service's own wiring, and none of what only another app needs."""
    others = APP_NAMES.union(*NEEDS.values()) - {visit.app.name} - NEEDS.get(visit.app.name, set())
    assert {name.partition(".")[0] for name in visit.modules} & others == set()
    assert [name for name in visit.modules if name.startswith("utilitysvc.") and not BELOW.match(name)] == []
