"""Prometheus metrics. This module is imported only if METRICS=1.

Each worker counts in its own files, in a folder that all workers share (the library's multi-process mode). A separate
process adds the files up and serves the metrics on a separate port, so that they are not public with the service.
"""

import logging
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache

from django.urls import get_resolver

from utilitysvc import settings
from utilitysvc.interfaces.call_counter import CallCounter
from utilitysvc.serving.access_log import Times
from utilitysvc.serving.metrics_folder import new_folder

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
if FOLDER not in os.environ:
    os.environ[FOLDER] = new_folder()

# At import, the library reads that variable and then keeps its values in files.
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server  # noqa: E402
from prometheus_client.core import GaugeMetricFamily  # noqa: E402
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead  # noqa: E402

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)

REQUESTS = Counter("utilitysvc_requests", "Requests answered.", ["service", "method", "status"])
LATENCY = Histogram(
    "utilitysvc_request_seconds", "From the arrival of the whole request to its answer.", ["service"], buckets=BUCKETS
)
CLIENTS = Counter("utilitysvc_client_seconds", "Waiting for clients to send requests and to read answers.", ["service"])
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
HEALTH = "health"  # its 503 means "not ready" and refuses no request
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})


@cache
def _services() -> frozenset[str]:
    """Return the first segments of the served paths. Only these become labels, never text that a client sent."""
    entries = (entry for mounted in get_resolver().url_patterns for entry in mounted.url_patterns)
    return frozenset(str(entry.pattern).partition("/")[0] for entry in entries) - {""}


def observe(method: str, path: str, status: int, times: Times) -> None:
    """Count one request. ``path``: the path of its route."""
    first = path.lstrip("/").partition("/")[0]
    service = first if first in _services() else OTHER
    REQUESTS.labels(service, method if method in METHODS else OTHER, str(status)).inc()
    LATENCY.labels(service).observe(times.computing)
    CLIENTS.labels(service).inc(times.client)
    if service != HEALTH:
        observe_refusal(status)


def observe_refusal(status: int) -> None:
    """Count a refused request, if ``status`` is that of a limit."""
    if reason := REASONS.get(status):
        REFUSALS.labels(reason).inc()


def observe_queues(lengths: Mapping[str, int]) -> None:
    """Note how many requests wait in each lane."""
    for lane, length in lengths.items():
        QUEUES.labels(lane).set(length)


def observe_delay(seconds: float) -> None:
    """Note how late the event loop was."""
    DELAY.observe(seconds)


def observe_calls(calls: CallCounter) -> None:
    """Count the calls of one request, by service and status."""
    for (service, status), count in calls.items():
        CALLS.labels(service, str(status)).inc(count)


def forget_worker(pid: int) -> None:
    """Drop the values that only a living worker has, such as queue lengths. Its counts stay."""
    mark_process_dead(pid)


def start() -> "subprocess.Popen[bytes]":
    """Start the process that serves the metrics. It cannot be a thread, because the server forks after this."""
    return subprocess.Popen([sys.executable, "-m", "utilitysvc.serving.metrics"])


def stop(exporter: "subprocess.Popen[bytes]") -> None:
    exporter.terminate()
    exporter.wait()
    shutil.rmtree(os.environ[FOLDER], ignore_errors=True)


class DatabaseAge:
    """Measures the age of each database in use, at each scrape."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        from iplookup import folders  # imported only in the exporter, which opens the databases itself

        gauge = GaugeMetricFamily("utilitysvc_database_age_seconds", "Since the database was built.", labels=["role"])
        for role, state in folders.readiness(folder=settings.GEOIP_PATH).items():
            if built := state.get("build_date"):
                age = datetime.now(UTC) - datetime.fromisoformat(built).replace(tzinfo=UTC)
                gauge.add_metric([role], age.total_seconds())
        yield gauge


def _export() -> None:
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    registry.register(DatabaseAge())
    parent = os.getppid()
    # The exporter watches its parent, because a server that is killed cannot stop it.
    if error := _try_to_serve(registry):
        logging.warning("No metrics until METRICS_HOST and METRICS_PORT can be listened on: %s", error)
        while os.getppid() == parent and _try_to_serve(registry):
            time.sleep(1)
    while os.getppid() == parent:
        time.sleep(1)


def _try_to_serve(registry: CollectorRegistry) -> OSError | None:
    """Start to serve the metrics, or return the error.

    While a second master replaces the first (SIGUSR2), the exporter of the first still has the port.
    """
    try:
        start_http_server(settings.METRICS_PORT, addr=settings.METRICS_HOST, registry=registry)
    except OSError as exc:
        return exc
    return None


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "utilitysvc.settings")
    _export()
