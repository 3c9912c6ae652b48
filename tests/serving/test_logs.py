"""The log line of a request, and the metrics: their content, and that an error in them fails no request (G15)."""

import asyncio
import fcntl
import json
import logging
import os
import re
import signal
import tempfile
import time
import tracemalloc
import urllib.error
import urllib.request
from logging.handlers import QueueListener
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest
from django.test import RequestFactory
from django.urls import include, path, re_path, resolve

from tests import event_loop
from tests.service import START_SECONDS, STOP_SECONDS, children, eventually, free_port, serving
from tests.serving.test_requests import send
from utilitysvc.serving import access_log, metrics_folder
from utilitysvc.serving.access_log import AccessLog, Times
from utilitysvc.serving.handler import HTTPAnswer
from utilitysvc.serving.logs import OnceAMinute
from utilitysvc.serving.shown_path import shown_method, shown_path


def lines_of(descriptor, *, headers=((b"x-request-id", b"abc"),), status=200, for_people=False):
    """Log a request, as the front does, and wait until its line is written."""
    log = AccessLog(descriptor=descriptor, for_people=for_people)
    write(log, HTTPAnswer(status, list(headers), b""))
    log.close()


def write(log, answer):
    request = RequestFactory().get("/uuid/?secret=1")
    request.resolver_match = resolve("/uuid/")
    log.write(request, "GET", answer, Times(0.0015, 0.25), 182)


def read(reading):
    os.set_blocking(reading, False)
    with os.fdopen(reading, "rb") as file:
        return file.read().decode()


@pytest.fixture
def pipe():
    reading, writing = os.pipe()
    yield reading, writing
    os.close(writing)


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
        ("utilitysvc.urls", "/ip/8.8.8.8/", "/ip/<ip_address>"),
        ("utilitysvc.urls", "/geoip/v2.1/city/8.8.8.8", "/geoip/v2.1/<service>/<ip_address>"),
        ("utilitysvc.urls", "/geoip/v2.1/insights/me", "/geoip/v2.1/<service>/<ip_address>"),
        ("utilitysvc.urls", "/ip//8.8.8.8/", "/ip/<ip_address>"),
        ("utilitysvc.urls", "/ip/8.8.8.8\n/ip/9.9.9.9/", "/ip/<ip_address>"),
        ("tests.serving.test_logs", "/tools/ip/8.8.8.8/x/", "/tools/ip/<ip_address>"),
        ("tests.serving.test_logs", "/items/007/parts/secret/", "/items/<number>/<part>"),
        ("tests.serving.test_logs", "/files/secret", "/files/<input>"),
    ],
)
def test_path_is_shown_as_its_route_has_it(urlconf, path, shown):
    """G15: the route tells which part of the path is input, under any prefix at which a site mounts the app."""
    assert shown_path(resolve(path, urlconf), path, 200) == shown


@pytest.mark.parametrize(
    ("path", "status", "shown"),
    [
        ("/hash/?input=secret", 404, "<unknown>"),  # requested as /hash/%3finput=secret
        ("/static/console.css", 200, "/static/console.css"),
        ("/static/console.css", 304, "/static/console.css"),
        ("/secret", 301, "<unknown>"),  # a redirect to TLS
        ("/secret", 400, "<unknown>"),
    ],
)
def test_path_that_no_route_owns_is_not_shown(path, status, shown):
    """G15: the path may be anything, for example an IP address without its slash."""
    assert shown_path(None, path, status) == shown


@pytest.mark.parametrize(
    ("method", "shown"), [("GET", "GET"), ("DELETE", "DELETE"), ("SECRET", "<other>"), ("", "<other>")]
)
def test_method_that_nobody_knows_is_not_shown(method, shown):
    assert shown_method(method) == shown


def test_line_is_one_json_object(pipe):
    reading, writing = pipe
    lines_of(writing)
    out = read(reading)
    line = json.loads(out)
    assert out.endswith("}\n")
    assert list(line) == ["time", "method", "path", "status", "ms", "client_ms", "bytes", "id"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line.pop("time"))
    times = {"ms": 1.5, "client_ms": 250.0}
    assert line == {"method": "GET", "path": "/uuid/", "status": 200, **times, "bytes": 182, "id": "abc"}


def test_line_without_id(pipe):
    reading, writing = pipe
    lines_of(writing, status=400, headers=())
    line = json.loads(read(reading))
    assert (line["status"], line["id"]) == (400, "")


