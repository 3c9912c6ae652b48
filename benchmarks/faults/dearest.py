"""The time and the memory of the dearest requests, one by one, then many of the dearest one within a pod's limit."""

import re
import time
from pathlib import Path

import orjson

from benchmarks.faults.around import confined, unconfinable
from benchmarks.faults.clients import asking, report
from benchmarks.measure import ask, connect, cpu_seconds, exchange, get
from tests.service import ROOT, memory, serving
from tests.tables import rows

MEBIBYTE = 1024 * 1024
ROOM = MEBIBYTE - 2000  # leaves 2,000 bytes of a body for the other parameters
REPEATS = 3
CROWD = 32  # more than twice the threads of two workers
#: Requests before the measurements, so that modules and data that are loaded late are not counted for a request.
WARM_UP = [get("/ip/81.2.69.142"), get("/time/?operation=timezones"), get("/uuid/?count=1000"), get("/docs/")]
#: Units of many characters, by their names in the data file.
UNITS = {
    "ideographs": "".join(map(chr, range(0x4E00, 0x9FA5))),
    "letters beyond U+FFFF": "".join(map(chr, range(0x20000, 0x30000))),
}


def _dearest():
    for name, path, parameters, wanted, named in rows("dearest.json"):
        body = {"calls": [parameters] * 100} if path == "/batch/" else parameters
        if wanted is not None:
            unit = UNITS.get(named, named)
            times = ROOM // len(unit.encode())
            body |= {wanted: unit * times if wanted else orjson.loads(f"[{unit * (times - 1)}1]")}
        yield name, ask(path, body)
    yield "any query: 8,000 &", get("/hash/?" + "&" * 8000)


def dearest(seconds=10):
    most = max(_measured(), key=lambda found: found[0])[1]
    if reason := unconfinable():
        print(reason)
        return
    limit = kubernetes_limit()
    with confined(limit) as (prefix, peak_bytes), serving(prefix=prefix) as service:
        with asking(service.port, CROWD, requests=[most], keep=False) as outcome:
            time.sleep(seconds)
        time.sleep(1)
        held = sum(memory(pid, "Pss") for pid in service.workers)
        peak, held, limit = (f"{size / MEBIBYTE:.0f} MiB" for size in (peak_bytes(), held, limit))
        report(f"{CROWD} in {limit}", f"{outcome}; at most {peak}; afterwards the workers hold {held}", service)


def kubernetes_limit():
    """Return the memory limit of the container in deploy/kubernetes.yaml, in bytes."""
    manifest = (ROOT / "deploy" / "kubernetes.yaml").read_text()
    (limit,) = re.findall(r"limits: \{memory: (\d+)Mi\}", manifest)
    return int(limit) * MEBIBYTE


def _measured():
    """Print the CPU time and the memory of each request; yield the memory with the request."""
    with serving(workers=1) as service:
        (pid,) = service.workers
        for request in WARM_UP:
            _cost(service.port, pid, request)
        for name, request in _dearest():
            seconds, used, (status, *_) = zip(*(_cost(service.port, pid, request) for _ in range(REPEATS)), strict=True)
            print(f"{name:60} {min(seconds) * 1000:7.1f} ms {max(used) / MEBIBYTE:6.1f} MiB ({status})", flush=True)
            yield max(used), request


def _cost(port, pid, request):
    """Return the CPU seconds of a request, by how much its peak exceeds the memory before, and the answer's status."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")  # resets the peak
    before, started = memory(pid, "VmRSS"), cpu_seconds(pid)
    with connect(port) as sock:
        status = exchange(sock, request).status
    time.sleep(0.01)  # the worker finishes a request only after it has sent the answer
    return cpu_seconds(pid) - started, max(0, memory(pid, "VmHWM") - before), status
