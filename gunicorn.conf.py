"""Gunicorn's settings: ``gunicorn utilitysvc.wsgi`` reads this file by itself. docs/deployment.md gives the reasons.

The port comes from PORT (8000 of this machine alone without it) and the number of workers from WEB_CONCURRENCY.
"""

import gc
import os
import resource
import signal
import subprocess
import sys
import time
from typing import Any

from gunicorn import util

from utilitysvc import environment, settings
from utilitysvc.serving.http_strictness import check_request

# Where the service is started with one of the three standard descriptors closed, a file or socket of its own would get
# that number, and what is written to standard output with it.
for descriptor in (0, 1, 2):
    try:
        os.fstat(descriptor)
    except OSError:
        os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free

wsgi_app = "utilitysvc.wsgi"
environment.integer("PORT", default=8000, maximum=65535)  # gunicorn binds to it itself, but refuses it without its name

# Two at least, so that one that is killed leaves another; four at most unless asked for, each some 15 MB.
workers = environment.integer("WEB_CONCURRENCY", default=min(4, max(2, os.cpu_count() or 1)), minimum=1)
worker_class = "utilitysvc.serving.worker.Worker"
# For small requests; large ones and health probes have threads of their own. With 4, sixteen clients that ask for the
# dearest hash (0.2 s) make all others wait for a second, with 8 for some 50 ms; 16 cost each request a fifth more CPU.
threads = 8
# So many that the application keeps file descriptors of its own: a worker that cannot accept for want of one dies.
RESERVED_FILES = 64
worker_connections = max(threads + 1, min(2000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED_FILES))
preload_app = True
keepalive = 75  # seconds; longer than a proxy keeps its idle connections (60), or it would send into a closed one
graceful_timeout = 30
# Nobody's word is taken for the scheme or the place where the service is mounted. By default gunicorn believes
# X-Forwarded-Proto and SCRIPT_NAME from 127.0.0.1 and from every unix socket, where any proxy may pass on what its
# client wrote. What NUM_PROXIES allows is read by Django (SECURE_PROXY_SSL_HEADER).
forwarded_allow_ips = ""
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}
limit_request_line = 8190  # a query of 8,000 characters must work (G10); the default is 4,094
sendfile = False
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108  # a heartbeat waits for no disk
control_socket_disable = True  # it would be written to the home directory, which may be read-only

accesslog = "-"
logger_class = "utilitysvc.serving.access_log.AccessLogger"
loglevel = settings.LOG_LEVEL.lower()

# Under heavy neighbours a small request waits for the interpreter lock, which is handed on this often; the default is
# 5 ms, and with it a small request waits ten times as long.
SWITCH_INTERVAL_SECONDS = 0.0005

if settings.METRICS:
    from utilitysvc.serving import metrics

    exporters: "list[subprocess.Popen[bytes]]" = []


def when_ready(server: Any) -> None:
    # Everything is loaded now, and the workers are forked next. They share its memory until they write to it, and the
    # garbage collector writes to every object that it looks at. Frozen objects it does not look at: without this each
    # worker would have some 27 MB more for itself.
    gc.collect()
    gc.freeze()
    if settings.METRICS:
        exporters.append(metrics.start())


def post_fork(server: Any, worker: Any) -> None:
    sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
    worker.early_signals = server.SIG_QUEUE


def pre_request(worker: Any, req: Any) -> None:
    # For the log. Gunicorn measures by the wall clock: where that is set back, a request takes -3600 seconds.
    req.started = time.monotonic()
    check_request(req)


def post_worker_init(worker: Any) -> None:
    # Imported late: what it stands on wants Django's settings, which are there by now.
    from utilitysvc.serving.server_refusals import write_refusal

    util.write_error = write_refusal
    if settings.METRICS:
        worker.log.observe = metrics.observe
        worker.log.observe_calls = metrics.observe_calls
    # Until the worker has handlers of its own, its copy of the master's queues what the master tells it. Gunicorn never
    # looks there: a service that is stopped just after its start would take the whole graceful_timeout.
    while not worker.early_signals.empty():
        if worker.early_signals.get() in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
            worker.handle_exit(signal.SIGTERM, None)


def child_exit(server: Any, worker: Any) -> None:
    if settings.METRICS:
        metrics.forget_worker(worker.pid)


def on_exit(server: Any) -> None:
    if settings.METRICS:
        for exporter in exporters:
            metrics.stop(exporter)
