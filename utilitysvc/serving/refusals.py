"""Answers of the front and of the server to what no view answers: JSON like all others, which quotes nothing (G12)."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from utilitysvc.kit.exception_handler import INTERNAL_ERROR, general_error
from utilitysvc.kit.tracing import REQUEST_ID_HEADER, known_or_new_id, private_traceback
from utilitysvc.serving.handler import Answer

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


class RefusedError(Exception):
    """A request that is not handed to the application; ``status`` says why."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def check_head(scope: Mapping[str, Any], meta: Mapping[str, Any]) -> None:
    """Raise RefusedError for what servers let pass and another reader of the same bytes may understand otherwise.

    - 0.9 and 2.0 in a request line, which has no such versions.
    - HTTP/1.1 without Host: https://www.rfc-editor.org/rfc/rfc9112#section-3.2
    - Transfer codings besides chunked, which the server hands over as they came, still compressed.
    - Expectations: https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
    """
    version = scope["http_version"]
    if version in UNKNOWN_VERSIONS or (version == "1.1" and "HTTP_HOST" not in meta):
        raise RefusedError(400)
    if meta.get("HTTP_TRANSFER_ENCODING", "chunked").lower() != "chunked":
        raise RefusedError(501)
    if meta.get("HTTP_EXPECT", "100-continue").lower() != "100-continue":
        raise RefusedError(417)


def refusal(status: int, meta: Mapping[str, Any]) -> Answer:
    """Return the answer with this status; ``meta`` is empty where the head has not arrived."""
    return _answer(HTTPStatus(status).phrase, DETAILS[HTTPStatus(status)], status, meta, _identity(meta))


def failure(exc: Exception, meta: Mapping[str, Any]) -> Answer:
    """Log an exception of the front itself without its message, and return the answer for it."""
    identity = _identity(meta)
    logger.error("Unexpected exception in the front, request %s\n%s", identity, private_traceback(exc))
    return _answer(INTERNAL_ERROR, f"Request id: {identity}", 500, meta, identity)


def _identity(meta: Mapping[str, Any]) -> str:
    return known_or_new_id(meta.get("HTTP_X_REQUEST_ID", ""))


def _answer(error: str, details: str, status: int, meta: Mapping[str, Any], identity: str) -> Answer:
    response = general_error(error, details, status, accept=meta.get("HTTP_ACCEPT", ""), identity=identity)
    headers = {**response.headers, "Content-Length": str(len(response.content)), REQUEST_ID_HEADER: identity}
    if status == HTTPStatus.REQUEST_TIMEOUT:
        headers["Connection"] = "close"  # after any other the server passes over a body that was not read
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = RETRY_AFTER_SECONDS
    return Answer(
        status, [(name.lower().encode(), value.encode()) for name, value in headers.items()], response.content
    )


def written(status: int) -> bytes:
    """Return the refusal as it goes over the wire, for a request that no application sees."""
    answer = refusal(status, {})
    headers = dict([*answer.headers, (b"connection", b"close")])
    lines = [name + b": " + value for name, value in headers.items()]
    return b"\r\n".join([f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode(), *lines, b"", answer.body])
