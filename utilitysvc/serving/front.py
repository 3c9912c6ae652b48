"""The ASGI application. It collects requests, chooses where each is answered, and refuses slow clients (S5).

The event loop collects requests, so a slow client occupies a connection but no thread. Small, cheap requests are
answered on the loop itself, all others in the threads of their lane, a kind of request, so that no kind delays another.
The server that runs this application handles HTTP. Problems that only the server can see, such as a head that never
ends, are handled in protocol.py, for uvicorn.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve, set_script_prefix
from whitenoise import WhiteNoise

from utilitysvc.kit import conf
from utilitysvc.kit.reading import PREPARED, Prepared, content_length, media_type, parse_body, parse_query
from utilitysvc.kit.renderers import JSON, empty_response
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.tracing import TRACE_HEADER, continued_trace
from utilitysvc.kit.view import ComputeView
from utilitysvc.serving.access_log import AccessLog
from utilitysvc.serving.lanes import LARGE_BYTES, Lanes
from utilitysvc.serving.pace import PIECE_BYTES, Body, MemoryBudget, Pace, Receive, Send
from utilitysvc.serving.refusals import answer, refused

#: How often a thread hands on the interpreter lock. A small request waits for it while heavy requests are computed.
#: With Python's default of 5 ms, it would wait ten times as long.
SWITCH_INTERVAL_SECONDS = 0.0005

#: The event loop reads and answers a light request itself if its query and its body are at most this large. A query of
#: this length that is all names takes a millisecond or two to read.
SMALL_BYTES = 4 * 1024


class Request(ASGIRequest):
    """Django's request, made as soon as its head has arrived. ``mount`` is removed from a path that begins with it.

    ``view``: the view of ours to which its path leads, if any. ``connection``: the server's object of protocol.py, if
    that is the server. ``waited``: how many seconds it has waited for its client.
    """

    view: type[ComputeView] | None
    waited = 0.0

    def __init__(self, scope: Mapping[str, Any], mount: str) -> None:
        self.connection = scope.get("state", {}).get("connection")
        mount = scope.get("root_path") or mount
        changed = {
            "root_path": mount,
            "path": scope["path"] if scope["path"] != mount else f"{mount}/",
            # The parameter with bytes that are not UTF-8 refuses them, in an error with its name (G2).
            "query_string": scope["query_string"].decode(errors="surrogateescape"),
            # Django's names of variables do not distinguish ``X_Forwarded_For``, which a client can set, from
            # ``X-Forwarded-For``, which a proxy has checked.
            "headers": [(name, value) for name, value in scope["headers"] if b"_" not in name],
        }
        super().__init__({**scope, **changed}, BytesIO())
        if ":" in self.META["SERVER_NAME"]:  # an IPv6 address, which stands in brackets where there is no Host
            self.META["SERVER_NAME"] = f"[{self.META['SERVER_NAME']}]"

    def _set_content_type_params(self, meta: Any) -> None:
        """Leave the Content-Type to the view. Django raises an exception for malformed parameters of it."""

    def check_head(self) -> None:
        """Raise ServiceError for heads that servers accept but that a proxy may understand differently.

        - A request line with version 0.9 or 2.0, which have no such line.
        - HTTP/1.1 without Host: https://www.rfc-editor.org/rfc/rfc9112#section-3.2
        - Transfer codings other than chunked: the server passes such a body on still encoded.
        - Unknown expectations: https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
        """
        version, meta = self.scope["http_version"], self.META
        if version in ("0.9", "2.0") or (version == "1.1" and "HTTP_HOST" not in meta):
            raise refused(400)
        if meta.get("HTTP_TRANSFER_ENCODING", "chunked").lower() != "chunked":
            raise refused(501)
        if meta.get("HTTP_EXPECT", "100-continue").lower() != "100-continue":
            raise refused(417)

    def read_from(self, body: Any) -> None:
        """Set the file from which the body is read."""
        self._stream = body

    def lane(self, body: bytes) -> str | None:
        """Return the lane of the request, whose body is complete, or None for the event loop.

        What is read to choose the lane is stored in ``META``, so that the view need not read it again.
        """
        view, query = self.view, self.META["QUERY_STRING"]
        size = max(len(body), len(query))
        if size > LARGE_BYTES:
            return "large"
        if view is None:  # no route: Django answers 404, but WhiteNoise may have a file of this path
            return "pages"
        lane: str | None = getattr(view, "lane", None)
        if lane or size > SMALL_BYTES:
            return lane or "expensive"
        prepared = self.META[PREPARED] = Prepared()
        try:
            if self.method in ("GET", "HEAD"):
                data = prepared.query = parse_query(query)
            elif body and media_type(self.META) == JSON:
                data = prepared.body = parse_body(body)
            else:
                return None  # it is answered without its parameters
            if captured := self.resolver_match.kwargs:
                data = data | {view.path_parameters[name]: captured[name] for name in view.path_parameters}
            operation = view.operations.chosen(data)
            if operation.light is False:
                return "expensive"
            values = operation.parameters.read(data)
        except ServiceError:
            return None  # answering with the error is light
        prepared.data, prepared.operation, prepared.values = data, operation, values
        return None if operation.light is True or operation.light(values) else "expensive"


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
        self._lanes = Lanes()
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
            request.check_head()
            try:
                request.view = getattr(self.resolve_request(request).func, "cls", None)
            except Resolver404:
                request.view = None
            if request.view and request.method == "POST":
                response = await self._compute_with_body(request, request.view.file_type, receive)
            else:
                response = await self._compute(request, b"")
        except Exception as exc:
            response = answer(exc, meta)
        if "HTTP_EXPECT" in meta:  # a client that gets no "100 Continue" may leave out its body
            response["Connection"] = "close"
        if "HTTP_TRACEPARENT" in meta and (trace := continued_trace(meta["HTTP_TRACEPARENT"])):
            response[TRACE_HEADER] = trace
        computed = time.monotonic()
        sent = await self._send(request, response, send)
        waited = request.waited + time.monotonic() - computed
        self.log.write(request, response, sent, computed - started - request.waited, waited)

    async def _run_lifespan(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            raise ValueError(f"{scope['type']} is not served")  # ASGI requires an exception for an unknown protocol
        sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
        watch = asyncio.create_task(self.log.watch_loop(self._lanes.queue_lengths))
        while (message := await receive())["type"] != "lifespan.shutdown":
            await send({"type": f"{message['type']}.complete"})
        watch.cancel()
        if self.on_stop:
            await self.on_stop()
        self.log.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _compute_with_body(self, request: Request, file_type: str | None, receive: Receive) -> HttpResponse:
        """Collect the body and answer the request, or let the view read it as it arrives, if it is a file."""
        meta, limit = request.META, conf.max_body_bytes()
        is_chunked = "HTTP_TRANSFER_ENCODING" in meta
        length = limit if is_chunked else content_length(meta)
        is_file = media_type(meta) == file_type
        if not length or (length > limit and not is_file):  # the view refuses a large body without reading it
            return await self._compute(request, b"")
        body = Body(receive, request.connection, None if is_chunked else length)
        try:
            if is_file:
                request.read_from(body)
                response = await self._lanes.run("files", self.answer, request)
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
            return await self._lanes.run("waiting", self.answer, request)
        finally:
            body.cancel()
            request.waited = body.pace.waited

    async def _compute(self, request: Request, body: bytes) -> HttpResponse:
        lane = request.lane(body) or ("waiting" if self._views_wait else None)
        if lane is None:
            return self.answer(request)
        await self._answers.wait_for(0)  # until clients have read enough of the earlier answers
        return await self._lanes.run(lane, self.answer, request)

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
        file = None if request.resolver_match else self._file(request)
        return file or self.get_response(request)

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
