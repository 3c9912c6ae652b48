"""What uvicorn does not bound by itself, as a protocol class for its setting ``http``: heads, connections, halves.

A head has to arrive within HEAD_SECONDS and in HEAD_BYTES. There are no more connections than descriptors for them. A
client that ends its side of the connection still gets its answer. A stop does not close a connection on which a request
has just arrived. Only methods of asyncio.Protocol, callbacks of httptools, and ``shutdown``, which uvicorn calls on the
class that the setting names, are overridden here.

https://www.uvicorn.org/settings/#implementation and https://docs.python.org/3/library/asyncio-protocol.html
"""

import asyncio
import fcntl
import resource
import struct
import termios
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from utilitysvc.serving.refusals import written

__all__ = ["Protocol"]

HEAD_SECONDS = 10
HEAD_BYTES = 64 * 1024
SWEEP_SECONDS = 1
#: Descriptors that are kept for files, sockets and pipes of the process itself.
RESERVED_DESCRIPTORS = 64
MAX_CONNECTIONS = max(8, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED_DESCRIPTORS)


class Protocol(HttpToolsProtocol):
    """One connection. The front finds it in the scope's ``state``."""

    is_half_closed = False
    _sweep: asyncio.TimerHandle | None = None

    def __init__(self, *, app_state: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(app_state={**app_state, "connection": self}, **kwargs)
        self._head_bytes = 0
        self._is_in_head = True
        #: When the connection is given up, unless what it waits for happens before.
        self._expires: float | None = None

    def abort(self) -> None:
        """Close the connection without sending what is left to send: its client does not read."""
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait(HEAD_SECONDS)
        if len(self.connections) > MAX_CONNECTIONS:
            self._refuse(503)
        cls = type(self)
        if cls._sweep is None:
            cls._sweep = self.loop.call_later(SWEEP_SECONDS, cls._sweep_all, self.loop, self.connections)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._is_in_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._is_in_head and self._head_bytes > HEAD_BYTES:
            self._refuse(431)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_in_head, self._head_bytes = True, 0
        self._wait(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        self._is_in_head, self._expires = False, None
        super().on_headers_complete()

    def eof_received(self) -> bool:  # type: ignore[override]
        """Return whether to keep our side open, for the answer to what has arrived."""
        self.is_half_closed = True
        return self._is_answering()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait(HEAD_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._expires = None

    def shutdown(self) -> None:
        if self._is_answering() or not _has_unread(self.transport):
            super().shutdown()
        else:
            self.loop.call_later(SWEEP_SECONDS / 10, self.shutdown)

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self, seconds: float) -> None:
        self._expires = self.loop.time() + seconds

    def _refuse(self, status: int) -> None:
        self.transport.write(written(status))
        self.transport.close()

    @classmethod
    def _sweep_all(cls, loop: asyncio.AbstractEventLoop, connections: set[Any]) -> None:
        now = loop.time()
        for connection in list(connections):
            connection._give_up(now)
        cls._sweep = loop.call_later(SWEEP_SECONDS, cls._sweep_all, loop, connections) if connections else None

    def _give_up(self, now: float) -> None:
        if self._expires is None or self._expires > now:
            if self.is_half_closed and not self._is_answering():
                self.transport.close()
        elif self.transport.is_closing() or not self._is_in_head:
            self.transport.abort()
        elif self._head_bytes:
            self._refuse(408)
            self._wait(HEAD_SECONDS)
        else:
            self.transport.close()
            self._wait(HEAD_SECONDS)


def _has_unread(transport: asyncio.BaseTransport) -> bool:
    """Whether bytes of the client lie in the socket that have not been read."""
    descriptor = transport.get_extra_info("socket").fileno()
    if descriptor < 0:
        return False
    (count,) = struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, b"\0\0\0\0"))
    return bool(count)
