"""Clients that keep expensive requests running: how long others wait, and how much time and memory they take."""

import re
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import orjson

from benchmarks.faults.around import confined, unconfinable
from benchmarks.faults.clients import LIVE, MIXED, SMALL, asking, report
from benchmarks.measure import ask, connect, cpu_seconds, exchange, get
from tests.service import ROOT, eventually, free_port, memory, serving
from tests.tables import rows

CLIENTS = (4, 16, 64)
SECONDS = 6
#: A million bytes of distinct characters, which are more expensive to analyse than any other text.
TEXT = "".join(map(chr, range(0x10000, 0x10000 + 250_000)))
ROUNDS = {"input": "hello", "algorithm": "md5,sha1,sha256,sha512,sha3-256,sha3-512", "iterations": 10_000}
EXPENSIVE = {
    "texts of 1 MB analysed": ask("/text/", {"text": TEXT, "operation": "analyze"}),
    "hashes of 10,000 rounds": get("/hash/?input=hello&algorithm=sha512&iterations=10000"),
    "batches of a second": ask("/batch/", {"calls": [{"path": "/hash/", "parameters": ROUNDS}] * 100}),
}


def busy(seconds=SECONDS):
    kinds = {what: [expensive] for what, expensive in EXPENSIVE.items()} | {"mixed small requests": MIXED}
    for what, requests in kinds.items():
        for clients in CLIENTS:
            _measure(clients, what, requests, seconds)


def _measure(clients, what, expensive, seconds):
    metrics = free_port()
    # Open a connection each time, so that the kernel chooses the worker, as it does for probes and proxies.
    honest = {"keep": False, "pause": 0.02}
    with serving(METRICS="true", METRICS_PORT=str(metrics)) as service:
        with asking(service.port, clients, requests=expensive, patience=120) as running:
            time.sleep(1)
            before = _delays(metrics)  # to subtract the delays of the start
            with (
                asking(service.port, 1, requests=[SMALL], **honest) as small,
                asking(service.port, 1, requests=[LIVE], **honest) as live,
            ):
                time.sleep(seconds)
            after = _delays(metrics)
        counts = {bound: count - before[bound] for bound, count in after.items()}
        late = next(bound for bound, count in counts.items() if count >= 0.99 * counts[float("inf")])
        said = (
            f"small p50 {small.percentile(0.5):.1f} ms, p99 {small.percentile(0.99):.0f} ms; "
            f"health at most {live.percentile(1):.0f} ms; {small.failed + live.failed} failed; "
            f"loop late at p99 up to {late * 1000:g} ms; busy: {len(running.seconds)} answered, "
            f"p50 {running.percentile(0.5):.0f} ms"
        )
        report(f"{clients:3} × {what}", said, service)


def _delays(port):
    """Return for each bound of the histogram how often the event loops were late by at most so many seconds."""
    found = {}

    def scrape():
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
            bucket = r'utilitysvc_loop_delay_seconds_bucket\{le="(.+?)"\} (\S+)'
            found.update((float(le), float(count)) for le, count in re.findall(bucket, answer.read().decode()))
        return bool(found)

    eventually(scrape)  # the exporter may start later than the service
    return found


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
    """Measure the time and the memory of the dearest requests, one by one, then many of them within a pod's limit."""
    most = max(_measured(), key=lambda found: found[0])[1]
    if reason := unconfinable():
        print(reason)
        return
    limit = kubernetes_limit()
    with confined(limit) as group, serving(prefix=group.prefix) as service:
        outcome = fill(service, most, seconds)
        time.sleep(1)
        held = sum(memory(pid, "Pss") for pid in service.workers) / MEBIBYTE
        said = (
            f"{outcome}; at most {group.peak_bytes() / MEBIBYTE:.0f} MiB; {group.kills()} processes killed; "
            f"afterwards the workers hold {held:.0f} MiB"
        )
        report(f"{CROWD} in {limit // MEBIBYTE} MiB", said, service)


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
            costs = [_cost(service.port, pid, request) for _ in range(REPEATS)]
            seconds, used = min(seconds for seconds, _, _ in costs), max(used for _, used, _ in costs)
            print(f"{name:60} {seconds * 1000:7.1f} ms {used / MEBIBYTE:6.1f} MiB ({costs[0][2]})", flush=True)
            yield used, request


def _cost(port, pid, request):
    """Return the CPU seconds of a request, by how much its peak exceeds the memory before, and the answer's status."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")  # resets the peak
    before, started = memory(pid, "VmRSS"), cpu_seconds(pid)
    with connect(port) as sock:
        status = exchange(sock, request).status
    time.sleep(0.01)  # the worker finishes a request only after it has sent the answer
    return cpu_seconds(pid) - started, max(0, memory(pid, "VmHWM") - before), status


def fill(service, request, seconds, clients=CROWD):
    """Keep sending the request from so many connections."""
    with asking(service.port, clients, requests=[request], keep=False) as outcome:
        time.sleep(seconds)
    return outcome
