"""The event loop

The longest stretch of CPU time that one request takes on a worker's event loop, where all others wait for it. For each
light operation, requests are drawn from its examples and its refused examples: each parameter at its bounds, with each
name of a closed list, and with words that are misspelt or long. Cold is the first request of each kind in a process
that has just started, warm the least of three more. The goal is 5 ms for 99 of 100.
"""

import asyncio
import os
import random
import time
from collections.abc import Generator, Iterator, Mapping
from types import coroutine
from typing import Any
from urllib.parse import urlencode

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "utilitysvc.settings")

WARM = 3
ROWS = 10
TEXTS = ("", "a", "Berln", "Amerika/Nu_York", "é\u0301\U0001f1e9\U0001f1ea" * 200, "x" * 1000, "x y " * 900)
#: As long as uvicorn takes it.
LONG_QUERY = "input=a" + "&a" * 32_000


def requests(endpoint: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the names and the parameters of the requests for an endpoint's light operations."""
    for operation in endpoint.view.operations.rows.values():
        if operation.light is False or getattr(endpoint.view, "lane", None):
            continue
        refused = [example for example in operation.error_examples.values() if isinstance(example, Mapping)]
        for example in (*operation.examples.values(), *refused):
            yield operation.name, dict(example)
            for name, field in operation.fields.items():
                bounds = [getattr(field, bound, None) for bound in ("min_value", "max_value")]
                names = getattr(getattr(field, "names", None), "values", None) or ()
                for value in (*(bound for bound in bounds if bound is not None), *names[:8], random.choice(TEXTS)):
                    yield operation.name, {**example, name: value}


def scope(path: str, data: Mapping[str, Any] | str) -> dict[str, Any]:
    query = data if isinstance(data, str) else urlencode(data, doseq=True)
    head = {"type": "http", "http_version": "1.1", "scheme": "http", "method": "GET", "headers": [(b"host", b"a")]}
    return head | {"path": path, "query_string": query.encode(errors="replace")}


async def longest_step(front: Any, asked: dict[str, Any]) -> float:
    """Return the CPU seconds of the longest step on the loop, without what a thread computes."""
    steps: list[float] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        pass

    await measured(front(asked, receive, send), steps)
    return max(steps)


@coroutine
def measured(running: Any, steps: list[float]) -> Generator[Any, Any, None]:
    """Run a coroutine to its end, and note the CPU seconds of this thread for each of its steps."""
    while True:
        started = time.thread_time()
        try:
            awaited = running.send(None)
        except StopIteration:
            return
        finally:
            steps.append(time.thread_time() - started)
        yield awaited


async def measure() -> dict[str, list[tuple[float, float]]]:
    """Return the seconds of each request, cold and warm, by operation."""
    from django.urls import get_resolver

    from utilitysvc import wsgi
    from utilitysvc.description import catalogue
    from utilitysvc.serving.access_log import AccessLog
    from utilitysvc.serving.front import Front
    from utilitysvc.serving.handler import Handler

    log = AccessLog(descriptor=os.open(os.devnull, os.O_WRONLY))
    front = Front(Handler(files=wsgi.application), get_resolver().resolve, lambda: 1_000_000, log)
    random.seed(0)
    drawn = [
        (f"{endpoint.view.name} {name}" if name != endpoint.view.name else name, scope(endpoint.path, data))
        for endpoint in catalogue.services()
        if "{" not in endpoint.path
        for name, data in requests(endpoint)
    ]
    drawn.append(("a query of 64 KB", scope("/hash/", LONG_QUERY)))
    found: dict[str, list[tuple[float, float]]] = {}
    for name, asked in drawn:
        cold = await longest_step(front, asked)
        warm = min([await longest_step(front, asked) for _ in range(WARM)])
        found.setdefault(name, []).append((cold, warm))
    log.close()
    return found


def table() -> list[list[str]]:
    found = asyncio.run(measure())
    slowest = sorted(found, key=lambda name: max(found[name]), reverse=True)[:ROWS]
    every = {"all": [pair for pairs in found.values() for pair in pairs]}
    head = ["Operation", "requests", "cold, p99, ms", "warm, p99, ms", "highest, ms"]
    return [head, *(_row(name, (every | found)[name]) for name in ("all", "a query of 64 KB", *slowest))]


def _row(name: str, pairs: list[tuple[float, float]]) -> list[str]:
    cold, warm = (sorted(times)[int(len(pairs) * 0.99)] * 1e3 for times in zip(*pairs, strict=True))
    highest = max(time for pair in pairs for time in pair) * 1e3
    return [name, str(len(pairs)), f"{cold:.1f}", f"{warm:.1f}", f"{highest:.1f}"]


if __name__ == "__main__":
    for row in table():
        print(" | ".join(row))
