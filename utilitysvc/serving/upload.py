"""A request's body that is read in a thread while it arrives on the event loop, in constant memory (H10)."""

import asyncio
from queue import SimpleQueue

__all__ = ["Upload"]

#: So much is held at most for a thread that has not read it yet.
HELD_BYTES = 1024 * 1024


class Upload:
    """The ``wsgi.input`` of a body that is arriving: ``put`` is called on the event loop, ``read`` in a thread."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._room = asyncio.Event()
        self._chunks: SimpleQueue[bytes | Exception] = SimpleQueue()
        self._held = 0
        self._rest: bytes | Exception = b""
        self._ended = False

    async def put(self, chunk: bytes) -> None:
        """Hand over the next part of the body, and wait while too much is held. An empty part ends the body."""
        self._held += len(chunk)
        self._chunks.put(chunk)
        while self._held > HELD_BYTES:
            self._room.clear()
            await self._room.wait()

    def fail(self, exc: Exception) -> None:
        """Let the thread's next ``read`` raise ``exc``: the rest of the body will not come."""
        self._chunks.put(exc)

    def read(self, size: int = -1) -> bytes:
        """Return up to ``size`` bytes, which have arrived; wait if there are none. Empty at the end of the body."""
        parts: list[bytes] = []
        wanted = size
        while wanted and not self._ended and (not parts or self._rest or not self._chunks.empty()):
            chunk = self._rest or self._chunks.get()
            if isinstance(chunk, Exception):
                raise chunk
            if not chunk:
                self._ended = True
                break
            part = chunk if wanted < 0 else chunk[:wanted]
            self._rest = chunk[len(part) :]
            wanted -= len(part) if wanted > 0 else 0
            parts.append(part)
        body = b"".join(parts)
        self._loop.call_soon_threadsafe(self._took, len(body))
        return body

    def _took(self, count: int) -> None:
        self._held -= count
        self._room.set()
