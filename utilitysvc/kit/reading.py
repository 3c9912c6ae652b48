"""Request input: the query string, and a body that holds one JSON object (G1, G9, G10)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpRequest
from rest_framework.parsers import BaseParser

from utilitysvc.kit import conf
from utilitysvc.kit.json_decoding import decode_json
from utilitysvc.kit.negotiation import JSON
from utilitysvc.kit.raw_values import Repeated
from utilitysvc.kit.service_error import ServiceError

_CHUNK_BYTES = 1024 * 1024  # as much as gunicorn receives at once; smaller pieces would take twice the CPU time
_LIST_MARK = re.compile(r"\[[0-9]*\]$")  # which axios, jQuery and PHP append to the names of lists
NO_OBJECT = "Request body must be a JSON object"


@dataclass(slots=True)
class Prepared:
    """What is known of a request before it comes to its view, so that nothing is read twice.

    The ASGI front reads a small request to choose where it is answered: its ``query`` or ``body``, and of the ``data``
    in these the ``operation`` with its ``values``. Of a call within a request, as of a batch (``is_call``), the
    parameters are known, and its answer is always data, never plain text.
    """

    query: dict[str, Any] | None = None
    body: dict[str, Any] | None = None
    data: Mapping[str, Any] | None = None
    operation: Any = None
    values: Mapping[str, Any] = field(default_factory=dict)
    is_call: bool = False


#: The key of ``request.META`` for what is prepared of a request.
PREPARED = "utilitysvc.prepared"
_NOTHING = Prepared()


def prepared_of(meta: Mapping[str, Any]) -> Prepared:
    """Return what is prepared of the request with these variables."""
    prepared: Prepared = meta.get(PREPARED, _NOTHING)
    return prepared


def query_parameters(request: HttpRequest) -> dict[str, str]:
    """Return the query's parameters, the last of a repeated name winning unless its parameter takes a list (G1).

    Bytes that are not UTF-8 become lone surrogates, which the parameter then refuses under its name. Django's QueryDict
    would silently replace them by another character.
    """
    if (parsed := prepared_of(request.META).query) is not None:
        return parsed
    query = request.META.get("QUERY_STRING", "")
    if "wsgi.input" in request.META and not query.isascii():  # WSGI has bytes as Latin-1; Django's ASGI has text
        query = query.encode("latin-1").decode("utf-8", "surrogateescape")
    return parse_query(query)


def parse_query(query: str) -> dict[str, str]:
    """Return the parameters of a query string; ``query_parameters`` says how."""
    if not query:
        return {}
    pairs = parse_qsl(query, keep_blank_values=True, errors="surrogateescape")
    marked: set[str] = set()  # names that are marked as lists, even if they have a single value
    if "[" in query or "%5b" in query.lower():
        marked = {_LIST_MARK.sub("", name) for name, _ in pairs if _LIST_MARK.search(name)}
        pairs = [(_LIST_MARK.sub("", name), value) for name, value in pairs]
    found = dict(pairs)
    if marked or len(found) < len(pairs):
        values: dict[str, list[str]] = {}
        for name, value in pairs:
            values.setdefault(name, []).append(value)
        found |= {name: Repeated(every) for name, every in values.items() if len(every) > 1 or name in marked}
    return found


class JSONObjectParser(BaseParser):
    """The parser by which Django REST framework gets the JSON object, as where a site's code reads ``POST``."""

    media_type = JSON

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> dict[str, Any]:
        data: dict[str, Any] = parser_context["request"].data  # of a ComputeRequest
        return data


def json_object(request: HttpRequest, files: tuple[str, ...] = ()) -> dict[str, Any]:
    """Read a body of one JSON object, chunked or not, and at most as much as the limit. No bytes are an empty object.

    ``files``: the media types of files that the path also accepts. The error for another type names them. The type is
    checked before the size: otherwise a large file with the wrong type would be refused as too large.
    """
    if (parsed := prepared_of(request.META).body) is not None:
        return parsed
    is_json = content_type(request) == JSON
    if not is_json and (_is_consumed(request) or _stated_length(request) > 0):
        raise _unsupported(files)
    body = _read_body(request, conf.max_body_bytes())
    if not body:
        return {}
    if not is_json:
        raise _unsupported(files)
    return parse_body(body)


