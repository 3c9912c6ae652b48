"""Connect the front with Django: turn an ASGI scope into Django's request, and answer it by Django or WhiteNoise.

Django's own ASGIHandler would give each request a thread, and a task that waits for its client to disconnect.
"""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse
from django.urls import ResolverMatch, set_script_prefix
from whitenoise import WhiteNoise

from utilitysvc.kit.renderers import empty_response
from utilitysvc.kit.view import ComputeView
from utilitysvc.serving.refusals import refused


class Request(ASGIRequest):
    """Django's request, made as soon as its head has arrived. ``mount`` is removed from a path that begins with it.

    ``view``: the view of ours to which its path leads, if any. ``connection``: the server's object of protocol.py, if
    that is the server. ``computing``: how many seconds the request took us, waiting for a thread included. ``waited``:
    how many it waited for its client.
    """

    view: type[ComputeView] | None = None
    computing = waited = 0.0

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


class Handler(BaseHandler):
    """Answers requests by the middleware and the views, or with a static file of the pages where no view has the path.

    The signals of a request's start and end are not sent, and responses are not closed: there is no database whose
    connections their receivers would close, and the signals would take a tenth of a small request's time.
    """

    def __init__(self, files: WhiteNoise) -> None:
        super().__init__()
        self.load_middleware()
        self._files = files

    def __call__(self, request: Request) -> HttpResponse:
        if request.script_name:
            set_script_prefix(request.script_name)
        if request.resolver_match is None and (file := self._file(request)):
            return file
        response: HttpResponse = self.get_response(request)
        return response

    def resolve_request(self, request: Request) -> ResolverMatch:
        """Return the view that the front has found. Raises Resolver404 if there is none."""
        return request.resolver_match or super().resolve_request(request)

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
