"""A request's body that a thread reads while the event loop receives it, in constant memory (H10)."""

import asyncio
import io
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any


class Upload(io.RawIOBase):
    """A body that is arriving. ``receive`` runs on the event loop and returns the next parts, or none at the end.

    The thread hashes some parts while the next ones arrive. ``error``: the exception that ended the upload, if any.
    """

    def __init__(self, receive: Callable[[], Coroutine[Any, Any, list[bytes]]]) -> None:
        self._loop = asyncio.get_running_loop()
        self._receive = receive
        self._coming: Future[list[bytes]] | None = None
        self._parts: deque[bytes] = deque()
        self.error: Exception | None = None

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        """Return the next part, without a copy unless it is longer than ``size``. At the end, return an empty one."""
        if size < 0:
            return self.readall()
        if not self._parts:
            self._wait_for_parts()
        if not self._parts:
            return b""
        part = self._parts.popleft()
        if len(part) > size:
            self._parts.appendleft(part[size:])
        return part[:size]

    def cancel(self) -> None:
        """Stop waiting for the next part, because nobody will read it."""
        if self._coming:
            self._coming.cancel()

    def _wait_for_parts(self) -> None:
        try:
            self._parts.extend((self._coming or self._request_parts()).result())
        except Exception as exc:
            self.error = exc
            raise
        self._coming = self._request_parts() if self._parts else None

    def _request_parts(self) -> "Future[list[bytes]]":
        return asyncio.run_coroutine_threadsafe(self._receive(), self._loop)
