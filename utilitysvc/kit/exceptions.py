"""Every exception becomes a response here, in the shape of the service that was asked (G12, G13)."""

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Annotated, Any, TypedDict

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from utilitysvc.kit.errors import ServiceError
from utilitysvc.kit.tracing import REQUEST_ID_HEADER, private_traceback, request_id

__all__ = ["INTERNAL_ERROR", "DetailedError", "ErrorShape", "detailed", "error_response"]

ErrorShape = Callable[[str, str, int], Mapping[str, Any]]

INTERNAL_ERROR = "Internal server error"
METHOD_NOT_ALLOWED = "Method not allowed"

logger = logging.getLogger("utilitysvc")


class DetailedError(TypedDict):
    error: Annotated[str, "What is wrong, in few words"]
    details: Annotated[str, "What exactly, and what would be right"]


def detailed(error: str, details: str, status: int) -> DetailedError:
    """The shape of an error where a service names no other."""
    return {"error": error, "details": details}


def error_response(exc: Exception, context: Mapping[str, Any]) -> Response:
    """DRF exception handler: the faults of the request, then those of the host's policy, then our own."""
    view = context["view"]
    shape: ErrorShape = getattr(view, "error_shape", detailed)
    headers = {}
    if isinstance(exc, ServiceError):
        error, details, status = exc.error, exc.details, exc.status
    elif isinstance(exc, exceptions.MethodNotAllowed):
        error, details, status = METHOD_NOT_ALLOWED, f"Allowed methods: {view.allow}", exc.status_code
    elif isinstance(exc, exceptions.APIException):
        error, details, status = HTTPStatus(exc.status_code).phrase, str(exc.detail), exc.status_code
        headers = _policy_headers(exc)
    elif isinstance(exc, Http404 | PermissionDenied):
        status = 404 if isinstance(exc, Http404) else 403
        error, details = HTTPStatus(status).phrase, ""
    else:
        identity = request_id(context["request"]._request)
        logger.error("%s in %s, request %s\n%s", INTERNAL_ERROR, type(view).__name__, identity, private_traceback(exc))
        error, details, status = INTERNAL_ERROR, f"Request id: {identity}", 500
        headers = {REQUEST_ID_HEADER: identity}
    return Response(shape(error, details, status), status=status, headers=headers)


def _policy_headers(exc: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if challenge := getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(exc, "wait", None):
        headers["Retry-After"] = str(int(wait))
    return headers