def parse_body(body: bytes) -> dict[str, Any]:
    """Return the JSON object that ``body`` is, or raise ServiceError."""
    data = decode_json(body)
    if not isinstance(data, dict):
        raise ServiceError(NO_OBJECT, 'Send the parameters as in {"name": "value"}')
    return data


def content_type(request: HttpRequest) -> str:
    """The media type of the body, without its parameters."""
    return media_type(request.META)


def media_type(meta: Mapping[str, Any]) -> str:
    """Like ``content_type``, from the variables of a request."""
    stated: str = meta.get("CONTENT_TYPE", "")
    return stated.partition(";")[0].strip().lower()


def _unsupported(files: tuple[str, ...]) -> ServiceError:
    wanted = [f"one JSON object with Content-Type: {JSON}"]
    wanted += [f"a file with Content-Type: {media_type}" for media_type in files]
    return ServiceError("Unsupported media type", f"Send {', or '.join(wanted)}", 415)


def _is_consumed(request: HttpRequest) -> bool:
    """Whether a host has read the stream, as its CSRF protection reads a form."""
    return request._read_started and not hasattr(request, "_body")


def _read_body(request: HttpRequest, limit: int) -> bytes:
    """Return the body, and store it on the request, so that ``request.body`` works for the site's code too (F2)."""
    body = _read_before(request) or _read(request, limit)
    if len(body) > limit:
        raise _too_large(limit)
    request._body = body
    request._stream = BytesIO(body)
    return body


def _read_before(request: HttpRequest) -> bytes:
    """Return the body if a site's middleware has read it, otherwise no bytes. Django reads a chunked body as empty."""
    if _is_consumed(request):
        request.body  # noqa: B018  # raises: the host's own code has consumed the stream
    return getattr(request, "_body", b"")


def body_chunks(request: HttpRequest, limit: int) -> Iterator[bytes]:
    """Yield the body as it arrives, without storing it. Raises ServiceError if it is longer than ``limit`` (G10)."""
    if body := _read_before(request):
        if len(body) > limit:
            raise _too_large(limit)
        yield body
        return
    source, length = _source(request, limit)
    read = 0
    while chunk := _read_from(source, min(_CHUNK_BYTES, limit + 1 - read)):
        read += len(chunk)
        if read > limit:
            raise _too_large(limit)
        yield chunk
    if read < length:
        raise _incomplete()


def _read(request: HttpRequest, limit: int) -> bytes:
    source, length = _source(request, limit)
    body = _read_from(source, limit + 1)
    if len(body) > limit:
        raise _too_large(limit)
    if len(body) < length:
        raise _incomplete()
    return body


def _source(request: HttpRequest, limit: int) -> tuple[Any, int]:
    """Return the stream to read the body from, and its stated length."""
    length = _stated_length(request)
    if length > limit:
        raise _too_large(limit)
    # Django's request reads as many bytes as Content-Length says, and a chunked body has no such header. The server's
    # own stream ends where the chunks end, if it says so (wsgi.input_terminated).
    is_terminated = _is_chunked(request) and request.META.get("wsgi.input_terminated")
    return request.META["wsgi.input"] if is_terminated else request, length


def _is_chunked(request: HttpRequest) -> bool:
    return "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower()


def _stated_length(request: HttpRequest) -> int:
    """Return the Content-Length; 0 for a chunked body, and if there is none."""
    return 0 if _is_chunked(request) else content_length(request.META)


def content_length(meta: Mapping[str, Any]) -> int:
    """Return the Content-Length among the variables of a request; 0 if it is missing or not a number."""
    stated: str = meta.get("CONTENT_LENGTH") or ""
    # Python refuses to convert thousands of digits; the first twenty already make a length beyond any limit.
    return int(stated.lstrip("0")[:20] or "0") if stated.isdecimal() else 0


def _read_from(source: Any, size: int) -> bytes:
    try:
        data: bytes = source.read(size)
    except Exception:  # each server has its own exception for malformed chunks, and most of them are not an OSError
        raise _incomplete() from None
    return data


def _incomplete() -> ServiceError:
    return ServiceError("Incomplete request body", "The body ended early, or was sent in malformed chunks")


def _too_large(limit: int) -> ServiceError:
    return ServiceError("Request body too large", f"At most {limit} bytes are accepted", 413)
