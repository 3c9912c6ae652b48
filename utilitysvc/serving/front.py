"""The ASGI application. It collects requests, chooses where each is answered, and refuses slow clients (S5).

The event loop collects requests, so a slow client occupies a connection but no thread. Small, cheap requests are
answered on the loop itself, all others in the threads of their lane, a kind of request, so that no kind delays another.
The server that runs this application handles HTTP. Problems that only the server can see, such as a head that never
ends, are handled in protocol.py, for uvicorn.
"""

import asyncio
import ctypes
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

from django.http import HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve

from utilitysvc.kit import conf
from utilitysvc.kit.reading import PREPARED, Prepared, content_length, json_object, media_type, parse_query
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.tracing import continued_trace
from utilitysvc.serving import refusals
from utilitysvc.serving.access_log import AccessLog
from utilitysvc.serving.handler import Request
from utilitysvc.serving.pace import PIECE_BYTES, WAIT_SECONDS, Body, MemoryBudget, Pace, Receive, Send

#: How many threads each lane has. Work that holds the interpreter lock gets one thread, because two threads that take
#: turns with the lock need longer than one after the other. A file's thread waits for its client most of the time.
THREADS = {"expensive": 1, "large": 1, "calls": 1, "pages": 1, "waiting": 2, "files": 32}

#: The event loop reads and answers a light request itself if its query and its body are at most this large. A query of
#: this length that is all names takes a millisecond or two to read.
SMALL_BYTES = 4 * 1024
#: Requests beyond this size have a lane of their own.
LARGE_BYTES = 32 * 1024
#: How often a thread hands on the interpreter lock. A small request waits for it while heavy requests are computed.
#: With Python's default of 5 ms, it would wait ten times as long.
SWITCH_INTERVAL_SECONDS = 0.0005

#: Returns the memory that a large request or answer has freed to the system, in up to a few milliseconds. Only glibc
#: keeps what is below the top of its heaps for later requests, and only glibc has this function.
_malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)


