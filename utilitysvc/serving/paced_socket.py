"""A client's connection that may be slow, but not without end."""

import select
import socket
import time
from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["LEAST_BYTES_PER_SECOND", "PATIENCE_SECONDS", "PacedSocket"]

PATIENCE_SECONDS = 10
LEAST_BYTES_PER_SECOND = 16 * 1024
#: A body of up to this size leaves together with its head; to copy a longer one would cost more than it saves.
JOINED_BYTES = 64 * 1024

Result = TypeVar("Result")


class PacedSocket(socket.socket):
    """A socket whose reads and writes share an allowance of seconds, to which every byte adds a little.

    A limit for each single read would not do: a client that sends one byte each nine seconds keeps any such limit of
    ten, and holds a thread for hours. Here all waiting counts, so that a body of n bytes takes at most 10 + n / 16,384
    seconds; then comes TimeoutError. An answer is taken at the same pace. In non-blocking mode nothing waits.

    Two things save system calls, and with them a tenth of what a small request costs. The descriptor itself never
    blocks, so that what can be done at once is one call; ``patient`` is what gunicorn takes for its blocking mode. And
    the head of an answer, which gunicorn sends by itself, is held back until the body comes, for both to leave in one
    packet; who has answered a request calls ``flush``, since an answer may have no body.
    """

    allowance: float = PATIENCE_SECONDS
    patient = True
    held = b""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        super().setblocking(False)

    def setblocking(self, flag: bool, /) -> None:
        self.patient = flag

    def settimeout(self, value: float | None, /) -> None:
        """Wait or not; for how long, the allowance says."""
        self.patient = value != 0

    def gettimeout(self) -> float | None:
        return None if self.patient else 0.0

    def renew(self) -> None:
        """Begin anew, for the next request."""
        self.allowance = PATIENCE_SECONDS

    def recv(self, bufsize: int, flags: int = 0, /) -> bytes:
        data = self._do(select.POLLIN, super().recv, bufsize, flags)
        self._earn(len(data))
        return data

    def send(self, data: Any, flags: int = 0, /) -> int:
        sent = self._do(select.POLLOUT, super().send, data, flags)
        self._earn(sent)
        return sent

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        if data.startswith(b"HTTP/1.") and data.endswith(b"\r\n\r\n"):
            self.held += data
            return
        if len(data) > JOINED_BYTES:
            self.flush()
        rest = memoryview(self.held + data if self.held else data)
        self.held = b""
        while rest:
            rest = rest[self.send(rest, flags) :]

    def flush(self) -> None:
        """Send what is held back."""
        if self.held:
            self.sendall(b"")

    def _do(self, event: int, action: Callable[..., Result], *arguments: Any) -> Result:
        while True:
            try:
                return action(*arguments)
            except BlockingIOError:
                if not self.patient:
                    raise
            self._wait(event)

    def _wait(self, event: int) -> None:
        self.flush()  # the client may wait for it, while we wait for what it sends
        if self.allowance <= 0:
            raise TimeoutError("The client was too slow")
        started = time.monotonic()
        poll = select.poll()
        poll.register(self, event)
        poll.poll(self.allowance * 1000)
        self.allowance -= time.monotonic() - started

    def _earn(self, count: int) -> None:
        self.allowance = min(PATIENCE_SECONDS, self.allowance + count / LEAST_BYTES_PER_SECOND)
