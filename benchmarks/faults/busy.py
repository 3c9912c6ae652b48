"""Measure how long small requests and health probes wait while other clients keep expensive requests running."""

import json
import re
import time
import urllib.request
from collections.abc import Sequence

from benchmarks.faults.clients import LIVE, MIXED, SMALL, asking, report
from benchmarks.measure import get, post
from tests.service import free_port, serving

CLIENTS = (4, 16, 64)
SECONDS = 6
#: A million bytes of distinct characters, which are more expensive to analyse than any other text.
TEXT = "".join(map(chr, range(0x10000, 0x10000 + 250_000)))
ROUNDS = {"input": "hello", "algorithm": "md5,sha1,sha256,sha512,sha3-256,sha3-512", "iterations": 10_000}
BATCH = post("/batch/", json.dumps({"calls": [{"path": "/hash/", "parameters": ROUNDS}] * 100}).encode())
EXPENSIVE = {
    "texts of 1 MB analysed": post("/text/", f'{{"text": "{TEXT}", "operation": "analyze"}}'.encode()),
    "hashes of 10,000 rounds": get("/hash/?input=hello&algorithm=sha512&iterations=10000"),
    "batches of a second": BATCH,
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
            measure(clients, what, [expensive], seconds)
    for what, (prefix, target) in DISGUISES.items():
        measure(16, f"batches by {what}", [prefix + BATCH.replace(b"/batch/", target, 1)], seconds)
    for clients in CLIENTS:
        measure(clients, "mixed small requests", MIXED, seconds)


def measure(clients: int, what: str, expensive: Sequence[bytes], seconds: float) -> None:
    metrics = free_port()
    variables = {"METRICS": "true", "METRICS_PORT": str(metrics), "SCRIPT_NAME": MOUNT if MOUNT in what else ""}
    # Open a connection each time, so that the kernel chooses the worker, as it does for probes and proxies.
    honest = {"keep": False, "pause": 0.02}
    with serving(**variables) as service:
        with asking(service.port, clients, requests=expensive, patience=120) as busy:
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
            f"loop late at p99 up to {late * 1000:g} ms; busy: {len(busy.seconds)} answered, "
            f"p50 {busy.percentile(0.5):.0f} ms"
        )
        report(f"{clients:3} × {what}", said, service)


def _delays(port: int) -> dict[float, float]:
    """Return for each bound of the histogram how often the event loops were late by at most so many seconds."""
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
                found = re.findall(r'utilitysvc_loop_delay_seconds_bucket\{le="(.+?)"\} (\S+)', answer.read().decode())
        except OSError:  # the exporter may start later than the service
            time.sleep(0.1)
        else:
            return {float(bound): float(count) for bound, count in found}
