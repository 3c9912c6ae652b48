"""Gunicorn's threaded worker, changed so that a client holds a thread only while its request is computed.

Gunicorn gives each connection to a thread as soon as it is accepted, and the thread reads the request. So eight clients
that send half a request hold all threads of two workers, and sixteen that send a megabyte each make everybody wait for
seconds, health probes included. Four things are different here:

- The main thread gathers requests; it waits for thousands of connections. A request gets a thread once it has arrived
  whole, and is refused with 408 where that takes longer than REQUEST_SECONDS. Of a large request (over GATHERED_BYTES,
  or of unstated length) only the head is gathered, and its body has to keep a pace (PacedSocket).
- There are four lanes, each with threads of its own, so that large requests and batches do not take the threads of
  small ones, and none take that of the health probes. Within a lane requests wait in the order of their arrival. A
  large one that has waited for LARGE_WAIT_SECONDS is refused with 503, since a proxy is about to give it up.
- After the last answer the main thread reads on for a moment, so that a client which is still sending can read its
  refusal. A connection that is closed while unread bytes are in it is reset, and the answer is lost.
- The two threads that a request passes through wake each other as little as can be, since each time costs as much as
  the computing: a connection stays watched while it is answered, and threads are woken when the main one goes to sleep.

Each method that is overridden, and what happens without it:

- accept: connections are sockets without a pace, and a thread waits for each.
- wait_for_and_dispatch_events: threads are woken while the main thread still holds the interpreter lock.
- notify: the sign of life, which gunicorn writes after every event, makes a thread that has just begun a request give
  up the interpreter lock: six hundredths of what a small request costs.
- handle: an answer without a body stays in the socket that holds its head back.
- handle_request: connections that are kept fill the worker, and new ones wait for theirs to expire.
- murder_pending: clients that never finish their request stay for ever, and delay the stop.
- set_accept_enabled: clients that connect while the worker stops are reset.
"""

import errno
import select
import selectors
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any

from gunicorn import util
from gunicorn.workers.gthread import ThreadWorker

from utilitysvc.serving import memory
from utilitysvc.serving.gathering import RECEIVED_BYTES, Connection, Lane, LargeRequest, State, gather
from utilitysvc.serving.lane_pool import LanePool
from utilitysvc.serving.paced_socket import PATIENCE_SECONDS, PacedSocket

__all__ = ["Worker"]

REQUEST_SECONDS = PATIENCE_SECONDS
LARGE_THREADS = 2
BATCH_THREADS = 2
LARGE_WAIT_SECONDS = 20  # less than a proxy waits for an answer (30)
NOTICE_SECONDS = 1
SWEEP_SECONDS = 1
LINGER_SECONDS = 2
LINGER_BYTES = 16 * 1024 * 1024


