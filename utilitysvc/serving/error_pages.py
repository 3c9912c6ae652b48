"""The URLconf's error handlers, for unknown paths and for errors outside of any view (G12, G13)."""

from django.http import HttpRequest, HttpResponse
from django.urls import get_script_prefix

from utilitysvc.console import pages
from utilitysvc.kit.exception_handler import internal_error
from utilitysvc.kit.renderers import prefers
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.serving.refusals import answer


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(ServiceError("Bad request", "The request could not be understood"), request.META)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.method in ("GET", "HEAD") and prefers(request.META.get("HTTP_ACCEPT", ""), "text/html"):
        return pages.missing(get_script_prefix())
    return answer(ServiceError("Not found", "No service has this path; GET / lists the paths", 404), request.META)


def server_error(request: HttpRequest) -> HttpResponse:
    return answer(internal_error(request.META), request.META)
