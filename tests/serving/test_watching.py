"""Monitoring: refusals and queues in the metrics, the dashboard and the alerts that use them, and traces."""

import asyncio
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from contextlib import closing

import pytest
import yaml
from django.urls import get_resolver

from tests import event_loop
from tests.service import ROOT, free_port, serving
from tests.serving.test_logs import scrape
from utilitysvc.access import tokens
from utilitysvc.kit.tracing import continued_trace
from utilitysvc.serving.access_log import AccessLog
from utilitysvc.serving.front import Front
from utilitysvc.serving.handler import HTTPAnswer
from utilitysvc.serving.lanes import THREADS

DASHBOARD = json.loads((ROOT / "deploy" / "grafana.json").read_text())
RULES = yaml.safe_load((ROOT / "deploy" / "alerts.yaml").read_text())
EXPRESSIONS = {
    **{panel["title"]: target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]},
    **{rule["alert"]: rule["expr"] for group in RULES["groups"] for rule in group["rules"]},
}
TOKEN = "usvc_a-token"


NAMES = r"\b(?:utilitysvc|process)_\w+"


@pytest.fixture(scope="module")
def metrics():
    """The names of all series of the service, from the module imported in a separate process."""
    program = """
import json, os
from utilitysvc.serving import metrics
from prometheus_client import REGISTRY
names = set()
for metric in [*REGISTRY.collect(), *metrics.Server(os.getpid()).collect()]:
    suffix = {"counter": "_total", "info": "_info"}.get(metric.type, "")
    names |= {sample.name for sample in metric.samples} | {metric.name + suffix}
    if metric.type == "histogram":
        names |= {metric.name + suffix for suffix in ("_bucket", "_count", "_sum")}
print(json.dumps([*names]))
"""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "utilitysvc.settings"}
    said = subprocess.check_output([sys.executable, "-c", program], cwd=ROOT, env=environment, text=True, timeout=60)
    return {name for name in json.loads(said) if re.match(NAMES, name)}


@pytest.mark.parametrize("title", EXPRESSIONS)
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
    """Ids are unique, panels do not overlap, the data source can be chosen, and each panel has a description."""
    panels = DASHBOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}
    assert len(places) == len(panels)
    for panel in panels:
        assert panel["datasource"]["uid"] == "${datasource}"
        assert panel["description"].endswith(".")
        assert panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24
    assert [variable["name"] for variable in DASHBOARD["templating"]["list"]] == ["datasource", "job"]


def test_each_alert_says_what_it_is_and_what_to_do():
    for group in RULES["groups"]:
        for rule in group["rules"]:
            assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}
            assert rule["labels"]["severity"] in {"page", "ticket"}
            assert set(rule["annotations"]) == {"summary", "description"}


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool is not installed")
def test_promtool_takes_the_alerts():
    subprocess.run(["promtool", "check", "rules", "deploy/alerts.yaml"], cwd=ROOT, check=True, capture_output=True)


REFUSED = {"no key": "1.0", "too large": "2.0", "too many": "1.0"}


def test_refusals_are_counted_by_their_reason():
    """Views, the front, and the server before there is a request refuse. Health's 503 is not a refusal."""
    port = free_port()
    variables = {"METRICS": "true", "METRICS_PORT": str(port), "API_TOKENS": tokens.entry("alice", TOKEN)}
    variables |= {"RATE_LIMIT": "1/day", "GEOIP_PATH": "/nonexistent"}
    with serving(workers=1, **variables) as service:
        key = {"Authorization": f"Bearer {TOKEN}"}
        statuses = [
            ask(service.port, "GET", "/uuid/"),
            ask(service.port, "POST", "/uuid/", key, b"x" * 2_000_000),
            ask(service.port, "GET", "/uuid/", key),
            ask(service.port, "GET", "/health/ready/"),
        ]
        assert statuses == [401, 413, 429, 503]
        with closing(socket.create_connection(("127.0.0.1", service.port), timeout=30)) as sock:
            sock.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 70_000)
            assert b" 431 " in sock.recv(100)
        text = scrape(
            port, *(f'utilitysvc_refusals_total{{reason="{reason}"}} {count}' for reason, count in REFUSED.items())
        )
    counted = re.findall(r'utilitysvc_refusals_total\{reason="([^"]+)"\} (\S+)', text)
    assert {reason: count for reason, count in counted if count != "0.0"} == REFUSED
    assert 'utilitysvc_key_requests_total{key="alice"} 2.0' in text
    assert 'utilitysvc_queue_length{lane="expensive"} 0.0' in text


def ask(port, method, path, headers=(), body=None):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        headers = dict(headers) | ({"Content-Type": "application/json"} if body else {})
        connection.request(method, path, body, headers)
        return connection.getresponse().status


