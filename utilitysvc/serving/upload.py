"""A request's body that a thread reads while the event loop receives it, in constant memory (H10)."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any


class Upload:
    """A body that is arriving. ``receive`` runs on the event loop and returns the next parts, or none at the end.

    The thread hashes some parts while the next ones arrive. ``timeout``: the error that ended it, if its client was too
    slow.
    """

    timeout: TimeoutError | None = None

    def __init__(self, receive: Callable[[], Coroutine[Any, Any, list[bytes]]]) -> None:
        self._loop = asyncio.get_running_loop()
        self._receive = receive
        self._coming: Future[list[bytes]] | None = None
        self._parts: deque[bytes] = deque()

    def read(self, size: int) -> bytes:
        """Return the next part as it has arrived, however long it is, or an empty one at the end."""
        if not self._parts:
            try:
                self._parts.extend((self._coming or self._request_parts()).result())
            except TimeoutError as exc:
                self.timeout = exc
                raise
            if not self._parts:
                return b""
            self._coming = self._request_parts()
        return self._parts.popleft()

    def cancel(self) -> None:
        """Stop waiting for the next part, because nobody will read it."""
        if self._coming:
            self._coming.cancel()

    def _request_parts(self) -> "Future[list[bytes]]":
        return asyncio.run_coroutine_threadsafe(self._receive(), self._loop)
