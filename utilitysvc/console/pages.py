"""The pages for people: the console and the interactive documentation."""

import gzip
import re
from functools import cache

import brotli
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers

from utilitysvc.console import assets, shell
from utilitysvc.console.forms import context as console_context

# Everything comes from this server and is sent to it alone; no inline scripts or styles, and no frame around the page.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {"Content-Security-Policy": POLICY}
_UNLESS_REFUSED = r"\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))"
_TAKES = {coding: re.compile(rf"\b{coding}{_UNLESS_REFUSED}") for coding in ("br", "gzip")}  # the better one first


def console(accept_encoding: str = "") -> HttpResponse:
    """The page with all forms. ``accept_encoding``: the request's header."""
    response = HttpResponse(_console(), headers=HEADERS)
    patch_vary_headers(response, ["Accept-Encoding"])
    coding = next((coding for coding, taken in _TAKES.items() if taken.search(accept_encoding)), "")
    if coding:
        response.content = _compressed_console(coding)
        response.headers["Content-Encoding"] = coding
    return response


def docs() -> HttpResponse:
    return HttpResponse(_docs(), headers=HEADERS)


def missing(root: str) -> HttpResponse:
    """The page for an unknown path. ``root``: the path of the console, for links, as the unknown path may be any."""
    page = render_to_string("console/missing.html", {"root": root, "assets": assets.current()})
    return HttpResponse(page, status=404, headers=HEADERS)


def worker() -> HttpResponse:
    """The script that keeps the console's page in a browser, for the page one level above its own address."""
    return HttpResponse(_worker(), content_type="text/javascript", headers=HEADERS | {"Service-Worker-Allowed": "../"})


# Nothing in a page changes while the process runs.
@cache
def _console() -> str:
    return str(render_to_string("console/console.html", console_context()))


@cache
def _compressed_console(coding: str) -> bytes:
    """The page holds no secret, so that its compressed length tells nothing (BREACH)."""
    page = _console().encode()
    return bytes(brotli.compress(page)) if coding == "br" else gzip.compress(page, mtime=0)


@cache
def _docs() -> str:
    return str(render_to_string("console/docs.html", {"assets": assets.current()}))


@cache
def _worker() -> str:
    return shell.worker(_console(), assets.current().console_files)
