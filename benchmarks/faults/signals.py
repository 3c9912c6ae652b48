"""Workers killed, the service stopped, restarted and replaced, while clients keep asking."""

import os
import signal
import time

from benchmarks.faults import proxy
from benchmarks.faults.clients import Outcome, asking
from tests.service import START_SECONDS, Service, children, serving

SECONDS = 8
CLIENTS = 8
MAX_REQUESTS = 1000


def run(seconds: float = SECONDS) -> None:
    with serving() as service:
        _report("SIGKILL of a worker", service, _kill_a_worker(service, service.port, seconds))
    if proxy.available():
        with serving(NUM_PROXIES="1") as service, proxy.fronted(service) as port:
            _report("SIGKILL of a worker, behind nginx", service, _kill_a_worker(service, port, seconds))
    with serving() as service:
        _report("SIGHUP, three times", service, _reload(service, seconds))
    with serving() as service:
        _report("SIGUSR2, then SIGTERM to the old", service, _replace(service, seconds))
    for number in (signal.SIGTERM, signal.SIGINT):
        with serving() as service:
            _report(number.name, service, _stop(service, seconds, number))
    with serving("--max-requests", str(MAX_REQUESTS)) as service:
        _report(f"--max-requests {MAX_REQUESTS:,}", service, _ask_on(service, seconds))


def _report(name: str, service: Service, outcome: Outcome) -> None:
    print(f"{name}: {outcome}", *service.alarms()[:2], flush=True)


def _kill_a_worker(service: Service, port: int, seconds: float) -> Outcome:
    with asking(port, CLIENTS) as outcome:
        time.sleep(seconds / 2)
        os.kill(service.workers[0], signal.SIGKILL)
        time.sleep(seconds / 2)
    return outcome


def _reload(service: Service, seconds: float) -> Outcome:
    with asking(service.port, CLIENTS) as outcome:
        for _ in range(3):
            time.sleep(seconds / 3)
            service.signal(signal.SIGHUP)
        time.sleep(seconds / 3)
    return outcome


def _replace(service: Service, seconds: float) -> Outcome:
    """Start a second master on the same socket with the code as it now is, then stop the first."""
    old = set(service.workers)
    with asking(service.port, CLIENTS) as outcome:
        time.sleep(seconds / 4)
        service.signal(signal.SIGUSR2)
        deadline = time.monotonic() + START_SECONDS
        while not (successors := [pid for pid in service.workers if pid not in old and children(pid)]):
            if time.monotonic() > deadline:
                raise RuntimeError(f"no second master:\n{service.errors.read_text()}")
            time.sleep(0.1)
        time.sleep(seconds / 4)
        service.process.terminate()
        service.process.wait(timeout=START_SECONDS + 10)
        time.sleep(seconds / 4)
    os.kill(successors[0], signal.SIGTERM)
    return outcome


def _ask_on(service: Service, seconds: float) -> Outcome:
    with asking(service.port, CLIENTS) as outcome:
        time.sleep(seconds)
    return outcome


def _stop(service: Service, seconds: float, number: signal.Signals = signal.SIGTERM) -> Outcome:
    """Every request that was taken is to be answered; that later ones find no server is what was asked for."""
    with asking(service.port, CLIENTS) as outcome:
        time.sleep(seconds / 2)
        service.signal(number)
        service.process.wait(timeout=START_SECONDS + 10)
    return outcome
