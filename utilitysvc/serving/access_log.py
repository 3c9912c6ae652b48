"""One line for each request on standard output, which holds nothing of its input (G15).

JSON for machines; with DEBUG, text for a person. A thread of its own writes the lines, so that a pipe that nobody reads
does not stop the event loop. Lines wait in a bounded queue; those that find it full are dropped, counted and reported.
"""

import asyncio
import os
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from queue import Full, Queue
from typing import Any

import orjson

from utilitysvc import settings
from utilitysvc.interfaces.call_counter import CallCounter, call_counter
from utilitysvc.kit.tracing import REQUEST_ID_HEADER
from utilitysvc.serving.environ import Answer
from utilitysvc.serving.shown_path import shown_method, shown_path

__all__ = ["AccessLog"]

_ID = REQUEST_ID_HEADER.lower().encode()
#: Lines are handed to the thread in batches: waking it for each one would cost a small request a tenth more.
BATCH_SECONDS = 0.05
MAX_BATCHES = 200
MAX_BATCH_LINES = 1000
WATCH_SECONDS = 0.1


class AccessLog:
    """The access log of one worker. ``write`` and ``watch_loop`` belong to its event loop.

    ``observe``: called for each request with method, path, status and seconds. ``observe_calls``: called with the calls
    within a request, if it has any. ``observe_delay``: called with the seconds by which the event loop was late.
    """

    observe: Callable[[str, str, int, float], None] | None = None
    observe_calls: Callable[[CallCounter], None] | None = None
    observe_delay: Callable[[float], None] | None = None

    def __init__(self, descriptor: int = 1) -> None:
        self._descriptor = descriptor
        self._lines: list[bytes] = []
        self._dropped = 0
        self._batches: Queue[bytes | None] = Queue(MAX_BATCHES)
        self._thread: threading.Thread | None = None

    def write(self, environ: Mapping[str, Any], method: str, answer: Answer, seconds: float, sent: int) -> None:
        method, path = shown_method(method), shown_path(environ, answer.status)
        calls = call_counter(environ)
        if self.observe:
            self.observe(method, path, answer.status, seconds)
        if self.observe_calls and calls:
            self.observe_calls(calls)
        if len(self._lines) >= MAX_BATCH_LINES:
            self._dropped += 1
            return
        if not self._lines:
            asyncio.get_running_loop().call_later(BATCH_SECONDS, self._hand_over)
        identity = next((value.decode("latin-1") for name, value in answer.headers if name == _ID), "")
        self._lines.append(_line(method, path, answer.status, seconds, sent, identity, calls))

    def close(self) -> None:
        """Write what is left, and wait for it for a moment."""
        self._hand_over()
        if self._thread:
            with suppress(Full):
                self._batches.put(None, timeout=1)
            self._thread.join(timeout=1)

    async def watch_loop(self) -> None:
        """Measure by how much the event loop is late, for as long as it runs."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + WATCH_SECONDS
            await asyncio.sleep(WATCH_SECONDS)
            if self.observe_delay:
                self.observe_delay(max(0.0, loop.time() - due))

    def _hand_over(self) -> None:
        lines, self._lines = self._lines, []
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="access-log", daemon=True)
            self._thread.start()
        if self._dropped:
            lines.append(orjson.dumps({"time": _now(), "dropped": self._dropped}, option=orjson.OPT_APPEND_NEWLINE))
        try:
            self._batches.put_nowait(b"".join(lines))
        except Full:
            self._dropped += len(lines) - bool(self._dropped)
        else:
            self._dropped = 0

    def _run(self) -> None:
        while (batch := self._batches.get()) is not None:
            with suppress(OSError):  # a full disk or a reader that has gone: the next lines may find room again
                while batch:
                    batch = batch[os.write(self._descriptor, batch) :]


def _line(
    method: str, path: str, status: int, seconds: float, sent: int, identity: str, calls: CallCounter | None
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
    if calls:
        fields["calls"] = calls.total()
    return orjson.dumps(fields, option=orjson.OPT_APPEND_NEWLINE)


def _now() -> str:
    """Return the moment as RFC 3339 in UTC, to the millisecond."""
    now = time.time()
    return f"{_to_the_second(int(now))}.{int(now * 1000) % 1000:03}Z"


@lru_cache(maxsize=1)
def _to_the_second(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
