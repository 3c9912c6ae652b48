"""What uvicorn does not bound by itself, as a protocol class for its setting ``http``: heads, connections, a stop.

A head has to arrive within PATIENCE_SECONDS and in HEAD_BYTES. There are no more connections than descriptors for them.
A client that ends its side of the connection still gets its answer. A stop answers what has arrived, and what waits in
the listening sockets. Overridden are methods of asyncio.Protocol, callbacks of httptools, and ``shutdown``, which
uvicorn calls on the class that the setting names.

https://www.uvicorn.org/settings/#implementation and https://docs.python.org/3/library/asyncio-protocol.html
"""

import asyncio
import resource
import socket
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from utilitysvc.serving.pace import PATIENCE_SECONDS
from utilitysvc.serving.refusals import written

HEAD_BYTES = 64 * 1024
HEAD_END = b"\r\n\r\n"
SWEEP_SECONDS = 1
#: How long a refused client may read its refusal.
GRACE_SECONDS = 1
#: A stop waits this often for the rest of a request, or for the next one of a busy client; for that of an idle client
#: it waits once. These are rounds of the event loop and not a time: it may have been held up, and what came meanwhile
#: has to be read first.
ROUNDS = 10
ROUND_SECONDS = 0.1
#: Where Linux's struct tcp_info has how many connections wait in a listening socket.
TCP_INFO_UNACKED = 24
#: Descriptors that are kept for files, sockets and pipes of the process itself.
RESERVED_DESCRIPTORS = 64
MAX_CONNECTIONS = max(8, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED_DESCRIPTORS)

#: The listening sockets. While one is open the kernel does not reset the connections that wait in it.
listeners: list[socket.socket] = []


def _uncounted(status: int) -> None:
    """Nobody counts, unless gunicorn.conf.py says who."""


#: What is told the status of each refusal before a request is there.
on_refusal: Callable[[int], None] = _uncounted


