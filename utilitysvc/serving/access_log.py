"""Write one line for each request to standard output, without anything of the request's input (G15).

The lines are JSON; with DEBUG, text for a person. They wait in a bounded queue for a thread that writes them, so that a
pipe that nobody reads does not block the event loop. Lines for which it has no room are dropped, counted and reported.
"""

import asyncio
import os
import re
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from http import HTTPMethod
from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch

from utilitysvc.access.tokens import KEY_NAME
from utilitysvc.interfaces.call_counter import CALL_COUNTER
from utilitysvc.kit.tracing import REQUEST_ID_HEADER, TRACE_HEADER

MAX_LINES = 10_000
WATCH_SECONDS = 0.1
GATHER_SECONDS = 0.05

#: The methods that a line shows; nothing that a client made up is logged (G15).
METHODS = frozenset(HTTPMethod)


class AccessLog:
    """The access log of one worker. Call ``write`` and ``watch_loop`` on its event loop.

    ``metrics``: the module of that name, if requests are counted too. ``for_people``: lines are text instead of JSON.
    """

    def __init__(self, metrics: Any = None, descriptor: int = 1, *, for_people: bool = False) -> None:
        self._metrics = metrics
        self._descriptor = descriptor
        self._for_people = for_people
        self._thread = ThreadPoolExecutor(1, "utilitysvc-log")
        self._waiting = deque[bytes]()
        self._dropped = 0

    def write(self, request: HttpRequest, response: HttpResponse, sent: int, computing: float, waited: float) -> None:
        """Log and count an answered request.

        ``sent``: how many bytes of the body. ``computing``: how many seconds the request took us, waiting for a thread
        included. ``waited``: how many it waited for its client.
        """
        meta, status = request.META, response.status_code
        fields: dict[str, Any] = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),  # as in RFC 3339
            "method": request.method if request.method in METHODS else "<other>",
            "path": shown_path(request.resolver_match, request.path_info, status),
            "status": status,
            "ms": round(computing * 1000, 3),
            "client_ms": round(waited * 1000, 3),
            "bytes": sent,
            "id": response.headers.get(REQUEST_ID_HEADER, ""),
        }
        if KEY_NAME in meta:
            fields["key"] = meta[KEY_NAME]
        if TRACE_HEADER in response.headers:
            _, fields["trace"], fields["span"], _ = response.headers[TRACE_HEADER].split("-")
        if calls := meta.get(CALL_COUNTER):
            fields["calls"] = calls.total()
        if self._metrics:
            self._metrics.observe(fields, calls or {})
        if len(self._waiting) >= MAX_LINES:
            self._dropped += 1
            return
        # With orjson's option for a newline, each line would keep the 4 KB buffer in which it was written: 40 MB for a
        # full queue. Adding the newline here makes a copy of the right size.
        line = _text(fields) if self._for_people else orjson.dumps(fields) + b"\n"
        if self._dropped:
            line = orjson.dumps({"time": fields["time"], "dropped": self._dropped}) + b"\n" + line
            self._dropped = 0
        self._waiting.append(line)
        if len(self._waiting) == 1:  # otherwise the thread is about to take the line with those before it
            self._thread.submit(self._write_waiting)

    def close(self) -> None:
        """Wait until the remaining lines are written."""
        self._thread.shutdown()

    def count_refusal(self, status: int) -> None:
        """Count a refusal that happened before there was a request to log."""
        if self._metrics:
            self._metrics.observe_refusal(status)

    async def watch_loop(self, queue_lengths: Callable[[], Mapping[str, int]]) -> None:
        """Measure how late the event loop is, and how many requests wait, as long as it runs."""
        while self._metrics:
            due = time.monotonic() + WATCH_SECONDS
            await asyncio.sleep(WATCH_SECONDS)
            self._metrics.observe_loop(max(0.0, time.monotonic() - due), queue_lengths())

    def _write_waiting(self) -> None:
        """Write the lines that wait, after some more have gathered.

        To wake the thread for each, and to write it, would make a small request a fifth more expensive.
        """
        time.sleep(GATHER_SECONDS)
        lines = []
        while self._waiting:  # until none is left: only the next line after that wakes the thread again
            lines.append(self._waiting.popleft())
        rest = b"".join(lines)
        with suppress(OSError):  # a full disk, or a closed pipe: these lines are lost, the next ones may be written
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]


def _text(fields: Mapping[str, Any]) -> bytes:
    line = "{clock} {method:7} {path:24} {status} {ms:8.1f} ms {bytes:8} bytes\n"
    return line.format(clock=fields["time"][11:19], **fields).encode()


def shown_path(match: ResolverMatch | None, path: str, status: int) -> str:
    """Return the path as its route is written, with any prefix: ``/ip/<ip_address>`` for ``/ip/192.0.2.1``.

    What no route has was either refused, and then its path is not shown, or is one of our own static files.
    """
    if match is None:
        return path if status in (200, 206, 304) else "<unknown>"
    route = match.route
    if match.kwargs:  # from the first place that a client can fill, by path() or re_path(), only names
        route = re.split(r"[<(^]", route)[0] + "/".join(f"<{name}>" for name in match.kwargs)
    return f"/{route}"
