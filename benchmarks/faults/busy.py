"""Measure how long small requests and health probes wait while other clients keep expensive requests running."""

import json
import re
import time
import urllib.request

from benchmarks.faults.clients import MIXED, asking
from benchmarks.measure import get, post
from tests.service import START_SECONDS, free_port, serving

CLIENTS = (4, 16, 64)
SECONDS = 6
SMALL = get("/uuid/?count=1&format=standard")
LIVE = get("/health/live/")
#: A million bytes of distinct characters, which are more expensive to analyse than any other text.
TEXT = "".join(map(chr, range(0x10000, 0x10000 + 250_000)))
ROUNDS = {"input": "hello", "algorithm": "md5,sha1,sha256,sha512,sha3-256,sha3-512", "iterations": 10_000}
EXPENSIVE_HASH = {"path": "/hash/", "parameters": ROUNDS}
EXPENSIVE = {
    "texts of 1 MB analysed": post(
        "/text/", json.dumps({"text": TEXT, "operation": "analyze"}, ensure_ascii=False).encode()
    ),
    "hashes of 10,000 rounds": get("/hash/?input=hello&algorithm=sha512&iterations=10000"),
    "batches of a second": post("/batch/", json.dumps({"calls": [EXPENSIVE_HASH] * 100}).encode()),
}
MOUNT = "/tools"
#: Other ways to write the path of a batch: for each the bytes before the request, and its target.
DISGUISES = {
    "/%62atch/": (b"", b"/%62atch/"),
    "http://localhost/batch/": (b"", b"http://localhost/batch/"),
    "an empty line, /batch/": (b"\r\n", b"/batch/"),
    f"{MOUNT}/batch/ (SCRIPT_NAME)": (b"", f"{MOUNT}/batch/".encode()),
}


def run(seconds: float = SECONDS) -> None:
    for what, expensive in EXPENSIVE.items():
        for clients in CLIENTS:
            _report(clients, what, [expensive], seconds)
    for what, (prefix, target) in DISGUISES.items():
        expensive = prefix + EXPENSIVE["batches of a second"].replace(b"/batch/", target, 1)
        _report(16, f"batches by {what}", [expensive], seconds)
    for clients in CLIENTS:
        _report(clients, "mixed small requests", MIXED, seconds)


def _report(clients: int, what: str, expensive: list[bytes], seconds: float) -> None:
    metrics = free_port()
    environment = {"METRICS": "true", "METRICS_PORT": str(metrics), "SCRIPT_NAME": MOUNT if MOUNT in what else ""}
    with (
        serving(**environment) as service,
        asking(service.port, clients, requests=expensive, patience=120) as busy,
    ):
        time.sleep(1)
        before = _delays(metrics)  # to subtract the delays of the start
        # Open a connection each time, so that the kernel chooses the worker, as it does for probes and proxies.
        honest = {"keep": False, "pause": 0.02}
        with (
            asking(service.port, 1, requests=[SMALL], **honest) as small,
            asking(service.port, 1, requests=[LIVE], **honest) as live,
        ):
            time.sleep(seconds)
        late = _percentile(before, _delays(metrics))
    print(
        f"{clients:3} × {what}: small p50 {small.percentile(0.5):.1f} ms, p99 {small.percentile(0.99):.0f} ms; "
        f"health at most {live.percentile(1):.0f} ms; {sum((small.failed + live.failed).values())} failed; "
        f"loop late at p99 up to {late:g} ms; busy: {len(busy.seconds)} answered, p50 {busy.percentile(0.5):.0f} ms",
        flush=True,
    )


def _delays(port: int) -> dict[float, float]:
    """Return for each bound of the histogram how often the event loops were late by at most so many seconds."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:  # our own server
                text = answer.read().decode()
            break
        except OSError:  # the exporter may start later than the service
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
    found = re.findall(r'utilitysvc_loop_delay_seconds_bucket\{le="([^"]+)"\} (\S+)', text)
    return {float(bound): float(count) for bound, count in found}


def _percentile(before: dict[float, float], after: dict[float, float], share: float = 0.99) -> float:
    """Return the bound of the histogram, in ms, below which this share of the delays between the two counts is."""
    counts = {bound: count - before.get(bound, 0) for bound, count in after.items()}
    return next(bound * 1000 for bound, count in counts.items() if count >= share * counts[float("inf")])
