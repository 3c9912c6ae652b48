from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from utilitysvc.console import pages
from utilitysvc.kit.view import READ_ONLY, ComputeView


class DocsView(ComputeView):
    """Interactive documentation."""

    name = "docs"
    key_scheme = ""
    lane = "pages"
    schema = None  # a page for people
    http_method_names = READ_ONLY

    def get(self, request: Request, **captured: Any) -> HttpResponse:
        return pages.docs()
