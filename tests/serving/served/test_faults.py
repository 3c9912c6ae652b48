"""The other scripts of benchmarks/faults, each run for a second or two, to see whether its result holds at all."""

import json
import random
import shutil
import time
from contextlib import ExitStack

import pytest

from benchmarks.faults.around import NGINX_IS_MISSING, confined, entered, unconfinable
from benchmarks.faults.beside import CROWDS, EXPENSIVE, TEXT, crowded
from benchmarks.faults.clients import LIVE, SMALL, asking
from benchmarks.faults.damage import EXHAUSTION, SET_BACK, outcome_of
from benchmarks.faults.dearest import kubernetes_limit
from benchmarks.faults.fuzz import malformed, outcome
from benchmarks.measure import connect, exchange, get, post
from tests.service import eventually, serving
from tests.serving.wire import connections

ANSWERS = 200


@pytest.mark.skipif(not shutil.which("prlimit"), reason="prlimit is not installed")
@pytest.mark.parametrize("name", list(EXHAUSTION)[:2])
def test_exhaustion_costs_no_request(name):
    outcome, alarms = outcome_of(name, EXHAUSTION[name], ANSWERS)
    assert (outcome.failed, alarms) == (0, [])
    assert outcome.ends[200] >= ANSWERS


def test_clock_that_is_set_back_costs_no_request():
    def clock():
        with connect(service.port) as sock:
            return json.loads(exchange(sock, get("/time/")).body)["timestamp"]

    with serving(**SET_BACK) as service:
        started = time.time()
        with asking(service.port, pause=0.02) as ended:
            eventually(lambda: clock() < started)
            ended.wait_for(ANSWERS)
        assert (ended.failed, service.alarms()) == (0, [])


def test_malformed_requests_are_refused_or_dropped(deployed):
    draw = random.Random(2)
    before = deployed.alarms(), deployed.workers
    outcomes = {outcome(deployed.port, malformed(draw)) for _ in range(ANSWERS)}
    assert (deployed.alarms(), deployed.workers) == before
    assert {kind for kind in outcomes if not kind.isdecimal()} <= {"closed"}


@pytest.mark.skipif(NGINX_IS_MISSING, reason="nginx is not installed")
def test_slow_clients_hold_nobody_up_behind_nginx():
    """There are forty clients of each kind, five times the threads of two workers."""
    kinds = ("who send nothing", "half heads", "bodies of 1 MB, one byte every half second")
    working = [SMALL, get("/hash/?input=x&algorithm=sha512&iterations=200"), LIVE]
    with entered(behind_nginx=True) as (_, port), ExitStack() as abuse:
        for kind in kinds:
            abuse.enter_context(crowded(port, CROWDS[kind]._replace(count=40)))
        eventually(lambda: len(connections(port)) >= 40 * len(kinds))
        with asking(port, 1, requests=working, keep=False, pause=0.02, patience=8) as ended:
            ended.wait_for(20)
    assert ended.failed == 0


def test_health_and_small_requests_pass_beside_large_ones():
    """Eight clients analyse large texts without a pause. With a single pool of threads, health would wait for them."""
    text = json.dumps({"text": TEXT[:80_000], "operation": "analyze"}, ensure_ascii=False).encode()
    with serving(workers=1) as service, asking(service.port, 8, requests=[post("/text/", text)]) as large:
        large.wait_for(1)
        with asking(service.port, 1, requests=[SMALL, LIVE], keep=False, pause=0.02) as ended:
            ended.wait_for(20)
    assert ended.failed == 0
    assert len(ended.seconds) > len(large.seconds) / 4, "the one client waited as long as each of the eight"


@pytest.mark.skipif(bool(unconfinable()), reason=unconfinable())
def test_pod_full_of_large_requests_stays_within_its_memory():
    """Before large requests had their own lane, eight workers were killed here."""
    limit = kubernetes_limit()
    with confined(limit) as (prefix, peak_bytes), serving(prefix=prefix) as service:
        with asking(service.port, 16, requests=EXPENSIVE["texts of 1 MB analysed"], keep=False) as ended:
            ended.wait_for(1)
        assert (service.alarms(), peak_bytes() < limit) == ([], True)
    assert ended.ends.keys() <= {200, 503}
