"""A bound on how many bytes the requests of a worker hold together."""

import asyncio

from utilitysvc.serving.refusals import RefusedError

__all__ = ["Space"]


class Space:
    """``limit`` bytes, which requests take and give back. It belongs to one event loop."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._taken = 0
        self._freed = asyncio.Event()

    async def wait_for(self, count: int, seconds: float) -> None:
        """Wait until ``count`` bytes are free. Raises RefusedError(503) if they are not by the end of the time."""
        try:
            async with asyncio.timeout(seconds):
                while self._taken + count > self._limit:
                    self._freed.clear()
                    await self._freed.wait()
        except TimeoutError:
            raise RefusedError(503) from None

    def take(self, count: int) -> None:
        self._taken += count

    def give(self, count: int) -> None:
        self._taken -= count
        self._freed.set()
