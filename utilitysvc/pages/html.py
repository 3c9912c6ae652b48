"""The pages for people: the console and the interactive documentation."""

from functools import cache

from django.http import HttpResponse
from django.template.loader import render_to_string

__all__ = ["console", "docs"]

# Nothing from anywhere else, nothing inline, no frame around it, nothing sent elsewhere.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def console() -> HttpResponse:
    return _page("pages/console.html")


def docs() -> HttpResponse:
    return _page("pages/docs.html")


def _page(template: str) -> HttpResponse:
    return HttpResponse(_rendered(template), headers={"Content-Security-Policy": POLICY})


@cache
def _rendered(template: str) -> bytes:
    """The page's bytes: nothing in it changes while the process runs."""
    return render_to_string(template).encode()
