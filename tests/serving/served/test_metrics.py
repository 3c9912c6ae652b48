"""Monitoring: the metrics, and the dashboard and the alerts that use them."""

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.request
from contextlib import suppress
from types import SimpleNamespace

import pytest
import yaml
from whitenoise import WhiteNoise

import utilitysvc
from benchmarks.measure import connect, exchange, get
from benchmarks.measure import post as posted
from tests import event_loop
from tests.service import ROOT, STOP_SECONDS, children, eventually, free_port, serving
from tests.tables import each_row, rows
from utilitysvc.access import tokens
from utilitysvc.serving import access_log
from utilitysvc.serving.access_log import AccessLog
from utilitysvc.serving.front import Front
from utilitysvc.serving.lanes import THREADS

DASHBOARD = json.loads((ROOT / "deploy" / "grafana.json").read_text())
RULES = yaml.safe_load((ROOT / "deploy" / "alerts.yaml").read_text())
EXPRESSIONS = {
    **{panel["title"]: target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]},
    **{rule["alert"]: rule["expr"] for group in RULES["groups"] for rule in group["rules"]},
}
TOKEN = "usvc_a-token"
NAMES = r"\b(?:utilitysvc|process)_\w+"


#: Every series exists from the start, so UtilitysvcAbsent tells that no instance is there.
SERIES = [(when, line.replace("<version>", utilitysvc.__version__)) for when, line in rows("series.tsv")]


def series(wanted):
    return [line for when, line in SERIES if when == wanted]


def keyed(request):
    return request.replace(b"\r\n\r\n", f"\r\nAuthorization: Bearer {TOKEN}\r\n\r\n".encode(), 1)


def ask(service, *requests):
    """Send requests on one connection, and return the status of each."""
    with connect(service.port) as sock:
        return [exchange(sock, request).status for request in requests]


def scrape(port, *wanted):
    """Return the metrics as soon as they contain all of ``wanted``. The exporter starts together with the service."""
    found = []

    def has_all():
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
            found[:] = [answer.read().decode()]
        return bool(found) and all(each in found[0] for each in wanted)

    eventually(has_all)
    return found[0]


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """A service that wants a key, the port of its metrics, and what they were at its start."""
    port, log = free_port(), str(tmp_path_factory.mktemp("metrics") / "log")
    variables = {"METRICS": "true", "METRICS_PORT": str(port), "API_TOKENS": tokens.entry("alice", TOKEN)}
    with serving(stdout=log, **variables) as service:
        yield service, port, scrape(port, *series("start"))


@pytest.fixture
def metrics(measured):
    """The names of all series."""
    return set(re.findall(NAMES, measured[2]))


@each_row("title", EXPRESSIONS)
def test_dashboard_and_alerts_read_metrics_that_exist(metrics, title):
    named = set(re.findall(NAMES, EXPRESSIONS[title]))
    assert named
    assert named <= metrics


def test_dashboard_shows_every_metric(metrics):
    """Of a histogram, it shows the buckets; of the processes, what they compute."""
    shown = set(re.findall(NAMES, str(DASHBOARD["panels"])))
    left_out = ("_seconds", "_count", "_sum", "_created", "_info")
    ours = {name for name in metrics if name.startswith("utilitysvc_") and not name.endswith(left_out)}
    assert ours <= shown


def test_dashboard_is_whole():
    """Ids are unique, panels do not overlap, and the data source can be chosen."""
    panels = DASHBOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert len({(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}) == len(panels)
    assert {panel["datasource"]["uid"] for panel in panels} == {"${datasource}"}
    assert [variable["name"] for variable in DASHBOARD["templating"]["list"]] == ["datasource", "job"]


def test_each_alert_says_how_urgent_it_is_and_what_to_do():
    for rule in (rule for group in RULES["groups"] for rule in group["rules"]):
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert set(rule["annotations"]) == {"summary", "description"}


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool is not installed")
def test_promtool_takes_the_alerts():
    subprocess.run(["promtool", "check", "rules", "deploy/alerts.yaml"], cwd=ROOT, check=True, capture_output=True)


REFUSALS = {"no key": 1, "too large": 2, "too many": 1, "too slow": 0, "too busy": 0}


def test_refusals_are_counted_by_their_reason_and_requests_by_their_key():
    """Views, the front, and the server before there is a request refuse. Health's 503 is not a refusal."""
    port = free_port()
    variables = {"METRICS": "true", "METRICS_PORT": str(port), "API_TOKENS": tokens.entry("alice", TOKEN)}
    variables |= {"RATE_LIMIT": "1/day", "GEOIP_PATH": "/nonexistent"}
    with serving(workers=1, **variables) as service:
        uuid, large, ready = get("/uuid/"), posted("/uuid/", b"x" * 2_000_000), get("/health/ready/")
        assert ask(service, uuid, keyed(large), keyed(uuid), ready) == [401, 413, 429, 503]
        with connect(service.port) as sock:
            sock.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 70_000)
            assert b" 431 " in sock.recv(100)
        counts = [f'utilitysvc_refusals_total{{reason="{reason}"}} {n}.0' for reason, n in REFUSALS.items()]
        scrape(port, *counts, 'utilitysvc_key_requests_total{key="alice"} 2.0')


