"""A client's connection that may be slow, but not without end."""

import socket
import time
from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["LEAST_BYTES_PER_SECOND", "PATIENCE_SECONDS", "PacedSocket"]

PATIENCE_SECONDS = 10
LEAST_BYTES_PER_SECOND = 16 * 1024

Result = TypeVar("Result")


class PacedSocket(socket.socket):
    """A socket whose reads and writes share an allowance of seconds, to which every byte adds a little.

    A limit for each single read would not do: a client that sends one byte each nine seconds keeps any such limit of
    ten, and holds a thread for hours. Here all waiting counts, so that a body of n bytes takes at most 10 + n / 16,384
    seconds; then comes TimeoutError. An answer is taken at the same pace. In non-blocking mode nothing is counted.
    """

    allowance: float = PATIENCE_SECONDS

    def renew(self) -> None:
        """Begin anew, for the next request."""
        self.allowance = PATIENCE_SECONDS

    def recv(self, bufsize: int, flags: int = 0, /) -> bytes:
        if self.gettimeout() == 0:
            return super().recv(bufsize, flags)
        data = self._wait(super().recv, bufsize, flags)
        self._earn(len(data))
        return data

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        if self.gettimeout() == 0:
            super().sendall(data, flags)
            return
        rest = memoryview(data)
        while rest:
            sent = self._wait(super().send, rest, flags)
            self._earn(sent)
            rest = rest[sent:]

    def _wait(self, action: Callable[..., Result], *arguments: Any) -> Result:
        if self.allowance <= 0:
            raise TimeoutError("The client was too slow")
        started = time.monotonic()
        self.settimeout(self.allowance)
        try:
            return action(*arguments)
        finally:
            self.allowance -= time.monotonic() - started

    def _earn(self, count: int) -> None:
        self.allowance = min(PATIENCE_SECONDS, self.allowance + count / LEAST_BYTES_PER_SECOND)