class Worker(ThreadWorker):
    """Gunicorn's threaded worker, changed as the module says.

    The main thread alone changes ``connections`` and what the poller watches. A connection stays watched while it is
    answered, so that the thread which has answered need not wake the main thread.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.connections: set[Connection] = set()
        self.arrived: list[tuple[Lane, Callable[[], None]]] = []
        self.notice_due = self.sweep_due = 0.0
        self.lanes = {
            Lane.QUICK: LanePool("quick", self.cfg.threads),
            Lane.LARGE: LanePool("large", LARGE_THREADS),
            Lane.BATCH: LanePool("batch", BATCH_THREADS),
            Lane.HEALTH: LanePool("health", 1),
        }

    def notify(self) -> None:
        """Tell gunicorn that this worker is alive: once a second, which is often enough for its timeout of 30."""
        now = time.monotonic()
        if now >= self.notice_due:
            self.notice_due = now + NOTICE_SECONDS
            super().notify()

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        for lane, job in self.arrived:
            self.lanes[lane].submit(job)
        self.arrived.clear()
        super().wait_for_and_dispatch_events(timeout)

    def accept(self, listener: Any) -> None:
        if self.cfg.is_ssl:  # TLS belongs to a proxy; with gunicorn's own, its worker does as it always does
            super().accept(listener)
            return
        try:
            sock, address = listener.accept()
        except OSError as exc:
            if exc.errno not in (errno.EAGAIN, errno.ECONNABORTED):
                raise
            return
        conn = Connection(self.cfg, PacedSocket(fileno=sock.detach()), address, listener.getsockname())
        conn.expires = time.monotonic() + REQUEST_SECONDS
        self.nr_conns += 1
        self.connections.add(conn)
        self._go_on(conn)

    def _go_on(self, conn: Connection) -> None:
        """Watch for the next request, and take what is there of it."""
        if conn.state == State.WAITING and conn in self.connections:
            self._watch(conn)
            self._gather(conn)

    def _on_readable(self, conn: Connection, _sock: PacedSocket) -> None:
        if not conn.is_watched:
            return  # an event before this one, of the same round, has ended it
        if conn.state == State.WAITING:
            self._gather(conn)
        elif conn.state == State.LINGERING:
            self._drain(conn)
        else:  # a body, the next request or the client's end, none of which is for this thread to read now
            self._unwatch(conn)
            self._go_on(conn)  # where the answer was given since, by a thread that saw the connection still watched

    def _gather(self, conn: Connection) -> None:
        conn.sock.setblocking(False)
        lane = gather(conn)
        if lane is None:
            if conn.received:
                conn.expires = min(conn.expires, time.monotonic() + REQUEST_SECONDS)
        elif lane == Lane.GONE:
            self._drop(conn)
        elif lane == Lane.OVERLONG:
            self._refuse(conn, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        else:
            self._hand_over(conn, lane)

    def _hand_over(self, conn: Connection, lane: Lane) -> None:
        """Let a thread answer; it is woken when this one goes to sleep."""
        conn.init()
        if lane == Lane.LARGE:
            conn.parser.mesg_class = LargeRequest
        conn.parser.unreader.unread(bytes(conn.received))
        conn.received = bytearray()
        conn.data_ready = True  # else gunicorn's thread waits for it once more
        conn.sock.renew()
        conn.state = State.ANSWERING
        conn.expires = time.monotonic() + LARGE_WAIT_SECONDS
        handle = self._handle_large if lane in (Lane.LARGE, Lane.BATCH) else self.handle
        self.arrived.append((lane, partial(self._answer, handle, conn)))

    def _answer(self, handle: Callable[[Connection], bool], conn: Connection) -> None:
        is_kept = False
        try:
            is_kept = handle(conn)
        except Exception:
            self.log.exception("A request failed in the worker")
        if not is_kept:
            self.method_queue.defer(self._linger, conn)
            return
        conn.received += conn.parser.unreader.take_buffered()
        conn.expires = time.monotonic() + self.cfg.keepalive
        conn.state = State.WAITING
        # Asked only now: what the main thread does not see of the new state, this thread sees of the watch.
        if conn.received or not conn.is_watched:
            self.method_queue.defer(self._go_on, conn)

    def handle(self, conn: Connection) -> bool:
        keep = bool(super().handle(conn))
        try:
            if not self.cfg.is_ssl:
                conn.sock.flush()
        except OSError:
            return False  # the client has gone
        return keep

    def handle_request(self, req: Any, conn: Connection) -> bool:
        if self.nr_conns > self.max_keepalived:
            req.force_close()
        return bool(super().handle_request(req, conn))

    def _handle_large(self, conn: Connection) -> bool:
        if time.monotonic() > conn.expires:
            self.log.warning("A large request was refused, since those before it took %s seconds", LARGE_WAIT_SECONDS)
            self._send_refusal(conn, HTTPStatus.SERVICE_UNAVAILABLE)
            return False
        try:
            return self.handle(conn)
        finally:
            memory.give_back()

    def _refuse(self, conn: Connection, status: HTTPStatus) -> None:
        self._send_refusal(conn, status)
        self._linger(conn)

    @staticmethod
    def _send_refusal(conn: Connection, status: HTTPStatus) -> None:
        with suppress(OSError):  # the client may have gone
            util.write_error(conn.sock, status, status.phrase, "")

    def _linger(self, conn: Connection) -> None:
        """End our side, and read on until the client ends its own, for a moment at most."""
        conn.state = State.LINGERING
        conn.expires = time.monotonic() + LINGER_SECONDS
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._drop(conn)
        else:
            self._watch(conn)

    def _drain(self, conn: Connection) -> None:
        try:
            data = conn.sock.recv(RECEIVED_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        conn.drained += len(data)
        if not data or conn.drained > LINGER_BYTES:
            self._drop(conn)

    def _drop(self, conn: Connection) -> None:
        self._unwatch(conn)
        self.connections.remove(conn)
        self.nr_conns -= 1
        conn.close()

    def _watch(self, conn: Connection) -> None:
        if not conn.is_watched:
            conn.is_watched = True
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._on_readable, conn))

    def _unwatch(self, conn: Connection) -> None:
        if conn.is_watched:
            conn.is_watched = False
            self.poller.unregister(conn.sock)

    def murder_pending(self) -> None:
        """End what has waited for too long. Gunicorn calls this after all events, and once a second at least."""
        super().murder_pending()
        now = time.monotonic()
        if self.alive and now < self.sweep_due:
            return
        self.sweep_due = now + SWEEP_SECONDS
        for conn in [conn for conn in self.connections if conn.state != State.ANSWERING]:
            if not self.alive:  # a client that has been promised a kept connection may be asking just now
                conn.expires = min(conn.expires, now + LINGER_SECONDS)
            if conn.expires > now:
                continue
            if conn.state == State.WAITING and conn.received:
                self._refuse(conn, HTTPStatus.REQUEST_TIMEOUT)
            else:
                self._drop(conn)

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
