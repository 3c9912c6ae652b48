"""Calls of functions within one request, from a batch or an agent, or within this process, from the command.

Each call is passed to the view of its path as a request. The view's authentication, permissions, throttles and
overridden methods therefore apply to a call as they apply to a request (B11). The host's middleware sees only the
request that contains the calls.
"""

import json
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from typing import Any, BinaryIO, NamedTuple
from urllib.parse import unquote

import orjson
from django.core.handlers.exception import response_for_exception
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, get_urlconf, resolve

from utilitysvc.description import catalogue
from utilitysvc.interfaces.call_counter import CALL_COUNTER, CallCounter
from utilitysvc.kit.exception_handler import detailed, error_answer, phrase
from utilitysvc.kit.reading import PREPARED, Prepared
from utilitysvc.kit.renderers import JSON
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.view import ComputeView

#: The variables of ``META`` that a call does not inherit from the request that contains it.
_NOT_INHERITED = (
    "HTTP_CONTENT_ENCODING",
    "HTTP_TRANSFER_ENCODING",
    "CONTENT_TYPE",
    "CONTENT_LENGTH",
)


class Function(NamedTuple):
    """A function and its path."""

    path: str
    match: ResolverMatch

    @property
    def service(self) -> str:
        """The first part of the path."""
        return self.path.split("/")[1]

    @property
    def view(self) -> type[ComputeView]:
        view: type[ComputeView] = self.match.func.cls
        return view


#: The functions whose paths have no variables, by path and URLconf.
known_functions: dict[tuple[str, str | None], Function] = {}


def function_at(path: str, urlconf: str | None = None) -> Function | None:
    """Return the function at ``path``, which may lack its slashes (G11), or None if there is none.

    A path with variables is not cached, because it may contain an IP address.
    """
    path = f"/{unquote(path).removeprefix('/').removesuffix('/')}/"
    if known := known_functions.get((path, urlconf)):
        return known
    try:
        match = resolve(path, urlconf)
    except Resolver404:
        return None
    if getattr(match.func, "cls", None) not in [endpoint.view for endpoint in catalogue.services()]:
        return None
    function = Function(path, match)
    if path == f"/{match.route}":
        known_functions[path, urlconf] = function
    return function


class Calls:
    """The calls within one request. An error is a response too.

    ``accept``: the Accept header of each call. Without it, answers are data and never plain text. ``ignored``: the
    names of parameters so far that have no effect (G16).
    """

    def __init__(self, request: HttpRequest, accept: str = "") -> None:
        self.ignored: list[str] = []
        self.urlconf = get_urlconf()  # once for all calls, because Django looks for it in a variable of the task
        self._counter = request.META.setdefault(CALL_COUNTER, CallCounter())
        self._meta = {name: value for name, value in request.META.items() if name not in _NOT_INHERITED}
        self._meta |= {"HTTP_ACCEPT": accept, "wsgi.url_scheme": request.scheme, "QUERY_STRING": ""}
        # What the host's middleware has added, such as ``user``. Django's own attributes are of the other request.
        self._added = {name: value for name, value in vars(request).items() if name not in _attributes_of_django()}

    def respond(
        self, function: Function, data: dict[str, Any], file: BinaryIO | None = None, place: str = ""
    ) -> HttpResponse:
        """Return the view's response to ``data``, or to ``file`` with ``data`` as its query.

        The view gets a request like any other: a host's code can read its body and length (B11).
        ``place``: the position of the data in the request, such as ``calls.0.parameters.``
        """
        view, body = function.view, b""
        prepared = Prepared(query=data, is_call=not self._meta["HTTP_ACCEPT"])
        is_post = "post" in view.http_method_names
        meta = {**self._meta, PREPARED: prepared, "REQUEST_METHOD": "POST" if is_post else "GET"}
        if file:
            meta |= {"CONTENT_TYPE": view.file_type, "HTTP_TRANSFER_ENCODING": "chunked"}
            meta["wsgi.input_terminated"] = True
        elif is_post:
            body = _written(data)
            meta |= {"CONTENT_TYPE": JSON, "CONTENT_LENGTH": str(len(body))}
            prepared.query, prepared.body = {}, data
        meta["PATH_INFO"] = function.path.encode().decode("latin-1")  # as WSGI has it
        meta["wsgi.input"] = file or BytesIO(body)
        request = WSGIRequest(meta)
        request.resolver_match = function.match
        vars(request).update(self._added)
        try:
            response: HttpResponse = function.match.func(request, **function.match.kwargs)
        except Exception as exc:  # raised by a host's code around the view; the view answers its own exceptions
            response = response_for_exception(request, exc)
        self.ignored += [f"{place}{name}" for name in prepared.ignored]
        self._counter[function.service, response.status_code] += 1
        return response

    def refuse(self, function: Function | None, error: ServiceError) -> HttpResponse:
        """Respond with an error instead of computing, in the error shape of the function's service."""
        self._counter[function.service if function else "other", error.status] += 1
        return error_answer(error, {}, function.view.error_shape if function else detailed)


def _written(data: dict[str, Any]) -> bytes:
    try:
        return orjson.dumps(data)
    except TypeError:  # it has an integer of more than 64 bits, or a lone surrogate
        return json.dumps(data).encode()


@cache
def _attributes_of_django() -> frozenset[str]:
    """Return the names of the attributes that Django sets on a request. A call has its own."""
    request = WSGIRequest({"REQUEST_METHOD": "POST", "wsgi.input": BytesIO()})
    request.body, request.POST  # noqa: B018  # each access stores attributes
    return frozenset(dir(request))


def data_of(response: HttpResponse) -> Any:
    """Return the data of an answer. A host's code may answer with any kind of response."""
    if hasattr(response, "data"):
        return response.data
    if response.headers.get("Content-Type", "").partition(";")[0] == JSON:
        return orjson.loads(response.content)
    return detailed(phrase(response.status_code), "", response.status_code)


def error_words(response: HttpResponse, body: Any) -> str:
    """Return the words of an error, on one line unless a value has several.

    ``body``: the body of the response. A host's code may answer with a response that is not ours.
    """
    if not isinstance(body, Mapping):
        return str(body)
    words = getattr(response, "words", "") or ": ".join(
        str(body[name]) for name in ("error", "details") if body.get(name)
    )
    more = (
        f"{name}: {value if isinstance(value, str) else orjson.dumps(value).decode()}"
        for name, value in body.items()
        if name not in ("error", "details", "status", "timestamp")
    )
    return "; ".join([words, *more])
