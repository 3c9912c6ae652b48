"""Error answers to requests that reach no view. They are JSON and quote nothing (G12)."""

import logging
from typing import Any

from django.http import HttpResponse

from utilitysvc.kit.exception_handler import error_answer, internal_error, phrase
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.tracing import REQUEST_ID_HEADER, request_id

DETAILS = {
    400: "The server could not read this as an HTTP request",
    408: "The request did not arrive in time",
    417: "Expect: 100-continue is the only expectation that is supported",
    431: "The header fields are too many or too long",
    501: "Transfer codings besides chunked are not accepted",
    503: "Too many large requests are waiting: try again later",
}

logger = logging.getLogger(__name__)


def refused(status: int) -> ServiceError:
    """Return the error that refuses a request with this status."""
    return ServiceError(phrase(status), DETAILS[status], status)


def answer(error: Exception, meta: dict[str, Any]) -> HttpResponse:
    """Answer a request that ``error`` ended before a view did. ``meta``: empty if its head has not arrived.

    What is neither a refusal nor the end of a client's time is logged as a fault of the front.
    """
    identity = request_id(meta)
    if isinstance(error, TimeoutError):
        error = refused(408)
    elif not isinstance(error, ServiceError):
        logger.error("Unexpected exception in the front, request %s", identity, exc_info=error)
        error = internal_error(meta)
    response = error_answer(error, meta).render()
    response["Content-Length"] = len(response.content)
    response[REQUEST_ID_HEADER] = identity
    if error.status == 408:
        response["Connection"] = "close"  # with other statuses, the server skips a body that was not read
    if error.status == 503:
        response["Retry-After"] = "5"
    return response


def as_bytes(status: int) -> bytes:
    """Return the whole HTTP response with this status, for a request that is not passed to the application."""
    response = answer(refused(status), {})
    response["Connection"] = "close"
    return f"HTTP/1.1 {status} {response.reason_phrase}\r\n".encode() + bytes(response)
