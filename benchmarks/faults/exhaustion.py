"""Run the service with a full disk, without free file descriptors, and with a clock that is set back."""

import shutil
import time
from contextlib import ExitStack

from benchmarks.faults.clients import Outcome, asking
from benchmarks.measure import connect
from tests.service import Service, serving

SECONDS = 6
FILES = 128  # file descriptors that a worker may have
IDLE_CONNECTIONS = 400
CLIENTS_AT_STOP = 300


def run(seconds: float = SECONDS) -> None:
    with serving(stdout="/dev/full") as service:
        _report("Disk full: no line of the log can be written", service, _ask(service, seconds))
    if shutil.which("prlimit"):
        with serving(prefix=("prlimit", f"--nofile={FILES}:{FILES}")) as service:
            _report(
                f"{IDLE_CONNECTIONS} idle connections, {FILES} file descriptors a worker",
                service,
                _ask_among_idle(service, seconds),
            )
        with serving(prefix=("prlimit", f"--nofile={FILES}:{FILES}")) as service:
            name = f"A stop with {CLIENTS_AT_STOP} clients, {FILES} file descriptors a worker"
            _report(name, service, _stop_among(service, CLIENTS_AT_STOP))
    with serving(application="benchmarks.faults.clock:application", CLOCK_SET_BACK_AFTER=str(seconds / 2)) as service:
        _report("Clock set back by an hour", service, _ask(service, seconds))


def _report(name: str, service: Service, outcome: Outcome) -> None:
    print(f"{name}: {outcome}", *service.alarms()[:3], flush=True)


def _ask(service: Service, seconds: float) -> Outcome:
    with asking(service.port) as outcome:
        time.sleep(seconds)
    return outcome


def _ask_among_idle(service: Service, seconds: float) -> Outcome:
    """Send requests on open connections while idle ones use up all descriptors, and on new connections afterwards."""
    with asking(service.port, 4) as outcome:
        time.sleep(seconds / 3)
        with ExitStack() as idle:
            for _ in range(IDLE_CONNECTIONS):
                sock = idle.enter_context(connect(service.port))
                sock.sendall(b"GET /health/live/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
            time.sleep(seconds / 3)
        time.sleep(seconds / 3)
    with asking(service.port, 4, keep=False, pause=0.01) as afterwards:
        time.sleep(seconds / 3)
    outcome.add(afterwards)
    return outcome


def _stop_among(service: Service, clients: int) -> Outcome:
    with asking(service.port, clients, keep=False) as outcome:
        time.sleep(2)
        service.process.terminate()
        service.process.wait(timeout=40)
    return outcome
