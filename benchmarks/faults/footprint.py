"""Measure the time that the service takes to start, and its memory."""

import time
from statistics import median

from benchmarks.faults.clients import asking, connect, exchange
from benchmarks.measure import get
from tests.service import proportional_bytes, serving

STARTS = 5
SECONDS = 5


def run() -> None:
    print(f"start to first answer: {median(_start_seconds() for _ in range(STARTS)):.2f} s (median of {STARTS})")
    for workers in (1, 2, 4):
        with serving(workers=workers) as service:
            idle = _megabytes(service.process.pid, *service.workers)
            with asking(service.port, requests=[get("/ip/81.2.69.142")]):
                time.sleep(1)
            located = _megabytes(service.process.pid, *service.workers)
            with asking(service.port):
                time.sleep(SECONDS)
            used = _megabytes(service.process.pid, *service.workers)
        print(
            f"{workers} workers, master included: {idle:.0f} MB at the start, {located:.0f} MB once the databases are "
            f"mapped, {used:.0f} MB after {SECONDS} s of mixed calls",
            flush=True,
        )


def _start_seconds() -> float:
    started = time.monotonic()
    with serving(workers=1) as service, connect(service.port) as sock:
        exchange(sock, get("/health/live/"))
        return time.monotonic() - started


def _megabytes(*pids: int) -> float:
    return sum(proportional_bytes(pid) for pid in pids) / 1e6
