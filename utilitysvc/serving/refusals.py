"""Error answers of the front and the server to requests that reach no view. They are JSON and quote nothing (G12)."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from utilitysvc.kit.exception_handler import INTERNAL_ERROR, error_answer
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.tracing import REQUEST_ID_HEADER, private_traceback, request_id
from utilitysvc.serving.handler import HTTPAnswer, answer_of
from utilitysvc.serving.pace import RefusedError

DETAILS = {
    HTTPStatus.BAD_REQUEST: "The server could not read this as an HTTP request",
    HTTPStatus.REQUEST_TIMEOUT: "The request did not arrive in time",
    HTTPStatus.EXPECTATION_FAILED: "Expect: 100-continue is the only expectation that is supported",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "The header fields are too many or too long",
    HTTPStatus.NOT_IMPLEMENTED: "Transfer codings besides chunked are not accepted",
    HTTPStatus.SERVICE_UNAVAILABLE: "Too many large requests are waiting: try again later",
}
UNKNOWN_VERSIONS = ("0.9", "2.0")
RETRY_AFTER_SECONDS = "5"

logger = logging.getLogger(__name__)


def check_head(scope: Mapping[str, Any], meta: Mapping[str, Any]) -> None:
    """Raise RefusedError for heads that servers accept but that a proxy may understand differently.

    - A request line with version 0.9 or 2.0, which have no such line.
    - HTTP/1.1 without Host: https://www.rfc-editor.org/rfc/rfc9112#section-3.2
    - Transfer codings other than chunked: the server passes such a body on still encoded.
    - Unknown expectations: https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
    """
    version = scope["http_version"]
    if version in UNKNOWN_VERSIONS or (version == "1.1" and "HTTP_HOST" not in meta):
        raise RefusedError(400)
    if meta.get("HTTP_TRANSFER_ENCODING", "chunked").lower() != "chunked":
        raise RefusedError(501)
    if meta.get("HTTP_EXPECT", "100-continue").lower() != "100-continue":
        raise RefusedError(417)


def refusal(status: int, meta: dict[str, Any]) -> HTTPAnswer:
    """Return the answer with this status. ``meta``: empty if the head has not arrived."""
    return _answer(ServiceError(HTTPStatus(status).phrase, DETAILS[HTTPStatus(status)], status), meta)


def failure(exc: Exception, meta: dict[str, Any]) -> HTTPAnswer:
    """Log an exception of the front itself, without its message, and return the answer to the request."""
    identity = request_id(meta)
    logger.error("Unexpected exception in the front, request %s\n%s", identity, private_traceback(exc))
    return _answer(ServiceError(INTERNAL_ERROR, f"Request id: {identity}", 500), meta)


def _answer(error: ServiceError, meta: dict[str, Any]) -> HTTPAnswer:
    response, status = error_answer(error, meta).render(), error.status
    response["Content-Length"] = len(response.content)
    response[REQUEST_ID_HEADER] = request_id(meta)
    if status == HTTPStatus.REQUEST_TIMEOUT:
        response["Connection"] = "close"  # with other statuses, the server skips a body that was not read
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        response["Retry-After"] = RETRY_AFTER_SECONDS
    return answer_of(response)


def as_bytes(status: int) -> bytes:
    """Return the whole HTTP response with this status, for a request that is not passed to the application."""
    answer = refusal(status, {})
    headers = {**dict(answer.headers), "Connection": "close"}
    lines = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        *(f"{name.lower()}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode() + answer.body
