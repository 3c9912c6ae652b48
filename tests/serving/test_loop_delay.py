"""How long one request blocks the event loop: all requests that arrive meanwhile wait as long (S5)."""

import json
import os

import pytest
from whitenoise import WhiteNoise

from benchmarks.faults.clients import MIXED
from benchmarks.loop import longest_step
from benchmarks.measure import post
from tests import event_loop
from tests.measure import slowness
from tests.serving.wire import as_bytes
from tests.tables import rows
from utilitysvc.serving.access_log import AccessLog
from utilitysvc.serving.front import Front

#: The goal of ``python -m benchmarks.faults busy`` for the delay of the loop under these requests. A single request
#: takes at most a tenth of it.
MOST_SECONDS = 0.005
REPEATS = 5
BATCH = {"calls": [{"path": "/uuid/", "parameters": {"count": 1000}}] * 100}
REQUESTS = [*MIXED, *map(as_bytes, rows("loop_delay.tsv")), post("/batch/", json.dumps(BATCH).encode())]


@pytest.fixture
def front():
    log = AccessLog(descriptor=os.open(os.devnull, os.O_WRONLY))
    return Front(WhiteNoise(None), log)


@pytest.mark.parametrize("request_bytes", REQUESTS, ids=lambda request: request[:40].decode())
def test_s5_no_request_holds_the_event_loop(front, request_bytes):
    """The CPU time of each step on the loop is measured, without what a thread computes: other work can lengthen it."""
    seconds = (event_loop.run(longest_step(front, request_bytes)) / slowness() for _ in range(REPEATS))
    assert any(each < MOST_SECONDS for each in seconds)
