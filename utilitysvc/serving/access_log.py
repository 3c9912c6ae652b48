"""Write one line for each request to standard output, without anything of the request's input (G15).

The lines are JSON; with DEBUG, text for a person. A separate thread writes them, so that a pipe that nobody reads does
not block the event loop. Lines wait in a bounded queue. If it is full, they are dropped, counted and reported.
"""

import asyncio
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

import orjson

from utilitysvc import settings
from utilitysvc.interfaces.call_counter import call_counter
from utilitysvc.kit.tracing import REQUEST_ID_HEADER, Trace
from utilitysvc.serving.handler import Answer
from utilitysvc.serving.shown_path import shown_method, shown_path

_ID = REQUEST_ID_HEADER.lower().encode()
#: How long the thread collects lines before it writes them. To wake it for each line would make a small request a tenth
#: more expensive.
BATCH_SECONDS = 0.05
MAX_LINES = 10_000
WATCH_SECONDS = 0.1


class AccessLog:
    """The access log of one worker. Call ``write`` and ``watch_loop`` on its event loop.

    ``metrics``: the module of that name, if requests are counted too.
    """

    def __init__(self, metrics: Any = None, descriptor: int = 1) -> None:
        self._metrics = metrics
        self._descriptor = descriptor
        self._lines: deque[bytes] = deque()
        self._dropped = 0
        self._has_lines = threading.Event()
        self._thread: threading.Thread | None = None

    def write(
        self,
        meta: Mapping[str, Any],
        method: str,
        answer: Answer,
        seconds: float,
        sent: int,
        trace: Trace | None = None,
    ) -> None:
        method, path = shown_method(method), shown_path(meta, answer.status)
        calls = call_counter(meta)
        if self._metrics:
            self._metrics.observe(method, path, answer.status, seconds)
            self._metrics.observe_calls(calls or {})
        if len(self._lines) >= MAX_LINES:
            self._dropped += 1
            return
        if self._dropped:
            self._lines.append(_json({"time": _now(), "dropped": self._dropped}))
            self._dropped = 0
        identity = next((value.decode("latin-1") for name, value in answer.headers if name == _ID), "")
        more: dict[str, Any] = {"trace": trace.trace_id, "span": trace.span_id} if trace else {}
        if calls:
            more["calls"] = calls.total()
        self._lines.append(_line(method, path, answer.status, seconds, sent, identity, more))
        # Look at the flag only after adding the line: the thread looks for lines only after it has cleared the flag.
        if not self._has_lines.is_set():
            self._has_lines.set()
            if self._thread is None:  # started at the first line, because no thread survives the fork before it
                self._thread = threading.Thread(target=self._run, name="access-log", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Wait up to a second until the remaining lines are written."""
        deadline = time.monotonic() + 1
        while (self._lines or self._has_lines.is_set()) and time.monotonic() < deadline:
            time.sleep(BATCH_SECONDS / 10)

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
            self._metrics.observe_delay(max(0.0, loop.time() - due))
            self._metrics.observe_queues(queue_lengths())

    def _run(self) -> None:
        while self._has_lines.wait():
            time.sleep(BATCH_SECONDS)
            batch = b"".join([self._lines.popleft() for _ in range(len(self._lines))])
            with suppress(OSError):  # a full disk, or a closed pipe; the next lines may succeed again
                while batch:
                    batch = batch[os.write(self._descriptor, batch) :]
            self._has_lines.clear()
            if self._lines:  # lines that the event loop added before the flag was cleared
                self._has_lines.set()


def _line(
    method: str, path: str, status: int, seconds: float, sent: int, identity: str, more: Mapping[str, Any]
) -> bytes:
    milliseconds = round(seconds * 1000, 3)
    if settings.DEBUG:
        text = f"{time.strftime('%H:%M:%S')} {method:7} {path:24} {status} {milliseconds:8.1f} ms {sent:8} bytes\n"
        return text.encode()
    fields = {
        "time": _now(),
        "method": method,
        "path": path,
        "status": status,
        "ms": milliseconds,
        "bytes": sent,
        "id": identity,
    }
    return _json({**fields, **more} if more else fields)


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
