"""Turn every exception into a response in the shape of the service (G12, G13)."""

import logging
from collections.abc import Callable, Mapping
from http.client import responses
from typing import Annotated, Any, NotRequired, TypedDict

import orjson
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest
from rest_framework import exceptions
from rest_framework.views import set_rollback

from utilitysvc.kit import conf
from utilitysvc.kit.renderers import API_HEADERS, JSON, PROBLEM, DataResponse, prefers
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


def error_body(error: ServiceError, shape: ErrorShape = detailed) -> dict[str, Any]:
    """Return the body of an error in the shape of the service."""
    return {**shape(error.error, error.details, error.status), **error.extra}


def error_answer(error: ServiceError, meta: dict[str, Any], shape: ErrorShape = detailed) -> DataResponse:
    """Answer the request with the variables ``meta`` with an error, in the shape of its service.

    If its Accept header asks for them, these are problem details (G20): https://www.rfc-editor.org/rfc/rfc9457.
    """
    body, media_type = error_body(error, shape), JSON
    if prefers(meta.get("HTTP_ACCEPT", ""), PROBLEM):
        problem = {
            "type": "about:blank",
            "title": phrase(error.status),
            "status": error.status,
            "detail": str(error),
            "instance": f"urn:utilitysvc:request:{request_id(meta)}",
        }
        body, media_type = problem | body | problem, PROBLEM
    response = DataResponse(body, status=error.status, content_type=media_type, headers=API_HEADERS)
    response.words = f"{error}; {error.advice}" if error.advice else str(error)
    return response


def error_response(exc: Exception, context: Mapping[str, Any]) -> DataResponse:
    """Answer ``exc``, as the exception handler of Django REST framework does."""
    view, request = context["view"], context["request"].http
    context["request"].clear_data_error()
    set_rollback()  # under a host's ATOMIC_REQUESTS, as DRF's own handler does
    refusal = _refusal(exc, view)
    if refusal is None and conf.propagates_exceptions():
        raise exc
    response = error_answer(refusal or _internal_error(exc, view, request), request.META, view.error_shape)
    if refusal is None:
        response.headers[REQUEST_ID_HEADER] = request_id(request.META)
    if scheme := getattr(exc, "auth_header", ""):
        response.headers["WWW-Authenticate"] = scheme
    if wait := getattr(exc, "wait", 0):
        response.headers["Retry-After"] = str(int(wait))
    # Otherwise Django reports the answer besides the exception, and quotes a path in which an input stands (G15).
    response._has_been_logged = refusal is None or bool(view.path_parameters)
    return response


def _refusal(exc: Exception, view: Any) -> ServiceError | None:
    """Return the error by which a request is refused, or None if ``exc`` is a fault of ours."""
    if isinstance(exc, ServiceError):
        return exc if exc.status != 500 else None
    if isinstance(exc, exceptions.MethodNotAllowed):
        return ServiceError(METHOD_NOT_ALLOWED, f"Allowed methods: {', '.join(view.allowed_methods)}", 405)
    if isinstance(exc, exceptions.APIException):
        return ServiceError(phrase(exc.status_code), _policy_words(exc.detail), exc.status_code)
    status = next((status for refusal, status in _REFUSALS.items() if isinstance(exc, refusal)), None)
    return ServiceError(phrase(status), status=status) if status else None


def _internal_error(exc: Exception, view: Any, request: HttpRequest) -> ServiceError:
    """Report an unexpected exception as Django does (F3), and return the error that its sender is told.

    Error trackers and Django's test client listen to the signal and ignore the records of this logger, so that one
    exception becomes one event. The app that has raised a ServiceError has logged why.
    """
    if not isinstance(exc, ServiceError):
        got_request_exception.send(sender=type(view), request=request)
        message = "%s in %s, request %s"
        values = (INTERNAL_ERROR, type(view).__name__, request_id(request.META))
        logger.error(message, *values, exc_info=exc, extra={"status_code": 500, "request": request})
    return internal_error(request.META)


def internal_error(meta: dict[str, Any]) -> ServiceError:
    """Return what the sender of the request with the variables ``meta`` is told of a fault of ours."""
    return ServiceError(INTERNAL_ERROR, f"Request id: {request_id(meta)}", 500)


def phrase(status: int) -> str:
    """Return the reason phrase of a status. A site may use a status that HTTP does not know."""
    return responses.get(status, "Refused")


def _policy_words(detail: Any) -> str:
    """Return the message of a site's exception, which may be a text, a list, or an object with the key ``detail``."""
    words = detail.get("detail", detail) if isinstance(detail, Mapping) else detail
    return str(words) if isinstance(words, str) else orjson.dumps(words).decode()
