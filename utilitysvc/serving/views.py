"""The views of the service's health, for an orchestrator (S3)."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse

from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.parameter_serializer import NoParameters
from utilitysvc.kit.view import READ_ONLY, ComputeView
from utilitysvc.serving import health


class LiveView(ComputeView):
    """Whether the process is running."""

    name = "live"
    key_scheme = ""
    http_method_names = READ_ONLY
    operations = Operations(
        Operation("live", health.live, NoParameters, health.plain_status, {"Alive": {}}, light=True)
    )


class ReadyView(ComputeView):
    """Whether every function can answer."""

    name = "ready"
    key_scheme = ""
    http_method_names = READ_ONLY
    operations = Operations(
        Operation(
            "ready",
            health.readiness,
            NoParameters,
            health.plain_status,
            {"Readiness": {}},
            answers={"Readiness": health.EXAMPLE},
            light=True,
        )
    )
    answer_statuses = (HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE)

    def present(self, result: Mapping[str, Any]) -> HttpResponse:
        response = super().present(result)
        if result["status"] != health.READY:
            response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
            response._has_been_logged = True  # otherwise Django logs each probe as an error
        return response
