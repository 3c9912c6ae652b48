"""Run the service with a full disk, without free file descriptors, and with a clock that is set back."""

import time
from contextlib import ExitStack

from benchmarks.faults.clients import LIVE, Outcome, asking, report
from benchmarks.measure import connect
from tests.service import Service, serving

SECONDS = 6
FILES = 128  # file descriptors that a worker may have
FEW_FILES = ("prlimit", f"--nofile={FILES}:{FILES}")
IDLE_CONNECTIONS = 400
CLIENTS_AT_STOP = 300


def run(seconds: float = SECONDS) -> None:
    with serving(stdout="/dev/full") as service:
        report("Disk full: no line of the log can be written", ask(service, seconds), service)
    with serving(prefix=FEW_FILES) as service:
        name = f"{IDLE_CONNECTIONS} idle connections, {FILES} file descriptors a worker"
        report(name, ask_among_idle(service, seconds), service)
    with serving(prefix=FEW_FILES) as service:
        with asking(service.port, CLIENTS_AT_STOP, keep=False) as outcome:
            time.sleep(2)
            service.process.terminate()
            service.process.wait(timeout=40)
        report(f"A stop with {CLIENTS_AT_STOP} clients, {FILES} file descriptors a worker", outcome, service)
    with serving(application="benchmarks.faults.clock:application", CLOCK_SET_BACK_AFTER=str(seconds / 2)) as service:
        report("Clock set back by an hour", ask(service, seconds), service)


def ask(service: Service, seconds: float) -> Outcome:
    with asking(service.port) as outcome:
        time.sleep(seconds)
    return outcome


def ask_among_idle(service: Service, seconds: float) -> Outcome:
    """Send requests on open connections while idle ones use up all descriptors, then others on new connections."""
    with ExitStack() as idle, asking(service.port, 4) as outcome:
        time.sleep(seconds / 3)
        for _ in range(IDLE_CONNECTIONS):
            idle.enter_context(connect(service.port)).sendall(LIVE)
        time.sleep(seconds / 3)
        idle.close()
        with asking(service.port, 4, keep=False, pause=0.01) as afterwards:
            time.sleep(seconds / 3)
    outcome.seconds += afterwards.seconds
    outcome.statuses += afterwards.statuses
    outcome.errors += afterwards.errors
    outcome.refused += afterwards.refused
    return outcome
