"""Limits on how slow a client may be, and on how many bytes the requests of a worker hold together."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

CLIENT_TIMEOUT_SECONDS = 10
MIN_BYTES_PER_SECOND = 16 * 1024

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
