"""The path /batch/: its parameters, and the view."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.http import HttpResponse

from utilitysvc.interfaces.batch import services
from utilitysvc.interfaces.calls import Calls
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import ListParameter
from utilitysvc.kit.renderers import DataResponse
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.view import ComputeView

#: The JSON Schema of a call, and the operation's examples with their answers.
TABLES = json.loads(Path(__file__).with_name("batch.json").read_bytes())
NO_CALLS = (services.CALLS.error, "calls must be an array of objects")


class CallsParameter(ListParameter):
    """A JSON array of calls. Each call is checked later, when its turn comes."""

    def to_internal_value(self, data: object) -> list[Any]:
        if not isinstance(data, list):
            raise ServiceError(*NO_CALLS)
        return data

    def json_schema(self) -> dict[str, Any]:
        return super().json_schema() | {"items": TABLES["call"]}


class BatchParameters(ParameterSerializer):
    calls = CallsParameter(bounds=services.CALLS, missing=NO_CALLS, help_text="The calls, answered in their order")


BATCH = Operation(
    "batch",
    services.answer_calls,
    BatchParameters,
    str,  # never called, because the answer is always JSON
    **TABLES["operation"],
)


class BatchView(ComputeView):
    """Answer up to 100 calls of functions in one request.

    Each gets the answer or error that it would get alone, in the order of the calls. When the calls so far have taken a
    second of computing, or have answers of more than 8 MiB, the rest are answered with status 503.
    """

    name = "batch"
    lane = "calls"
    counts_calls = True
    http_method_names = ["post", "options"]
    operations = Operations(BATCH)

    def answer(self, data: Mapping[str, Any]) -> HttpResponse:
        self.ignore(data, self.operations.known_names)
        values = BATCH.parameters.read(data)
        calls = Calls(self.request.http)
        result = BATCH.compute(values, within=calls)
        self.ignore(calls.ignored)
        return DataResponse(result)  # whatever Accept and output ask for (B11)
