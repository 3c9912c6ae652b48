"""An event loop for one coroutine, and requests to an ASGI application without a server."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from urllib.parse import unquote

Result = TypeVar("Result")


def run(coroutine):
    """Run it in a thread of its own: in a process that drives a browser the main thread has a running loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


async def asked(front, request, sent, *, leaves=False):
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

    async def receive():
        return coming.pop(0)

    async def send(message):
        sent.append(message)

    await front(scope | {"path": unquote(path), "query_string": query.encode()}, receive, send)


async def exchange(front, path, *headers):
    """Send a GET to an ASGI application, and return the headers of the answer."""
    sent = []
    lines = [name + b": " + value for name, value in ((b"host", b"localhost"), *headers)]
    await asked(front, b"\r\n".join([f"GET {path} HTTP/1.1".encode(), *lines, b"\r\n"]), sent)
    return dict(sent[0]["headers"])
