"""Answers to what reaches no application, as a malformed request line: in JSON like all others, and quoting nothing."""

import socket
from http import HTTPStatus

from gunicorn import util

from utilitysvc.kit.exception_handler import detailed
from utilitysvc.kit.renderers import json_response

__all__ = ["write_refusal"]

UNREADABLE = "The server could not read this as an HTTP request"
DETAILS = {
    HTTPStatus.REQUEST_TIMEOUT: "The request did not arrive in time",
    HTTPStatus.REQUEST_URI_TOO_LONG: "The request line is too long: send large input by POST",
    HTTPStatus.EXPECTATION_FAILED: "Expect: 100-continue is the only expectation that is supported",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "The header fields are too many or too long",
    HTTPStatus.INTERNAL_SERVER_ERROR: "The server failed on this request",
    HTTPStatus.NOT_IMPLEMENTED: "Transfer codings besides chunked are not accepted",
    HTTPStatus.SERVICE_UNAVAILABLE: "Too many large requests are waiting: try again later",
}
RETRY_AFTER_SECONDS = {HTTPStatus.SERVICE_UNAVAILABLE: "5"}


def write_refusal(sock: socket.socket, status: int, reason: str, message: str) -> None:
    """Stands in for gunicorn's ``write_error``, which would answer with a page and the client's own words in it.

    ``reason`` and ``message`` are gunicorn's; the status says what can be said without them.
    """
    refusal = HTTPStatus(status)
    answer = json_response(detailed(refusal.phrase, DETAILS.get(refusal, UNREADABLE), status), status)
    headers = {**answer.headers, "Content-Length": str(len(answer.content)), "Connection": "close"}
    if refusal in RETRY_AFTER_SECONDS:
        headers["Retry-After"] = RETRY_AFTER_SECONDS[refusal]
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    util.write_nonblock(sock, f"HTTP/1.1 {status} {refusal.phrase}\r\n{head}\r\n".encode() + answer.content)
