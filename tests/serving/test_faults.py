"""The scripts of benchmarks/faults, each run for a second or two, to see whether its result holds at all."""

import json
import os
import random
import shutil
import signal
import time
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from benchmarks.faults import busy, confined, exhaustion, fuzz, memory, proxy, signals, slow
from benchmarks.faults.__main__ import SCRIPTS
from benchmarks.faults.clients import asking
from benchmarks.measure import get, post
from tests.service import ROOT, eventually, serving
from tests.serving.tcp import connections
from tests.serving.test_front import GET, connect
from tests.serving.test_requests import HOST, body_of, rest_of, status_of

SECONDS = 2
ANSWERS = 200
NEVER_LOSE = ["SIGHUP, three times", "SIGUSR2, then SIGTERM to the old", "SIGTERM", "SIGINT"]
MALFORMED = 200
WORKING = [get("/uuid/?count=2"), get("/hash/?input=x&algorithm=sha512&iterations=200"), get("/health/live/")]


@pytest.mark.parametrize("act", [signals.ACTS[name] for name in NEVER_LOSE], ids=NEVER_LOSE)
def test_no_request_is_lost_when_the_service_is_told_to_restart_or_stop(act):
    with serving() as service:
        outcome = act(service, service.port, ANSWERS)
        assert (sum(outcome.failed.values()), service.alarms()) == (0, [])


STARTS_WHEN_IT_IS_TOLD_TO_STOP = """
import time
from utilitysvc.serving import gunicorn_settings
from utilitysvc.serving.gunicorn_settings import *

def {hook}:
    gunicorn_settings.{hook}
    while worker.age == 2 and worker.early_signals.empty():
        time.sleep(0.05)
"""


@pytest.mark.parametrize(
    ("hook", "number"), [("post_fork(server, worker)", signal.SIGTERM), ("post_worker_init(worker)", signal.SIGINT)]
)
def test_s5_a_worker_that_is_told_to_stop_while_it_starts_answers_what_waits(hook, number, tmp_path):
    """This holds before and after the worker sets its signal handlers.

    Otherwise no process has the socket open any more, and the kernel resets the connections that wait in it.
    """
    configuration = tmp_path / "conf.py"
    configuration.write_text(STARTS_WHEN_IT_IS_TOLD_TO_STOP.format(hook=hook))
    with serving("--config", str(configuration)) as service, ExitStack() as clients:
        first = min(service.workers)
        os.kill(first, signal.SIGSTOP)  # so that all connections are left to the second
        try:
            waiting = [clients.enter_context(closing(connect(service.port))) for _ in range(5)]
            for sock in waiting:
                sock.sendall(GET + b"\r\n")
            service.signal(number)
            statuses = [status_of(rest_of(sock)) for sock in waiting]
        finally:
            os.kill(first, signal.SIGCONT)
    assert statuses == [200] * 5


def test_only_what_a_killed_worker_had_in_hand_is_lost():
    with serving() as service:
        before = service.workers
        outcome = signals._kill_a_worker(service, service.port, ANSWERS)
        eventually(lambda: len(service.workers) == len(before))  # the master starts another
    assert set(outcome.failed) <= {"ConnectionError", "ConnectionResetError", "BrokenPipeError"}
    assert sum(outcome.failed.values()) <= signals.CLIENTS  # each has one request at a time in that worker's hand


def test_workers_whose_master_was_killed_stop():
    """Otherwise they would keep the port, and the service could not be started again."""
    with serving("--timeout=2") as service:
        workers = service.workers
        service.process.kill()
        service.process.wait()
        eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))


def test_full_disk_costs_no_request():
    with serving(stdout="/dev/full") as service:
        with asking(service.port) as outcome:
            outcome.wait_for(ANSWERS)
        assert (sum(outcome.failed.values()), service.alarms()) == (0, [])


