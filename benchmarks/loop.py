"""The section of the event loop."""

import asyncio
import os
import random
import time
from collections import defaultdict
from collections.abc import Mapping
from types import coroutine
from urllib.parse import urlencode

from benchmarks.measure import get
from tests.event_loop import asked

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "utilitysvc.settings")

ROWS = 10
TEXTS = ("", "a", "Berln", "Amerika/Nu_York", "é\u0301\U0001f1e9\U0001f1ea" * 200, "x" * 1000, "x y " * 900)
LONG = "a query of 64 KB"
LONG_QUERY = get("/hash/?input=a" + "&a" * 32_000)  # as long as uvicorn takes it


def _requests(endpoint):
    """Yield name and request for an endpoint's light operations."""
    for operation in endpoint.view.operations.rows.values():
        if operation.light is False or getattr(endpoint.view, "lane", None):
            continue
        title = f"{endpoint.path} {operation.name}"
        for example in (*operation.examples.values(), *operation.error_examples.values()):
            if isinstance(example, Mapping):
                values = [(name, value) for name, field in operation.fields.items() for value in _values(field)]
                for data in (example, *({**example, name: value} for name, value in values)):
                    yield title, get(f"{endpoint.path}?{urlencode(data, doseq=True)}")


def _values(field):
    """Return the bounds of a parameter, names of its closed list, and a text."""
    bounds = (getattr(field, bound, None) for bound in ("min_value", "max_value"))
    names = getattr(getattr(field, "names", None), "values", ())
    return [*(bound for bound in bounds if bound is not None), *names[:8], random.choice(TEXTS)]


async def longest_step(front, request):
    """Return the CPU seconds of the longest step on the loop, without what a thread computes."""
    steps = []
    await _measured(asked(front, request, []), steps)
    return max(steps)


@coroutine
def _measured(running, steps):
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


async def _seconds():
    """Return the cold and the warm seconds of each request, by operation."""
    from utilitysvc.asgi import application
    from utilitysvc.description import catalogue
    from utilitysvc.serving.access_log import AccessLog

    application.log = AccessLog(descriptor=os.open(os.devnull, os.O_WRONLY))
    random.seed(0)
    drawn = [each for endpoint in catalogue.services() if "{" not in endpoint.path for each in _requests(endpoint)]
    found = defaultdict(list)
    for name, request in [(LONG, LONG_QUERY), *drawn]:
        cold, *warm = [await longest_step(application, request) for _ in range(4)]
        found[name].append((cold, min(warm)))
    return found


def loop():
    """The event loop

    The longest stretch of CPU time that one request takes on a worker's event loop, where all others wait for it. For
    each light operation, requests are drawn from its examples and its refused examples: each parameter at its bounds,
    with each name of a closed list, and with words that are misspelt or long. Cold is the first request of each kind in
    a process that has just started, warm the least of three more. The goal is 5 ms for 99 of 100.
    """
    found = asyncio.run(_seconds())
    slowest = sorted(found, key=lambda name: max(found[name]), reverse=True)[:ROWS]
    found["all"] = [pair for pairs in found.values() for pair in pairs]
    table = [["Operation", "requests", "cold, p99, ms", "warm, p99, ms", "highest, ms"]]
    for name in dict.fromkeys(["all", LONG, *slowest]):
        columns = list(zip(*found[name], strict=True))
        percentiles = [sorted(column)[int(len(column) * 0.99)] for column in columns]
        times = (f"{seconds * 1e3:.1f}" for seconds in (*percentiles, max(map(max, columns))))
        table.append([name, str(len(found[name])), *times])
    return table
