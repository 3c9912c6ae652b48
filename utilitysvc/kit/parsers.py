"""Request input: the query string, and a body that holds one JSON object (G1, G9, G10)."""

import codecs
import json
import re
from itertools import accumulate
from typing import Any, NoReturn
from urllib.parse import parse_qsl

from django.http import HttpRequest
from rest_framework.parsers import BaseParser

from utilitysvc.kit import conf
from utilitysvc.kit.errors import ServiceError

__all__ = ["JSONObjectParser", "query_parameters"]

MAX_DEPTH = 64
MEDIA_TYPE = "application/json"
MALFORMED = "Malformed JSON body"

# Closed or not, so that each string is passed over once.
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
# What JSON does not have, and Python's parser would take.
_CONSTANT = re.compile(rf"{_STRING.pattern}|(?P<constant>NaN|-?Infinity)", re.DOTALL)
_UP_TO_BRACKET = rf'(?:[^"\[\]{{}}]++|{_STRING.pattern})*+[\[\]{{}}]'
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in _STEPS)


def query_parameters(request: HttpRequest) -> dict[str, str]:
    """Return the query's parameters, the last of a repeated name winning.

    Bytes that are no UTF-8 become lone surrogates, which the field refuses by name; Django's QueryDict would replace
    them without a word.
    """
    query = request.META.get("QUERY_STRING", "")
    if not query.isascii() and "wsgi.input" in request.META:  # WSGI hands over bytes as Latin-1, Django's ASGI text
        query = query.encode("latin-1").decode("utf-8", "surrogateescape")
    return dict(parse_qsl(query, keep_blank_values=True, errors="surrogateescape"))


class JSONObjectParser(BaseParser):
    """Reads a body of one JSON object, chunked or not, never more of it than the limit."""

    media_type = MEDIA_TYPE

    def parse(self, stream: HttpRequest, media_type: str | None = None, parser_context: Any = None) -> dict[str, Any]:
        body = _read(stream, conf.max_body_bytes())
        if not body:
            return {}
        if stream.META.get("CONTENT_TYPE", "").partition(";")[0].strip().lower() != MEDIA_TYPE:
            raise ServiceError("Unsupported media type", f"Send one JSON object with Content-Type: {MEDIA_TYPE}", 415)
        data = _decode(body)
        if not isinstance(data, dict):
            raise ServiceError("Request body must be a JSON object", 'Send the parameters as in {"name": "value"}')
        return data


def _read(request: HttpRequest, limit: int) -> bytes:
    chunked = "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower()
    stated = request.META.get("CONTENT_LENGTH") or ""
    length = int(stated) if stated.isdecimal() and not chunked else 0
    if length > limit:
        raise _too_large(limit)
    # Django reads Content-Length bytes, of which a chunked body has none to say; the server ends such a stream itself.
    source = request.META["wsgi.input"] if chunked and request.META.get("wsgi.input_terminated") else request
    try:
        body: bytes = source.read(limit + 1)
    except Exception:  # each server has its own for a chunk that is none, and most are no OSError
        raise _incomplete() from None
    if len(body) > limit:
        raise _too_large(limit)
    if len(body) < length:
        raise _incomplete()
    return body


def _incomplete() -> ServiceError:
    return ServiceError("Incomplete request body", "The body ended early, or was sent in malformed chunks")


def _too_large(limit: int) -> ServiceError:
    return ServiceError("Request body too large", f"At most {limit} bytes are accepted", 413)


def _decode(body: bytes) -> Any:
    body = body.removeprefix(codecs.BOM_UTF8)
    try:
        text = body.decode()
    except UnicodeDecodeError as fault:
        before = fault.object[: fault.start].decode()
        _malformed("invalid UTF-8", before, len(before))
    if text.count("[") + text.count("{") > MAX_DEPTH:
        _check_depth(text)
    try:
        return json.loads(text, parse_int=_integer, parse_float=_number, parse_constant=_constant)
    except json.JSONDecodeError as fault:
        _malformed(fault.msg.removesuffix(" at"), text, fault.pos)
    except _ConstantError as fault:
        _malformed(f"{fault} is no JSON value", text, _find_constant(text))


def _malformed(reason: str, text: str, position: int) -> NoReturn:
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    raise ServiceError(MALFORMED, f"{reason[0].upper()}{reason[1:]} at line {line} column {column}") from None


def _check_depth(text: str) -> None:
    brackets = _STRING.sub("", text).encode().translate(None, _NO_BRACKETS)
    for number, depth in enumerate(accumulate(map(_STEPS.__getitem__, brackets)), start=1):
        if depth > MAX_DEPTH:
            up_to_it = next(re.finditer(f"(?:{_UP_TO_BRACKET}){{{number}}}", text, re.DOTALL))
            _malformed(f"nested deeper than {MAX_DEPTH} levels", text, up_to_it.end() - 1)


def _integer(numeral: str) -> int | str:
    """A numeral longer than Python converts stays text: as an integer it is then refused, as a string it is exact."""
    try:
        return int(numeral)
    except ValueError:
        return numeral


def _number(numeral: str) -> float | str:
    """A number beyond the range of a float stays text, for the same reason."""
    value = float(numeral)
    return value if value - value == 0 else numeral


class _ConstantError(Exception):
    """NaN, Infinity or -Infinity."""


def _constant(name: str) -> NoReturn:
    raise _ConstantError(name)


def _find_constant(text: str) -> int:
    return next(token.start() for token in _CONSTANT.finditer(text) if token["constant"])
