"""Bodies of requests and large answers, within the time that a slow client has and the memory of a worker (S5)."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, TypeVar

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

CLIENT_TIMEOUT_SECONDS = 10
MIN_BYTES_PER_SECOND = 16 * 1024
PIECE_BYTES = 64 * 1024
#: How much of a file is passed to its thread at once. Waking the thread takes as long as hashing some 64 KiB.
FILE_PIECE_BYTES = 512 * 1024

T = TypeVar("T")


class RefusedError(Exception):
    """A request that is not passed to the application. ``status`` tells the reason."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Pace:
    """The time a transfer may wait for its client: CLIENT_TIMEOUT_SECONDS, and a second for each 16 KiB transferred.

    A limit for each single read would not be enough: a client that sends a byte every nine seconds could stay for
    hours. ``waited``: how many seconds it has waited.
    """

    def __init__(self) -> None:
        self._seconds: float = CLIENT_TIMEOUT_SECONDS
        self.waited = 0.0

    async def limit(self, step: Awaitable[T]) -> T:
        """Await one step of the transfer, and note how long. Raises TimeoutError when the time is used up."""
        loop = asyncio.get_running_loop()
        started = loop.time()
        async with asyncio.timeout(self._seconds):
            result = await step
        self._seconds -= (elapsed := loop.time() - started)
        self.waited += elapsed
        return result

    def credit(self, count: int) -> None:
        """Add the time for ``count`` bytes that were transferred."""
        self._seconds += count / MIN_BYTES_PER_SECOND


class Body:
    """The body of a request, as it arrives. ``length``: its stated length, or None if it is chunked."""

    def __init__(self, receive: Receive, scope: Mapping[str, Any], length: int | None) -> None:
        self._receive = receive
        self._length = length
        self._received = 0
        self._connection = scope.get("state", {}).get("connection")
        self._has_more = True
        self.pace = Pace()

    async def part(self) -> bytes:
        """Return the next part, or an empty one at the end.

        Raises TimeoutError if the client is too slow, and EOFError if it closed its sending side too early.
        """
        chunk = b""
        while self._has_more and not chunk:
            step = self._receive()
            # A step that need not wait gets no deadline, which would cost a small request five microseconds.
            has_arrived = self._connection is not None and self._connection.is_whole
            message = await (step if has_arrived else self.pace.limit(step))
            chunk = message.get("body", b"")
            self.pace.credit(len(chunk))
            self._received += len(chunk)
            # Granian reports the end in a separate message, for which the loop would have to wait once more.
            self._has_more = message.get("more_body", False) and self._received != self._length
            is_truncated = self._has_more and self._connection and self._connection.is_truncated
            if is_truncated or message["type"] == "http.disconnect":
                raise EOFError
        return chunk

    async def parts(self, size: int = FILE_PIECE_BYTES) -> list[bytes]:
        """Return the next parts until they have at least ``size`` bytes, or none at the end."""
        parts: list[bytes] = []
        while self._has_more and size > 0:
            parts.append(await self.part())
            size -= len(parts[-1])
        return parts

    async def collect(self, limit: int) -> bytes:
        """Return the whole body, or if it is longer than ``limit``, enough of it to show that."""
        return b"".join(await self.parts(limit + 1))  # which copies nothing if there is one part


async def send_pieces(body: memoryview, send: Send) -> None:
    """Send a body piece by piece, as its client reads it. Raises TimeoutError."""
    pace = Pace()
    for start in range(0, len(body), PIECE_BYTES):
        piece, end = bytes(body[start : start + PIECE_BYTES]), start + PIECE_BYTES
        await pace.limit(send({"type": "http.response.body", "body": piece, "more_body": end < len(body)}))
        pace.credit(len(piece))


class MemoryBudget:
    """Memory of ``limit`` bytes that requests take and give back. It belongs to one event loop."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._taken = 0
        self._freed = asyncio.Event()

    async def wait_for(self, count: int, seconds: float) -> None:
        """Wait until ``count`` bytes are free. Raises RefusedError(503) if they are not free within ``seconds``."""
        if self._taken + count <= self._limit:
            return
        try:
            async with asyncio.timeout(seconds):
                while self._taken and self._taken + count > self._limit:
                    self._freed.clear()
                    await self._freed.wait()
        except TimeoutError:
            raise RefusedError(503) from None

    def take(self, count: int) -> None:
        """Reserve ``count`` bytes. More than the limit can be reserved; then others wait."""
        self._taken += count

    def give(self, count: int) -> None:
        """Free ``count`` bytes that were reserved."""
        self._taken -= count
        self._freed.set()
