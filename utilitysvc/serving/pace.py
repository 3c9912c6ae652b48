"""Ends the transfers of clients that are too slow."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

__all__ = ["LEAST_BYTES_PER_SECOND", "PATIENCE_SECONDS", "Deadlines", "Pace"]

PATIENCE_SECONDS = 10
LEAST_BYTES_PER_SECOND = 16 * 1024
SWEEP_SECONDS = 1

T = TypeVar("T")


class Deadlines:
    """Tasks that are cancelled at a time of the event loop, to within SWEEP_SECONDS.

    ``asyncio.timeout`` would set a timer for each step of each transfer, which costs a small request a tenth more. Here
    one timer looks at all of them.
    """

    def __init__(self) -> None:
        self._ends: dict[asyncio.Task[object], float] = {}
        self._timer: asyncio.TimerHandle | None = None

    async def meet(self, end: float, step: Awaitable[T]) -> T:
        """Await ``step`` until ``end``. Raises TimeoutError then."""
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a deadline needs a task to cancel")
        self._ends[task] = end
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)
        try:
            return await step
        except asyncio.CancelledError:
            if task in self._ends:
                raise  # somebody else has cancelled it
            task.uncancel()
            raise TimeoutError from None
        finally:
            self._ends.pop(task, None)

    def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        for task in [task for task, end in self._ends.items() if end < loop.time()]:
            del self._ends[task]
            task.cancel()
        self._timer = loop.call_later(SWEEP_SECONDS, self._sweep) if self._ends else None


class Pace:
    """How long a transfer may take: PATIENCE_SECONDS, and a second for each 16 KiB that have gone over the wire.

    A limit for each single read would not do: a client that sends a byte each nine seconds would stay for hours.
    """

    def __init__(self, deadlines: Deadlines) -> None:
        self._deadlines = deadlines
        self._end = asyncio.get_running_loop().time() + PATIENCE_SECONDS

    async def keep(self, step: Awaitable[T]) -> T:
        """Await one step of the transfer. Raises TimeoutError when the time is over."""
        return await self._deadlines.meet(self._end, step)

    def moved(self, count: int) -> None:
        """Note that ``count`` bytes have gone over the wire."""
        self._end += count / LEAST_BYTES_PER_SECOND