class Front:
    """The application.

    ``answer``: computes the answer to a request. ``mount``: the path at which a proxy mounts the service, without its
    final slash. ``views_wait``: whether the views' policy may wait for another machine, such as a shared count of
    calls. ``on_stop``: called when the server has stopped.
    """

    on_stop: Callable[[], Awaitable[None]] | None = None

    def __init__(
        self, answer: Callable[[Request], HttpResponse], log: AccessLog, mount: str = "", views_wait: bool = False
    ) -> None:
        self._answer = answer
        self._matches: dict[str, ResolverMatch] = {}
        self._mount = mount
        self._views_wait = views_wait
        self._executors = {lane: ThreadPoolExecutor(count, f"utilitysvc-{lane}") for lane, count in THREADS.items()}
        self._in_lanes: Counter[str] = Counter()
        self.log = log
        self._bodies, self._answers = MemoryBudget(), MemoryBudget()

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._run_lifespan(scope, receive, send)
            return
        started = time.monotonic()
        request = Request(scope, self._mount)
        meta = request.META
        try:
            response = await self._response(request, receive)
        except Exception as exc:
            response = refusals.answer(exc, meta)
        if "HTTP_EXPECT" in meta:  # a client that gets no "100 Continue" may leave out its body
            response["Connection"] = "close"
        trace = continued_trace(meta["HTTP_TRACEPARENT"]) if "HTTP_TRACEPARENT" in meta else None
        if trace:
            response["traceresponse"] = trace.header
        computed = time.monotonic()
        request.computing = computed - started - request.waited
        sent = await self._send(request, response, send)
        request.waited += time.monotonic() - computed
        self.log.write(request, response, sent, trace)

    async def _run_lifespan(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            raise ValueError(f"{scope['type']} is not served")  # ASGI requires an exception for an unknown protocol
        sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
        watch = asyncio.create_task(self.log.watch_loop(self._queue_lengths))
        while (message := await receive())["type"] != "lifespan.shutdown":
            await send({"type": f"{message['type']}.complete"})
        watch.cancel()
        if self.on_stop:
            await self.on_stop()
        self.log.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _response(self, request: Request, receive: Receive) -> HttpResponse:
        meta = request.META
        request.check_head()
        self._resolve(request)
        is_chunked, limit = "HTTP_TRANSFER_ENCODING" in meta, conf.max_body_bytes()
        length = limit if is_chunked else content_length(meta)
        is_file = request.view is not None and media_type(meta) in request.view.streamed_types
        # Only a view reads a body, and it refuses one that is too large without reading it.
        if request.view is None or request.method != "POST" or not length or (length > limit and not is_file):
            return await self._compute(request, 0)
        body = Body(receive, request.connection, None if is_chunked else length)
        try:
            if is_file:
                request.read_from(body)
                response = await self._in_thread("files", request)
                if body.is_late:
                    raise TimeoutError
                return response
            await self._bodies.wait_for(length)
            self._bodies.take(length)
            try:
                content = await body.collect(limit)
                request.read_from(BytesIO(content))
                return await self._compute(request, len(content))
            finally:
                self._bodies.give(length)
        except EOFError:
            request.read_from(None)  # the view cannot read it, and so answers 400 in its own error shape
            return await self._in_thread("waiting", request)
        finally:
            body.cancel()
            request.waited = body.pace.waited

    def _resolve(self, request: Request) -> None:
        """Note where the path leads, unless it is that of a static file, or no path at all.

        A path with variables is not cached, because it may contain an IP address.
        """
        path = request.path_info
        match = self._matches.get(path)
        if match is None:
            try:
                match = resolve(path)
            except Resolver404:
                return
            if not match.kwargs:
                self._matches[path] = match
        request.resolver_match, request.view = match, getattr(match.func, "cls", None)

    async def _compute(self, request: Request, length: int) -> HttpResponse:
        lane = lane_of(request, length)
        if lane is None and request.view and self._views_wait:
            lane = "waiting"
        if lane is None:
            return self._answer(request)
        await self._answers.wait_for(0)  # until clients have read enough of the earlier answers
        return await self._in_thread(lane, request)

    async def _in_thread(self, lane: str, request: Request) -> HttpResponse:
        def work() -> HttpResponse:
            response = self._answer(request)
            if _malloc_trim and (lane == "large" or (lane == "calls" and len(response.content) > LARGE_BYTES)):
                _malloc_trim(0)
            return response

        job = self._executors[lane].submit(work)
        computed = asyncio.wrap_future(job)
        self._in_lanes[lane] += 1
        try:
            done, _ = await asyncio.wait({computed}, timeout=WAIT_SECONDS)
            if not done and job.cancel():  # no thread has started it yet
                raise refusals.refused(503)
            return await computed
        finally:
            self._in_lanes[lane] -= 1

    def _queue_lengths(self) -> dict[str, int]:
        """Return how many requests wait for a thread of each lane."""
        return {lane: max(0, self._in_lanes[lane] - count) for lane, count in THREADS.items()}

    async def _send(self, request: Request, response: HttpResponse, send: Send) -> int:
        """Send the answer. Return how many bytes of its body were sent."""
        headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in response.items()]
        await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
        body = response.content
        if len(body) <= PIECE_BYTES:
            await send({"type": "http.response.body", "body": body})
            return len(body)
        self._answers.take(len(body))
        pace = Pace()
        try:
            for start in range(0, len(body), PIECE_BYTES):
                end = start + PIECE_BYTES
                piece = {"type": "http.response.body", "body": body[start:end], "more_body": end < len(body)}
                await pace.limit(send(piece))
                pace.credit(PIECE_BYTES)
        except TimeoutError:
            if request.connection:
                request.connection.transport.abort()  # without the remaining bytes, which the client does not read
            return 0
        finally:
            self._answers.give(len(body))
        return len(body)


def lane_of(request: Request, length: int) -> str | None:
    """Return the lane of a request whose body of ``length`` bytes is complete, or None for the event loop.

    What is read to choose the lane is stored in its ``META``, so that the view need not read it again.
    """
    view, query = request.view, request.META["QUERY_STRING"]
    size = max(length, len(query))
    if size > LARGE_BYTES:
        return "large"
    if view is None:  # no route: Django answers 404, but WhiteNoise may have a file of this path
        return "pages"
    lane: str | None = getattr(view, "lane", None)
    if lane or size > SMALL_BYTES:
        return lane or "expensive"
    prepared = request.META[PREPARED] = Prepared()
    try:
        if request.method == "POST":
            data = prepared.body = json_object(request)
        elif request.method in ("GET", "HEAD"):
            data = prepared.query = parse_query(query)
        else:
            return None  # it is answered without its parameters
        if captured := request.resolver_match.kwargs:
            data = {**data, **{view.path_parameters[name]: captured[name] for name in view.path_parameters}}
        operation = view.operations.chosen(data)
        if operation.light is False:
            return "expensive"
        values = operation.parameters.read(data)
    except ServiceError:
        return None  # answering with the error is light
    prepared.data, prepared.operation, prepared.values = data, operation, values
    return None if operation.light is True or operation.light(values) else "expensive"
