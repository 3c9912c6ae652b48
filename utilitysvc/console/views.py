from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from utilitysvc.console import pages
from utilitysvc.description.views import IndexView
from utilitysvc.kit.parameter_serializer import OUTPUT
from utilitysvc.kit.renderers import prefers
from utilitysvc.kit.view import READ_ONLY, ComputeView


class HomeView(IndexView):
    """Name, version, paths and limits of the service.

    A browser gets the console instead, unless it asks for ``output``.
    """

    def get(self, request: Request, **captured: Any) -> HttpResponse:
        if OUTPUT not in request.GET and prefers(request.META.get("HTTP_ACCEPT", ""), "text/html"):
            self.headers["Cache-Control"] = "no-cache"  # the page is the same for everyone, so a browser may store it
            return pages.console(request.META.get("HTTP_ACCEPT_ENCODING", ""))
        return super().get(request)


class DocsView(ComputeView):
    """Interactive documentation."""

    name = "docs"
    key_scheme = ""
    lane = "pages"
    schema = None  # a page for people
    http_method_names = READ_ONLY

    def get(self, request: Request, **captured: Any) -> HttpResponse:
        return pages.docs()
