"""Measure the time and the memory of the dearest requests, one by one, then many of them within a pod's limit."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.faults import confined
from benchmarks.faults.clients import Outcome, asking
from benchmarks.measure import connect, cpu_seconds, exchange, get, post
from hashing.algorithms import ALGORITHMS
from tests.service import ROOT, Service, serving

MEBIBYTE = 1024 * 1024
ROOM = MEBIBYTE - 2000  # leaves 2,000 bytes of a body for the other parameters
SECONDS = 10
REPEATS = 3
WORKERS = 2
CLIENTS = 32  # more than twice the threads of two workers
#: Requests before the measurements, so that modules and data that are loaded late are not counted for a request.
WARM_UP = [get("/ip/81.2.69.142"), get("/time/?operation=timezones"), get("/uuid/?count=1000"), get("/docs/")]


def requests() -> Iterator[tuple[str, bytes]]:
    """Yield the dearest request of each kind, as a search among 190 found them on 2026-11-23, in time or in memory."""

    def body(path: str, /, **parameters: object) -> bytes:  # positional-only, since a parameter may be named path too
        return post(path, json.dumps(parameters, ensure_ascii=False).encode())

    def text(operation: str | list[str], unit: str, **more: str) -> bytes:
        whole = f"[{unit * (ROOM // len(unit) - 1)}1]" if unit.endswith(",") else unit * (ROOM // len(unit.encode()))
        return body("/text/", text=whole, operation=operation, **more)

    keyed = [name for name, algorithm in ALGORITHMS.items() if algorithm.category != "checksum"]
    mac = body("/hash/", input="x", key="k" * ROOM, algorithm=keyed, iterations=10_000)
    yield "hash: HMACs of 10,000 rounds with a key of 1 MB", mac
    files = body("/hash/", input="x" * ROOM, algorithm=list(ALGORITHMS), format="binary")
    yield "hash: all algorithms of 1 MB, binary", files
    distinct = "/random/?min=1&max=10000&count=10000&secure=true&sorted=true"
    yield "random: 10,000 distinct of 10,000, secure, sorted", get(distinct)
    decimals = {"count": 10_000, "decimal": True, "precision": 9}
    yield "number: 10,000 secure decimals", body("/number/", **decimals, secure=True)
    yield "uuid: 1,000, secure", get("/uuid/?count=1000&secure=true")
    excluded = "".join(map(chr, range(0x4E00, 0x9FA5)))
    yield "password: 1 MB to exclude", body("/password/", exclude=excluded * (ROOM // 3 // len(excluded)))
    yield "ip: 100 addresses", body("/ip/", ips=[f"81.2.69.{number}" for number in range(100)])
    yield "time: a datetime of 1 MB", body("/time/", datetime="1" * ROOM)
    yield "batch: 100 × 10,000 decimals", body("/batch/", calls=[{"path": "/number/", "parameters": decimals}] * 100)
    growing = {"text": "&" * 9900, "operation": ["html_encode"] * 16}
    yield "batch: 100 texts that grow", body("/batch/", calls=[{"path": "/text/", "parameters": growing}] * 100)
    yield "text: json_sort_keys of [1],", text("json_sort_keys", "[1],")
    yield "text: json_path in [1],", text("json_path", "[1],", path="$[*]")
    yield "text: unicode_report of x𝐚", text("unicode_report", "x𝐚 ")
    yield "text: unicode_report of ligatures", text("unicode_report", "\ufdfa")
    chain = ["camelcase", "snakecase", "pascalcase", "kebabcase"]
    yield "text, a chain: four cases of letters beyond U+FFFF", text(chain, "".join(map(chr, range(0x20000, 0x30000))))
    yield "any body: empty lists", post("/hash/", b'{"a":[' + b"[]," * (ROOM // 3) + b"1]}")
    lists = b'{"a":[' + (b"[" * 60 + b"]" * 60 + b",") * (ROOM // 121) + b"1]}"
    yield "any body: lists in lists", post("/hash/", lists)
    yield "any query: 8,000 &", get("/hash/?" + "&" * 8000)


def run(seconds: float = SECONDS) -> None:
    dearest = measure()
    if reason := confined.unavailable():
        print(reason)
        return
    limit = kubernetes_limit()
    with confined.confined(limit) as group, serving(prefix=group.prefix, workers=WORKERS) as service:
        outcome = fill(service, dearest, seconds)
        time.sleep(1)
        afterwards = sum(service.resident_bytes()) / MEBIBYTE
        print(
            f"{CLIENTS} in {limit // MEBIBYTE} MiB: {outcome}; at most {group.peak_bytes() / MEBIBYTE:.0f} MiB; "
            f"{group.kills()} processes killed; afterwards the workers hold {afterwards:.0f} MiB"
        )


def kubernetes_limit() -> int:
    """Return the memory limit of the container in deploy/kubernetes.yaml, in bytes."""
    found = re.search(r"limits: \{memory: (\d+)Mi\}", (ROOT / "deploy" / "kubernetes.yaml").read_text())
    if not found:
        raise RuntimeError("deploy/kubernetes.yaml limits no memory")
    return int(found[1]) * MEBIBYTE


def measure() -> bytes:
    """Print the CPU time and the memory of each request; return the one that needs the most memory."""
    most, dearest = -1, b""
    with serving(workers=1) as service:
        pid = service.workers[0]
        with connect(service.port) as sock:
            for request in WARM_UP:
                exchange(sock, request)
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
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))


def fill(service: Service, request: bytes, seconds: float) -> Outcome:
    """Keep sending the request from CLIENTS connections."""
    with asking(service.port, CLIENTS, requests=[request], keep=False) as outcome:
        time.sleep(seconds)
    return outcome
