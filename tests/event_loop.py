"""An event loop for one coroutine."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a thread of its own: in a process that drives a browser the main thread has a running loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


async def exchange(front, path, *headers):
    """Send a GET to an ASGI application, and return the headers of the answer."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "http_version": "1.1", "scheme": "http", "method": "GET", "path": path}
    await front(scope | {"query_string": b"", "headers": [(b"host", b"localhost"), *headers]}, receive, send)
    return dict(sent[0]["headers"])
