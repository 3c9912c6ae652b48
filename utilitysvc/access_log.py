"""Gunicorn's access log without anything that a client may have meant for nobody else (G15)."""

import re
from datetime import timedelta
from typing import Any

from gunicorn.glogging import Logger

__all__ = ["PathLogger"]

_ADDRESS = re.compile(r"(?<=/ip/).+", re.DOTALL)


class PathLogger(Logger):
    """Method, path, status, bytes and milliseconds; no query, and no address in place of one."""

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: timedelta) -> None:
        path = _ADDRESS.sub("<address>", environ["PATH_INFO"]).encode("unicode_escape").decode()
        milliseconds = request_time.total_seconds() * 1000
        self.access_log.info(
            "%s %s %s %s %.1fms", environ["REQUEST_METHOD"], path, resp.status_code, resp.sent, milliseconds
        )
