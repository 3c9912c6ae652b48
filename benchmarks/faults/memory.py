"""Measure the memory of the most expensive requests, one by one, and then of many at once within a pod's limit."""

import re
import time
from pathlib import Path

from benchmarks.faults import confined
from benchmarks.faults.clients import Outcome, asking, connect, exchange
from benchmarks.faults.costs import NamedRequest, requests
from benchmarks.measure import get
from tests.service import ROOT, Service, serving

MEBIBYTE = 1024 * 1024
SECONDS = 10
WORKERS = 2
CLIENTS = 32  # more than twice the threads of two workers
#: Requests before the measurements, so that modules and data that are loaded late are not counted for a request.
WARM_UP = [get("/ip/81.2.69.142"), get("/time/?operation=timezones"), get("/uuid/?count=1000"), get("/docs/")]


def run(seconds: float = SECONDS) -> None:
    largest = find_largest()
    if reason := confined.unavailable():
        print(reason)
        return
    limit = kubernetes_limit()
    with confined.confined(limit) as group, serving(prefix=group.prefix, workers=WORKERS) as service:
        outcome = fill(service, largest, seconds)
        time.sleep(1)
        afterwards = sum(service.resident_bytes()) / MEBIBYTE
        print(
            f"{CLIENTS} clients, {largest[1]}, in {limit // MEBIBYTE} MiB: {outcome}; at most "
            f"{group.peak_bytes() / MEBIBYTE:.0f} MiB, {group.kills()} processes killed; afterwards the workers hold "
            f"{afterwards:.0f} MiB"
        )


def kubernetes_limit() -> int:
    """Return the memory limit of the container in deploy/kubernetes.yaml, in bytes."""
    found = re.search(r"limits: \{memory: (\d+)Mi\}", (ROOT / "deploy" / "kubernetes.yaml").read_text())
    if not found:
        raise RuntimeError("deploy/kubernetes.yaml limits no memory")
    return int(found[1]) * MEBIBYTE


def find_largest() -> NamedRequest:
    """Print for each function the request that needs the most memory; return the one that needs the most of all."""
    costs: dict[str, tuple[int, NamedRequest, int]] = {}
    with serving(workers=1) as service:
        pid = service.workers[0]
        with connect(service.port) as sock:
            for request in WARM_UP:
                exchange(sock, request)
        for row in requests():
            cost, status = _cost(service.port, pid, row[2])
            if cost > costs.get(row[0], (-1,))[0]:
                costs[row[0]] = cost, row, status
    for name, (cost, (_, what, request), status) in costs.items():
        print(f"{name:10} {cost / MEBIBYTE:6.1f} MiB, {cost / len(request):6.1f} a byte  {what} ({status})", flush=True)
    return max(costs.values())[1]


def _cost(port: int, pid: int, request: bytes) -> tuple[int, int]:
    """Return by how much the worker's peak memory exceeds its memory before, and the status of the answer."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")  # resets the peak
    before = _status(pid, "VmRSS")
    with connect(port) as sock:
        status, _, _ = exchange(sock, request)
    return max(0, _status(pid, "VmHWM") - before), status


def _status(pid: int, name: str) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))


def fill(service: Service, largest: NamedRequest, seconds: float) -> Outcome:
    """Keep sending the request that needs the most memory, from CLIENTS connections."""
    with asking(service.port, CLIENTS, requests=[largest[2]], keep=False) as outcome:
        time.sleep(seconds)
    return outcome
