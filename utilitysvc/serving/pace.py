"""Bodies of requests and large answers, within the time that a slow client has and the memory of a worker (S5)."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import Future
from typing import Any, TypeVar

from utilitysvc.serving.refusals import refused

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

#: How long a request waits for a thread or for memory. A proxy gives up soon after this (30 s is usual).
WAIT_SECONDS = 20
CLIENT_TIMEOUT_SECONDS = 10
MIN_BYTES_PER_SECOND = 16 * 1024
#: How many bytes of request bodies a worker holds while it collects them, and how many of answers not yet read.
HELD_BYTES = 64 * 1024 * 1024
PIECE_BYTES = 64 * 1024
#: How much of a file is passed to its thread at once. Waking the thread takes as long as hashing some 64 KiB.
FILE_PIECE_BYTES = 512 * 1024

T = TypeVar("T")


class Pace:
    """The time a transfer may wait for its client: CLIENT_TIMEOUT_SECONDS, and a second for each 16 KiB transferred.

    A limit for each single read would not be enough: a client that sends a byte every nine seconds could stay for
    hours. ``waited``: how many seconds it has waited.
    """

    def __init__(self) -> None:
        self._granted: float = CLIENT_TIMEOUT_SECONDS
        self.waited = 0.0

    async def limit(self, step: Awaitable[T]) -> T:
        """Await one step of the transfer, and note how long. Raises TimeoutError when the time is used up."""
        started = time.monotonic()
        async with asyncio.timeout(self._granted - self.waited):
            result = await step
        self.waited += time.monotonic() - started
        return result

    def credit(self, count: int) -> None:
        """Add the time for ``count`` bytes that were transferred."""
        self._granted += count / MIN_BYTES_PER_SECOND


class Body:
    """The body of a request, as it arrives. The event loop collects it, or a thread reads it in constant memory (H10).

    ``connection``: that of protocol.py, if it is the server's. ``length``: the stated length, or None if it is chunked.
    ``is_late``: whether its thread has got the TimeoutError of a client that was too slow.
    """

    is_late = False

    def __init__(self, receive: Receive, connection: Any, length: int | None) -> None:
        self._loop = asyncio.get_running_loop()
        self._receive = receive
        self._connection = connection
        self._length = length
        self._received = 0
        self._has_more = True
        self._parts = deque[bytes]()  # those that the thread reads next
        self._coming: Future[list[bytes]] | None = None
        self.pace = Pace()

    async def collect(self, limit: int) -> bytes:
        """Return the whole body, or if it is longer than ``limit``, enough of it to show that."""
        return b"".join(await self._next_parts(limit + 1))  # which copies nothing if there is one part

    def read(self, size: int) -> bytes:
        """Return the next part as it has arrived, however long it is, or an empty one at the end. Runs in a thread.

        The thread hashes some parts while the next ones arrive.
        """
        if not self._parts:
            try:
                self._parts.extend((self._coming or self._request_parts()).result())
            except TimeoutError:
                self.is_late = True
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
        return asyncio.run_coroutine_threadsafe(self._next_parts(FILE_PIECE_BYTES), self._loop)

    async def _next_parts(self, size: int) -> list[bytes]:
        """Return the next parts until they have at least ``size`` bytes, or none at the end.

        Raises TimeoutError if the client is too slow, and EOFError if it closed its sending side too early.
        """
        parts = list[bytes]()
        while self._has_more and size > 0:
            step = self._receive()
            # A step that need not wait gets no deadline, which would cost a small request five microseconds.
            has_arrived = self._connection and self._connection.is_whole
            message = await (step if has_arrived else self.pace.limit(step))
            part = message.get("body", b"")
            self.pace.credit(len(part))
            self._received += len(part)
            # Granian reports the end in a separate message, for which the loop would have to wait once more.
            self._has_more = message.get("more_body", False) and self._received != self._length
            is_truncated = self._has_more and self._connection and self._connection.is_half_closed
            if is_truncated or message["type"] == "http.disconnect":
                raise EOFError
            if part:
                parts.append(part)
                size -= len(part)
        return parts


class MemoryBudget:
    """HELD_BYTES of memory that requests take and give back. It belongs to one event loop."""

    def __init__(self) -> None:
        self._taken = 0
        self._freed = asyncio.Event()

    async def wait_for(self, count: int) -> None:
        """Wait until ``count`` bytes are free. Raises ServiceError (503) if that takes too long."""
        if self._taken + count <= HELD_BYTES:
            return
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                while self._taken and self._taken + count > HELD_BYTES:
                    self._freed.clear()
                    await self._freed.wait()
        except TimeoutError:
            raise refused(503) from None

    def take(self, count: int) -> None:
        """Reserve ``count`` bytes. More than the limit can be reserved; then others wait."""
        self._taken += count

    def give(self, count: int) -> None:
        """Free ``count`` bytes that were reserved."""
        self._taken -= count
        self._freed.set()
