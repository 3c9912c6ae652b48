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
from tests.tables import each_row, rows

HERE = Path(__file__).parents[1]
PROTOCOLS = ("wsgi", "asgi")
CORS_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, Authorization",
    "Access-Control-Max-Age": "86400",
}
#: What an app stands on: the kit, and how it says what the page and agents need of its views.
BELOW = re.compile(r"utilitysvc\.(kit|drawing)\b|utilitysvc\.(console(\.hints)?|interfaces(\.mcp(\.tool)?)?)$")
ROWS = rows("site_requests.json")
#: A broken service stays broken, so that is the last request, by both protocols.
ASKED = sorted(product(PROTOCOLS, ROWS), key=lambda asked: asked[1][0] == "broken")


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    content: str

    @property
    def body(self) -> Any:
        return json.loads(self.content)


class Visit(NamedTuple):
    """What came of the requests to a site, by protocol and name, and what its process had imported by then."""

    app: App
    answers: Mapping[tuple[str, str], Answer]
    modules: list[str]
    log: str


def requests_to(app: App) -> list[Any]:
    filling = {
        "{example}": query_string(app.service.example),
        "{json}": json.dumps(app.service.example),
        "{refused}": query_string(app.service.refused),
        "{crowd}": "".join(f"&n{number}=1" for number in range(1100)),
        "{large}": " " * 4097,  # one more than foreign_site/settings.py allows
    }

    def filled(text: str) -> str:
        return re.sub(r"\{\w+\}", lambda found: filling.get(found[0], found[0]), text)

    return [
        [protocol, name, method, filled(address), filled(body), headers]
        for protocol, (name, method, address, body, headers, _, _) in ASKED
    ]


@pytest.fixture(scope="session", params=APPS, ids=str)
def visit(request, tmp_path_factory):
    """Each app in turn, in its foreign site."""
    app = request.param

    def drive():
        folder = tmp_path_factory.mktemp(app.name)
        write_mmdb(folder / "city.mmdb", "DBIP-City-Lite", {"8.8.8.0/24": {"country": {"iso_code": "US"}}})
        python = wheel.installed(tmp_path_factory, app.name)
        site = shutil.copytree(HERE / "foreign_site", folder / "site")
        env = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "settings"}
        env |= {"APP": app.name, "GEOIP_PATH": str(folder)}
        done = wheel.run(python, "-W", "error", "drive.py", input=json.dumps(requests_to(app)), cwd=site, env=env)
        return {**json.loads(done.stdout), "log": done.stderr}

    told = wheel.once(tmp_path_factory, f"visit-{app}", drive)
    names = [(protocol, row[0]) for protocol, row in ASKED]
    answers = dict(zip(names, (Answer(*answer) for answer in told["answers"]), strict=True))
    return Visit(app, answers, told["modules"], told["log"])


@each_row("protocol", PROTOCOLS)
@each_row("name, status, words", [(row[0], *row[5:]) for row in ROWS if row[0] not in ("text", "head", "preflight")])
def test_answer_or_error_of_the_app(visit, protocol, name, status, words):
    """G1, G5, G8-G10, G12, G13: one answer whatever the way in, under another renderer, parser and negotiation than
    ours, and never the host's own handler or page, for the host's refusals too."""
    answer = visit.answers[protocol, name]
    assert (answer.status, answer.headers["Content-Type"]) == (status, "application/json"), visit.log
    assert answer.headers["Cache-Control"] == "no-store"
    if status == 200:
        assert answer.body.keys() == visit.answers["wsgi", "get"].body.keys()
        assert "error" not in answer.body
    else:
        assert tuple(answer.body) == visit.app.service.error_keys
        assert answer.body["error"].startswith(words or visit.app.service.error)


@each_row("protocol", PROTOCOLS)
def test_plain_text_and_head(visit, protocol):
    """G6, G8: also where the host offers a browsable page alone."""
    text, head, get = (visit.answers[protocol, name] for name in ("text", "head", "get"))
    assert (text.status, text.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert text.content.endswith("\n")
    assert (head.status, head.headers.keys()) == (200, get.headers.keys())


@each_row("protocol", PROTOCOLS)
def test_policy_of_the_host_holds(visit, protocol):
    """Authentication, permission and throttling are the host's, in its own words and with its challenge."""
    anonymous, stranger, hurried = (visit.answers[protocol, name] for name in ("anonymous", "stranger", "hurried"))
    assert anonymous.headers["WWW-Authenticate"] == stranger.headers["WWW-Authenticate"] == "Password"
    if visit.app.name != "iplookup":  # whose errors have no details (G12)
        assert "Anmeldedaten fehlen." in anonymous.content  # DRF's own words, in the site's language
        assert "Speak friend" in stranger.content
    assert hurried.headers["Retry-After"] == "7"


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
    identity = answer.headers["X-Request-ID"]
    assert "details" not in answer.body or identity in answer.body["details"]
    assert visit.log.count(f"request {identity}") == 1
    assert visit.log.count("RuntimeError: on purpose") == len(PROTOCOLS)


def test_nothing_but_the_app_is_imported(visit):
    """No other app, none of the service's own wiring, and none of what only another app needs."""
    others = APP_NAMES.union(*NEEDS.values()) - {visit.app.name} - NEEDS.get(visit.app.name, set())
    assert {name.partition(".")[0] for name in visit.modules} & others == set()
    assert [name for name in visit.modules if name.startswith("utilitysvc.") and not BELOW.match(name)] == []
