"""Gunicorn's threaded worker, changed so that a client holds a thread only while its request is computed.

Gunicorn gives each connection to a thread as soon as it is accepted, and the thread reads the request. So eight clients
that send half a request hold all threads of two workers, and sixteen that send a megabyte each make everybody wait for
seconds, health probes included. Three things are different here:

- The poller gathers requests; it waits for thousands of connections without a thread. A request gets a thread once it
  has arrived whole, and is refused with 408 where that takes longer than REQUEST_SECONDS. Of a large request (over
  GATHERED_BYTES, or of unstated length) only the head is gathered, and its body has to keep a pace (PacedSocket).
- There are four lanes, each with threads of its own, so that large requests and batches do not take the threads of
  small ones, and none take that of the health probes. Within a lane requests wait in the order of their arrival. A
  large one that has waited for LARGE_WAIT_SECONDS is refused with 503, since a proxy is about to give it up.
- After the last answer the poller reads on for a moment, so that a client which is still sending can read its refusal.
  A connection that is closed while unread bytes are in it is reset, and the answer is lost.

Each method that is overridden, and what happens without it:

- enqueue_req: threads read the requests, and slow clients hold them.
- accept: connections are sockets without a pace.
- get_thread_pool: there is one lane.
- notify: the sign of life, which gunicorn writes after every event, makes a thread that has just begun a request give
  up the interpreter lock: six hundredths of what a small request costs.
- handle: an answer without a body stays in the socket that holds its head back.
- finish_request: the main thread waits for up to two seconds for each client that does not close its connection.
- murder_pending, _cap_keepalive: clients that never finish their request stay for ever, and delay the stop.
- set_accept_enabled: clients that connect while the worker stops are reset.
"""

import errno
import select
import selectors
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any

from gunicorn import util
from gunicorn.workers.gthread import ThreadWorker

from utilitysvc.serving import memory
from utilitysvc.serving.gathering import RECEIVED_BYTES, Connection, Lane, LargeRequest, gather
from utilitysvc.serving.paced_socket import PATIENCE_SECONDS, PacedSocket

__all__ = ["Worker"]

REQUEST_SECONDS = PATIENCE_SECONDS
LARGE_THREADS = 2
BATCH_THREADS = 2
LARGE_WAIT_SECONDS = 20  # less than a proxy waits for an answer (30)
NOTICE_SECONDS = 1
LINGER_SECONDS = 2
LINGER_BYTES = 16 * 1024 * 1024

Waiting = dict[Connection, None]
Callback = Callable[[Connection, PacedSocket], None]