class JoinedWrites:
    """A transport that sends the head of an answer together with its body.

    uvicorn writes them one after the other. Each write is a system call and wakes the client, which then waits again.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._head = b""
        self.is_closing = transport.is_closing  # asked several times for each request, and __getattr__ is slow

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if self._head:
            data, self._head = self._head + data, b""
        elif data[-4:] == HEAD_END:
            self._head = data
            self._loop.call_soon(self._write_head)  # unless more is written in this round of the event loop
            return
        self._transport.write(data)

    def close(self) -> None:
        self._write_head()
        self._transport.close()

    def _write_head(self) -> None:
        if self._head:
            self._transport.write(self._head)
            self._head = b""


class Protocol(HttpToolsProtocol):
    """One connection. The front finds it in the scope's ``state``. ``is_whole``: its last request has arrived whole."""

    _sweep: asyncio.TimerHandle | None = None

    def __init__(self, *, app_state: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(app_state={**app_state, "connection": self}, **kwargs)
        self._head_bytes = 0
        self._is_in_head = True
        self.is_whole = False
        self._is_half_closed = False
        self._is_refused = False
        self._is_stopping = False
        self._heard = self.loop.time()
        #: When the connection is given up, unless the rest of the head comes, or the client reads.
        self._head_due: float | None = self._heard + PATIENCE_SECONDS
        self._read_due: float | None = None

    @property
    def is_truncated(self) -> bool:
        """Whether the client has ended its side before its last request was whole."""
        return self._is_half_closed and not self.is_whole

    def abort(self) -> None:
        """Close the connection without sending what is left to send: its client does not read."""
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(JoinedWrites(transport, self.loop))  # type: ignore[arg-type]
        if len(self.connections) > MAX_CONNECTIONS:
            self._refuse(503)
        cls = type(self)
        if cls._sweep is None:
            cls._sweep = self.loop.call_later(SWEEP_SECONDS, cls._sweep_all, self.loop, self.connections)

    def data_received(self, data: bytes) -> None:
        self._heard = self.loop.time()
        rest = memoryview(data)
        while rest and not (self._is_refused or self.transport.is_closing()):
            # The parser is given no longer head: of a path beyond 64 KiB it makes an error of its own.
            size = HEAD_BYTES - self._head_bytes if self._is_in_head else HEAD_BYTES
            piece, rest = rest[:size], rest[size:]
            if self._is_in_head:
                self._head_bytes += len(piece)
            super().data_received(piece)  # type: ignore[arg-type]  # the parser takes any bytes-like object
            if self._is_in_head and self._head_bytes >= HEAD_BYTES:
                self._refuse(431)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_in_head, self.is_whole = True, False
        self._head_due = self._heard + PATIENCE_SECONDS

    def on_headers_complete(self) -> None:
        self._is_in_head, self._head_due = False, None
        super().on_headers_complete()
        if self._is_stopping:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.is_whole, self._head_due, self._head_bytes = True, None, 0

    def eof_received(self) -> bool:  # type: ignore[override]
        """Return whether to keep our side open, for the answer to what has arrived."""
        self._is_half_closed = True
        if not self._is_answering():
            return False
        self.cycle.keep_alive = False
        self.cycle.message_event.set()  # wakes the front, if it waits for the rest of the body
        return True

    def pause_writing(self) -> None:
        super().pause_writing()
        self._read_due = self.loop.time() + PATIENCE_SECONDS

    def resume_writing(self) -> None:
        super().resume_writing()
        self._read_due = None

    def shutdown(self, rounds: int | None = None) -> None:
        if rounds is None:
            self._is_stopping = True
            if listeners:  # a connection that waited until all others are closed would be reset now and then
                task = self.loop.create_task(finish(self.config, self.server_state))
                self.tasks.add(task)  # uvicorn waits for these
                task.add_done_callback(self.tasks.discard)
            rounds = ROUNDS if self.loop.time() < self._heard + ROUNDS * ROUND_SECONDS else 1
        if self._is_answering():
            super().shutdown()  # the answer says that the connection is not kept
            if self.is_whole or self.pipeline:
                return
        if rounds:
            self.loop.call_later(ROUND_SECONDS, self.shutdown, rounds - 1)
        else:
            self.transport.close()

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _refuse(self, status: int) -> None:
        """Answer and end our side; the client may still be sending, and a reset would take the answer from it."""
        if self._is_answering():
            self.abort()  # the refusal would be read as the answer to the request before
            return
        self._is_refused = True
        on_refusal(status)
        self._head_due = self.loop.time() + GRACE_SECONDS
        self.transport.write(written(status))
        self.transport.write_eof()

    @classmethod
    def _sweep_all(cls, loop: asyncio.AbstractEventLoop, connections: set[Any]) -> None:
        now = loop.time()
        for connection in list(connections):
            connection._give_up(now)
        cls._sweep = loop.call_later(SWEEP_SECONDS, cls._sweep_all, loop, connections) if connections else None

    def _give_up(self, now: float) -> None:
        """Close the connection if its client is too slow."""
        if self._read_due and self._read_due < now:
            self.abort()
        elif self._is_answering():
            self._head_due = None if self._head_due is None else now + PATIENCE_SECONDS  # the next head waits for us
        elif self._head_due is None:
            if self.cycle is not None and not self.is_whole:
                self._head_due = now + PATIENCE_SECONDS  # for the rest of a body that was refused unread
        elif self._head_due < now:
            if self._is_in_head and self._head_bytes and not self._is_refused:
                self._refuse(408)
            else:
                self.abort()


async def finish(config: Config, state: ServerState | None = None) -> None:
    """Answer at a stop what waits in the listening sockets.

    uvicorn closes its own copies of them first, and with the last copy the kernel resets what waits.
    """
    loop, state = asyncio.get_running_loop(), state or ServerState()
    connection = partial(Protocol, config=config, server_state=state, app_state={})
    while listeners:
        try:
            sock, _ = listeners[-1].accept()
        except BlockingIOError:
            if not _count_waiting(listeners[-1]):
                listeners.pop().close()
        except OSError:  # no descriptor is free until other connections have been answered
            await asyncio.sleep(ROUND_SECONDS)
        else:
            sock.setblocking(False)
            _, accepted = await loop.connect_accepted_socket(connection, sock)
            accepted.shutdown()
    while state.connections:
        await asyncio.sleep(ROUND_SECONDS)


def _count_waiting(listener: socket.socket) -> int:
    """Return how many connections wait in a listening socket, 0 where the system does not tell.

    Before accept() returns it lets other threads of Python run, often for a millisecond. This call does not, so that
    hardly any connection comes between it and the closing of the socket.
    """
    if listener.family == socket.AF_UNIX or not hasattr(socket, "TCP_INFO"):
        return 0
    info = listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_UNACKED + 4)
    return int.from_bytes(info[TCP_INFO_UNACKED:], sys.byteorder)
