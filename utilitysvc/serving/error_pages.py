"""The URLconf's error handlers, for unknown paths and for errors outside of any view (G12, G13)."""

from django.http import HttpRequest, HttpResponse
from django.urls import get_script_prefix

from utilitysvc.console import pages
from utilitysvc.kit.exception_handler import INTERNAL_ERROR, error_answer
from utilitysvc.kit.renderers import prefers
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.tracing import request_id


def general_error(request: HttpRequest, error: str, details: str, status: int) -> HttpResponse:
    """Answer with an error that belongs to no view."""
    return error_answer(ServiceError(error, details, status), request.META).render()


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return general_error(request, "Bad request", "The request could not be understood", 400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.method in ("GET", "HEAD") and prefers(request.META.get("HTTP_ACCEPT", ""), "text/html"):
        return pages.missing(get_script_prefix())
    return general_error(request, "Not found", "No service has this path; GET / lists the paths", 404)


def server_error(request: HttpRequest) -> HttpResponse:
    return general_error(request, INTERNAL_ERROR, f"Request id: {request_id(request.META)}", 500)
