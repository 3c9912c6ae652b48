"""Prometheus metrics. This module is imported only if METRICS=1.

Each worker counts in its own files, in a folder that all workers share (the library's multi-process mode). A separate
process adds the files up and serves the metrics on a separate port, so that they are not public with the service.
"""

import logging
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from django.urls import get_resolver

from iplookup import conf, folders
from utilitysvc import __version__
from utilitysvc.access.conf import api_tokens
from utilitysvc.interfaces.call_counter import CallCounter

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
if FOLDER not in os.environ:
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="utilitysvc-metrics-")

# At import, the library reads that variable and then keeps its values in files.
from prometheus_client import (  # noqa: E402
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric  # noqa: E402
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead  # noqa: E402

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)

REQUESTS = Counter("utilitysvc_requests", "Requests answered.", ["service", "method", "status"])
LATENCY = Histogram(
    "utilitysvc_request_seconds", "From the arrival of the whole request to its answer.", ["service"], buckets=BUCKETS
)
CLIENTS = Counter("utilitysvc_client_seconds", "Waiting for clients to send requests and to read answers.", ["service"])
KEYS = Counter("utilitysvc_key_requests", "Requests answered, by the name of the key that they had.", ["key"])
DELAY = Histogram(
    "utilitysvc_loop_delay_seconds", "By how much a worker's event loop was late, ten times a second.", buckets=BUCKETS
)
CALLS = Counter("utilitysvc_calls", "Calls answered within requests to /batch/ and /mcp/.", ["service", "status"])
REFUSALS = Counter("utilitysvc_refusals", "Requests refused by the service's limits.", ["reason"])
QUEUES = Gauge(
    "utilitysvc_queue_length", "Requests that wait for a thread of their kind.", ["lane"], multiprocess_mode="livesum"
)

OTHER = "other"
#: The statuses with which limits refuse requests. They are counted separately, because they are no sign of a fault.
REASONS = {401: "no key", 408: "too slow", 413: "too large", 429: "too many", 431: "too large", 503: "too busy"}
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})


@cache
def _services() -> frozenset[str]:
    """Return the first segments of the served paths. Only these become labels, never text that a client sent."""
    entries = (entry for mounted in get_resolver().url_patterns for entry in mounted.url_patterns)
    return frozenset(str(entry.pattern).partition("/")[0] for entry in entries) - {""}


def observe(line: Mapping[str, Any], calls: CallCounter) -> None:
    """Count one request, of which ``line`` is what the access log writes, and the calls within it."""
    first = line["path"][1:].partition("/")[0]
    service = first if first in _services() else OTHER
    method, status = line["method"], line["status"]
    REQUESTS.labels(service, method if method in METHODS else OTHER, str(status)).inc()
    LATENCY.labels(service).observe(line["ms"] / 1000)
    CLIENTS.labels(service).inc(line["client_ms"] / 1000)
    if service != "health":  # its 503 means "not ready" and refuses no request
        observe_refusal(status)
    if "key" in line:
        KEYS.labels(line["key"]).inc()
    for (called, answered), count in calls.items():
        CALLS.labels(called, str(answered)).inc(count)


def observe_refusal(status: int) -> None:
    """Count a refused request, if ``status`` is that of a limit."""
    if reason := REASONS.get(status):
        REFUSALS.labels(reason).inc()


def observe_loop(delay: float, queue_lengths: Mapping[str, int]) -> None:
    """Note how many seconds late the event loop was, and how many requests wait in each lane."""
    DELAY.observe(delay)
    for lane, length in queue_lengths.items():
        QUEUES.labels(lane).set(length)


def child_exit(server: Any, worker: Any) -> None:
    """Drop the values that only a living worker has, such as queue lengths. Its counts stay. gunicorn calls this."""
    mark_process_dead(worker.pid)


def start(host: str, port: int) -> "subprocess.Popen[bytes]":
    """Start the process that serves the metrics, and return it. It cannot be a thread: the server forks after this.

    Series begin at zero, so that a rate over the first request is right, and an alert can tell that none is there.
    """
    for service in (*_services(), OTHER):
        REQUESTS.labels(service, "GET", "200")
        LATENCY.labels(service)
        CLIENTS.labels(service)
        CALLS.labels(service, "200")
    for key in api_tokens():
        KEYS.labels(key)
    for reason in REASONS.values():
        REFUSALS.labels(reason)
    command = [sys.executable, "-m", "utilitysvc.serving.metrics", host, str(port), str(os.getpid())]
    return subprocess.Popen(command)  # noqa: S603  # host and port are the operator's


class Server:
    """What is measured at each scrape: the version, the age of each database in use, the processes of a server."""

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily(
            "utilitysvc_build", "What runs.", value={"version": __version__, "python": platform.python_version()}
        )
        gauge = GaugeMetricFamily("utilitysvc_database_age_seconds", "Since the database was built.", labels=["role"])
        for role, state in folders.readiness(folder=conf.geoip_path()).items():
            if built := state.get("build_date"):
                gauge.add_metric([role], time.time() - datetime.fromisoformat(f"{built}T00Z").timestamp())
        yield gauge
        yield from self._processes()

    def _processes(self) -> Iterator[Metric]:
        """Yield the library's metrics of a process for the server and each of its children, told apart by ``pid``."""
        server = os.getppid()
        pids = [str(server)]
        with suppress(OSError):  # not on Linux
            pids += Path(f"/proc/{server}/task/{server}/children").read_text().split()
        families: dict[str, Metric] = {}
        for pid in pids:
            for one in ProcessCollector(pid=pid.strip, registry=None).collect():
                family = families.setdefault(one.name, Metric(one.name, one.documentation, one.type))
                for sample in one.samples:
                    family.add_sample(sample.name, {"pid": pid}, sample.value)
        yield from families.values()


def _export(host: str, port: str, server: str) -> None:
    """Serve the metrics as long as the server with that process id lives. Then remove the folder of the counts.

    While a second master replaces the first (SIGUSR2), the exporter of the first still has the port.
    """
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    registry.register(Server())
    is_serving = is_told = False
    while os.getppid() == int(server):
        if not is_serving:
            try:
                start_http_server(int(port), addr=host, registry=registry)
                is_serving = True
            except OSError as exc:
                if not is_told:
                    logging.warning("No metrics until METRICS_HOST and METRICS_PORT can be listened on: %s", exc)
                is_told = True
        time.sleep(1)
    shutil.rmtree(os.environ[FOLDER], ignore_errors=True)


if __name__ == "__main__":
    _export(*sys.argv[1:])
