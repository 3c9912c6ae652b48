"""The views of the index and of the OpenAPI description (S1, S2)."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse

from utilitysvc.description import document, index
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.parameter_serializer import NoParameters, ParameterSerializer
from utilitysvc.kit.parameters import ChoiceParameter
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.view import READ_ONLY, ComputeView


class IndexView(ComputeView):
    """Name, version, paths and limits of the service."""

    name = "index"
    key_scheme = ""
    lane = "pages"
    http_method_names = READ_ONLY
    operations = Operations(Operation("index", index.index, NoParameters, index.plain_index, {"Index": {}}))


class SchemaParameters(ParameterSerializer):
    request_only = ("format",)

    format = ChoiceParameter(
        names=Choices("format", ("json", "yaml")), default="json", help_text="How the description is written"
    )


class SchemaView(ComputeView):
    """The OpenAPI description."""

    name = "schema"
    key_scheme = ""
    lane = "pages"
    schema = None  # it does not describe itself
    http_method_names = READ_ONLY
    operations = Operations(
        Operation(
            "schema",
            document.description,
            SchemaParameters,
            lambda result: document.as_yaml().removesuffix("\n"),
            {"JSON": {}},
        )
    )

    def present(self, result: Mapping[str, Any]) -> HttpResponse:
        if self.request.prepared.values["format"] == "yaml":
            return HttpResponse(document.as_yaml(), content_type="application/yaml")  # RFC 9512
        return super().present(result)
