"""Measure the time and the memory of the dearest requests, one by one, then many of them within a pod's limit."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import orjson

from benchmarks.faults import confined
from benchmarks.faults.clients import Outcome, asking, report
from benchmarks.measure import connect, cpu_seconds, exchange, get, post
from tests.service import ROOT, Service, serving
from tests.tables import rows

MEBIBYTE = 1024 * 1024
ROOM = MEBIBYTE - 2000  # leaves 2,000 bytes of a body for the other parameters
SECONDS = 10
REPEATS = 3
CLIENTS = 32  # more than twice the threads of two workers
#: Requests before the measurements, so that modules and data that are loaded late are not counted for a request.
WARM_UP = [get("/ip/81.2.69.142"), get("/time/?operation=timezones"), get("/uuid/?count=1000"), get("/docs/")]
#: Units of many characters, by their names in the data file.
UNITS = {
    "ideographs": "".join(map(chr, range(0x4E00, 0x9FA5))),
    "letters beyond U+FFFF": "".join(map(chr, range(0x20000, 0x30000))),
}


def filled(unit: str) -> str:
    """Return the unit repeated to the greatest size of a text; if it is an item, as a list in JSON."""
    unit = UNITS.get(unit, unit)
    times = ROOM // len(unit.encode())
    return f"[{unit * (times - 1)}1]" if unit.endswith(",") else unit * times


def requests() -> Iterator[tuple[str, bytes]]:
    for name, path, parameters, wanted, unit in rows("dearest.json"):
        body = {"calls": [parameters] * 100} if path == "/batch/" else parameters
        if wanted is not None:
            body |= {wanted: filled(unit) if wanted else orjson.loads(filled(unit))}
        yield name, post(path, orjson.dumps(body))
    yield "any query: 8,000 &", get("/hash/?" + "&" * 8000)


def run(seconds: float = SECONDS) -> None:
    dearest = measure()
    if reason := confined.unavailable():
        print(reason)
        return
    limit = kubernetes_limit()
    with confined.confined(limit) as group, serving(prefix=group.prefix) as service:
        outcome = fill(service, dearest, seconds)
        time.sleep(1)
        peak, afterwards = group.peak_bytes() / MEBIBYTE, sum(service.resident_bytes()) / MEBIBYTE
        said = (
            f"{outcome}; at most {peak:.0f} MiB; {group.kills()} processes killed; "
            f"afterwards the workers hold {afterwards:.0f} MiB"
        )
        report(f"{CLIENTS} in {limit // MEBIBYTE} MiB", said, service)


def kubernetes_limit() -> int:
    """Return the memory limit of the container in deploy/kubernetes.yaml, in bytes."""
    manifest = (ROOT / "deploy" / "kubernetes.yaml").read_text()
    (limit,) = re.findall(r"limits: \{memory: (\d+)Mi\}", manifest)
    return int(limit) * MEBIBYTE


def measure() -> bytes:
    """Print the CPU time and the memory of each request; return the one that needs the most memory."""
    most, dearest = -1, b""
    with serving(workers=1) as service:
        (pid,) = service.workers
        for request in WARM_UP:
            _cost(service.port, pid, request)
        for name, request in requests():
            costs = [_cost(service.port, pid, request) for _ in range(REPEATS)]
            seconds, used = min(seconds for seconds, _, _ in costs), max(used for _, used, _ in costs)
            print(f"{name:60} {seconds * 1000:7.1f} ms {used / MEBIBYTE:6.1f} MiB ({costs[0][2]})", flush=True)
            most, dearest = max((most, dearest), (used, request))
    return dearest


def _cost(port: int, pid: int, request: bytes) -> tuple[float, int, int]:
    """Return the CPU seconds of a request, by how much its peak exceeds the memory before, and the answer's status."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")  # resets the peak
    memory, started = _status(pid, "VmRSS"), cpu_seconds(pid)
    with connect(port) as sock:
        status, _, _ = exchange(sock, request)
    time.sleep(0.01)  # the worker finishes a request only after it has sent the answer
    return cpu_seconds(pid) - started, max(0, _status(pid, "VmHWM") - memory), status


def _status(pid: int, name: str) -> int:
    (kilobytes,) = re.findall(rf"^{name}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    return int(kilobytes) * 1024


def fill(service: Service, request: bytes, seconds: float) -> Outcome:
    """Keep sending the request from CLIENTS connections."""
    with asking(service.port, CLIENTS, requests=[request], keep=False) as outcome:
        time.sleep(seconds)
    return outcome
