"""Request input: the query string, and a body that holds one JSON object (G1, G9, G10)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpRequest
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from utilitysvc.kit import conf
from utilitysvc.kit.json_decoding import decode_json
from utilitysvc.kit.parameters import Repeated
from utilitysvc.kit.renderers import JSON
from utilitysvc.kit.service_error import ServiceError

_CHUNK_BYTES = 1024 * 1024  # as much as gunicorn receives at once; smaller pieces would take twice the CPU time
_LIST_MARK = re.compile(r"\[[0-9]*\]$")  # which axios, jQuery and PHP append to the names of lists
NO_OBJECT = "Request body must be a JSON object"


@dataclass(slots=True)
class Prepared:
    """What is known of a request besides Django's own, so that nothing is read twice.

    ``query``, ``body``: its parameters in the query string and in the body, once they are read; of a body that cannot
    be read its error. ``data``: which of the two is answered; ``operation`` and ``values``: what these data ask for.
    The ASGI front fills them for a small request, to choose where it is answered; the view reads what is missing.
    ``is_call``: it is a call within a request, as in a batch, of whose answer only the data are used. ``ignored``: the
    names that its path does not know, as the view notes them.
    """

    query: dict[str, Any] | None = None
    body: dict[str, Any] | ServiceError | None = None
    data: Any = None
    operation: Any = None
    values: Mapping[str, Any] = field(default_factory=dict)
    is_call: bool = False
    ignored: tuple[str, ...] = ()


#: The key of ``request.META`` for what is prepared of a request.
PREPARED = "utilitysvc.prepared"


def parse_query(query: str) -> dict[str, str]:
    """Return the parameters of a query string, the last of a repeated name winning unless it takes a list (G1).

    Bytes that are not UTF-8 become lone surrogates, which the parameter then refuses under its name. Django's QueryDict
    would silently replace them by another character.
    """
    found: dict[str, list[str]] = {}
    marked = set[str]()  # names that are marked as lists, even if they have a single value
    for spelling, value in parse_qsl(query, keep_blank_values=True, errors="surrogateescape"):
        name = _LIST_MARK.sub("", spelling)
        if name != spelling:
            marked.add(name)
        found.setdefault(name, []).append(value)
    return {
        name: Repeated(values) if len(values) > 1 or name in marked else values[0] for name, values in found.items()
    }


class ComputeRequest(Request):
    """A request whose ``data`` follow the rules of this service, even if a site's code reads them first (F2).

    Django REST framework takes a chunked body for empty, because it has no Content-Length, and one without Content-Type
    too. A site's permission or throttle may read ``data`` before the view does. The body is read once. If the body is
    invalid, each access raises the error until it is answered, so that a permission that catches it does not hide it.
    A body that the view reads piece by piece (``file_type``) is left unread, and ``data`` is empty.

    ``http``: Django's request. ``prepared``: what is known of it already. ``file_type``: that of the view, which makes
    the request and sets these.
    """

    http: HttpRequest
    prepared: Prepared
    file_type: str | None

    # DRF sets these for every request by the host's schemes, which do not apply here.
    version = versioning_scheme = None
    _is_refused = False

    @property
    def query(self) -> dict[str, str]:
        """The parameters in the query string."""
        if self.prepared.query is not None:
            return self.prepared.query
        query = self.http.META.get("QUERY_STRING", "")
        if "wsgi.input" in self.http.META and not query.isascii():  # WSGI has bytes as Latin-1; Django's ASGI has text
            query = query.encode("latin-1").decode("utf-8", "surrogateescape")
        return parse_query(query)

    @property
    def is_streamed(self) -> bool:
        """Whether the body is a file, which the view reads piece by piece."""
        return media_type(self.http.META) == self.file_type

    @property
    def data(self) -> Any:
        """The JSON object of a POST."""
        if self.method != "POST":
            return super().data
        prepared = self.prepared
        if prepared.body is None:
            try:
                prepared.body = {} if self.is_streamed else json_object(self.http, self.file_type)
            except ServiceError as exc:
                prepared.body = {} if self._is_refused else exc
        if isinstance(prepared.body, ServiceError):
            raise prepared.body
        return prepared.body

    def clear_data_error(self) -> None:
        """Make ``data`` empty instead of raising its error, because an error is being answered."""
        self._is_refused = True
        if isinstance(self.prepared.body, ServiceError):  # whose traceback leads back here
            self.prepared.body = {}


class JSONObjectParser(BaseParser):
    """The parser by which Django REST framework gets the JSON object, as where a site's code reads ``POST``."""

    media_type = "*/*"  # another type is refused by the request itself

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> dict[str, Any]:
        data: dict[str, Any] = parser_context["request"].data  # of a ComputeRequest
        return data


