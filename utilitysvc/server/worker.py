"""A gunicorn worker whose threads compute and never wait for a client.

Gunicorn's own threaded worker gives a thread to a connection before anything has arrived on it, reads head and body
and sends the answer in that thread without a time limit: as many slow clients as there are threads stop it. Here all
threads wait on one poller. Whichever wakes takes what has arrived, and only when a whole request is there does it
compute; what the client does not take of the answer at once waits in the poller too. So a slow or silent client costs
a socket and some memory, both limited, and a prompt one never queues behind it. It is also cheaper: a request passes
from no thread to another.

A connection is either in ``waiting``, and armed in the poller for one event, or owned by the one thread that took it.
"""

import contextlib
import heapq
import os
import resource
import select
import selectors
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

from gunicorn import http
from gunicorn.http import wsgi
from gunicorn.workers.base import Worker

from utilitysvc.kit.tracing import private_traceback
from utilitysvc.server.connection import Connection
from utilitysvc.server.framing import Progress
from utilitysvc.server.refusals import refusal, refusal_status

__all__ = ["EventWorker"]

REQUEST_SECONDS = 20  # for a request to arrive whole
RESPONSE_SECONDS = 60  # for the answer to be taken
LINGER_SECONDS = 2  # for the client to see the end of an answer before the rest of what it sends is refused
STOPPING_SECONDS = 2  # for a client that is just sending on a kept-alive connection when the worker stops
MAX_HELD_BYTES = 64 * 1024 * 1024  # what all waiting connections of a worker may hold in their buffers
RESERVED_FILES = 64  # file descriptors that connections leave to the application
TENDING_SECONDS = 0.5  # between two looks at the clock
DROPPED_AT_ONCE = 16  # the longest waits that are ended when there is no room left

_ONCE = select.EPOLLONESHOT


