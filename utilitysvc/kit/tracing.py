"""Following one request through the logs: its id (S4), and tracebacks that hold nothing of its input (G13, G15)."""

import os
import re
import traceback
from types import TracebackType

from django.http import HttpRequest

__all__ = ["REQUEST_ID_HEADER", "known_or_new_id", "private_traceback", "request_id"]

REQUEST_ID_HEADER = "X-Request-ID"

_WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{1,64}")


def request_id(request: HttpRequest) -> str:
    """Return the id of ``request``: the client's own where well-formed, else one made now and kept on the request."""
    known: str | None = getattr(request, "utilitysvc_id", None)
    if known is None:
        known = request.utilitysvc_id = known_or_new_id(request.META.get("HTTP_X_REQUEST_ID", ""))
    return known


def known_or_new_id(given: str) -> str:
    """Return the id that the client gave if it is well-formed, else a new one."""
    return given if given and _WELL_FORMED.fullmatch(given) else os.urandom(16).hex()


def private_traceback(exception: BaseException) -> str:
    """Return the traceback without the exceptions' messages: those may quote what the client sent."""
    parts: list[str] = []
    error: BaseException | None = exception
    while error is not None:
        parts.append(f"{_frames(error.__traceback__)}{type(error).__module__}.{type(error).__qualname__}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\nraised while handling:\n".join(parts)


def _frames(trace: TracebackType | None) -> str:
    return "".join(traceback.format_tb(trace))
