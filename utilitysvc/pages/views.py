"""The service's own paths (S1-S3)."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from utilitysvc.kit.fields import ChoiceParameter
from utilitysvc.kit.negotiation import prefers, prefers_text
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.serializers import ParameterSerializer
from utilitysvc.kit.views import ComputeView
from utilitysvc.pages import health, html, index
from utilitysvc.pages.schema import document

READ_ONLY = ["get", "head", "options"]


class IndexView(ComputeView):
    """Name, version, paths and limits of the service.

    A browser gets the console in its place.
    """

    http_method_names = READ_ONLY
    parameters = ParameterSerializer
    compute = staticmethod(index.index)
    plain_text = staticmethod(index.plain_index)

    def get(self, request: Request) -> HttpResponse:
        if prefers(request.META.get("HTTP_ACCEPT", ""), "text/html"):
            return html.console()
        return super().get(request)


class DocsView(ComputeView):
    """Interactive documentation."""

    schema = None  # a page for people
    http_method_names = READ_ONLY

    def get(self, request: Request) -> HttpResponse:
        return html.docs()


class SchemaParameters(ParameterSerializer):
    format = ChoiceParameter(names=Choices("format", ("json", "yaml")), default="json")


class SchemaView(ComputeView):
    """The OpenAPI description."""

    schema = None  # it does not describe itself
    http_method_names = READ_ONLY
    parameters = SchemaParameters

    def answer(self, data: Any) -> HttpResponse:
        if self.validated(data)["format"] == "yaml":
            return HttpResponse(document.as_yaml(), content_type="application/yaml")  # RFC 9512
        if prefers_text(self.request.META.get("HTTP_ACCEPT", ""), data.get("output")):
            return self.text(document.as_yaml())
        return Response(document.description())


class LiveView(ComputeView):
    """Whether the process serves."""

    http_method_names = READ_ONLY
    parameters = ParameterSerializer
    compute = staticmethod(health.live)
    plain_text = staticmethod(health.plain_status)


class ReadyView(ComputeView):
    """Whether every function can answer."""

    http_method_names = READ_ONLY
    parameters = ParameterSerializer
    compute = staticmethod(health.readiness)
    plain_text = staticmethod(health.plain_status)
    answer_statuses = (HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE)

    def present(self, result: Mapping[str, Any], values: Mapping[str, Any], output: Any) -> HttpResponse:
        response = super().present(result, values, output)
        if result["status"] != health.READY:
            response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
            response._has_been_logged = True  # else Django logs each probe as a fault of ours
        return response
