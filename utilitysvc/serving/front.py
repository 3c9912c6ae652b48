"""The ASGI application: it collects requests, chooses where each is answered, and ends clients that are slow (S5).

The event loop collects requests, so a slow client costs a connection and not a thread. What is small and cheap is
answered on the loop itself, all else in the threads of its lane (lanes.py). A server that runs this application brings
HTTP; what only the server can see, such as a head that never ends, is in protocol.py, for uvicorn.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from io import BufferedReader, BytesIO
from typing import Any

from django.urls import ResolverMatch

from utilitysvc.kit.reading import content_length, media_type
from utilitysvc.serving import memory, refusals
from utilitysvc.serving.access_log import AccessLog
from utilitysvc.serving.environ import Answer, WSGIApplication, answer, environ_of
from utilitysvc.serving.lanes import Lane, executors, lane_of, view_at
from utilitysvc.serving.pace import Pace, Space
from utilitysvc.serving.upload import Upload

__all__ = ["Front"]

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

#: A proxy gives up soon after this (30 s is usual).
WAIT_SECONDS = 20
PIECE_BYTES = 64 * 1024
#: How much of the bodies that are being collected, and of the answers that clients have not read, a worker holds.
HELD_BYTES = 64 * 1024 * 1024
#: Under heavy neighbours a small request waits for the interpreter lock, which is handed on this often. With Python's
#: default of 5 ms it waits ten times as long.
SWITCH_INTERVAL_SECONDS = 0.0005


class Front:
    """``application`` answers in the end; ``resolve`` finds the view of a path; ``mount`` is where the service stands.

    ``body_limit`` returns the size of the largest body that is collected. ``on_stop``: what a server has still to do
    when it has stopped.
    """

    on_stop: Callable[[], Awaitable[None]] | None = None

    def __init__(
        self,
        application: WSGIApplication,
        resolve: Callable[[str], ResolverMatch],
        body_limit: Callable[[], int],
        log: AccessLog,
        mount: str = "",
    ) -> None:
        self._application = application
        self._resolve = resolve
        self._body_limit = body_limit
        self._mount = mount.rstrip("/")
        self._executors = executors()
        self._log = log
        self._bodies, self._answers = Space(HELD_BYTES), Space(HELD_BYTES)

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._exchange(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            raise ValueError(f"{scope['type']} is not served")  # as ASGI wants it of an unknown protocol

    async def _live(self, receive: Receive, send: Send) -> None:
        sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
        watch = asyncio.create_task(self._log.watch_loop())
        while (message := await receive())["type"] != "lifespan.shutdown":
            await send({"type": f"{message['type']}.complete"})
        watch.cancel()
        if self.on_stop:
            await self.on_stop()
        self._log.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _exchange(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        started = time.monotonic()
        environ: dict[str, Any] = {}
        try:
            environ = environ_of(scope, self._mount)
            result = await self._result(scope, environ, receive)
        except TimeoutError:
            result = refusals.refusal(408, environ)
        except refusals.RefusedError as exc:
            result = refusals.refusal(exc.status, environ)
        except Exception as exc:
            result = refusals.failure(exc, environ)
        if "HTTP_EXPECT" in environ:  # a client that was not asked for its body may leave it out
            result.headers.append((b"connection", b"close"))
        sent = await self._send(scope, result, send)
        self._log.write(environ, scope["method"], result, time.monotonic() - started, sent)

    async def _result(self, scope: Mapping[str, Any], environ: dict[str, Any], receive: Receive) -> Answer:
        refusals.check_head(scope, environ)
        view, captured = view_at(self._resolve, environ["PATH_INFO"])
        length = _stated_length(environ, limit := self._body_limit())
        if view is None or environ["REQUEST_METHOD"] != "POST" or not length:
            return await self._compute(view, captured, environ, b"")
        body = _Body(receive, scope)
        if media_type(environ) in view.streamed_types:
            return await self._stream(environ, body)
        if length > limit:
            return await self._compute(view, captured, environ, b"")  # which refuses it without reading it
        await self._bodies.wait_for(length, WAIT_SECONDS)
        self._bodies.take(length)
        try:
            return await self._compute(view, captured, environ, await body.collect(limit))
        except EOFError:
            environ["wsgi.input"] = unreadable = BytesIO()
            unreadable.close()  # the view that cannot read it answers 400 in the shape of its path
            return answer(self._application, environ)
        finally:
            self._bodies.give(length)

    async def _compute(self, view: Any, captured: Mapping[str, Any], environ: dict[str, Any], body: bytes) -> Answer:
        environ["wsgi.input"] = BytesIO(body)
        lane = lane_of(view, captured, environ, body)
        if lane is None:
            return answer(self._application, environ)
        await self._answers.wait_for(0, WAIT_SECONDS)  # while clients leave too many answers unread
        return await self._in_thread(lane, environ)

    async def _in_thread(self, lane: Lane, environ: dict[str, Any]) -> Answer:
        def work() -> Answer:
            try:
                return answer(self._application, environ)
            finally:
                if lane in ("large", "calls"):
                    memory.give_back()

        job = self._executors[lane].submit(work)
        computed = asyncio.wrap_future(job)
        done, _ = await asyncio.wait({computed}, timeout=WAIT_SECONDS)
        if not done and job.cancel():  # no thread has taken it yet
            raise refusals.RefusedError(503)
        return await computed

    async def _stream(self, environ: dict[str, Any], body: "_Body") -> Answer:
        upload = Upload(body.part)
        environ["wsgi.input"] = BufferedReader(upload)
        try:
            result = await self._in_thread("files", environ)
        finally:
            upload.cancel()
        if isinstance(upload.error, TimeoutError):
            raise upload.error
        return result

    async def _send(self, scope: Mapping[str, Any], result: Answer, send: Send) -> int:
        """Send the answer; return how many bytes of its body have gone."""
        await send({"type": "http.response.start", "status": result.status, "headers": result.headers})
        body = result.body
        if len(body) <= PIECE_BYTES:
            await send({"type": "http.response.body", "body": body})
            return len(body)
        self._answers.take(len(body))
        try:
            return await _send_pieces(memoryview(body), send)
        except TimeoutError:
            if connection := scope.get("state", {}).get("connection"):
                connection.abort()
            return 0
        finally:
            self._answers.give(len(body))


class _Body:
    """The body of a request, as it arrives."""

    def __init__(self, receive: Receive, scope: Mapping[str, Any]) -> None:
        self._receive = receive
        self._connection = scope.get("state", {}).get("connection")
        self._pace = Pace()
        self._has_more = True

    async def part(self) -> bytes:
        """Return the next part, an empty one at the end.

        Raises TimeoutError, or EOFError where the client has ended its side too early.
        """
        chunk = b""
        while self._has_more and not chunk:
            step = self._receive()
            # The deadline of a step that does not wait would cost a small request five microseconds.
            is_here = self._connection is not None and self._connection.is_whole
            message = await (step if is_here else self._pace.keep(step))
            chunk, self._has_more = message.get("body", b""), message.get("more_body", False)
            self._pace.moved(len(chunk))
            is_truncated = self._has_more and self._connection and self._connection.is_truncated
            if is_truncated or message["type"] == "http.disconnect":
                raise EOFError
        return chunk

    async def collect(self, limit: int) -> bytes:
        """Return the body whole, or as much of it as shows that it is longer than ``limit``."""
        parts, size = [], 0
        while self._has_more and size <= limit:
            parts.append(await self.part())
            size += len(parts[-1])
        return parts[0] if len(parts) == 1 else b"".join(parts)


async def _send_pieces(body: memoryview, send: Send) -> int:
    pace = Pace()
    for start in range(0, len(body), PIECE_BYTES):
        piece, end = bytes(body[start : start + PIECE_BYTES]), start + PIECE_BYTES
        await pace.keep(send({"type": "http.response.body", "body": piece, "more_body": end < len(body)}))
        pace.moved(len(piece))
    return len(body)


def _stated_length(environ: Mapping[str, Any], limit: int) -> int:
    """Return how long the body says that it is; ``limit`` where it comes in chunks, and may be as long as that."""
    if "HTTP_TRANSFER_ENCODING" in environ:
        return limit
    return content_length(environ)
