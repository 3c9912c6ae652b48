"""How long one request blocks the event loop: all requests that arrive meanwhile wait as long (S5)."""

import os
from urllib.parse import unquote

import pytest
from django.urls import get_resolver
from whitenoise import WhiteNoise

from benchmarks.faults.clients import MIXED
from benchmarks.loop import measured
from benchmarks.measure import get, post
from tests import event_loop
from tests.measure import slowness
from utilitysvc.serving.access_log import AccessLog
from utilitysvc.serving.front import Front
from utilitysvc.serving.handler import Handler

#: The goal of ``python -m benchmarks.faults busy`` for the delay of the loop under these requests. A single request
#: takes at most a tenth of it.
MOST_SECONDS = 0.005
REPEATS = 5
REFUSED = [
    get("/nowhere/"),
    get("/uuid/?count=0"),
    get("/hash/?input=a&algorithm=none"),
    get("/time/?operation=convert&datetime=%FF"),
    post("/uuid/", b"[" * 30_000),
    post("/uuid/", b"\xff" * 30_000),
    post("/text/", b'{"text": "' + b"\\u0061" * 5_000 + b'"}'),
]
DEAR = [
    get("/hash/?input=a&algorithm=sha512&iterations=10000"),
    post("/text/", b'{"operation": "analyze", "text": "' + b"a" * 900_000 + b'"}'),
    post("/batch/", b'{"calls": [' + b",".join([b'{"path": "/uuid/", "parameters": {"count": 1000}}'] * 100) + b"]}"),
]


@pytest.fixture
def front():
    log = AccessLog(descriptor=os.open(os.devnull, os.O_WRONLY))
    return Front(Handler(WhiteNoise(None)), get_resolver().resolve, lambda: 1_000_000, log)


@pytest.mark.parametrize("request_bytes", [*MIXED, *REFUSED, *DEAR], ids=lambda request: request[:40].decode())
def test_s5_no_request_holds_the_event_loop(front, request_bytes):
    """The CPU time of each step on the loop is measured, without what a thread computes."""
    assert event_loop.run(least_longest_step(front, request_bytes)) < MOST_SECONDS


async def least_longest_step(front, request_bytes):
    """Return the CPU seconds of the longest step, the least of several runs: other work can only lengthen a step."""
    least = float("inf")
    for _ in range(REPEATS):
        steps, answers = [], []
        await measured(front(scope_of(request_bytes), *wire(request_bytes, answers)), steps)
        assert answers[0] == "http.response.start"
        least = min(least, max(steps) / slowness())
        if least < MOST_SECONDS:
            break
    return least


def wire(request_bytes, answers):
    body = request_bytes.partition(b"\r\n\r\n")[2]

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        answers.append(message["type"])

    return receive, send


def scope_of(request_bytes):
    first, *lines = request_bytes.partition(b"\r\n\r\n")[0].split(b"\r\n")
    method, target, _ = first.split(b" ")
    path, _, query = target.partition(b"?")
    headers = [(name.lower(), value) for name, value in (line.split(b": ", 1) for line in lines)]
    scope = {"type": "http", "http_version": "1.1", "scheme": "http", "method": method.decode()}
    return scope | {"path": unquote(path.decode()), "query_string": query, "headers": headers}
