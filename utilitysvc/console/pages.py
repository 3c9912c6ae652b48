"""The pages for people: the console and the interactive documentation."""

from functools import cache

from django.http import HttpResponse
from django.template.loader import render_to_string

from utilitysvc.console import assets
from utilitysvc.console.compression import CODINGS, accepted_coding, compressed
from utilitysvc.console.forms import context
from utilitysvc.kit.renderers import API_HEADERS

# Pages load from this server and send to this server only. Inline scripts and styles are forbidden, and so are frames
# around a page.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}


def console(accept_encoding: str = "") -> HttpResponse:
    """Return the page with all forms. ``accept_encoding``: that header of the request."""
    response = HttpResponse(_page("console"), headers=HEADERS | {"Vary": "Accept-Encoding"})
    if coding := accepted_coding(accept_encoding):
        response.content = compressed(response.content, coding)
        response.headers["Content-Encoding"] = coding
    return response


def warm_up() -> None:
    """Make the console and compress it with its files, so that nobody waits for that. Forked workers share it."""
    for coding in CODINGS:
        console(coding)
        for path in assets.files().values():
            compressed(path.read_bytes(), coding)


def docs() -> HttpResponse:
    return HttpResponse(_page("docs"), headers=HEADERS)


def missing(root: str) -> HttpResponse:
    """Return the page for an unknown path. ``root``: the console's path for links, which cannot be relative here."""
    page = render_to_string("console/missing.html", {"root": root, "assets": assets})
    return HttpResponse(page, status=404, headers=API_HEADERS | HEADERS)  # to programs this path answers JSON


@cache
def _page(name: str) -> str:
    """Return one of the pages that do not change while the process runs."""
    return str(render_to_string(f"console/{name}.html", context()))
