"""Runs inside the foreign site's environment: sends the requests that stand on standard input, prints what came of it.

A row: protocol, name, method, address, body, headers. By WSGI and by ASGI, through the site's middleware.
"""

import asyncio
import json
import sys
from io import BytesIO

import django
from django.core.management import call_command
from django.test import AsyncClient, Client
from django.urls import resolve

OPTIONS = {"enforce_csrf_checks": True, "raise_request_exception": False}


def broken(self, *values):
    """Stands in for an error of the app's own."""
    raise RuntimeError("on purpose")


def answer(protocol, name, method, address, body, headers):
    if name == "broken":
        resolve(address.partition("?")[0]).func.cls.present = broken
    headers = {"Authorization": "Password mellon"} | headers
    headers = {name: value for name, value in headers.items() if value}
    content_type = headers.pop("Content-Type", "")
    if protocol == "wsgi":
        # As a server makes it of a body in chunks: without a length, and with a stream that ends where they end.
        chunked = {"CONTENT_LENGTH": "", "wsgi.input_terminated": True, "wsgi.input": BytesIO(body.encode())}
        extra = chunked if "Transfer-Encoding" in headers else {}
        response = Client(**OPTIONS).generic(method, address, body, content_type, headers=headers, **extra)
    else:
        response = asyncio.run(AsyncClient(**OPTIONS).generic(method, address, body, content_type, headers=headers))
    return response.status_code, dict(response.items()), response.content.decode()


django.setup()
call_command("check", fail_level="WARNING", stdout=sys.stderr)
answers = [answer(*row) for row in json.load(sys.stdin)]
json.dump({"answers": answers, "modules": list(sys.modules)}, sys.stdout)
