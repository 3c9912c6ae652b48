"""Gunicorn's settings: ``gunicorn utilitysvc.wsgi`` reads this file by itself. docs/deployment.md gives the reasons.

The port comes from PORT (8000 of this machine alone without it) and the number of workers from WEB_CONCURRENCY.
"""

import functools
import gc
import os
import resource
import select
import socket
import struct
import sys
import time

from gunicorn import util

from utilitysvc import environment, settings

wsgi_app = "utilitysvc.wsgi"
environment.integer("PORT", default=8000, maximum=65535)  # gunicorn binds to it itself, but refuses it without its name

# Two at least, so that one that is killed leaves another; four at most unless asked for, each some 15 MB.
workers = environment.integer("WEB_CONCURRENCY", default=min(4, max(2, os.cpu_count() or 1)), minimum=1)
# Gunicorn's own threaded worker: kept-alive connections wait in its poller, not in a thread. A client that sends or
# reads slowly does hold a thread; the buffering proxy in front (deploy/nginx.conf) keeps it from that.
worker_class = "gthread"
threads = 4
# So many that the application keeps file descriptors of its own: a worker that cannot accept for want of one dies.
RESERVED_FILES = 64
worker_connections = max(threads + 1, min(2000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED_FILES))
preload_app = True
keepalive = 75  # seconds; longer than a proxy keeps its idle connections (60), or it would send into a closed one
graceful_timeout = 30
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

# The longest silence of a client that is sending a request or taking an answer; its thread is free again after it.
CLIENT_SILENCE_SECONDS = 10

if settings.METRICS:
    from utilitysvc.serving import metrics

    exporters = []


def when_ready(server):
    for listener in server.LISTENERS:
        _bound_silence(listener)
    # What is loaded by now stays. Left out of the collector's sight, its pages remain shared between workers.
    gc.collect()
    gc.freeze()
    if settings.METRICS:
        exporters.append(metrics.start())


def _bound_silence(listener):
    """Set the kernel's own time limits, which every accepted connection inherits; gunicorn has none."""
    limit = struct.pack("ll", CLIENT_SILENCE_SECONDS, 0)  # struct timeval
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
    if hasattr(socket, "TCP_DEFER_ACCEPT"):  # Linux: a connection on which nothing arrives reaches no thread at all
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, CLIENT_SILENCE_SECONDS)


def post_fork(server, worker):
    sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)


def pre_request(worker, req):
    req.started = time.monotonic()  # for the log, which gunicorn tells a difference of two readings of the clock


def post_worker_init(worker):
    # Imported late: what it stands on wants Django's settings, which are there by now.
    from utilitysvc.serving.server_refusals import write_refusal

    util.write_error = write_refusal
    if hasattr(worker, "set_accept_enabled"):  # the threaded worker
        worker.set_accept_enabled = functools.partial(_accept_or_close, worker, worker.set_accept_enabled)
    if settings.METRICS:
        worker.log.observe = metrics.observe


def _accept_or_close(worker, set_accept_enabled, enabled):
    """Where a stopping worker ceases to accept, take every connection that waits for it, then close the door.

    Gunicorn leaves it open until the last answer is given, so that clients still connect, and are reset at the end.
    """
    set_accept_enabled(enabled)
    if enabled or worker.alive:
        return
    while worker.sockets:
        listener = worker.sockets.pop()
        while select.select([listener], [], [], 0)[0]:
            worker.accept(listener)
        listener.close()


def child_exit(server, worker):
    if settings.METRICS:
        metrics.forget_worker(worker.pid)


def on_exit(server):
    if settings.METRICS:
        for exporter in exporters:
            metrics.stop(exporter)
