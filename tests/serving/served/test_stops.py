"""Stops, restarts and deaths of the service and of its workers (S5): what has arrived is answered."""

import os
import shutil
import signal
from contextlib import ExitStack
from pathlib import Path

import pytest

from benchmarks.faults.clients import asking
from benchmarks.faults.damage import SIGNALS, kill_a_worker, outcome_of
from tests.service import eventually, serving
from tests.serving.wire import (
    CLOSE,
    DEAR,
    GET,
    POST,
    connect,
    exchange,
    has_read_all,
    is_listening,
    one_answer,
    rest_of,
    status_of,
)

ANSWERS = 200
CLIENTS = 8
STOP_SECONDS = 25  # less than graceful_timeout, at which gunicorn kills its workers


@pytest.mark.parametrize("name", [name for name in SIGNALS if name.startswith(("SIGHUP", "SIGUSR2"))])
def test_s5_no_request_is_lost_when_the_service_is_told_to_restart(name):
    outcome, alarms = outcome_of(name, SIGNALS[name], ANSWERS)
    assert (outcome.failed, alarms) == (0, [])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_s5_no_request_is_lost_when_the_service_is_told_to_stop(number):
    """A connection that arrives between the last ``accept`` and the close is reset (docs/reliability.md)."""
    with serving() as service:
        with asking(service.port, CLIENTS) as outcome:
            outcome.wait_for(ANSWERS)
            outcome.may_connect = False
            service.signal(number)
            service.process.wait(timeout=STOP_SECONDS)
        assert (outcome.failed, service.alarms()) == (0, [])


def test_only_what_a_killed_worker_had_in_hand_is_lost():
    with serving() as service:
        before = service.workers
        with asking(service.port, CLIENTS) as outcome:
            kill_a_worker(service, outcome, ANSWERS)
        eventually(lambda: len(service.workers) == len(before))  # the master starts another
    lost = {"ConnectionError", "ConnectionResetError", "BrokenPipeError"}
    assert outcome.ends.keys() <= {200, *lost}
    assert outcome.failed <= CLIENTS  # each has one request at a time in that worker's hand


def test_s5_workers_that_are_replaced_after_their_requests_lose_none():
    with serving("--max-requests", "60") as service, asking(service.port, 4) as outcome:
        before = set(service.workers)
        outcome.wait_for(400)
        eventually(lambda: before.isdisjoint(service.workers))
    assert outcome.ends.keys() == {200}


def test_stop_waits_for_nobody_who_has_not_finished_asking():
    """When its worker stops, the rest of a request has one second to arrive, not ten, after which it would get 408."""
    with serving(workers=1) as service, ExitStack() as slow:
        waiting = [slow.enter_context(connect(service.port)) for _ in range(30)]
        for number, sock in enumerate(waiting):
            sock.sendall((b"", GET, POST + b"Content-Length: 20\r\n\r\n{")[number % 3])
        late = slow.enter_context(connect(service.port))
        late.sendall(GET)
        eventually(lambda: all(map(has_read_all, [*waiting, late])))
        service.process.terminate()
        eventually(lambda: not is_listening(service.port))
        late.sendall(b"\r\n")
        assert status_of(rest_of(late)) == 200
        service.process.wait(timeout=STOP_SECONDS)
        assert b" 408 " not in b"".join(map(rest_of, waiting))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_stop_closes_idle_connections_and_answers_what_is_computed(number):
    with serving() as service, ExitStack() as clients:
        for _ in range(50):
            exchange(clients.enter_context(connect(service.port)), GET + b"\r\n")
        dear = clients.enter_context(connect(service.port))
        dear.sendall(DEAR + b"\r\n")
        eventually(lambda: has_read_all(dear))
        service.signal(number)
        assert one_answer(dear).status == 200
        service.process.wait(timeout=STOP_SECONDS)
        assert service.alarms() == []


@pytest.mark.skipif(not shutil.which("prlimit"), reason="prlimit is not installed")
def test_stop_with_more_clients_than_descriptors_loses_no_answer():
    """Every client for which there is a descriptor is answered. If many connect at once, libuv closes the others."""
    with serving(workers=1, prefix=("prlimit", "--nofile=128:128")) as service, ExitStack() as clients:
        dear = clients.enter_context(connect(service.port))
        dear.sendall(DEAR + b"\r\n")
        waiting = [clients.enter_context(connect(service.port)) for _ in range(300)]
        for sock in waiting:
            sock.sendall(GET + CLOSE + b"\r\n")
        eventually(lambda: has_read_all(dear))
        service.process.terminate()
        assert one_answer(dear).status == 200
        statuses = [status_of(received) for received in map(rest_of, waiting) if received]
        service.process.wait(timeout=STOP_SECONDS)
        assert set(statuses) <= {200, 503}
        assert statuses.count(200) >= 60
        assert service.alarms() == []


STARTS_WHEN_IT_IS_TOLD_TO_STOP = """
import signal, time
from utilitysvc.serving import gunicorn_settings
from utilitysvc.serving.gunicorn_settings import *

def {hook}:
    {call}
    while worker.age == 2 and not signal.sigpending():
        time.sleep(0.05)
"""


@pytest.mark.parametrize(
    ("hook", "call", "number"),
    [
        ("post_fork(server, worker)", "pass", signal.SIGTERM),
        ("post_worker_init(worker)", "gunicorn_settings.post_worker_init(worker)", signal.SIGINT),
    ],
)
def test_s5_a_worker_that_is_told_to_stop_while_it_starts_answers_what_waits_and_stops(hook, call, number, tmp_path):
    """This holds before and after the worker sets its signal handlers.

    Otherwise no process has the socket open any more, and the kernel resets the connections that wait in it; or the
    service takes thirty seconds to stop, on a busy machine one in six.
    """
    configuration = tmp_path / "conf.py"
    configuration.write_text(STARTS_WHEN_IT_IS_TOLD_TO_STOP.format(hook=hook, call=call))
    with serving("--config", str(configuration)) as service, ExitStack() as clients:
        first = min(service.workers)
        os.kill(first, signal.SIGSTOP)  # so that all connections are left to the second
        try:
            waiting = [clients.enter_context(connect(service.port)) for _ in range(5)]
            for sock in waiting:
                sock.sendall(GET + b"\r\n")
            service.signal(number)
            statuses = [status_of(rest_of(sock)) for sock in waiting]
        finally:
            os.kill(first, signal.SIGCONT)
        service.process.wait(timeout=STOP_SECONDS)
    assert statuses == [200] * 5


def test_workers_whose_master_was_killed_stop():
    """Otherwise they would keep the port, and the service could not be started again."""
    with serving("--timeout=2") as service:
        workers = service.workers
        service.process.kill()
        service.process.wait()
        eventually(lambda: not any(Path(f"/proc/{pid}/exe").exists() for pid in workers))
