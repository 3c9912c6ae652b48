"""Write one line for each request to standard output, without anything of the request's input (G15).

The lines are JSON; with DEBUG, text for a person. They wait in a bounded queue for a thread that writes them, so that a
pipe that nobody reads does not block the event loop. Lines for which it has no room are dropped, counted and reported.
"""

import asyncio
import os
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from threading import Event, Thread
from typing import Any, NamedTuple

import orjson
from django.http import HttpRequest

from utilitysvc.access.tokens import KEY_NAME
from utilitysvc.interfaces.call_counter import CALL_COUNTER
from utilitysvc.kit.tracing import REQUEST_ID_HEADER, Trace
from utilitysvc.serving.handler import HTTPAnswer
from utilitysvc.serving.shown_path import METHODS, NO_ROUTE, OTHER_METHOD, shown_path

MAX_LINES = 10_000
WATCH_SECONDS = 0.1
GATHER_SECONDS = 0.05


class Times(NamedTuple):
    """How many seconds a request took us, waiting for a thread included, and how many it waited for its client."""

    computing: float
    client: float


class AccessLog:
    """The access log of one worker. Call ``write`` and ``watch_loop`` on its event loop.

    ``metrics``: the module of that name, if requests are counted too. ``for_people``: lines are text instead of JSON.
    """

    def __init__(self, metrics: Any = None, descriptor: int = 1, *, for_people: bool = False) -> None:
        self._metrics = metrics
        self._lines = _Lines(descriptor)
        self._line = _text if for_people else _json

    def write(
        self,
        request: HttpRequest | None,
        method: str,
        answer: HTTPAnswer,
        times: Times,
        sent: int,
        trace: Trace | None = None,
    ) -> None:
        """Log and count an answered request. ``request``: None if its head could not be read. ``sent``: in bytes."""
        method = method if method in METHODS else OTHER_METHOD
        path = shown_path(request.resolver_match, request.path_info, answer.status) if request else NO_ROUTE
        meta = request.META if request else {}
        calls, key = meta.get(CALL_COUNTER), meta.get(KEY_NAME)
        if self._metrics:
            self._metrics.observe(method, path, answer.status, times, key, calls or {})
        fields: dict[str, Any] = {
            "time": _now(),
            "method": method,
            "path": path,
            "status": answer.status,
            "ms": round(times.computing * 1000, 3),
            "client_ms": round(times.client * 1000, 3),
            "bytes": sent,
            "id": dict(answer.headers).get(REQUEST_ID_HEADER, ""),
        }
        if key:
            fields["key"] = key
        if trace:
            fields |= {"trace": trace.trace_id, "span": trace.span_id}
        if calls:
            fields["calls"] = calls.total()
        self._lines.put(self._line(fields))

    def close(self) -> None:
        """Wait until the remaining lines are written."""
        self._lines.close()

    def count_refusal(self, status: int) -> None:
        """Count a refusal that happened before there was a request to log."""
        if self._metrics:
            self._metrics.observe_refusal(status)

    async def watch_loop(self, queue_lengths: Callable[[], Mapping[str, int]]) -> None:
        """Measure how late the event loop is, and how many requests wait, as long as it runs."""
        loop = asyncio.get_running_loop()
        while self._metrics:
            due = loop.time() + WATCH_SECONDS
            await asyncio.sleep(WATCH_SECONDS)
            self._metrics.observe_loop(max(0.0, loop.time() - due), queue_lengths())


class _Lines:
    """Lines that wait for a thread to write them. The next line after some were dropped follows their number."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._writer: Thread | None = None
        self._waiting: deque[bytes] = deque()
        self._dropped = 0
        self._is_closed = Event()

    def put(self, line: bytes) -> None:
        if len(self._waiting) >= MAX_LINES:
            self._dropped += 1
            return
        if self._dropped:
            line = _json({"time": _now(), "dropped": self._dropped}) + line
            self._dropped = 0
        self._waiting.append(line)
        if self._writer is None:  # at the first line, because no thread survives the fork before it
            self._writer = Thread(target=self._write, name="utilitysvc-log", daemon=True)
            self._writer.start()

    def _write(self) -> None:
        """Write the lines that have gathered, again and again.

        To wake the thread for each, and to write it, would make a small request a fifth more expensive.
        """
        is_last = False
        while not is_last:
            is_last = self._is_closed.wait(GATHER_SECONDS)
            rest = b"".join(self._waiting.popleft() for _ in range(len(self._waiting)))
            with suppress(OSError):  # a full disk, or a closed pipe: these lines are lost, the next ones may be written
                while rest:
                    rest = rest[os.write(self._descriptor, rest) :]

    def close(self) -> None:
        """Wait until the remaining lines are written."""
        self._is_closed.set()
        if self._writer:
            self._writer.join()


def _text(fields: Mapping[str, Any]) -> bytes:
    line = "{clock} {method:7} {path:24} {status} {ms:8.1f} ms {bytes:8} bytes\n"
    return line.format(clock=fields["time"][11:19], **fields).encode()


def _json(fields: Mapping[str, Any]) -> bytes:
    # With orjson's option for a newline, each line would keep the 4 KB buffer in which it was written: 40 MB for a full
    # queue. Adding the newline here makes a copy of the right size.
    return orjson.dumps(fields) + b"\n"


def _now() -> str:
    """Return the current time in UTC as in RFC 3339, to the millisecond."""
    now = time.time()
    return f"{_to_the_second(int(now))}.{int(now * 1000) % 1000:03}Z"


@lru_cache(maxsize=1)
def _to_the_second(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
