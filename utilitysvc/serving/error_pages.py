"""Answers of the URLconf itself: a path that no service owns, and faults outside of any service (G12, G13)."""

from django.http import HttpRequest, HttpResponse
from django.urls import get_script_prefix

from utilitysvc.console import pages
from utilitysvc.kit.exception_handler import INTERNAL_ERROR, detailed
from utilitysvc.kit.negotiation import prefers
from utilitysvc.kit.renderers import json_response
from utilitysvc.kit.tracing import request_id

__all__ = ["bad_request", "not_found", "server_error"]


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return json_response(detailed("Bad request", "The request could not be understood", 400), 400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.method in ("GET", "HEAD") and prefers(request.META.get("HTTP_ACCEPT", ""), "text/html"):
        return pages.missing(get_script_prefix())
    return json_response(detailed("Not found", "No service has this path; GET / lists the paths", 404), 404)


def server_error(request: HttpRequest) -> HttpResponse:
    return json_response(detailed(INTERNAL_ERROR, f"Request id: {request_id(request)}", 500), 500)
