"""Follow one request through the logs, by its id (S4) and by tracebacks without its input (G13, G15)."""

import os
import re
import traceback
from typing import Any

REQUEST_ID_HEADER = "X-Request-ID"
TRACE_HEADER = "traceresponse"

_WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{1,64}")
#: https://www.w3.org/TR/trace-context/#traceparent-header: version, trace, the caller's span, flags. A later version
#: than 00 may have more after that, and ff is none; an id of zeros alone is invalid.
_TRACEPARENT = re.compile(
    r"(?!ff)(?P<version>[0-9a-f]{2})-(?!0{32})(?P<trace>[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-(?P<flags>[0-9a-f]{2})(?P<more>-.*)?"
)


def request_id(meta: dict[str, Any]) -> str:
    """Return the id of the request with these variables: the client's own if it is well-formed, otherwise a new one.

    A new one is stored as if the client had sent it, so that a request has one id.
    """
    known: str = meta.get("HTTP_X_REQUEST_ID", "")
    if not _WELL_FORMED.fullmatch(known):
        known = meta["HTTP_X_REQUEST_ID"] = os.urandom(16).hex()
    return known


def continued_trace(traceparent: str) -> str:
    """Return the ``traceresponse`` of our part in the caller's trace, or an empty text if its header is not valid.

    The parts are the version, the trace's id, the id of our span in it, and the flags:
    https://w3c.github.io/trace-context/#traceresponse-header
    """
    match = _TRACEPARENT.fullmatch(traceparent)
    if match is None or (match["version"] == "00" and match["more"]):
        return ""
    return f"00-{match['trace']}-{os.urandom(8).hex()}-{match['flags']}"


def private_traceback(exception: BaseException) -> str:
    """Return the traceback without the messages of the exceptions, which may quote the input."""
    parts: list[str] = []
    error: BaseException | None = exception
    while error is not None:
        frames = "".join(traceback.format_tb(error.__traceback__))
        parts.append(f"{frames}{type(error).__module__}.{type(error).__qualname__}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\nraised while handling:\n".join(parts)
