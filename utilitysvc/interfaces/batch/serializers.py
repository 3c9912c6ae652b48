"""The parameters of /batch/."""

from typing import Any

from utilitysvc.interfaces.batch import services
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import ListParameter
from utilitysvc.kit.service_error import ServiceError


class CallsParameter(ListParameter):
    """A JSON array of calls. Each call is checked later, when its turn comes."""

    def to_internal_value(self, data: object) -> list[Any]:
        if not isinstance(data, list):
            raise ServiceError(self.bounds.error, "calls must be an array of objects")
        return data

    def json_schema(self) -> dict[str, Any]:
        call = {
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "Path of a function, as `/hash/` or `/ip/8.8.8.8/`"},
                "parameters": {
                    "type": "object",
                    "description": "The function's parameters, as in the body of its own POST",
                    "additionalProperties": {},
                },
                "id": {"type": "string", "description": "Given back with the result"},
            },
            "required": ["path"],
        }
        return {**super().json_schema(), "items": call}


class BatchParameters(ParameterSerializer):
    missing = {"calls": (services.CALLS.error, "calls must be an array of objects")}

    calls = CallsParameter(bounds=services.CALLS, help_text="The calls, answered in their order")
