"""A protocol class for uvicorn's setting ``http``, with limits that uvicorn does not have: heads, connections, a stop.

- The head of a request must arrive within CLIENT_TIMEOUT_SECONDS and have at most HEAD_BYTES.
- There are at most as many connections as file descriptors for them.
- A client that closes its sending side still gets its answer.
- Before a stop, the requests that have arrived and those in the listening sockets are answered.

The class overrides methods of asyncio.Protocol, callbacks of httptools, and ``shutdown``, which uvicorn calls on the
class that the setting names.

https://www.uvicorn.org/settings/#implementation and https://docs.python.org/3/library/asyncio-protocol.html
"""

import asyncio
import resource
import socket
from functools import partial
from typing import Any, cast
from weakref import WeakSet

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from utilitysvc.serving.pace import CLIENT_TIMEOUT_SECONDS
from utilitysvc.serving.refusals import as_bytes

HEAD_BYTES = 64 * 1024
#: How often connections are checked for slow clients.
SWEEP_SECONDS = 1
#: How long the connection of a refused request stays open for its client to read the answer.
GRACE_SECONDS = 1
#: How often a stop waits for the rest of a request, or for the next one of a busy client; for an idle client it waits
#: once. It counts waits instead of seconds, because the event loop may have been delayed, and must then first read what
#: arrived meanwhile.
WAITS = 10
WAIT_SECONDS = 0.1
#: How long a stop accepts connections at most: as clients keep coming, there may always be another that waits. Those
#: that had arrived before the stop come first.
ACCEPT_SECONDS = 10
#: Descriptors reserved for the files, sockets and pipes of the process itself.
RESERVED_DESCRIPTORS = 64
MAX_CONNECTIONS = max(8, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED_DESCRIPTORS)

#: The listening sockets. While one is open, the kernel does not reset the connections that wait in it.
listeners: list[socket.socket] = []


