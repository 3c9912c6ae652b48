"""Gunicorn's settings, for ``utilitysvc serve`` and for gunicorn.conf.py. docs/architecture.md gives the reasons.

The port comes from PORT (without it, 8000 on the loopback address) and the number of workers from WEB_CONCURRENCY.
"""

import gc
import importlib
import logging
import os
import re
import signal
import socket
import sys
from typing import Any

from utilitysvc import environment, settings
from utilitysvc.serving.worker import STOPS

# The modules that the service loads stay in memory. Scanning them again and again, the garbage collector would take a
# twentieth of the start-up time or more. It is enabled when everything is loaded.
gc.disable()

# If the service is started with a standard descriptor closed, a file or socket of its own would get that number, and
# would receive what is written to standard output, for example.
for descriptor in (0, 1, 2):
    try:
        os.fstat(descriptor)
    except OSError:
        os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free

wsgi_app = "utilitysvc.asgi:application"
worker_class = "utilitysvc.serving.worker.Worker"
# gunicorn reads PORT itself, but its error for an invalid port does not name the variable.
environment.integer("PORT", default=8000, maximum=65535)

# At least two workers, so that another one serves if one is killed; by default at most four, at some 15 MB each.
workers = environment.integer("WEB_CONCURRENCY", default=min(4, max(2, os.cpu_count() or 1)), minimum=1)
preload_app = True
keepalive = 75  # seconds; proxies keep idle connections for 60, and must not send a request on a closed connection
graceful_timeout = 30
# Do not trust forwarded headers. By default gunicorn trusts X-Forwarded-Proto and SCRIPT_NAME from 127.0.0.1 and from
# every unix socket, but a proxy there may pass on what its client sent. Django reads the headers that NUM_PROXIES
# allows (SECURE_PROXY_SSL_HEADER).
forwarded_allow_ips = ""
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108  # so that a worker's heartbeat never waits for a disk
control_socket_disable = True  # gunicorn would create it in the home directory, which may be read-only
loglevel = settings.LOG_LEVEL.lower()

if settings.METRICS:
    from utilitysvc.serving import metrics
    from utilitysvc.serving.metrics import child_exit as child_exit  # which gunicorn calls


def on_starting(server: Any) -> None:
    """Try to listen on the addresses once. gunicorn itself would try five times, and fill the screen with errors."""
    if {"GUNICORN_FD", "LISTEN_PID"} & os.environ.keys():
        return  # an older master, or systemd, passes its sockets on
    for host, port, *_ in (address for address in server.cfg.address if isinstance(address, tuple)):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listener:
            # As gunicorn does, because old connections may linger.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind((host, port))
            except OSError as exc:
                sys.exit(f"Cannot serve at {host}, port {port}: {exc.strerror}. Choose another by PORT or --port.")


def when_ready(server: Any) -> None:
    if settings.UTILITYSVC_RATE_LIMIT and not settings.COUNTS_ARE_SHARED and server.cfg.workers > 1:
        message = "Each of %d workers counts RATE_LIMIT by itself: set CACHE_URL to count together"
        server.log.warning(message, server.cfg.workers)
    os.register_at_fork(after_in_parent=lambda: signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS))
    # uvicorn imports these when a worker starts. If they are imported before the fork, all workers share them.
    for module in ("utilitysvc.serving.protocol", "uvicorn.lifespan.on", "uvicorn.loops.uvloop"):
        importlib.import_module(module)
    # Everything is loaded now, and the workers are forked next. They share the master's memory until they write to it.
    # The garbage collector writes to every object that it scans, but it does not scan frozen objects. Without this,
    # each worker would need some 27 MB more.
    gc.freeze()
    gc.enable()
    if settings.METRICS:
        server.exporter = metrics.start(settings.METRICS_HOST, settings.METRICS_PORT)


def pre_fork(server: Any, worker: Any) -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)  # in the worker until it serves


def post_worker_init(worker: Any) -> None:
    # ``gunicorn utilitysvc.wsgi`` was once the command. The front serves that application too.
    from utilitysvc import asgi, wsgi
    from utilitysvc.serving import protocol

    # When a worker stops, uvicorn closes the sockets that it was given, and uvloop closes their descriptors. It gets
    # duplicates, so that gunicorn's own sockets stay open: the connections that wait in them can still be accepted, and
    # no descriptor is closed twice.
    protocol.listeners[:] = worker.sockets
    worker.sockets = [listener.dup() for listener in worker.sockets]
    asgi.application.on_stop = lambda: protocol.drain(worker.config)
    if worker.wsgi is wsgi.application:
        worker.wsgi = asgi.application
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # otherwise it repeats what gunicorn logs at start
    if worker.age == worker.cfg.workers:  # the last of the workers that start with the service
        address = str(protocol.listeners[0])
        if address.startswith("http"):
            address = re.sub(r"//(0\.0\.0\.0|\[::\]):", "//localhost:", f"{address}/")
        worker.log.info("Open %s in a browser, or call it. Ctrl-C stops it.", address)
