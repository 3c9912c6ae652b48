"""Health for an orchestrator: alive while the process answers (S3)."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from utilitysvc.kit.renderers import json_response

__all__ = ["live"]


@require_safe
def live(request: HttpRequest) -> HttpResponse:
    return json_response({"status": "live"})
