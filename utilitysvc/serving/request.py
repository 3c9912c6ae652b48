"""A request as the front has it: Django's, made of an ASGI scope, which says where it is to be answered."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest

from utilitysvc.kit.reading import PREPARED, Prepared, media_type, parse_body, parse_query
from utilitysvc.kit.renderers import JSON
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.view import ComputeView
from utilitysvc.serving.refusals import refused

#: The event loop reads and answers a light request itself if its query and its body are at most this large. A query of
#: this length that is all names takes a millisecond or two to read.
SMALL_BYTES = 4 * 1024
#: Requests beyond this size have a lane of their own.
LARGE_BYTES = 32 * 1024


class Request(ASGIRequest):
    """Django's request, made as soon as its head has arrived. ``mount`` is removed from a path that begins with it.

    ``view``: the view of ours to which its path leads, if any. ``connection``: the server's object of protocol.py, if
    that is the server. ``computing``: how many seconds the request took us, waiting for a thread included. ``waited``:
    how many it waited for its client.
    """

    view: type[ComputeView] | None
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
                data = {**data, **{view.path_parameters[name]: captured[name] for name in view.path_parameters}}
            operation = view.operations.chosen(data)
            if operation.light is False:
                return "expensive"
            values = operation.parameters.read(data)
        except ServiceError:
            return None  # answering with the error is light
        prepared.data, prepared.operation, prepared.values = data, operation, values
        return None if operation.light is True or operation.light(values) else "expensive"
