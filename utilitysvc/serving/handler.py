"""Connect the front with Django: turn an ASGI scope into Django's request, and Django's response into an HTTPAnswer.

Django's own ASGIHandler would give each request a thread, and a task that waits for its client to disconnect.
"""

from collections.abc import Callable, Mapping
from io import BytesIO, IOBase
from typing import Any, NamedTuple

from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import HttpResponseBase
from django.urls import ResolverMatch, set_script_prefix
from whitenoise import WhiteNoise


class HTTPAnswer(NamedTuple):
    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Request(ASGIRequest):
    """Django's request, made as soon as its head has arrived. ``mount`` is removed from a path that begins with it."""

    waited = 0.0  # how many seconds it has waited for its client to send the body

    def __init__(self, scope: Mapping[str, Any], mount: str) -> None:
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

    def read_from(self, body: IOBase) -> None:
        """Set the file from which the body is read."""
        self._stream = body


RequestHandler = Callable[[Request], HTTPAnswer]


class Handler(BaseHandler):
    """Answers requests by the middleware and the views, or with a static file of the pages where no view has the path.

    The signals of a request's start and end are not sent, and responses are not closed: there is no database whose
    connections their receivers would close, and the signals would take a tenth of a small request's time.
    """

    def __init__(self, files: WhiteNoise) -> None:
        super().__init__()
        self.load_middleware()
        self._files = files

    def __call__(self, request: Request) -> HTTPAnswer:
        if request.script_name:
            set_script_prefix(request.script_name)
        if request.resolver_match is None and (file := self._file(request)):
            return file
        return answer_of(self.get_response(request))

    def resolve_request(self, request: Request) -> ResolverMatch:
        """Return the view that the front has found. Raises Resolver404 if there is none."""
        return request.resolver_match or super().resolve_request(request)

    def _file(self, request: Request) -> HTTPAnswer | None:
        path = request.path_info
        found = self._files.find_file(path) if self._files.autorefresh else self._files.files.get(path)
        if found is None:
            return None
        response = found.get_response(request.method, request.META)
        with response.file or BytesIO() as file:
            return HTTPAnswer(response.status, list(response.headers), file.read())


def answer_of(response: HttpResponseBase) -> HTTPAnswer:
    cookies = [("Set-Cookie", cookie.OutputString()) for cookie in response.cookies.values()]
    return HTTPAnswer(response.status_code, [*response.items(), *cookies], b"".join(response))