def scope_of(path, *headers):
    scope = {"type": "http", "http_version": "1.1", "scheme": "http", "method": "GET", "path": path}
    return scope | {"query_string": b"", "headers": [(b"host", b"localhost"), *headers]}


async def exchange(front, scope):
    """Send a request, and return the headers of the answer."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    await front(scope, receive, send)
    return dict(sent[0]["headers"])


def test_length_of_a_queue_is_how_many_wait():
    """The requests that have a thread run, and all others wait."""
    lengths = []

    def answer(request):
        while len(lengths) < 1:
            time.sleep(0.01)
        return HTTPAnswer(200, [], b"")

    front = Front(answer, get_resolver().resolve, lambda: 1000, AccessLog(descriptor=os.open(os.devnull, os.O_WRONLY)))

    async def several():
        asked = [asyncio.create_task(exchange(front, scope_of("/ip/8.8.8.8/"))) for _ in range(THREADS["waiting"] + 3)]
        await asyncio.sleep(0)
        while not (found := front._queue_lengths())["waiting"]:
            await asyncio.sleep(0)
        lengths.append(found)
        await asyncio.gather(*asked)
        return found, front._queue_lengths()

    found, then = event_loop.run(several())
    assert found == dict.fromkeys(THREADS, 0) | {"waiting": found["waiting"]}
    assert 1 <= found["waiting"] <= 3
    assert then == dict.fromkeys(THREADS, 0)


TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"  # the example of the W3C's recommendation


@pytest.mark.parametrize(
    "header",
    [
        f"00-{TRACE}-{SPAN}-01",
        f"00-{TRACE}-{SPAN}-00",
        f"cc-{TRACE}-{SPAN}-01",
        f"cc-{TRACE}-{SPAN}-01-what-the-future-will-be-like",
    ],
)
def test_a_valid_trace_is_continued(header):
    """The rows are those of the W3C's own suite for version 1 of the recommendation."""
    trace = continued_trace(header)
    assert trace.trace_id == TRACE
    assert trace.span_id != SPAN
    assert re.fullmatch(rf"00-{TRACE}-[0-9a-f]{{16}}-{header[53:55]}", trace.header)


@pytest.mark.parametrize(
    "header",
    [
        *("", "00", "x", f"{TRACE}-{SPAN}-01", f"00-{TRACE}-{SPAN}", f"00-{TRACE}-{SPAN}-", f"00-{TRACE}-{SPAN}-1"),
        *(f"00-{TRACE}-{SPAN}-01-", f"00-{TRACE}-{SPAN}-01-more", f"00-{TRACE}-{SPAN}-011", f"cc-{TRACE}-{SPAN}-01.0"),
        *(f"ff-{TRACE}-{SPAN}-01", f"0-{TRACE}-{SPAN}-01", f"00-{'0' * 32}-{SPAN}-01", f"00-{TRACE}-{'0' * 16}-01"),
        *(
            f"00-{TRACE.upper()}-{SPAN}-01",
            f"00-{TRACE[1:]}-{SPAN}-01",
            f"00-{TRACE}0-{SPAN}-01",
            f" 00-{TRACE}-{SPAN}-01",
        ),
        *(
            f"00-{TRACE}-{SPAN}-0x",
            f"00-{TRACE}-{SPAN}-01\n",
            f"00-{TRACE}-{SPAN}-01,00-{TRACE}-{SPAN}-01",
            "\x00" * 55,
        ),
        *(f"00-{'٣' * 32}-{SPAN}-01", f"cc-{TRACE}-{SPAN}-01-\n", "0" * 60_000),
    ],
)
def test_an_invalid_trace_is_not_continued(header):
    assert continued_trace(header) is None


def test_trace_in_the_line_and_in_the_answer(tmp_path):
    with (tmp_path / "log").open("wb") as file:
        log = AccessLog(descriptor=file.fileno())
        front = Front(lambda request: HTTPAnswer(200, [], b""), get_resolver().resolve, lambda: 1000, log)
        given = [(b"traceparent", f"00-{TRACE}-{SPAN}-01".encode())], [(b"traceparent", b"00-x")], []
        answered = [event_loop.run(exchange(front, scope_of("/uuid/", *headers))) for headers in given]
        log.close()
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert lines[0]["trace"] == TRACE
    assert answered[0][b"traceresponse"].decode() == f"00-{TRACE}-{lines[0]['span']}-01"
    assert [b"traceresponse" in headers for headers in answered] == [True, False, False]
    assert [set(line) & {"trace", "span"} for line in lines[1:]] == [set(), set()]
