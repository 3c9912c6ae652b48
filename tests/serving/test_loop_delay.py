"""How long one request blocks the event loop: all requests that arrive meanwhile wait as long (S5)."""

import os

import pytest
from django.urls import get_resolver
from whitenoise import WhiteNoise

from benchmarks.faults.clients import MIXED
from benchmarks.loop import longest_step
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
    """The CPU time of each step on the loop is measured, without what a thread computes: other work can lengthen it."""
    seconds = (event_loop.run(longest_step(front, request_bytes)) / slowness() for _ in range(REPEATS))
    assert any(each < MOST_SECONDS for each in seconds)
