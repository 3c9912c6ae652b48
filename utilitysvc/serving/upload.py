"""A request's body that a thread reads while it arrives on the event loop, in constant memory (H10)."""

import asyncio
import io
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any

__all__ = ["Upload"]


class Upload(io.RawIOBase):
    """A body that is arriving. ``receive`` runs on the event loop and returns the next part, an empty one at the end.

    The thread hashes one part while the next one arrives. ``error``: why there is no further part, if that is so.
    """

    def __init__(self, receive: Callable[[], Coroutine[Any, Any, bytes]]) -> None:
        self._loop = asyncio.get_running_loop()
        self._receive = receive
        self._coming: Future[bytes] | None = None
        self._rest = memoryview(b"")
        self._is_ended = False
        self.error: Exception | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        if not self._rest and not self._is_ended:
            try:
                self._rest = memoryview((self._coming or self._request_part()).result())
            except Exception as exc:
                self.error = exc
                raise
            self._is_ended = not self._rest
            self._coming = None if self._is_ended else self._request_part()
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count

    def cancel(self) -> None:
        """Await no further part, since nobody will read it."""
        if self._coming:
            self._coming.cancel()

    def _request_part(self) -> "Future[bytes]":
        return asyncio.run_coroutine_threadsafe(self._receive(), self._loop)