@pytest.mark.skipif(not shutil.which("prlimit"), reason="prlimit is not installed")
def test_more_connections_than_descriptors_cost_no_request():
    with serving(prefix=("prlimit", f"--nofile={exhaustion.FILES}:{exhaustion.FILES}")) as service:
        before = service.workers
        outcome = exhaustion._ask_among_idle(service, 0.5)
        assert (sum(outcome.failed.values()), service.alarms(), service.workers) == (0, [], before)
    assert outcome.statuses[200] > 20


def test_clock_that_is_set_back_costs_no_request():
    set_back = {"application": "benchmarks.faults.clock:application", "CLOCK_SET_BACK_AFTER": "0.3"}
    with serving(**set_back) as service:
        started = time.time()
        with asking(service.port, pause=0.02) as outcome:
            eventually(lambda: clock_of(service) < started)
            outcome.wait_for(ANSWERS)
        assert (sum(outcome.failed.values()), service.alarms()) == (0, [])


def clock_of(service):
    with connect(service.port) as sock:
        sock.sendall(b"GET /time/" + HOST + b"Connection: close\r\n\r\n")
        return body_of(rest_of(sock))["timestamp"]


def test_malformed_requests_are_refused_or_dropped(deployed):
    rng = random.Random(2)
    before = deployed.alarms(), deployed.workers
    outcomes = Counter(fuzz.outcome(deployed.port, fuzz.malformed(rng)) for _ in range(MALFORMED))
    assert (deployed.alarms(), deployed.workers) == before
    assert {kind for kind in outcomes if not kind.isdecimal() and kind != "closed"} == set()


@pytest.mark.skipif(not proxy.available(), reason="nginx is not installed")
def test_slow_clients_hold_nobody_up_behind_nginx():
    """There are forty clients of each kind, five times the threads of two workers."""
    kinds = ("who send nothing", "half heads", "bodies of 1 MB, one byte every half second")
    with serving(NUM_PROXIES="1") as service, proxy.fronted(service) as port, ExitStack() as abuse:
        for kind in kinds:
            abuse.enter_context(slow.crowded(port, slow.CROWDS[kind]._replace(count=40)))
        eventually(lambda: len(connections(port)) >= 40 * len(kinds))
        with asking(port, 1, requests=WORKING, keep=False, pause=0.02, patience=2) as outcome:
            time.sleep(SECONDS)
    assert sum(outcome.failed.values()) == 0
    assert outcome.statuses[200] > 20


def test_health_and_small_requests_pass_beside_large_ones():
    """Eight clients analyse large texts without a pause. With a single pool of threads, health would wait for them."""
    text = json.dumps({"text": busy.TEXT[:80_000], "operation": "analyze"}, ensure_ascii=False).encode()
    with serving(workers=1) as service, asking(service.port, 8, requests=[post("/text/", text)]) as large:
        large.wait_for(1)
        with asking(service.port, 1, requests=[busy.SMALL, busy.LIVE], keep=False, pause=0.02) as outcome:
            outcome.wait_for(20)
    assert sum(outcome.failed.values()) == 0
    assert len(outcome.seconds) > len(large.seconds) / 4, "the one client waited as long as each of the eight"


@pytest.mark.skipif(bool(confined.unavailable()), reason=confined.unavailable())
def test_pod_full_of_large_requests_stays_within_its_memory(monkeypatch):
    """Before large requests had their own lane, eight workers were killed here."""
    dearest = busy.EXPENSIVE["texts of 1 MB analysed"]
    monkeypatch.setattr(memory, "CLIENTS", 16)
    limit = memory.kubernetes_limit()
    with confined.confined(limit) as group, serving(prefix=group.prefix) as service:
        before = service.workers
        outcome = memory.fill(service, dearest, 0.5)
        assert (group.kills(), service.workers) == (0, before)
        assert group.peak_bytes() < limit
    assert (sum(outcome.failed.values()), set(outcome.statuses) - {200, 503}) == (0, set())


def test_each_attack_is_a_command_whose_figures_are_told():
    pages = ("reliability.md", "deployment.md", "architecture.md")
    text = "".join((ROOT / "docs" / name).read_text() for name in pages)
    assert [name for name in SCRIPTS if f"`python -m benchmarks.faults {name}`" not in text] == []
