"""Turn every exception into a response in the shape of the service (G12, G13)."""

import logging
from collections.abc import Callable, Mapping
from http.client import responses
from typing import Annotated, Any, NotRequired, TypedDict

import orjson
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework import exceptions
from rest_framework.views import set_rollback

from utilitysvc.kit import conf
from utilitysvc.kit.negotiation import JSON, PROBLEM, accepts_problem
from utilitysvc.kit.renderers import DataResponse, json_response
from utilitysvc.kit.service_error import Reading, ServiceError
from utilitysvc.kit.tracing import REQUEST_ID_HEADER, request_id

ErrorShape = Callable[[str, str, int], Mapping[str, Any]]

INTERNAL_ERROR = "Internal server error"
METHOD_NOT_ALLOWED = "Method not allowed"

#: Django's own exceptions by which a host's policy may refuse a request, with their status.
_REFUSALS = {Http404: 404, PermissionDenied: 403, BadRequest: 400, SuspiciousOperation: 400}

logger = logging.getLogger("django.request")


class DetailedError(TypedDict):
    error: Annotated[str, "What is wrong, in few words"]
    details: Annotated[str, "What exactly, and what would be right"]
    readings: NotRequired[Annotated[list[Reading], "What to write for each meaning of a value that has several"]]


def detailed(error: str, details: str, status: int) -> DetailedError:
    """Return the body of an error, for services that have no shape of their own."""
    return {"error": error, "details": details}


def error_body(exc: ServiceError, shape: ErrorShape = detailed) -> dict[str, Any]:
    """Return the body of an error in the shape of the service."""
    return {**shape(exc.error, exc.details, exc.status), **exc.extra}


def presented(
    body: Mapping[str, Any], words: str, status: int, *, accept: str, identity: str
) -> tuple[Mapping[str, Any], str]:
    """Return an error's body as the header ``accept`` asks for it, and its media type.

    That is the body itself or, if it is asked for, problem details (G20): https://www.rfc-editor.org/rfc/rfc9457.
    ``words`` is the message.
    """
    if not accepts_problem(accept):
        return body, JSON
    problem = {
        "type": "about:blank",
        "title": _phrase(status),
        "status": status,
        "detail": words,
        "instance": f"urn:utilitysvc:request:{identity}",
    }
    return problem | {name: value for name, value in body.items() if name not in problem}, PROBLEM


def general_error(error: str, details: str, status: int, *, accept: str, identity: str) -> HttpResponse:
    """Answer with an error that belongs to no service, as for an unknown path.

    ``accept``: the request's header. ``identity``: the request's id.
    """
    refusal = ServiceError(error, details, status)
    body, media_type = presented(error_body(refusal), str(refusal), status, accept=accept, identity=identity)
    return json_response(body, status, media_type)


def error_response(exc: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """Answer ``exc``, as the exception handler of Django REST framework does."""
    view, request = context["view"], context["request"]._request
    set_rollback()  # under a host's ATOMIC_REQUESTS, as DRF's own handler does
    headers: dict[str, str] = {}
    reported = bool(getattr(view, "path_parameters", None))  # else Django quotes a path in which an input stands (G15)
    if isinstance(exc, ServiceError) and exc.status != 500:
        error = exc
    elif isinstance(exc, exceptions.MethodNotAllowed):
        error = ServiceError(METHOD_NOT_ALLOWED, f"Allowed methods: {', '.join(view.allowed_methods)}", exc.status_code)
    elif isinstance(exc, exceptions.APIException):
        error = ServiceError(_phrase(exc.status_code), _policy_words(exc.detail), exc.status_code)
        headers = _policy_headers(exc)
    elif isinstance(exc, tuple(_REFUSALS)):
        status = next(status for refusal, status in _REFUSALS.items() if isinstance(exc, refusal))
        error = ServiceError(_phrase(status), status=status)
    elif conf.propagates_exceptions():
        raise exc
    else:
        identity = request_id(request)
        if not isinstance(exc, ServiceError):  # otherwise the app that raised it has logged why
            _report(exc, view, request, identity)
        error = ServiceError(INTERNAL_ERROR, f"Request id: {identity}", 500)
        headers = {REQUEST_ID_HEADER: identity}
        reported = True  # else Django reports the answer besides the exception
    body, media_type = presented(
        error_body(error, getattr(view, "error_shape", detailed)),
        str(error),
        error.status,
        accept=request.META.get("HTTP_ACCEPT", ""),
        identity=request_id(request),
    )
    response = DataResponse(body, status=error.status, headers=headers, content_type=media_type)
    response.words = f"{error}; {error.advice}" if error.advice else str(error)
    response._has_been_logged = reported
    return response


def _report(exc: Exception, view: Any, request: HttpRequest, identity: str) -> None:
    """Report an unexpected exception as Django does (F3).

    Error trackers and Django's test client listen to the signal and ignore the records of this logger, so that one
    exception becomes one event.
    """
    got_request_exception.send(sender=type(view), request=request)
    message = "%s in %s, request %s"
    values = (INTERNAL_ERROR, type(view).__name__, identity)
    logger.error(message, *values, exc_info=exc, extra={"status_code": 500, "request": request})


def _phrase(status: int) -> str:
    """Return the reason phrase of a status. A site may use a status that HTTP does not know."""
    return responses.get(status, "Refused")


def _policy_words(detail: Any) -> str:
    """Return the message of a site's exception, which may be a text, a list, or an object with the key ``detail``."""
    words = detail.get("detail", detail) if isinstance(detail, Mapping) else detail
    return str(words) if isinstance(words, str) else orjson.dumps(words).decode()


def _policy_headers(exc: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if challenge := getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(exc, "wait", None):
        headers["Retry-After"] = str(int(wait))
    return headers
