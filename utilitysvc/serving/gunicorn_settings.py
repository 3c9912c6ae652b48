"""Gunicorn's settings, for ``utilitysvc serve`` and for gunicorn.conf.py. docs/deployment.md gives the reasons.

The port comes from PORT (8000 of this machine alone without it) and the number of workers from WEB_CONCURRENCY.
"""

import functools
import gc
import importlib
import logging
import os
import socket
import subprocess
import sys
from typing import Any

from utilitysvc import environment, settings

# What the service loads stays in memory. The garbage collector, looking through it again and again, would take one part
# in twenty of the start. It is enabled when everything is loaded.
gc.disable()

# Where the service is started with one of the three standard descriptors closed, a file or socket of its own would get
# that number, and what is written to standard output with it.
for descriptor in (0, 1, 2):
    try:
        os.fstat(descriptor)
    except OSError:
        os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free

wsgi_app = "utilitysvc.asgi:application"
worker_class = "utilitysvc.serving.worker.Worker"
environment.integer("PORT", default=8000, maximum=65535)  # gunicorn binds to it itself, but refuses it without its name

# Two at least, so that one that is killed leaves another; four at most unless asked for, each some 15 MB.
workers = environment.integer("WEB_CONCURRENCY", default=min(4, max(2, os.cpu_count() or 1)), minimum=1)
preload_app = True
keepalive = 75  # seconds; longer than a proxy keeps its idle connections (60), or it would send into a closed one
graceful_timeout = 30
# Do not trust forwarded headers. By default gunicorn believes X-Forwarded-Proto and SCRIPT_NAME from 127.0.0.1 and from
# every unix socket, where any proxy may pass on what its client wrote. Django reads what NUM_PROXIES allows
# (SECURE_PROXY_SSL_HEADER).
forwarded_allow_ips = ""
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108  # a heartbeat waits for no disk
control_socket_disable = True  # it would be written to the home directory, which may be read-only
loglevel = settings.LOG_LEVEL.lower()

if settings.METRICS:
    from utilitysvc.serving import metrics

    exporters: "list[subprocess.Popen[bytes]]" = []


#: What uvicorn imports when a worker starts. Imported before the fork, it is in memory once and not in each worker.
USED_BY_WORKERS = ("utilitysvc.serving.protocol", "uvicorn.lifespan.on", "uvicorn.loops.uvloop")


def on_starting(server: Any) -> None:
    """Try the addresses once. gunicorn itself would try five times, and fill a screen with that."""
    if {"GUNICORN_FD", "LISTEN_PID"} & os.environ.keys():
        return  # an older master, or systemd, hands its sockets over
    for address in server.cfg.address:
        if isinstance(address, tuple):
            _try_to_listen(*address[:2])


def _try_to_listen(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as gunicorn does: connections may linger
        try:
            listener.bind((host, port))
        except OSError as exc:
            sys.exit(f"Cannot serve at {host}, port {port}: {exc.strerror}. Choose another by PORT or --port.")


def when_ready(server: Any) -> None:
    for module in USED_BY_WORKERS:
        importlib.import_module(module)
    # Everything is loaded now, and the workers are forked next. They share its memory until they write to it, and the
    # garbage collector writes to every object that it looks at. Frozen objects it does not look at: without this each
    # worker would have some 27 MB more for itself. To collect garbage first would take 60 ms, and find 400 objects.
    gc.freeze()
    gc.enable()
    if settings.METRICS:
        exporters.append(metrics.start())


def post_fork(server: Any, worker: Any) -> None:
    # Until a worker has signal handlers of its own, its copy of the master's puts what it is told in this queue.
    worker.early_signals = server.SIG_QUEUE


def post_worker_init(worker: Any) -> None:
    # ``gunicorn utilitysvc.wsgi`` was the command once. What it names is served by the front all the same.
    from utilitysvc import asgi, wsgi
    from utilitysvc.serving import protocol

    # At a stop uvicorn closes the sockets that it was given, and uvloop their descriptors. Given duplicates, it leaves
    # gunicorn's own open: the connections that wait in them can still be accepted, and no descriptor is closed twice.
    protocol.listeners[:] = worker.sockets
    worker.sockets = [listener.dup() for listener in worker.sockets]
    protocol.on_refusal = asgi.log.count_refusal
    asgi.application.on_stop = functools.partial(protocol.finish, worker.config)
    if worker.wsgi is wsgi.application:
        worker.wsgi = asgi.application
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # else it tells of each start what gunicorn tells
    if worker.age == worker.cfg.workers:  # the last of those with which the service starts
        worker.log.info("Open %s in a browser, or call it. Ctrl-C stops it.", _page(worker.sockets[0]))


def _page(listener: Any) -> str:
    """Where a browser on this machine finds the page, or for a unix socket where a proxy does."""
    address = listener.getsockname()
    if not isinstance(address, tuple):
        return f"unix:{os.fsdecode(address)}"
    host, port = address[:2]
    host = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{host}:{port}/"


def child_exit(server: Any, worker: Any) -> None:
    if settings.METRICS:
        metrics.forget_worker(worker.pid)


def on_exit(server: Any) -> None:
    if settings.METRICS:
        for exporter in exporters:
            metrics.stop(exporter)
