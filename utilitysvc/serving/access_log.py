"""One line for each request on standard output, which holds nothing of its input (G15).

JSON for machines; with DEBUG, text for a person. The line is written by one system call, without the logging module,
in some 10 µs instead of 40.
"""

import os
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import orjson
from gunicorn.glogging import Logger

from utilitysvc import settings
from utilitysvc.interfaces.call_counter import CallCounter, call_counter
from utilitysvc.kit.tracing import REQUEST_ID_HEADER, private_traceback
from utilitysvc.serving.shown_path import shown_method, shown_path

__all__ = ["AccessLogger"]


class AccessLogger(Logger):
    """Gunicorn's logger with this line in place of its own; what it says of itself still goes to standard error.

    The problem: gunicorn's own messages quote requests. For ``GET /hash/?input=secret HTTP/9`` it warns ``Invalid
    request from ip=203.0.113.5: Invalid HTTP Version: 'HTTP/9'``, and where a request fails it logs ``Error handling
    request /hash/?input=secret`` with a traceback whose last line is the exception's message. So ``warning`` and
    ``exception`` recognise these messages by how they begin, and write them without what the client sent.
    tests/serving/test_requests.py sends malformed requests to a served service and searches its log for their words, so
    that a gunicorn with another wording does not stay unseen.

    ``observe``: called for each request with method, path, status and seconds. ``observe_calls``: called with the calls
    within a request, where it has some.
    """

    observe: Callable[[str, str, int, float], None] | None = None
    observe_calls: Callable[[CallCounter], None] | None = None

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: timedelta) -> None:
        if not self.access_log_enabled:
            return
        identity = next((value for name, value in resp.headers if name == REQUEST_ID_HEADER), "")
        method, status = shown_method(environ["REQUEST_METHOD"] or ""), int(resp.status[:3])
        path = shown_path(environ, status)
        # Gunicorn's own measure goes wrong when the clock is set; where it refuses a request there is no other.
        started = getattr(req, "started", None)
        seconds = request_time.total_seconds() if started is None else time.monotonic() - started
        calls = call_counter(environ)
        if self.observe:
            self.observe(method, path, status, seconds)
        if self.observe_calls and calls:
            self.observe_calls(calls)
        _write(method, path, status, seconds, resp.sent, identity, calls)

    def warning(self, msg: str, *args: Any, **kwargs: Any) -> None:
        """Log a malformed request by the kind of fault alone, without its line and without the client's address."""
        if msg.startswith("Invalid request"):
            msg = f"Invalid request: {type(sys.exception()).__name__}"
        super().warning(msg, *args, **kwargs)

    def exception(self, msg: str, *args: Any, **kwargs: Any) -> None:
        """Log a failed request without its query, and its traceback without the exceptions' messages."""
        error = sys.exception()
        if isinstance(error, TimeoutError) and msg.startswith("Socket error"):
            self.info("A client sent its request, or took its answer, too slowly")
        elif error and msg.startswith("Error handling request"):
            self.error("Error handling request\n%s", private_traceback(error))
        else:
            super().exception(msg, *args, **kwargs)


def _write(
    method: str, path: str, status: int, seconds: float, sent: int, identity: str, calls: CallCounter | None
) -> None:
    milliseconds = round(seconds * 1000, 3)
    if settings.DEBUG:
        text = f"{time.strftime('%H:%M:%S')} {method:7} {path:24} {status} {milliseconds:8.1f} ms {sent:8} bytes\n"
        line = text.encode()
    else:
        line = orjson.dumps(
            {
                "time": _now(),
                "method": method,
                "path": path,
                "status": status,
                "ms": milliseconds,
                "bytes": sent,
                "id": identity,
                **({"calls": calls.total()} if calls else {}),
            },
            option=orjson.OPT_APPEND_NEWLINE,
        )
    try:
        os.write(1, line)
    except OSError:
        # A full disk or a reader that has gone must not cost the request; the next line may find room again.
        return


def _now() -> str:
    """Return the moment as RFC 3339 in UTC, to the millisecond."""
    now = time.time()
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(now))}.{int(now * 1000) % 1000:03}Z"
