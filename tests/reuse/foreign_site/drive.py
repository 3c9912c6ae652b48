"""Runs inside the foreign site's environment: sends the requests that stand on standard input, prints what came of it.

The application is called as a server calls it, by WSGI and by ASGI, so that nothing of a test client stands between.
Queries and bodies travel as Latin-1, which is bytes one to one.
"""

import asyncio
import io
import json
import sys
from http.client import responses
from wsgiref.util import setup_testing_defaults

import django
from django.core.asgi import get_asgi_application
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.urls import resolve

PEER = "192.0.2.1"


def by_wsgi(application, request):
    body = request["body"].encode("latin-1")
    environ = {
        "REQUEST_METHOD": request["method"],
        "PATH_INFO": request["path"],
        "QUERY_STRING": request["query"],
        "REMOTE_ADDR": PEER,
        "wsgi.input": io.BytesIO(body),
    }
    for name, value in request["headers"].items():
        key = name.upper().replace("-", "_")
        environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
    if request["chunked"]:
        environ |= {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True}
    else:
        environ["CONTENT_LENGTH"] = str(len(body))
    setup_testing_defaults(environ)
    started = []
    chunks = application(environ, lambda status, headers, exc_info=None: started.append((status, headers)))
    content = b"".join(chunks)
    chunks.close()
    status, headers = started[-1]
    assert status[4:] == responses[int(status[:3])]
    return int(status[:3]), headers, content


def by_asgi(application, request):
    return asyncio.run(_by_asgi(application, request))


async def _by_asgi(application, request):
    body = request["body"].encode("latin-1")
    headers = {**request["headers"]}
    headers |= {"transfer-encoding": "chunked"} if request["chunked"] else {"content-length": str(len(body))}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request["method"],
        "scheme": "http",
        "path": request["path"],
        "query_string": request["query"].encode("latin-1"),
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": (PEER, 1234),
        "server": ("site.example", 80),
    }
    middle = len(body) // 2
    coming = [
        {"type": "http.request", "body": body[:middle], "more_body": True},
        {"type": "http.request", "body": body[middle:], "more_body": False},
    ]
    sent = []

    async def receive():
        return coming.pop(0) if coming else await asyncio.Future()

    async def send(message):
        sent.append(message)

    await application(scope, receive, send)
    start, *chunks = sent
    headers = [(name.decode(), value.decode()) for name, value in start["headers"]]
    return start["status"], headers, b"".join(chunk["body"] for chunk in chunks)


def broken(self, *values):
    """Stands in for an error of the app's own."""
    raise RuntimeError("on purpose")


def answer(applications, request):
    if request["broken"]:
        resolve(request["path"]).func.cls.present = broken
    status, headers, content = applications[request["protocol"]](request)
    return {"status": status, "headers": headers, "content": content.decode()}


def main():
    django.setup()
    call_command("check", fail_level="WARNING", stdout=sys.stderr)
    wsgi, asgi = get_wsgi_application(), get_asgi_application()
    applications = {
        "wsgi": lambda request: by_wsgi(wsgi, request),
        "asgi": lambda request: by_asgi(asgi, request),
    }
    answers = [answer(applications, request) for request in json.load(sys.stdin)]
    modules = {name: getattr(module, "__file__", None) for name, module in list(sys.modules.items())}
    json.dump({"answers": answers, "modules": modules}, sys.stdout)


main()
