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
from math import inf
from typing import Any, cast
from weakref import WeakSet

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from utilitysvc.serving.pace import CLIENT_TIMEOUT_SECONDS
from utilitysvc.serving.refusals import as_bytes

HEAD_BYTES = 64 * 1024
#: How long the connection of a refused request stays open for its client to read the answer.
GRACE_SECONDS = 1
#: How often connections are checked, and how often during a stop.
CHECK_SECONDS, STOP_CHECK_SECONDS = 1, 0.1
#: For how many checks a stop waits for the rest of a request, or for the next one of a busy client, and for how many
#: it keeps the connection of an idle one. It counts checks instead of seconds, because the event loop may have been
#: delayed, and must then first read what arrived meanwhile, as it does between two checks of a stop.
BUSY_CHECKS, IDLE_CHECKS = 11, 2
#: How long ago a busy client sent something.
BUSY_SECONDS = 1
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

    ``is_half_closed``: whether the client has closed its sending side.
    """

    _checks: asyncio.TimerHandle | None = None
    _is_draining: bool = False

    def __init__(self, *, app_state: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(app_state={**app_state, "connection": self}, **kwargs)
        self._cycles: WeakSet[Any] = WeakSet()  # the requests of this connection that are not answered yet
        self._head_bytes: int | None = 0  # how many of the next head have arrived; None while a body arrives
        self.is_half_closed = self._is_refused = False
        self._checks_left = inf  # how many are left to a connection without a whole request; few when the server stops
        self._last_received = self.loop.time()
        #: When the connection is closed, unless the rest of the head arrives, or the client reads.
        self._head_due: float | None = self._last_received + CLIENT_TIMEOUT_SECONDS
        self._read_due: float | None = None

    @property
    def is_whole(self) -> bool:
        """Whether the last request has arrived completely."""
        return self._head_bytes is not None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            self._refuse(503)
        if Protocol._checks is None:
            _check(self.loop, self.connections)

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
        self._head_due = self._last_received + CLIENT_TIMEOUT_SECONDS

    def on_headers_complete(self) -> None:
        self._head_bytes = self._head_due = None
        super().on_headers_complete()
        self._cycles.add(self.cycle)
        if self._checks_left < inf:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._head_bytes, self._head_due = 0, None

    def eof_received(self) -> bool:  # type: ignore[override]
        """Return whether to keep our sending side open, to answer the request that has arrived."""
        self.is_half_closed = True
        if is_answering := self._is_answering():
            self.cycle.keep_alive = False
            self.cycle.message_event.set()  # wakes the front, if it waits for the rest of the body
        return is_answering

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
        """uvicorn calls this for each connection when it stops, and waits until all are closed."""
        self.stop()
        if not Protocol._is_draining:
            Protocol._is_draining = True
            task = self.loop.create_task(drain(self.config, self.server_state))
            self.tasks.add(task)  # uvicorn waits for these too
            task.add_done_callback(self.tasks.discard)

    def stop(self) -> None:
        """Keep the connection no longer than for what has arrived, and for what a busy client is about to send."""
        is_busy = self._head_bytes != 0 or self.loop.time() < self._last_received + BUSY_SECONDS
        self._checks_left = BUSY_CHECKS if is_busy else IDLE_CHECKS
        if self._is_answering():
            self.cycle.keep_alive = False  # the answer gets the header Connection: close

    def check(self, now: float) -> None:
        """Close the connection if its client is too slow, or if a stop need not wait for it any longer."""
        is_answering = self._is_answering()
        if not is_answering or not (self.is_whole or self.pipeline):
            self._checks_left -= 1
        if self._checks_left <= 0:
            self.transport.close()
        elif self._read_due and self._read_due < now:
            self.transport.abort()  # without the remaining bytes, which the client does not read
        elif is_answering:
            # A head that follows is read only after our answer, so its time starts then.
            self._head_due = None if self._head_due is None else now + CLIENT_TIMEOUT_SECONDS
        elif self._head_due is None:
            if not self.is_whole:
                self._head_due = now + CLIENT_TIMEOUT_SECONDS  # the rest of a body that was refused unread
        elif self._head_due < now:
            if self._head_bytes and not self._is_refused:
                self._refuse(408)
            else:
                self.transport.abort()

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


def _check(loop: asyncio.AbstractEventLoop, connections: set[Any]) -> None:
    """Check all connections, now and as long as there are any."""
    for connection in list(connections):
        connection.check(loop.time())
    Protocol._checks = loop.call_later(CHECK_SECONDS, _check, loop, connections) if connections else None


async def drain(config: Config, state: ServerState | None = None) -> None:
    """Accept the connections that wait in the listening sockets, and wait until they and those of ``state`` are closed.

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
            await asyncio.sleep(STOP_CHECK_SECONDS)
        for sock in waiting:
            sock.setblocking(False)
            _, accepted = await loop.connect_accepted_socket(connection, sock)
            accepted.stop()
    while listeners:
        listeners.pop().close()
    while state.connections:
        await asyncio.sleep(STOP_CHECK_SECONDS)
        for each in list(state.connections):
            cast(Protocol, each).check(loop.time())
