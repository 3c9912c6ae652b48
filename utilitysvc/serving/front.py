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

from django.core.handlers.base import BaseHandler
from django.http import HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve, set_script_prefix
from whitenoise import WhiteNoise

from utilitysvc.kit import conf
from utilitysvc.kit.reading import content_length, media_type
from utilitysvc.kit.renderers import empty_response
from utilitysvc.kit.tracing import TRACE_HEADER, continued_trace
from utilitysvc.serving import refusals
from utilitysvc.serving.access_log import AccessLog
from utilitysvc.serving.pace import PIECE_BYTES, WAIT_SECONDS, Body, MemoryBudget, Pace, Receive, Send
from utilitysvc.serving.request import LARGE_BYTES, Request

#: How many threads each lane has. Work that holds the interpreter lock gets one thread, because two threads that take
#: turns with the lock need longer than one after the other. A file's thread waits for its client most of the time.
THREADS = {"expensive": 1, "large": 1, "calls": 1, "pages": 1, "waiting": 2, "files": 32}

#: How often a thread hands on the interpreter lock. A small request waits for it while heavy requests are computed.
#: With Python's default of 5 ms, it would wait ten times as long.
SWITCH_INTERVAL_SECONDS = 0.0005

#: Returns the memory that a large request or answer has freed to the system, in up to a few milliseconds. Only glibc
#: keeps what is below the top of its heaps for later requests, and only glibc has this function.
_malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)


class Front(BaseHandler):
    """The application. It answers requests by the middleware and the views, or with a file where no view has the path.

    ``files``: the static files of the pages. ``mount``: the path at which a proxy mounts the service, without its final
    slash. ``views_wait``: whether the views' policy may wait for another machine, such as a shared count of calls.
    ``on_stop``: called when the server has stopped.

    Django's own ASGIHandler would give each request a thread, and a task that waits for its client to disconnect. The
    signals of a request's start and end are not sent, and responses are not closed: there is no database whose
    connections their receivers would close, and the signals would take a tenth of a small request's time.
    """

    on_stop: Callable[[], Awaitable[None]] | None = None

    def __init__(self, files: WhiteNoise, log: AccessLog, mount: str = "", views_wait: bool = False) -> None:
        self.load_middleware()
        self._files = files
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
        if "HTTP_TRACEPARENT" in meta and (trace := continued_trace(meta["HTTP_TRACEPARENT"])):
            response[TRACE_HEADER] = trace
        computed = time.monotonic()
        request.computing = computed - started - request.waited
        sent = await self._send(request, response, send)
        request.waited += time.monotonic() - computed
        self.log.write(request, response, sent)

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
        try:
            request.view = getattr(self.resolve_request(request).func, "cls", None)
        except Resolver404:
            request.view = None
        if request.view is None or request.method != "POST":
            return await self._compute(request, b"")
        is_chunked, limit = "HTTP_TRANSFER_ENCODING" in meta, conf.max_body_bytes()
        length = limit if is_chunked else content_length(meta)
        is_file = media_type(meta) == request.view.file_type
        if not length or (length > limit and not is_file):  # the view refuses a large body without reading it
            return await self._compute(request, b"")
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
                return await self._compute(request, content)
            finally:
                self._bodies.give(length)
        except EOFError:
            request.read_from(None)  # the view cannot read it, and so answers 400 in its own error shape
            return await self._in_thread("waiting", request)
        finally:
            body.cancel()
            request.waited = body.pace.waited

    async def _compute(self, request: Request, body: bytes) -> HttpResponse:
        lane = request.lane(body) or ("waiting" if self._views_wait else None)
        if lane is None:
            return self.answer(request)
        await self._answers.wait_for(0)  # until clients have read enough of the earlier answers
        return await self._in_thread(lane, request)

    def resolve_request(self, request: Request) -> ResolverMatch:
        """Return where the path leads. Raises Resolver404 for that of a static file, and of nothing at all.

        A path with variables is not cached, because it may contain an IP address.
        """
        path = request.path_info
        match: ResolverMatch = request.resolver_match or self._matches.get(path) or resolve(path)
        if not match.kwargs:
            self._matches[path] = match
        request.resolver_match = match
        return match

    def answer(self, request: Request) -> HttpResponse:
        """Return the answer to a request that has arrived. It is computed here, on the loop or in a thread."""
        if request.script_name:
            set_script_prefix(request.script_name)
        if request.resolver_match is None and (file := self._file(request)):
            return file
        response: HttpResponse = self.get_response(request)
        return response

    def _file(self, request: Request) -> HttpResponse | None:
        path = request.path_info
        found = self._files.find_file(path) if self._files.autorefresh else self._files.files.get(path)
        if found is None:
            return None
        file = found.get_response(request.method, request.META)
        response = empty_response(file.status)
        for name, value in file.headers:
            response[name] = value
        if file.file:
            with file.file:
                response.content = file.file.read()
        return response

    async def _in_thread(self, lane: str, request: Request) -> HttpResponse:
        def work() -> HttpResponse:
            response = self.answer(request)
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