class Worker(ThreadWorker):
    """Gunicorn's threaded worker, changed as the module says."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # Each in the order in which they expire, since all that enter one wait equally long.
        self.gathering: Waiting = {}
        self.lingering: Waiting = {}
        self.notice_due = 0.0

    def get_thread_pool(self) -> ThreadPoolExecutor:
        self.lanes = {
            Lane.QUICK: ThreadPoolExecutor(self.cfg.threads),
            Lane.LARGE: ThreadPoolExecutor(LARGE_THREADS),
            Lane.BATCH: ThreadPoolExecutor(BATCH_THREADS),
            Lane.HEALTH: ThreadPoolExecutor(1),
        }
        return self.lanes[Lane.QUICK]

    def notify(self) -> None:
        """Tell gunicorn that this worker is alive: once a second, which is often enough for its timeout of 30."""
        now = time.monotonic()
        if now >= self.notice_due:
            self.notice_due = now + NOTICE_SECONDS
            super().notify()

    def accept(self, listener: Any) -> None:
        try:
            sock, address = listener.accept()
        except OSError as fault:
            if fault.errno not in (errno.EAGAIN, errno.ECONNABORTED):
                raise
            return
        self.nr_conns += 1
        self.enqueue_req(Connection(self.cfg, PacedSocket(fileno=sock.detach()), address, listener.getsockname()))

    def enqueue_req(self, conn: Connection) -> None:
        """Gather a request: of a new connection, of a kept one, or what came with the request before."""
        if self.cfg.is_ssl:  # TLS belongs to a proxy; with gunicorn's own, its worker does as it always does
            super().enqueue_req(conn)
            return
        if conn.parser:
            conn.received += conn.parser.unreader.take_buffered()
        conn.sock.setblocking(False)
        if lane := gather(conn):
            self._hand_over(conn, lane)
        else:
            self._watch(conn, self.gathering, REQUEST_SECONDS, self._gather_more)

    def _gather_more(self, conn: Connection, _sock: PacedSocket) -> None:
        if lane := gather(conn):
            self._unwatch(conn, self.gathering)
            self._hand_over(conn, lane)

    def _hand_over(self, conn: Connection, lane: Lane) -> None:
        if lane == Lane.GONE:
            self._drop(conn)
            return
        if lane == Lane.OVERLONG:
            self._refuse(conn, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            return
        conn.init()
        if lane == Lane.LARGE:
            conn.parser.mesg_class = LargeRequest
        conn.parser.unreader.unread(bytes(conn.received))
        conn.received = bytearray()
        conn.data_ready = True  # else gunicorn's thread waits for it once more
        conn.sock.renew()
        conn.expires = time.monotonic() + LARGE_WAIT_SECONDS
        handle = self._handle_large if lane in (Lane.LARGE, Lane.BATCH) else self.handle
        future = self.lanes[lane].submit(handle, conn)
        future.add_done_callback(lambda done: self.method_queue.defer(self.finish_request, conn, done))

    def handle(self, conn: Connection) -> bool:
        keep = bool(super().handle(conn))
        try:
            if not self.cfg.is_ssl:
                conn.sock.flush()
        except OSError:
            return False  # the client has gone
        return keep

    def _handle_large(self, conn: Connection) -> bool:
        if time.monotonic() > conn.expires:
            self.log.warning("A large request was refused, since those before it took %s seconds", LARGE_WAIT_SECONDS)
            self._send_refusal(conn, HTTPStatus.SERVICE_UNAVAILABLE)
            return False
        try:
            return self.handle(conn)
        finally:
            memory.give_back()

    def finish_request(self, conn: Connection, future: "Future[bool]") -> None:
        if self.cfg.is_ssl or (not future.cancelled() and not future.exception() and future.result()):
            super().finish_request(conn, future)
        else:
            self._linger(conn)

    def _refuse(self, conn: Connection, status: HTTPStatus) -> None:
        self._send_refusal(conn, status)
        self._linger(conn)

    @staticmethod
    def _send_refusal(conn: Connection, status: HTTPStatus) -> None:
        with suppress(OSError):  # the client may have gone
            util.write_error(conn.sock, status, status.phrase, "")

    def _linger(self, conn: Connection) -> None:
        """End our side, and read on until the client ends its own, for a moment at most."""
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._drop(conn)
        else:
            self._watch(conn, self.lingering, LINGER_SECONDS, self._drain)

    def _drain(self, conn: Connection, sock: PacedSocket) -> None:
        try:
            data = sock.recv(RECEIVED_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        conn.drained += len(data)
        if not data or conn.drained > LINGER_BYTES:
            self._unwatch(conn, self.lingering)
            self._drop(conn)

    def _drop(self, conn: Connection) -> None:
        self.nr_conns -= 1
        conn.close()

    def _watch(self, conn: Connection, waiting: Waiting, seconds: float, callback: Callback) -> None:
        conn.expires = time.monotonic() + seconds
        waiting[conn] = None
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(callback, conn))

    def _unwatch(self, conn: Connection, waiting: Waiting) -> None:
        self.poller.unregister(conn.sock)
        del waiting[conn]

    def murder_pending(self) -> None:
        """End what has waited for too long; gunicorn calls this once a second at least."""
        super().murder_pending()
        for conn in self._expired(self.lingering):
            self._drop(conn)
        for conn in self._expired(self.gathering):
            if conn.received:
                self._refuse(conn, HTTPStatus.REQUEST_TIMEOUT)
            else:
                self._drop(conn)

    def _expired(self, waiting: Waiting) -> Iterator[Connection]:
        now = time.monotonic()
        while waiting and (conn := next(iter(waiting))).expires <= now:
            self._unwatch(conn, waiting)
            yield conn

    def _cap_keepalive(self, deadline: float) -> None:
        """Where a worker stops, what has not arrived by then will not come."""
        super()._cap_keepalive(deadline)
        for conn in (*self.gathering, *self.lingering):
            conn.expires = min(conn.expires, deadline)

    def set_accept_enabled(self, enabled: bool) -> None:
        """Where a stopping worker ceases to accept, take every connection that waits for it, then close the door.

        Gunicorn leaves it open until the last answer is given, so that clients still connect, and are reset at the end.
        """
        super().set_accept_enabled(enabled)
        if enabled or self.alive:
            return
        while self.sockets:
            listener = self.sockets.pop()
            while select.select([listener], [], [], 0)[0]:
                self.accept(listener)
            listener.close()
