"""Kill workers, and stop, restart and replace the service, while clients keep sending requests."""

import os
import signal
from collections.abc import Callable
from functools import partial

from benchmarks.faults import proxy
from benchmarks.faults.clients import Outcome, asking, report
from tests.service import START_SECONDS, Service, children, eventually, serving

#: The number of requests in each row. A part of them is answered before the signal, the rest after it.
REQUESTS = 40_000
CLIENTS = 8
MAX_REQUESTS = 1000


def kill_a_worker(service: Service, outcome: Outcome, requests: int) -> None:
    outcome.wait_for(requests // 2)
    os.kill(service.workers[0], signal.SIGKILL)
    outcome.wait_for(requests)


def reload(service: Service, outcome: Outcome, requests: int) -> None:
    for share in (1, 2, 3):
        outcome.wait_for(requests * share // 4)
        service.signal(signal.SIGHUP)
    outcome.wait_for(requests)


def replace(service: Service, outcome: Outcome, requests: int) -> None:
    """Start a second master process on the same socket, which loads the code anew, then stop the first."""
    old = set(service.workers)
    outcome.wait_for(requests // 4)
    service.signal(signal.SIGUSR2)
    eventually(lambda: any(children(pid) for pid in set(service.workers) - old))
    (successor,) = (pid for pid in set(service.workers) - old if children(pid))
    outcome.wait_for(requests // 2)
    stop(service, outcome, 0, signal.SIGTERM)
    outcome.wait_for(requests)
    os.kill(successor, signal.SIGTERM)


def stop(service: Service, outcome: Outcome, requests: int, number: signal.Signals) -> None:
    """Stop the service. It must answer all requests that it has accepted. It is right that it refuses later ones."""
    outcome.wait_for(requests)
    service.signal(number)
    service.process.wait(timeout=START_SECONDS + 10)


Act = Callable[[Service, Outcome, int], None]
ACTS: dict[str, Act] = {
    "SIGKILL of a worker": kill_a_worker,
    "SIGHUP, three times": reload,
    "SIGUSR2, then SIGTERM to the old": replace,
    "SIGTERM": partial(stop, number=signal.SIGTERM),
    "SIGINT": partial(stop, number=signal.SIGINT),
}


def asked_meanwhile(act: Act, service: Service, port: int, requests: int) -> Outcome:
    with asking(port, CLIENTS) as outcome:
        act(service, outcome, requests)
    return outcome


def run(requests: int = REQUESTS) -> None:
    for name, act in ACTS.items():
        with serving() as service:
            report(name, asked_meanwhile(act, service, service.port, requests), service)
    if proxy.available():
        with proxy.entered(behind_nginx=True) as (service, port):
            outcome = asked_meanwhile(kill_a_worker, service, port, requests)
            report("SIGKILL of a worker, behind nginx", outcome, service)
    with serving("--max-requests", str(MAX_REQUESTS)) as service, asking(service.port, CLIENTS) as outcome:
        outcome.wait_for(requests)
        report(f"--max-requests {MAX_REQUESTS:,}", outcome, service)
