"""An event loop for one coroutine, and requests to an ASGI application without a server."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from urllib.parse import unquote

Result = TypeVar("Result")


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a thread of its own: in a process that drives a browser the main thread has a running loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


async def asked(front: Any, request: bytes, sent: list[dict[str, Any]], *, leaves: bool = False) -> None:
    """Send a request, as the bytes that a client would send, to an ASGI application, which appends its messages.

    ``leaves``: the client closes the connection before its body has ended.
    """
    head, _, body = request.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    method, target, _ = first.decode().split(" ")
    path, _, query = target.partition("?")
    headers = [(name.lower(), value) for name, value in (line.split(b": ", 1) for line in lines)]
    scope = {"type": "http", "http_version": "1.1", "scheme": "http", "method": method, "headers": headers}

    coming = [{"type": "http.request", "body": body, "more_body": leaves}, {"type": "http.disconnect"}]

    async def receive() -> dict[str, Any]:
        return coming.pop(0)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await front(scope | {"path": unquote(path), "query_string": query.encode()}, receive, send)


async def exchange(front: Any, path: str, *headers: tuple[bytes, bytes]) -> dict[bytes, bytes]:
    """Send a GET to an ASGI application, and return the headers of the answer."""
    sent: list[dict[str, Any]] = []
    lines = [name + b": " + value for name, value in ((b"host", b"localhost"), *headers)]
    await asked(front, b"\r\n".join([f"GET {path} HTTP/1.1".encode(), *lines, b"\r\n"]), sent)
    return dict(sent[0]["headers"])
