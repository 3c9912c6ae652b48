"""The line of a request, and the metrics: what they say, and that a fault of theirs costs no request (G15)."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.urls import include, path, re_path, resolve
from gunicorn.config import Config

from tests.service import ROOT, START_SECONDS, STOP_SECONDS, children, free_port, running, serving
from utilitysvc import settings
from utilitysvc.serving import access_log
from utilitysvc.serving.access_log import AccessLogger
from utilitysvc.serving.shown_path import MATCH, shown_method, shown_path


@pytest.fixture
def logger():
    config = Config()
    config.set("accesslog", "-")
    return AccessLogger(config)


def log(logger, path="/uuid/", *, method="GET", status="200 OK", started=None, headers=(("X-Request-ID", "abc"),)):
    request = SimpleNamespace(path=path, **({} if started is None else {"started": started}))
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": "secret=1"}
    response = SimpleNamespace(status=status, sent=182, headers=list(headers))
    logger.access(response, request, environ, timedelta(milliseconds=1.5))


urlpatterns = [
    path("tools/ip/", include("iplookup.urls")),
    path("items/<int:number>/parts/<slug:part>/", lambda request: None),
    re_path(r"^files/.*$", lambda request: None),
]


@pytest.mark.parametrize(
    ("urlconf", "path", "shown"),
    [
        ("utilitysvc.urls", "/", "/"),
        ("utilitysvc.urls", "/uuid/", "/uuid/"),
        ("utilitysvc.urls", "/hash/algorithms/", "/hash/algorithms/"),
        ("utilitysvc.urls", "/ip/", "/ip/"),
        ("utilitysvc.urls", "/ip/8.8.8.8", "/ip/<ip_address>"),
        ("utilitysvc.urls", "/ip//8.8.8.8/", "/ip/<ip_address>"),
        ("utilitysvc.urls", "/ip/8.8.8.8\n/ip/9.9.9.9", "/ip/<ip_address>"),
        ("tests.serving.test_logs", "/tools/ip/8.8.8.8/x", "/tools/ip/<ip_address>"),
        ("tests.serving.test_logs", "/items/007/parts/secret/", "/items/<number>/<part>"),
        ("tests.serving.test_logs", "/files/secret", "/files/<input>"),
    ],
)
def test_path_is_shown_as_its_route_has_it(urlconf, path, shown):
    """G15: which part is input is said by the route, under whatever prefix a site mounts the app."""
    environ = {"PATH_INFO": path, MATCH: resolve(path, urlconf)}
    assert shown_path(environ, 200) == shown


@pytest.mark.parametrize(
    ("environ", "status", "shown"),
    [
        ({MATCH: None, "PATH_INFO": "/hash/?input=secret"}, 404, "<unknown>"),  # requested as /hash/%3finput=secret
        ({"PATH_INFO": "/static/console.css"}, 200, "/static/console.css"),
        ({"PATH_INFO": "/static/console.css"}, 304, "/static/console.css"),
        ({"PATH_INFO": "/secret"}, 301, "<unknown>"),  # the redirect to TLS comes before any route
        ({"PATH_INFO": "/secret"}, 400, "<unknown>"),
        ({}, 400, "<unknown>"),
    ],
)
def test_path_that_no_route_owns_is_not_shown(environ, status, shown):
    """G15: it may be anything, as may an address with a slash too few."""
    assert shown_path(environ, status) == shown


@pytest.mark.parametrize(
    ("method", "shown"), [("GET", "GET"), ("DELETE", "DELETE"), ("SECRET", "<other>"), ("", "<other>")]
)
def test_method_that_nobody_knows_is_not_shown(method, shown):
    assert shown_method(method) == shown


def test_fault_in_a_request_is_logged_without_its_words(logger, caplog):
    """G15: gunicorn would give method, path and query, and the exception its message."""
    secret = "xyzzy"
    try:
        int(secret)
    except ValueError:
        logger.exception("Error handling request %s %s", "GET", f"/hash/?input={secret}")
    (record,) = caplog.records
    assert "ValueError" in record.getMessage()
    assert secret not in record.getMessage()
    assert record.exc_info is None


@pytest.mark.parametrize(("fault", "level"), [(TimeoutError("slow"), "INFO"), (OSError(5, "I/O error"), "ERROR")])
def test_slow_client_is_no_fault_of_ours(logger, caplog, fault, level):
    caplog.set_level("INFO", "gunicorn.error")
    try:
        raise fault
    except OSError:
        logger.exception("Socket error processing request.")
    (record,) = caplog.records
    assert record.levelname == level


def test_line_is_one_json_object(logger, capfd):
    log(logger, started=time.monotonic() - 0.25)
    out = capfd.readouterr().out
    line = json.loads(out)
    assert out.endswith("}\n")
    assert list(line) == ["time", "method", "path", "status", "ms", "bytes", "id"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])
    assert 250 <= line["ms"] < 2000
    assert {key: line[key] for key in ("method", "path", "status", "bytes", "id")} == {
        "method": "GET",
        "path": "/uuid/",
        "status": 200,
        "bytes": 182,
        "id": "abc",
    }


def test_line_without_id_or_start(logger, capfd):
    """What gunicorn itself refuses has neither."""
    log(logger, status="400 Bad Request", headers=())
    line = json.loads(capfd.readouterr().out)
    assert (line["status"], line["ms"], line["id"]) == (400, 1.5, "")


def test_line_is_for_people_with_debug(logger, capfd, monkeypatch):
    monkeypatch.setattr(settings, "DEBUG", True)
    log(logger)
    assert re.fullmatch(r"\d\d:\d\d:\d\d GET +/uuid/ +200 +1\.5 ms +182 bytes\n", capfd.readouterr().out)


def test_line_that_cannot_be_written_costs_nothing(logger, monkeypatch):
    """A full disk, or a reader that has gone."""
    monkeypatch.setattr(access_log.os, "write", refuse)
    log(logger)


def refuse(*arguments):
    raise OSError(28, "No space left on device")


def test_no_line_where_none_is_wanted(logger, capfd):
    logger.cfg.set("accesslog", None)
    logger.setup(logger.cfg)
    log(logger)
    assert capfd.readouterr().out == ""


def test_clock_that_is_set_back_shows_in_no_duration(logger, capfd):
    """Gunicorn takes the difference of two readings of the clock."""
    started = time.monotonic()
    request = SimpleNamespace(path="/", started=started)
    response = SimpleNamespace(status="200 OK", sent=0, headers=[])
    logger.access(response, request, {"REQUEST_METHOD": "GET", "PATH_INFO": "/"}, timedelta(hours=-1))
    assert json.loads(capfd.readouterr().out)["ms"] >= 0


def test_metrics_count_requests_and_never_what_a_client_made_up():
    port = free_port()
    with running(METRICS="true", METRICS_PORT=str(port)) as (base, _):
        for path in ("/uuid/", "/uuid/", "/hash/", "/nonsense-1/", "/nonsense-2/"):
            ask(base + path)
        text = scrape(port)
    assert 'utilitysvc_requests_total{method="GET",service="uuid",status="200"} 2.0' in text
    assert 'utilitysvc_requests_total{method="GET",service="hash",status="400"} 1.0' in text
    assert 'utilitysvc_requests_total{method="GET",service="other",status="404"} 2.0' in text
    assert 'utilitysvc_request_seconds_count{service="uuid"} 2.0' in text
    assert 'utilitysvc_database_age_seconds{role="location"}' in text
    assert "nonsense" not in text


def test_metrics_go_on_where_a_second_master_replaces_the_first():
    """SIGUSR2, then SIGTERM to the first, as the page has it: the port is free only once the first has gone."""
    port = free_port()
    with serving(METRICS="true", METRICS_PORT=str(port)) as service:
        scrape(port, "utilitysvc_database_age_seconds")
        old = set(service.workers)
        service.signal(signal.SIGUSR2)
        deadline = time.monotonic() + START_SECONDS
        # Two workers and an exporter are the children of the second master, itself a child of the first.
        while not (successors := [pid for pid in service.workers if pid not in old and len(children(pid)) > 2]):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        try:
            service.process.terminate()
            service.process.wait(timeout=STOP_SECONDS)
            ask(f"{service.base}/uuid/")
            counted = 'utilitysvc_requests_total{method="GET",service="uuid",status="200"} 1.0'
            assert counted in scrape(port, counted)
        finally:
            os.kill(successors[0], signal.SIGTERM)


def test_b9_log_and_metrics_count_the_calls_within_a_request(tmp_path):
    port = free_port()
    calls = [{"path": "/uuid/"}, {"path": "/uuid"}, {"path": "/ip/192.0.2.1/"}, {"path": "/secret-1/"}, {}]
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "hash", "arguments": {}}}
    with serving(stdout=str(tmp_path / "log"), METRICS="true", METRICS_PORT=str(port)) as service:
        post(f"{service.base}/batch/", {"calls": calls})
        post(f"{service.base}/mcp/", message)
        post(f"{service.base}/mcp/", message | {"method": "ping"})
        text = scrape(port)
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines() if '"method":"POST"' in line]
    logged = [(line["path"], line.get("calls", 0)) for line in lines]
    assert sorted(logged) == [("/batch/", 5), ("/mcp/", 0), ("/mcp/", 1)]  # two workers write in any order
    assert 'utilitysvc_calls_total{service="uuid",status="200"} 2.0' in text
    assert 'utilitysvc_calls_total{service="ip",status="404"} 1.0' in text
    assert 'utilitysvc_calls_total{service="other",status="404"} 1.0' in text
    assert 'utilitysvc_calls_total{service="other",status="400"} 1.0' in text
    assert 'utilitysvc_calls_total{service="hash",status="400"} 1.0' in text
    for said in ("secret-1", "192.0.2.1"):
        assert said not in text
        assert said not in (tmp_path / "log").read_text()


def test_metrics_are_not_even_imported_by_default():
    command = "import sys, utilitysvc.wsgi; sys.exit('prometheus_client' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", command], cwd=ROOT, check=False).returncode == 0


def ask(url):
    try:
        urllib.request.urlopen(url, timeout=10).close()
    except urllib.error.HTTPError as answer:
        answer.close()


def post(url, body):
    headers = {"Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers), timeout=10).close()


def scrape(port, wanted='service="other",status="404"} 2.0'):
    """The metrics as soon as they hold what is ``wanted``: the exporter is started beside the service."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
                text = answer.read().decode()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
            continue
        if wanted in text or time.monotonic() > deadline:
            return text
