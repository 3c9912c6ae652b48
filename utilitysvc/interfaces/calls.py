"""Calls of functions within one request: straight from the table of operations, with no HTTP in between."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import unquote

from django.urls import Resolver404, get_urlconf, resolve
from rest_framework.request import Request

from utilitysvc.description import catalogue
from utilitysvc.interfaces.call_counter import ensure_call_counter
from utilitysvc.kit.exception_handler import detailed
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.view import ComputeView

__all__ = ["Answer", "Calls", "Function", "function_at"]

#: Paths of up to this length are remembered with what they lead to. No function has a longer one, an address in it
#: included, and a client may send a path of a megabyte.
_KNOWN_CHARACTERS = 100
_UNKNOWN = "other"


class Answer(NamedTuple):
    """The HTTP status and the body that a request of its own would have been given; ``words`` say why it is refused."""

    status: int
    body: Mapping[str, Any]
    words: str = ""


class Function(NamedTuple):
    """What answers at a path. ``service``: the path's first part. ``given``: parameters that stand in the path.

    ``captured``: what a host's own part of the path holds, as a tenant (F4): the function passes over it, the host's
    policy may not.
    """

    service: str
    callback: Any
    given: Mapping[str, str]
    captured: tuple[tuple[str, Any], ...] = ()


def function_at(path: str) -> Function | None:
    """Return the function that owns ``path``, which may lack its slashes (G11); None where none does."""
    if "%" in path:
        path = unquote(path)
    if not path.startswith("/"):
        path = f"/{path}"
    path = f"{path.removesuffix('/')}/"
    return (_known if len(path) <= _KNOWN_CHARACTERS else _resolved)(path, get_urlconf())


def _resolved(path: str, urlconf: str | None) -> Function | None:
    try:
        match = resolve(path, urlconf)
    except Resolver404:
        return None
    if not _answers_bare(match.func):
        return None
    parameters = match.func.cls.path_parameters
    given = {parameters[variable]: value for variable, value in match.kwargs.items() if variable in parameters}
    captured = tuple(item for item in match.kwargs.items() if item[0] not in parameters)
    return Function(path.lstrip("/").partition("/")[0], match.func, given, captured)


_known = lru_cache(maxsize=256)(_resolved)


def _answers_bare(callback: Any) -> bool:
    """Whether ``callback`` is the view of a function as ``as_view()`` returns it.

    What a host wraps in a decorator, as in ``login_required(HashView.as_view())``, is answered to a request of its own
    alone: here nobody would ask the decorator, nor a ``dispatch`` of the host's own. DRF's own wrapping, which exempts
    it from CSRF checks, is the one that is expected.
    """
    view = getattr(callback, "cls", None)
    bare = not hasattr(getattr(callback, "__wrapped__", None), "__wrapped__")
    return bare and any(
        endpoint.view is view and endpoint.view.dispatch is ComputeView.dispatch for endpoint in catalogue.services()
    )


class Calls:
    """The calls within one request. Each function's own view judges them, as it would judge a request of its own.

    ``ignore`` is told the names that have no effect (G16).
    """

    def __init__(self, request: Request, ignore: Callable[[Iterable[str]], None] = lambda names: None) -> None:
        self.ignore = ignore
        self._request = request._request
        self._views: dict[Any, ComputeView] = {}
        self._throttled: set[Any] = set()
        self._counted = ensure_call_counter(self._request.META)

    def answer(self, function: Function, data: Mapping[str, Any], place: str = "") -> Answer:
        """Answer ``data`` as a request's parameters; whatever goes wrong is an answer too.

        ``place``: where they stand in the request, as ``calls.0.parameters.``
        """
        callback = function.callback
        asked = callback, function.captured
        view: Any = self._views.get(asked)
        try:
            if view is None:
                view = callback.cls(**callback.initkwargs)
                self._admit(view, dict(function.captured))
                self._views[asked] = view
                if view.get_throttles():
                    self._throttled.add(asked)
            elif asked in self._throttled:
                view.check_throttles(view.request)
            known = view.operations.known_names
            if not data.keys() <= known:
                self.ignore(f"{place}{name}" for name in data if name not in known)
            if function.given:
                data = {**data, **function.given}
            answer = Answer(200, view.operations.chosen(data).answer(data))
        except ServiceError as exc:
            answer = _refusal(view, exc)
        except Exception as exc:  # a host's policy or a fault of ours: the view's own handler knows and reports it
            response = view.get_exception_handler()(exc, {"view": view, "request": view.request})
            answer = Answer(response.status_code, response.data, _words(response.data))
        self._counted[function.service, answer.status] += 1
        return answer

    def refuse(self, function: Function | None, error: ServiceError) -> Answer:
        """Answer what is not computed, in the shape of the service whose call it would have been."""
        view = function.callback.cls if function else None
        answer = _refusal(view, error)
        self._counted[function.service if function else _UNKNOWN, answer.status] += 1
        return answer

    def _admit(self, view: Any, captured: Mapping[str, Any]) -> None:
        """Let the host's authentication, permissions and throttles judge once what is the same for all calls."""
        view.setup(self._request, **captured)
        view.request = view.initialize_request(self._request)
        view.headers = {}
        view.initial(view.request)
        view.request.parser_context.clear()  # in which the request holds itself, and its body until it is collected


def _refusal(view: Any, error: ServiceError) -> Answer:
    shape = getattr(view, "error_shape", detailed)
    body = {**shape(error.error, error.details, error.status), **error.extra}
    return Answer(
        error.status, body, "; ".join([str(error), *(f"{name}: {error.extra[name]}" for name in error.extra)])
    )


def _words(body: Mapping[str, Any]) -> str:
    return ": ".join(str(body[name]) for name in ("error", "details") if body.get(name))
