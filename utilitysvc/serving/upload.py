"""A request's body that a thread reads while it arrives on the event loop, in constant memory (H10)."""

import asyncio
import io
from queue import SimpleQueue
from typing import Any

__all__ = ["Upload"]

#: So much is held at most for a thread that has not read it yet; the loop is told of every part that was read.
HELD_BYTES = 1024 * 1024
REPORTED_BYTES = HELD_BYTES // 4


class Upload(io.RawIOBase):
    """A body that is arriving: ``put`` and ``fail`` are called on the event loop, ``readinto`` in a thread."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._room = asyncio.Event()
        self._chunks: SimpleQueue[bytes | Exception] = SimpleQueue()
        self._held = 0
        self._unreported = 0
        self._rest = memoryview(b"")
        self._is_ended = False

    async def put(self, chunk: bytes) -> None:
        """Hand over the next part of the body, and wait while too much is held. An empty part ends the body."""
        self._held += len(chunk)
        self._chunks.put(chunk)
        while self._held > HELD_BYTES:
            self._room.clear()
            await self._room.wait()

    def fail(self, exc: Exception) -> None:
        """Let the thread's next read raise ``exc``: the rest of the body will not come."""
        self._chunks.put(exc)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        if not self._rest and not self._is_ended:
            chunk = self._chunks.get()
            if isinstance(chunk, Exception):
                raise chunk
            self._rest, self._is_ended = memoryview(chunk), not chunk
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        self._unreported += count
        if self._unreported >= REPORTED_BYTES:
            self._loop.call_soon_threadsafe(self._took, self._unreported)
            self._unreported = 0
        return count

    def _took(self, count: int) -> None:
        self._held -= count
        self._room.set()