def test_line_is_for_people_with_debug(pipe):
    reading, writing = pipe
    lines_of(writing, for_people=True)
    assert re.fullmatch(r"\d\d:\d\d:\d\d GET +/uuid/ +200 +1\.5 ms +182 bytes\n", read(reading))


@pytest.mark.parametrize("is_full", [False, True], ids=["reader gone", "disk full"])
def test_line_that_cannot_be_written_costs_nothing(is_full):
    reading, writing = os.pipe()
    os.close(reading)
    if is_full:
        os.close(writing)
        writing = os.open("/dev/full", os.O_WRONLY)
    lines_of(writing)
    os.close(writing)


def test_lines_that_wait_take_little_more_memory_than_their_text(monkeypatch):
    """A pipe that nobody reads costs the service little memory: at most 10,000 lines wait."""
    monkeypatch.setattr(QueueListener, "start", lambda listener: None)  # nobody writes them
    log = AccessLog()
    tracemalloc.start()
    try:
        for _ in range(1000):
            write(log, HTTPAnswer(200, [], b""))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 1_000_000


def test_s5_log_into_a_pipe_that_nobody_reads_holds_up_nobody(pipe, monkeypatch):
    """Lines for which the queue has no room are dropped. As soon as there is room, a line tells how many."""
    reading, writing = pipe
    monkeypatch.setattr(access_log, "MAX_LINES", 5000)
    log = AccessLog(None, writing)
    answer = HTTPAnswer(200, [(b"x-request-id", b"abc")], b"")
    for _ in range(20_000):  # a write that waited for the pipe would wait for ever: nobody reads it yet
        write(log, answer)
    received = []

    def receive():
        while piece := os.read(reading, 65536):
            received.append(piece)

    Thread(target=receive, daemon=True).start()
    written, deadline = 20_000, time.monotonic() + 30
    while b'"dropped"' not in b"".join(received) and time.monotonic() < deadline:
        time.sleep(0.1)
        write(log, answer)
        written += 1
    time.sleep(0.2)
    lines = [json.loads(line) for line in b"".join(received).splitlines()]
    dropped = [line["dropped"] for line in lines if "dropped" in line]
    assert dropped
    assert sum(dropped) + len(lines) - len(dropped) == written


def test_s5_delay_of_the_loop_is_measured():
    """The metric shows whatever blocks the event loop for a moment."""
    seen = []
    log = AccessLog(SimpleNamespace(observe_loop=lambda delay, lengths: seen.append((delay, lengths))))

    async def stop_the_loop():
        watch = asyncio.create_task(log.watch_loop(lambda: {"expensive": 3}))
        await asyncio.sleep(access_log.WATCH_SECONDS / 2)
        time.sleep(access_log.WATCH_SECONDS * 3)  # blocks the loop, as nothing in the service may
        await asyncio.sleep(access_log.WATCH_SECONDS / 2)
        watch.cancel()

    event_loop.run(stop_the_loop())
    assert max(delay for delay, _ in seen) > access_log.WATCH_SECONDS * 2
    assert seen[0][1] == {"expensive": 3}


COUNTED = [
    'utilitysvc_requests_total{method="GET",service="uuid",status="200"} 2.0',
    'utilitysvc_requests_total{method="GET",service="hash",status="400"} 1.0',
    'utilitysvc_requests_total{method="GET",service="other",status="404"} 2.0',
    'utilitysvc_request_seconds_count{service="uuid"} 2.0',
    'utilitysvc_database_age_seconds{role="location"}',
    "utilitysvc_loop_delay_seconds_count",
]


@pytest.fixture(scope="module")
def metered(tmp_path_factory):
    """A service with metrics, and the port of its metrics. Its tests call different paths."""
    port = free_port()
    log = tmp_path_factory.mktemp("metered") / "log"
    with serving(stdout=str(log), METRICS="true", METRICS_PORT=str(port)) as service:
        yield service, port


def test_metrics_count_requests_and_never_what_a_client_made_up(metered):
    service, port = metered
    for asked in ("/uuid/", "/uuid/", "/hash/", "/nonsense-1/", "/nonsense-2/"):
        ask(service.base + asked)
    text = scrape(port, *COUNTED)
    assert [line for line in COUNTED if line not in text] == []
    assert "nonsense" not in text


def test_metrics_go_on_where_a_second_master_replaces_the_first():
    """SIGUSR2, then SIGTERM to the first, as in docs/deployment.md: the port is free only when the first has ended."""
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