def json_object(request: HttpRequest, file_type: str | None) -> dict[str, Any]:
    """Read a body of one JSON object, chunked or not, and at most as much as the limit. No bytes are an empty object.

    ``file_type``: the media type of files that the path also accepts. The error for another type names it. The type is
    checked before the size: otherwise a large file with the wrong type would be refused as too large.
    """
    is_json = media_type(request.META) == JSON
    if not is_json and (_is_consumed(request) or content_length(request.META)):
        raise unsupported(file_type)
    body = b"".join(body_chunks(request, conf.max_body_bytes()))
    request._body = body  # for the site's code, which may ask for it after this (F2)
    if not is_json and body:
        raise unsupported(file_type)
    return parse_body(body) if body else {}


def parse_body(body: bytes) -> dict[str, Any]:
    """Return the JSON object that ``body`` is, or raise ServiceError."""
    data = decode_json(body)
    if not isinstance(data, dict):
        raise ServiceError(NO_OBJECT, 'Send the parameters as in {"name": "value"}')
    return data


def media_type(meta: Mapping[str, Any]) -> str:
    """Return the media type of the body of the request with these variables, without its parameters."""
    stated: str = meta.get("CONTENT_TYPE", "")
    return stated.partition(";")[0].strip().lower()


def unsupported(file_type: str | None) -> ServiceError:
    file = f", or a file with Content-Type: {file_type}" if file_type else ""
    return ServiceError("Unsupported media type", f"Send one JSON object with Content-Type: {JSON}{file}", 415)


def _is_consumed(request: HttpRequest) -> bool:
    """Whether the body is lost, because a site's code has read it as a stream."""
    return request._read_started and not hasattr(request, "_body")


def body_chunks(request: HttpRequest, limit: int) -> Iterator[bytes]:
    """Yield the body as it arrives, without storing it. Raises ServiceError if it is longer than ``limit`` (G10)."""
    if _is_consumed(request):
        request.body  # noqa: B018  # raises: the host's own code has consumed the stream
    source: Any = request
    if read_before := getattr(request, "_body", b""):  # by a site's middleware; Django reads a chunked body as empty
        source = BytesIO(read_before)
    elif _is_chunked(request.META) and request.META.get("wsgi.input_terminated"):
        # Django's request reads as many bytes as Content-Length says, and a chunked body has no such header. The
        # server's own stream ends where the chunks end.
        source = request.META["wsgi.input"]
    stated, read = content_length(request.META), 0
    if stated > limit:
        raise too_large(limit)
    while chunk := _read_from(source, min(_CHUNK_BYTES, limit + 1 - read)):
        read += len(chunk)
        if read > limit:
            raise too_large(limit)
        yield chunk
    if read < stated:
        raise _incomplete()


def _incomplete() -> ServiceError:
    return ServiceError("Incomplete request body", "The body ended early, or was sent in malformed chunks")


def _read_from(source: Any, size: int) -> bytes:
    try:
        data: bytes = source.read(size)
    except Exception:  # each server has its own exception for malformed chunks, and most of them are not an OSError
        raise _incomplete() from None
    return data


def _is_chunked(meta: Mapping[str, Any]) -> bool:
    return "chunked" in meta.get("HTTP_TRANSFER_ENCODING", "").lower()


def content_length(meta: Mapping[str, Any]) -> int:
    """Return the Content-Length among the variables of a request; 0 if it is missing, not a number or not in effect."""
    stated: str = meta.get("CONTENT_LENGTH") or ""
    # Python refuses to convert thousands of digits; the first twenty already make a length beyond any limit.
    return int(stated.lstrip("0")[:20] or "0") if stated.isdecimal() and not _is_chunked(meta) else 0


def too_large(limit: int) -> ServiceError:
    return ServiceError("Request body too large", f"At most {limit} bytes are accepted", 413)
