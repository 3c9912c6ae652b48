"""Receive the bodies of requests, and send those of large answers, within the time that a slow client has (S5)."""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

from utilitysvc.serving.pace import Pace

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PIECE_BYTES = 64 * 1024
#: How much of a file is passed to its thread at once. Waking the thread takes as long as hashing some 64 KiB.
FILE_PIECE_BYTES = 512 * 1024


class Body:
    """The body of a request, as it arrives. ``length``: its stated length, or None if it is chunked."""

    def __init__(self, receive: Receive, scope: Mapping[str, Any], length: int | None, pace: Pace) -> None:
        self._receive = receive
        self._length = length
        self._received = 0
        self._connection = scope.get("state", {}).get("connection")
        self._pace = pace
        self._has_more = True

    async def part(self) -> bytes:
        """Return the next part, or an empty one at the end.

        Raises TimeoutError if the client is too slow, and EOFError if it closed its sending side too early.
        """
        chunk = b""
        while self._has_more and not chunk:
            step = self._receive()
            # A step that need not wait gets no deadline, which would cost a small request five microseconds.
            has_arrived = self._connection is not None and self._connection.is_whole
            message = await (step if has_arrived else self._pace.limit(step))
            chunk = message.get("body", b"")
            self._pace.credit(len(chunk))
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
        parts = await self.parts(limit + 1)
        return parts[0] if len(parts) == 1 else b"".join(parts)


async def send_pieces(body: memoryview, send: Send) -> int:
    """Send a body piece by piece, as its client reads it; return its length. Raises TimeoutError."""
    pace = Pace()
    for start in range(0, len(body), PIECE_BYTES):
        piece, end = bytes(body[start : start + PIECE_BYTES]), start + PIECE_BYTES
        await pace.limit(send({"type": "http.response.body", "body": piece, "more_body": end < len(body)}))
        pace.credit(len(piece))
    return len(body)
