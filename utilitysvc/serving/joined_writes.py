"""Send the head and the body of an answer with one system call. uvicorn makes two."""

import asyncio
from typing import Any

HEAD_END = b"\r\n\r\n"


class JoinedWrites:
    """A transport that sends the head of an answer together with its body.

    uvicorn writes head and body separately. Each write is a system call, and wakes a client that then waits again.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._head = b""
        self.is_closing = transport.is_closing  # called several times for each request, and __getattr__ is slow

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if self.is_closing():  # if a client of pipelined requests leaves, uvicorn tells only the last of them
            return
        if self._head:
            data, self._head = self._head + data, b""
        elif data[-4:] == HEAD_END:
            self._head = data
            self._loop.call_soon(self._write_head)  # if no body follows before the event loop's next iteration
            return
        self._transport.write(data)

    def close(self) -> None:
        self._write_head()
        self._transport.close()

    def _write_head(self) -> None:
        if self._head and not self.is_closing():
            self._transport.write(self._head)
        self._head = b""
