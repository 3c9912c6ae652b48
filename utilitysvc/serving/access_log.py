"""Write one line for each request to standard output, without anything of the request's input (G15).

The lines are JSON; with DEBUG, text for a person. They wait in a bounded queue for a thread that writes them, so that a
pipe that nobody reads does not block the event loop. Lines for which it has no room are dropped, counted and reported.
"""

import asyncio
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from logging import Handler, LogRecord, makeLogRecord
from logging.handlers import QueueHandler, QueueListener
from queue import Full, Queue
from typing import Any, NamedTuple, cast

import orjson
from django.conf import settings
from django.http import HttpRequest

from utilitysvc.interfaces.call_counter import call_counter
from utilitysvc.kit.tracing import REQUEST_ID_HEADER, Trace
from utilitysvc.serving.handler import HTTPAnswer
from utilitysvc.serving.shown_path import NO_ROUTE, shown_method, shown_path

_ID = REQUEST_ID_HEADER.lower().encode()
MAX_LINES = 10_000
WATCH_SECONDS = 0.1
GATHER_SECONDS = 0.05


class Times(NamedTuple):
    """How many seconds a request took us, waiting for a thread included, and how many it waited for its client."""

    computing: float
    client: float


class AccessLog:
    """The access log of one worker. Call ``write`` and ``watch_loop`` on its event loop.

    ``metrics``: the module of that name, if requests are counted too.
    """

    def __init__(self, metrics: Any = None, descriptor: int = 1) -> None:
        self._metrics = metrics
        lines: Queue[Any] = Queue(MAX_LINES)
        self._queue = _LossyQueue(lines)
        self._listener = _Gathering(lines, _Writer(descriptor))
        self._is_listening = False

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
        method = shown_method(method)
        path = shown_path(request.resolver_match, request.path_info, answer.status) if request else NO_ROUTE
        calls = call_counter(request.META) if request else None
        if self._metrics:
            self._metrics.observe(method, path, answer.status, times)
            self._metrics.observe_calls(calls or {})
        if not self._is_listening:  # started at the first line, because no thread survives the fork before it
            self._listener.start()
            self._is_listening = True
        identity = next((value.decode("latin-1") for name, value in answer.headers if name == _ID), "")
        more: dict[str, Any] = {"trace": trace.trace_id, "span": trace.span_id} if trace else {}
        if calls:
            more["calls"] = calls.total()
        self._queue.put(_line(method, path, answer.status, times, sent, identity, more))

    def close(self) -> None:
        """Wait until the remaining lines are written."""
        if self._is_listening:
            self._is_listening = False
            self._listener.stop()

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


class _LossyQueue(QueueHandler):
    """Drops the lines for which the queue has no room. The next line that has room follows one with their number."""

    dropped = 0

    def put(self, line: bytes) -> None:
        if self.dropped:
            line = _json({"time": _now(), "dropped": self.dropped}) + line
        self.enqueue(makeLogRecord({"msg": line}))

    def enqueue(self, record: LogRecord) -> None:
        try:
            self.queue.put_nowait(record)
            self.dropped = 0
        except Full:
            self.dropped += 1


class _Gathering(QueueListener):
    """Writes the lines that have gathered together. To wake the thread for each, and to write it, would make a small
    request a fifth more expensive."""

    def dequeue(self, block: bool) -> Any:
        lines = cast(Queue[Any], self.queue)
        while lines.empty():
            time.sleep(GATHER_SECONDS)
        records = [lines.get_nowait() for _ in range(lines.qsize())]
        if records[-1] is None:  # the end, which QueueListener puts behind the last line
            if len(records) == 1:
                return None
            lines.put(records.pop())
        return makeLogRecord({"msg": b"".join(record.msg for record in records)})


class _Writer(Handler):
    """Writes lines to a descriptor. Those that cannot be written are lost: the next ones may succeed again."""

    def __init__(self, descriptor: int) -> None:
        super().__init__()
        self._descriptor = descriptor

    def emit(self, record: LogRecord) -> None:
        line: Any = record.msg
        with suppress(OSError):  # a full disk, or a closed pipe
            while line:
                line = line[os.write(self._descriptor, line) :]


def _line(
    method: str, path: str, status: int, times: Times, sent: int, identity: str, more: Mapping[str, Any]
) -> bytes:
    milliseconds, waited = (round(seconds * 1000, 3) for seconds in times)
    if settings.DEBUG:
        text = f"{time.strftime('%H:%M:%S')} {method:7} {path:24} {status} {milliseconds:8.1f} ms {sent:8} bytes\n"
        return text.encode()
    fields = {
        "time": _now(),
        "method": method,
        "path": path,
        "status": status,
        "ms": milliseconds,
        "client_ms": waited,
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
