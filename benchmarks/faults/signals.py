"""Kill workers, and stop, restart and replace the service, while clients keep sending requests."""

import os
import signal
import time
from collections.abc import Callable
from functools import partial

from benchmarks.faults import proxy
from benchmarks.faults.clients import Outcome, asking
from tests.service import START_SECONDS, Service, children, serving

#: The number of requests in each row. A part of them is answered before the signal, the rest after it.
REQUESTS = 40_000
CLIENTS = 8
MAX_REQUESTS = 1000

Act = Callable[[Service, int, int], Outcome]


def run(requests: int = REQUESTS) -> None:
    for name, act in ACTS.items():
        if name == BEHIND_NGINX:
            if proxy.available():
                with serving(NUM_PROXIES="1") as service, proxy.fronted(service) as port:
                    _report(name, service, act(service, port, requests))
        else:
            options = ("--max-requests", str(MAX_REQUESTS)) if act is _ask_on else ()
            with serving(*options) as service:
                _report(name, service, act(service, service.port, requests))


def _report(name: str, service: Service, outcome: Outcome) -> None:
    print(f"{name}: {outcome}", *service.alarms()[:2], flush=True)


def _kill_a_worker(service: Service, port: int, requests: int) -> Outcome:
    with asking(port, CLIENTS) as outcome:
        outcome.wait_for(requests // 2)
        os.kill(service.workers[0], signal.SIGKILL)
        outcome.wait_for(requests)
    return outcome


def _reload(service: Service, port: int, requests: int) -> Outcome:
    with asking(port, CLIENTS) as outcome:
        for share in (1, 2, 3):
            outcome.wait_for(requests * share // 4)
            service.signal(signal.SIGHUP)
        outcome.wait_for(requests)
    return outcome


def _replace(service: Service, port: int, requests: int) -> Outcome:
    """Start a second master process on the same socket, which loads the code anew, then stop the first."""
    old = set(service.workers)
    with asking(port, CLIENTS) as outcome:
        outcome.wait_for(requests // 4)
        service.signal(signal.SIGUSR2)
        deadline = time.monotonic() + START_SECONDS
        while not (successors := [pid for pid in service.workers if pid not in old and children(pid)]):
            if time.monotonic() > deadline:
                raise RuntimeError(f"no second master:\n{service.errors.read_text()}")
            time.sleep(0.1)
        outcome.wait_for(requests // 2)
        service.process.terminate()
        service.process.wait(timeout=START_SECONDS + 10)
        outcome.wait_for(requests)
    os.kill(successors[0], signal.SIGTERM)
    return outcome


def _ask_on(service: Service, port: int, requests: int) -> Outcome:
    with asking(port, CLIENTS) as outcome:
        outcome.wait_for(requests)
    return outcome


def _stop(service: Service, port: int, requests: int, number: signal.Signals) -> Outcome:
    """Stop the service. It must answer all requests that it has accepted. It is right that it refuses later ones."""
    with asking(port, CLIENTS) as outcome:
        outcome.wait_for(requests)
        service.signal(number)
        service.process.wait(timeout=START_SECONDS + 10)
    return outcome


BEHIND_NGINX = "SIGKILL of a worker, behind nginx"
ACTS: dict[str, Act] = {
    "SIGKILL of a worker": _kill_a_worker,
    BEHIND_NGINX: _kill_a_worker,
    "SIGHUP, three times": _reload,
    "SIGUSR2, then SIGTERM to the old": _replace,
    "SIGTERM": partial(_stop, number=signal.SIGTERM),
    "SIGINT": partial(_stop, number=signal.SIGINT),
    f"--max-requests {MAX_REQUESTS:,}": _ask_on,
}
