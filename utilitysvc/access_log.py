"""Gunicorn's logs without anything that a client may have meant for nobody else (G15)."""

import re
import sys
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

from gunicorn.glogging import Logger

from utilitysvc.kit.tracing import private_traceback

__all__ = ["PathLogger"]

_ADDRESS = re.compile(r"(?<=/ip/).+", re.DOTALL)


class PathLogger(Logger):
    """Method, path, status, bytes and milliseconds; no query, and no address in place of one."""

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: timedelta) -> None:
        # Where gunicorn itself refuses the request, the environment has no path yet, nor the response a status code.
        path = environ.get("PATH_INFO") or unquote(req.path)
        path = _ADDRESS.sub("<address>", path).encode("unicode_escape").decode()
        status = resp.status.partition(" ")[0]
        milliseconds = request_time.total_seconds() * 1000
        self.access_log.info("%s %s %s %s %.1fms", environ["REQUEST_METHOD"], path, status, resp.sent, milliseconds)

    def warning(self, msg: str, *args: Any, **kwargs: Any) -> None:
        """Of a malformed request gunicorn would quote the line, in which a query may stand, and the sender."""
        if msg.startswith("Invalid request"):
            msg = f"Invalid request: {type(sys.exception()).__name__}"
        super().warning(msg, *args, **kwargs)

    def exception(self, msg: str, *args: Any, **kwargs: Any) -> None:
        """Of a request that failed the arguments would hold the query, and the exception's message anything."""
        fault = sys.exception()
        if fault and msg.startswith("Error handling request"):
            self.error("Error handling request\n%s", private_traceback(fault))
        else:
            super().exception(msg, *args, **kwargs)
