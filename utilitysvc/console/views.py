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


class WorkerView(ComputeView):
    """The script by which a browser opens the console even if the service cannot be reached."""

    name = "worker"
    key_scheme = ""
    lane = "pages"
    schema = None  # a script for the page
    http_method_names = READ_ONLY

    def get(self, request: Request, **captured: Any) -> HttpResponse:
        return pages.worker()
