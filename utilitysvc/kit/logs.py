"""Format log lines without anything of a request's input (G15)."""

import logging
from collections.abc import Callable
from typing import Any

from utilitysvc.kit.tracing import private_traceback, request_id

PAUSE_SECONDS = 60


class PrivateFormatter(logging.Formatter):
    """Writes time, level, logger and message. Tracebacks have no messages of exceptions; a request is only its id."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # another formatter may have stored the traceback here, including messages
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # the name is logging's
        if record.name == "django.request" and (request := getattr(record, "request", None)):
            # Django's own message contains the path, which may contain an IP address.
            record.message = f"unhandled exception, request {request_id(request.META)}"
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802  # the name is logging's
        return private_traceback(ei[1])


def once_a_minute() -> Callable[[logging.LogRecord], bool]:
    """Return a logger's filter. It lets each warning through once a minute, with the number of those suppressed.

    uvicorn, for example, warns of each request that it cannot read, so that a client could fill the log. Messages are
    told apart without their values, so only few are stored.
    """
    seen: dict[str, tuple[float, int]] = {}  # when each is due again, and how many were suppressed

    def passes(record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING:
            return True
        message = str(record.msg)
        due, count = seen.get(message, (0.0, 0))
        if record.created < due:
            seen[message] = due, count + 1
            return False
        seen[message] = record.created + PAUSE_SECONDS, 0
        if count:
            record.msg = f"{message} ({count:,} more since the last such line)"
        return True

    return passes
