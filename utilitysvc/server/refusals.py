"""What the server itself answers where no application can: in JSON, and without a word of what was sent (G13, G15)."""

from http import HTTPStatus

import orjson
from gunicorn.http import errors

__all__ = ["refusal", "refusal_status"]

_STATUSES = {
    errors.LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    errors.LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    errors.ExpectationFailed: HTTPStatus.EXPECTATION_FAILED,
    errors.UnsupportedTransferCoding: HTTPStatus.NOT_IMPLEMENTED,
}
_DETAILS = {
    HTTPStatus.BAD_REQUEST: "The request is not valid HTTP/1.1",
    HTTPStatus.REQUEST_URI_TOO_LONG: "Send large values by POST",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "Send fewer or shorter header fields",
    HTTPStatus.EXPECTATION_FAILED: "The only expectation that is met is 100-continue",
    HTTPStatus.NOT_IMPLEMENTED: "The only transfer coding that is understood is chunked",
}


def refusal_status(fault: BaseException) -> HTTPStatus | None:
    """Return the status that answers ``fault``, or None where nobody is left to answer."""
    if isinstance(fault, OSError | StopIteration):
        return None  # the client has gone, or has sent no more than a part of a request
    if isinstance(fault, errors.InvalidResponseHeader | errors.InvalidResponseHeaderName):
        return HTTPStatus.INTERNAL_SERVER_ERROR  # the application's header, not the client's
    if isinstance(fault, errors.ParseException):
        return _STATUSES.get(type(fault), HTTPStatus.BAD_REQUEST)
    return HTTPStatus.INTERNAL_SERVER_ERROR


def refusal(status: HTTPStatus) -> bytes:
    """Return the whole response, after which the connection is closed."""
    body = orjson.dumps({"error": _sentence(status.phrase), "details": _DETAILS.get(status, "")})
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\nConnection: close\r\nContent-Type: application/json\r\n"
        f"Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _sentence(phrase: str) -> str:
    """Return an HTTP reason phrase in the capitals of a sentence, abbreviations kept."""
    first, *others = phrase.split()
    return " ".join([first, *(word if word.isupper() else word.lower() for word in others)])