class Protocol(HttpToolsProtocol):
    """One connection. The front finds it in the scope's ``state``.

    ``is_whole``: whether the last request has arrived completely.
    """

    _sweep: asyncio.TimerHandle | None = None
    _drain: asyncio.Task[None] | None = None

    def __init__(self, *, app_state: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(app_state={**app_state, "connection": self}, **kwargs)
        self._cycles: WeakSet[Any] = WeakSet()  # the requests of this connection that are not answered yet
        self._head_bytes: int | None = 0  # how many of the next head have arrived; None while a body arrives
        self.is_whole = False
        self._is_half_closed = self._is_refused = self._is_stopping = False
        self._waits = WAITS  # how often a stop waits for this connection
        self._last_received = self.loop.time()
        #: When the connection is closed, unless the rest of the head arrives, or the client reads.
        self._head_due: float | None = self._last_received + CLIENT_TIMEOUT_SECONDS
        self._read_due: float | None = None

    @property
    def is_truncated(self) -> bool:
        """Whether the client closed its sending side before its last request was complete."""
        return self._is_half_closed and not self.is_whole

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            self._refuse(503)
        cls = type(self)
        if cls._sweep is None:
            cls._sweep = self.loop.call_later(SWEEP_SECONDS, cls._sweep_all, self.loop, self.connections)

    def data_received(self, data: bytes) -> None:
        self._last_received = self.loop.time()
        rest = memoryview(data)
        while rest and not (self._is_refused or self.transport.is_closing()):
            # The parser gets no more than HEAD_BYTES of a head, because it raises its own error for a path over 64 KiB.
            size = HEAD_BYTES - (self._head_bytes or 0)
            piece, rest = rest[:size], rest[size:]
            if self._head_bytes is not None:
                self._head_bytes += len(piece)
            super().data_received(piece)  # type: ignore[arg-type]  # the parser takes any bytes-like object
            if (self._head_bytes or 0) >= HEAD_BYTES:
                self._refuse(431)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.is_whole = False
        self._head_due = self._last_received + CLIENT_TIMEOUT_SECONDS

    def on_headers_complete(self) -> None:
        self._head_bytes = self._head_due = None
        super().on_headers_complete()
        self._cycles.add(self.cycle)
        if self._is_stopping:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.is_whole, self._head_due, self._head_bytes = True, None, 0

    def eof_received(self) -> bool:  # type: ignore[override]
        """Return whether to keep our sending side open, to answer the request that has arrived."""
        self._is_half_closed = True
        if not self._is_answering():
            return False
        self.cycle.keep_alive = False
        self.cycle.message_event.set()  # wakes the front, if it waits for the rest of the body
        return True

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP request, such as garbage or TLS, in JSON as everything else."""
        self.transport.write(as_bytes(400))
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._read_due = self.loop.time() + CLIENT_TIMEOUT_SECONDS

    def resume_writing(self) -> None:
        super().resume_writing()
        self._read_due = None

    def connection_lost(self, exc: Exception | None) -> None:
        for cycle in self._cycles:  # uvicorn tells only the last request of a connection that its client has left
            cycle.disconnected = True
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """uvicorn calls this for each connection when it stops."""
        cls = type(self)
        self.stop()
        if cls._drain is None:
            cls._drain = self.loop.create_task(drain(self.config, self.server_state))
            self.tasks.add(cls._drain)  # uvicorn waits for these
            cls._drain.add_done_callback(self.tasks.discard)

    def stop(self) -> None:
        """Keep the connection no longer than for what has arrived, and for what a busy client is about to send."""
        self._is_stopping = True
        is_recent = self.loop.time() < self._last_received + WAITS * WAIT_SECONDS
        self._waits = WAITS if self._head_bytes != 0 or is_recent else 1
        if self._is_answering():
            super().shutdown()  # the answer gets the header Connection: close

    def close_if_done(self, waits: int) -> None:
        """Close the connection if a stop that has waited so often need not wait for it any longer."""
        is_whole = self._is_answering() and (self.is_whole or self.pipeline)
        if not is_whole and waits >= self._waits:
            self.transport.close()

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _refuse(self, status: int) -> None:
        """Answer with an error and close our sending side.

        The receiving side stays open: the client may still be sending, and a reset would discard the answer.
        """
        if self._is_answering():
            self.transport.abort()  # the client would take the error for the answer to its previous request
            return
        self._is_refused = True
        if log := getattr(self.app, "log", None):  # of the front
            log.count_refusal(status)
        self._head_due = self.loop.time() + GRACE_SECONDS
        self.transport.write(as_bytes(status))
        self.transport.write_eof()

    @classmethod
    def _sweep_all(cls, loop: asyncio.AbstractEventLoop, connections: set[Any]) -> None:
        now = loop.time()
        for connection in list(connections):
            connection._close_if_slow(now)
        cls._sweep = loop.call_later(SWEEP_SECONDS, cls._sweep_all, loop, connections) if connections else None

    def _close_if_slow(self, now: float) -> None:
        """Close the connection if its client is too slow."""
        if self._read_due and self._read_due < now:
            self.transport.abort()  # without the remaining bytes, which the client does not read
        elif self._is_answering():
            # A head that follows is read only after our answer, so its time starts then.
            self._head_due = None if self._head_due is None else now + CLIENT_TIMEOUT_SECONDS
        elif self._head_due is None:
            if self.cycle is not None and not self.is_whole:
                self._head_due = now + CLIENT_TIMEOUT_SECONDS  # the rest of a body that was refused unread
        elif self._head_due < now:
            if self._head_bytes and not self._is_refused:
                self._refuse(408)
            else:
                self.transport.abort()


async def drain(config: Config, state: ServerState | None = None) -> None:
    """Answer the requests that have arrived, those in the listening sockets too, and close all connections.

    uvicorn closes its own copies of the sockets first. When the last copy is closed, the kernel resets the connections
    that it took in that instant.
    """
    loop, state = asyncio.get_running_loop(), state or ServerState()
    connection = partial(Protocol, config=config, server_state=state, app_state={})
    due = loop.time() + ACCEPT_SECONDS
    while listeners and loop.time() <= due:
        waiting = []
        try:
            while loop.time() <= due:  # without a turn of the loop, in which clients get answers and come again
                waiting.append(listeners[-1].accept()[0])
        except BlockingIOError:
            listeners.pop().close()
        except OSError:  # no descriptor is free until other connections have been answered
            await asyncio.sleep(WAIT_SECONDS)
        for sock in waiting:
            sock.setblocking(False)
            _, accepted = await loop.connect_accepted_socket(connection, sock)
            accepted.stop()
    while listeners:
        listeners.pop().close()
    waits = 0
    while state.connections:
        await asyncio.sleep(WAIT_SECONDS)
        waits += 1
        for each in list(state.connections):
            cast(Protocol, each).close_if_done(waits)