def test_length_of_a_queue_is_how_many_wait():
    """The requests that have a thread run, and all others wait."""
    front = Front(WhiteNoise(None), AccessLog(descriptor=os.open(os.devnull, os.O_WRONLY)))

    async def several():
        asked = [asyncio.create_task(event_loop.exchange(front, "/ip/8.8.8.8/")) for _ in range(THREADS["waiting"] + 3)]
        await asyncio.sleep(0)  # in which each gets as far as its lane, and none is told that it is answered
        found = front._lanes.queue_lengths()
        await asyncio.gather(*asked)
        return found, front._lanes.queue_lengths()

    found, then = event_loop.run(several())
    assert found == dict.fromkeys(THREADS, 0) | {"waiting": 3}
    assert then == dict.fromkeys(THREADS, 0)


def test_s5_delay_of_the_loop_is_measured(monkeypatch):
    """The metric shows whatever blocks the event loop for a moment."""
    monkeypatch.setattr(access_log, "WATCH_SECONDS", 0.02)
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


PATHS = ["/uuid/", "/uuid/", "/hash/", "/nonsense-1/", "/nonsense-2/"]
CALLS = {"calls": [{"path": path} for path in ("/uuid/", "/uuid", "/ip/192.0.2.1/", "/nonsense-3/")] + [{}]}
MESSAGE = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "hash", "arguments": {}}}


def test_metrics_count_requests_and_the_calls_within_and_never_what_a_client_made_up(measured):
    """B9: the log counts the calls too."""
    service, port, _ = measured
    bodies = [("/batch/", CALLS), ("/mcp/", MESSAGE), ("/mcp/", MESSAGE | {"method": "ping"})]
    requests = [posted(path, json.dumps(body).encode()) for path, body in bodies]
    ask(service, *map(keyed, [*map(get, PATHS), *requests]))
    text = scrape(port, *series("counted"))
    processes = [service.process.pid, *children(service.process.pid)]
    assert set(re.findall(r'process_cpu_seconds_total\{pid="(\d+)"\}', text)) == set(map(str, processes))
    eventually(lambda: service.output.read_text().count('"method":"POST"') == len(requests))
    written = service.output.read_text()
    lines = [json.loads(line) for line in written.splitlines() if '"method":"POST"' in line]
    assert [(line["path"], line.get("calls", 0)) for line in lines] == [("/batch/", 5), ("/mcp/", 1), ("/mcp/", 0)]
    assert re.findall(r"nonsense|192\.0\.2\.1", text + written) == []


def test_metrics_go_on_where_a_second_master_replaces_the_first():
    """SIGUSR2, then SIGTERM to the first, as in docs/deployment.md: the port is free only when the first has ended."""
    port = free_port()
    with serving(METRICS="true", METRICS_PORT=str(port)) as service:
        scrape(port, "utilitysvc_database_age_seconds")
        old = set(service.workers)
        service.signal(signal.SIGUSR2)
        # Two workers and an exporter are the children of the second master, itself a child of the first.
        eventually(lambda: any(len(children(pid)) > 2 for pid in set(service.workers) - old))
        (successor,) = set(service.workers) - old
        try:
            service.process.terminate()
            service.process.wait(timeout=STOP_SECONDS)
            ask(service, get("/uuid/"))
            scrape(port, 'utilitysvc_requests_total{method="GET",service="uuid",status="200"} 1.0')
        finally:
            os.kill(successor, signal.SIGTERM)


def test_counts_of_a_server_that_was_killed_are_removed(tmp_path):
    def folders():
        return [*tmp_path.glob("utilitysvc-metrics-*")]

    with serving(METRICS="true", METRICS_PORT=str(free_port()), TMPDIR=str(tmp_path)) as service:
        assert len(folders()) == 1
        service.process.kill()
        service.process.wait()
        eventually(lambda: not folders())