@pytest.mark.parametrize(
    ("mode", "locked", "is_old", "is_removed"),
    [(0o700, False, True, True), (0o700, True, True, False), (0o755, False, True, False), (0o700, False, False, False)],
)
def test_folders_of_killed_servers_are_removed(tmp_path, monkeypatch, mode, locked, is_old, is_removed):
    """Not one whose server runs, that is young, or that others may write to; nor what a link leads to."""
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left, target = tmp_path / f"{metrics_folder.PREFIX}a", tmp_path / "other"
    for folder in (left, target):
        folder.mkdir()
        folder.chmod(mode)
    (tmp_path / f"{metrics_folder.PREFIX}link").symlink_to(target)
    with (left / metrics_folder.OWNER).open("w") as owner:
        if locked:
            fcntl.flock(owner, fcntl.LOCK_EX)
        age = 2 * metrics_folder.SWEEP_SECONDS if is_old else 0
        os.utime(left, (time.time() - age,) * 2)
        os.utime(target, (time.time() - age,) * 2)
        made = metrics_folder.new_folder()
    assert (left.exists(), target.exists(), Path(made).is_dir()) == (not is_removed, True, True)


COUNTED_CALLS = [
    'utilitysvc_calls_total{service="uuid",status="200"} 2.0',
    'utilitysvc_calls_total{service="ip",status="404"} 1.0',
    'utilitysvc_calls_total{service="other",status="404"} 1.0',
    'utilitysvc_calls_total{service="other",status="400"} 1.0',
    'utilitysvc_calls_total{service="hash",status="400"} 1.0',
]


def test_b9_log_and_metrics_count_the_calls_within_a_request(metered):
    service, port = metered
    calls = [{"path": "/uuid/"}, {"path": "/uuid"}, {"path": "/ip/192.0.2.1/"}, {"path": "/secret-1/"}, {}]
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "hash", "arguments": {}}}
    post(f"{service.base}/batch/", {"calls": calls})
    post(f"{service.base}/mcp/", message)
    post(f"{service.base}/mcp/", message | {"method": "ping"})
    text = scrape(port, *COUNTED_CALLS)
    eventually(lambda: service.output.read_text().count('"method":"POST"') == 3)
    written = service.output.read_text()
    lines = [json.loads(line) for line in written.splitlines() if '"method":"POST"' in line]
    logged = [(line["path"], line.get("calls", 0)) for line in lines]
    assert sorted(logged) == [("/batch/", 5), ("/mcp/", 0), ("/mcp/", 1)]  # two workers write in any order
    assert [line for line in COUNTED_CALLS if line not in text] == []
    for said in ("secret-1", "192.0.2.1"):
        assert said not in text
        assert said not in written


def ask(url):
    try:
        urllib.request.urlopen(url, timeout=10).close()
    except urllib.error.HTTPError as answer:
        answer.close()


def post(url, body):
    headers = {"Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers), timeout=10).close()


def scrape(port, *wanted):
    """Return the metrics as soon as they contain all of ``wanted``. The exporter starts together with the service."""
    deadline = time.monotonic() + START_SECONDS
    text = ""
    while not (text and all(each in text for each in wanted)) and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
                text = answer.read().decode()
        except OSError:
            text = ""
        time.sleep(0.05)
    return text


def test_warning_that_clients_cause_is_told_once_a_minute():
    """The next warning tells how many were suppressed. Other messages and more severe ones are not suppressed."""
    once = OnceAMinute()

    def passes(seconds, message="Invalid HTTP request received.", level=logging.WARNING):
        record = logging.LogRecord("uvicorn.error", level, "", 0, message, (), None)
        record.created = seconds
        return once.filter(record) and record.getMessage()

    assert passes(100) == "Invalid HTTP request received."
    assert [passes(101), passes(159.9)] == [False, False]
    assert passes(150, "Unsupported upgrade request.") == "Unsupported upgrade request."
    assert passes(151, level=logging.ERROR) == "Invalid HTTP request received."
    assert passes(160) == "Invalid HTTP request received. (2 more since the last such line)"
    assert passes(221) == "Invalid HTTP request received."


@pytest.mark.parametrize("server", ["gunicorn", "uvicorn"])
def test_malformed_requests_do_not_fill_the_log(server):
    application = {"application": "utilitysvc.asgi:application"} if server == "uvicorn" else {}
    with serving(server=server, workers=1, DJANGO_SETTINGS_MODULE="utilitysvc.settings", **application) as service:
        for _ in range(20):
            send(service.port, b"this is no request\r\n\r\n")
        assert service.errors.read_text().count("Invalid HTTP request received.") == 1
