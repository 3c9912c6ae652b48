"""The parameters of /batch/."""

import json
from pathlib import Path
from typing import Any

from utilitysvc.interfaces.batch import services
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import ListParameter
from utilitysvc.kit.service_error import ServiceError

#: The JSON Schema of a call.
CALL = json.loads(Path(__file__).with_name("call.json").read_bytes())
NO_CALLS = "calls must be an array of objects"


class CallsParameter(ListParameter):
    """A JSON array of calls. Each call is checked later, when its turn comes."""

    def to_internal_value(self, data: object) -> list[Any]:
        if not isinstance(data, list):
            raise ServiceError(self.bounds.error, NO_CALLS)
        return data

    def json_schema(self) -> dict[str, Any]:
        return super().json_schema() | {"items": CALL}


class BatchParameters(ParameterSerializer):
    calls = CallsParameter(
        bounds=services.CALLS,
        missing=(services.CALLS.error, NO_CALLS),
        help_text="The calls, answered in their order",
    )