class EventWorker(Worker):
    """Serves on ``threads`` threads; the main thread accepts, watches the clock and tells the arbiter it is alive."""

    max_body_bytes = 1024 * 1024  # larger bodies are not waited for; the application says so to the client

    observe: Callable[[str, str, int, float], None] | None = None  # is told method, path, status and seconds

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        if cfg.is_ssl:
            sys.exit("This worker speaks plain HTTP: end TLS at the proxy, or use --worker-class gthread")

    def init_process(self) -> None:
        files, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
            files = limit
        self.capacity = max(1, min(self.cfg.worker_connections, files - RESERVED_FILES))
        self.poller = select.epoll()
        self.lock = threading.Lock()
        self.connections: set[Connection] = set()
        self.waiting: dict[int, Connection] = {}
        self.held = 0
        self.tended = 0.0
        super().init_process()

    # The main thread

    def run(self) -> None:
        for number in range(self.cfg.threads):
            threading.Thread(target=self._serve_events, name=f"request-{number}", daemon=True).start()
        with selectors.DefaultSelector() as doors:
            for listener in self.sockets:
                listener.setblocking(False)
                doors.register(listener, selectors.EVENT_READ)
            doors.register(self.PIPE[0], selectors.EVENT_READ)  # a signal writes to it
            while self.alive and self.ppid == os.getppid():
                self._tend()
                for key, _ in doors.select(1.0):
                    if key.fileobj == self.PIPE[0]:
                        os.read(self.PIPE[0], 4096)
                    else:
                        self._accept(key.fileobj)
        self._stop()

    def _tend(self) -> None:
        """Tell the arbiter that all is well, and end the waits whose time is up."""
        now = time.monotonic()
        if now < self.tended + TENDING_SECONDS:
            return
        self.tended = now
        self.notify()
        with self.lock:
            ended = [conn for conn in self.waiting.values() if conn.deadline < now]
            self._forget(ended)
        self._close(*ended)

    def _accept(self, listener: Any) -> bool:
        """Accept one connection; return whether there was one."""
        if len(self.connections) >= self.capacity:
            with self.lock:
                dropped = self._drop_longest(self.waiting.values())
            self._close(*dropped)
            if not dropped:
                time.sleep(0.01)  # every connection is being served: let that go on
                return False
        try:
            sock, address = listener.accept()
        except BlockingIOError:
            return False  # another worker was faster
        except OSError as fault:
            self.log.warning("No connection accepted: %s", fault.strerror)
            time.sleep(0.01)
            return False
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        conn = Connection(sock, address, listener.getsockname(), self._parser(address), self.max_body_bytes)
        self.connections.add(conn)
        self.poller.register(conn.fd, _ONCE)
        self._wait(conn, self._receive, select.EPOLLIN, REQUEST_SECONDS)
        return True

    def _parser(self, address: Any) -> Any:
        return lambda conn: http.get_parser(self.cfg, conn, address)

    def _stop(self) -> None:
        """Accept what the kernel has accepted already, and serve what has begun, each as the last of its connection."""
        for listener in self.sockets:
            while self._accept(listener):
                pass
            listener.close()
        deadline = time.monotonic() + self.cfg.graceful_timeout
        with self.lock:
            for conn in self.waiting.values():
                if conn.on_event == self._receive and not conn.received:
                    conn.deadline = min(conn.deadline, time.monotonic() + STOPPING_SECONDS)
        while self.connections and time.monotonic() < deadline:
            self._tend()
            time.sleep(0.02)

    # Any thread

    def _serve_events(self) -> None:
        while True:
            for fd, _ in self.poller.poll(maxevents=1):
                with self.lock:
                    conn = self.waiting.get(fd)
                    if conn:
                        self._forget([conn])
                if conn:
                    self._resume(conn)

    def _resume(self, conn: Connection) -> None:
        try:
            conn.on_event(conn)
        except OSError:  # the client has gone
            self._close(conn)
        except Exception as fault:  # a thread that ended would be missing for good
            self.log.critical("Connection closed on a fault of the server\n%s", private_traceback(fault))
            self._close(conn)

    def _receive(self, conn: Connection) -> None:
        begun = bool(conn.received)
        ended = conn.receive()
        if ended and not conn.received:
            self._close(conn)
            return
        self._advance(conn, ended=ended, begun=begun)

    def _advance(self, conn: Connection, *, ended: bool = False, begun: bool = False) -> None:
        """Serve each request that has arrived whole; then wait for more."""
        while conn.received:
            announced = conn.frame.head_is_whole
            progress = conn.progress()
            if progress is Progress.PARTIAL and not ended:
                if conn.frame.expects_continue and not announced:
                    conn.unsent += b"HTTP/1.1 100 Continue\r\n\r\n"
                    conn.flush()
                self._wait(conn, self._receive, select.EPOLLIN, None if begun else REQUEST_SECONDS)
                return
            conn.last = conn.last or (ended and progress is Progress.PARTIAL)
            keep = self._serve(conn)
            if not conn.flush():
                drain = self._drain_and_go_on if keep else self._drain_and_finish
                self._wait(conn, drain, select.EPOLLOUT, RESPONSE_SECONDS)
                return
            if not keep:
                self._finish(conn)
                return
            conn.next_request()
            begun = False
        if ended:
            self._close(conn)
        else:
            self._wait(conn, self._receive, select.EPOLLIN, self.cfg.keepalive if self.alive else STOPPING_SECONDS)

    def _drain_and_go_on(self, conn: Connection) -> None:
        if conn.flush():
            conn.next_request()
            self._advance(conn)
        else:
            self._wait(conn, self._drain_and_go_on, select.EPOLLOUT, None)

    def _drain_and_finish(self, conn: Connection) -> None:
        if conn.flush():
            self._finish(conn)
        else:
            self._wait(conn, self._drain_and_finish, select.EPOLLOUT, None)

    def _serve(self, conn: Connection) -> bool:
        """Answer one request; return whether the connection may carry another."""
        started = time.monotonic()
        req = resp = environ = None
        try:
            req = next(conn.parser)
            resp, environ = wsgi.create(req, conn, conn.client, conn.server, self.cfg)
            environ["wsgi.multithread"] = True
            self.nr += 1
            if self.nr >= self.max_requests:
                self.alive = False
            if conn.last or not self.alive or not self.cfg.keepalive:
                resp.force_close()
            body = self.wsgi(environ, resp.start_response)
            try:
                for part in body:
                    resp.write(part)
                resp.close()
            finally:
                if hasattr(body, "close"):
                    body.close()
            keep = not resp.should_close() and conn.parser.finish_body()
        except (Exception, SystemExit) as fault:
            return self._refuse(conn, fault, started)
        elapsed = time.monotonic() - started
        try:
            conn.flush()
        finally:
            self.log.access(resp, req, environ, timedelta(seconds=elapsed))
            if self.observe:
                self.observe(req.method, environ["PATH_INFO"], resp.status_code, elapsed)
        return bool(keep)

    def _refuse(self, conn: Connection, fault: BaseException, started: float) -> bool:
        conn.unsent.clear()
        status = refusal_status(fault)
        if status:
            conn.unsent += refusal(status)
            elapsed = time.monotonic() - started
            self.log.refused(status, timedelta(seconds=elapsed))
            if self.observe:
                self.observe("", "", status.value, elapsed)
            if status >= 500 and not isinstance(fault, http.errors.ParseException):
                self.log.error("The application failed\n%s", private_traceback(fault))
        return False

    def _finish(self, conn: Connection) -> None:
        """Close: at once where the client has nothing more to say, else when it has seen the answer (RFC 9112, 9.6)."""
        if conn.received or conn.last:
            conn.socket.shutdown(socket.SHUT_WR)
            self._wait(conn, self._discard, select.EPOLLIN, LINGER_SECONDS)
        else:
            self._close(conn)

    def _discard(self, conn: Connection) -> None:
        conn.received.clear()
        if conn.receive():
            self._close(conn)
        else:
            self._wait(conn, self._discard, select.EPOLLIN, None)

    # The waiting room

    def _wait(self, conn: Connection, on_event: Any, mask: int, seconds: float | None) -> None:
        """Leave ``conn`` to the poller; None for ``seconds`` goes on with the wait that was interrupted."""
        if seconds is not None:
            conn.since = time.monotonic()
            conn.deadline = conn.since + seconds
        conn.on_event = on_event
        conn.held = len(conn.received) + len(conn.unsent)
        dropped: list[Connection] = []
        with self.lock:
            self.held += conn.held
            self.waiting[conn.fd] = conn
            self.poller.modify(conn.fd, mask | _ONCE)
            if self.held > MAX_HELD_BYTES:
                dropped = self._drop_longest(other for other in self.waiting.values() if other.held)
        self._close(*dropped)

    def _forget(self, conns: list[Connection]) -> None:
        """Take connections out of the waiting room. The caller holds the lock, and owns them from then on."""
        for conn in conns:
            del self.waiting[conn.fd]
            self.held -= conn.held

    def _drop_longest(self, conns: Iterable[Connection]) -> list[Connection]:
        """Choose those that have waited longest, and forget them."""
        dropped = heapq.nsmallest(DROPPED_AT_ONCE, conns, key=lambda conn: conn.since)
        self._forget(dropped)
        return dropped

    def _close(self, *conns: Connection) -> None:
        for conn in conns:
            self.connections.discard(conn)
            conn.socket.close()
