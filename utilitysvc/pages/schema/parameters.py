"""OpenAPI parameters and request bodies of a ParameterSerializer's fields.

A query is described by what one should write. A body is described by all that is taken (G2): JSON has types, and a
client that checks what it sends against the schema must not be told that a decimal string is no integer.
"""

import re
from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from utilitysvc.kit.fields import (
    BooleanParameter,
    ChoiceParameter,
    ChoicesParameter,
    IntegerParameter,
    TextParameter,
)
from utilitysvc.pages.catalogue import Endpoint
from utilitysvc.pages.schema.annotations import Schema

__all__ = ["body_schema", "path_parameters", "query_parameters"]

# What the kit reads as an integer or a boolean where it comes as a string; an empty one counts as not given (G3).
_INTEGER_TEXT = r"^(\s*[+-]?[0-9]+\s*)?$"
_BOOLEAN_TEXT = "^(true|false|1|0|yes|no|on|off)?$"

OUTPUT = "output"
_OUTPUT_HELP = "`text`: the bare value and a newline as plain text, for use in a shell; anything else is ignored"


def path_parameters(endpoint: Endpoint) -> list[Schema]:
    """The variables of the path: where there are any, they stand for the serializer's fields, in their order."""
    variables = _variables(endpoint)
    example = _example(endpoint)
    return [
        _parameter(variable, field, example.get(name, empty)) | {"in": "path", "required": True}
        for variable, (name, field) in zip(variables, endpoint.fields, strict=bool(variables))
    ]


def query_parameters(endpoint: Endpoint) -> list[Schema]:
    """The query parameters of GET with the values of the first example. A list is no such thing: it comes by POST."""
    example = _example(endpoint)
    fields = [] if _variables(endpoint) else endpoint.fields
    return [
        *(
            _parameter(name, field, example.get(name, empty))
            for name, field in fields
            if not isinstance(field, serializers.ListField)
        ),
        {"name": OUTPUT, "in": "query", "description": _OUTPUT_HELP, "schema": {"type": "string"}},
    ]


def _variables(endpoint: Endpoint) -> list[str]:
    return re.findall(r"{(\w+)}", endpoint.path)


def _example(endpoint: Endpoint) -> Mapping[str, Any]:
    return next(iter(endpoint.view.parameters.examples.values()), {})


def _parameter(name: str, field: serializers.Field, example: object) -> Schema:
    parameter: Schema = {"name": name, "in": "query", "description": field.help_text, "schema": _query_schema(field)}
    if field.required:
        parameter["required"] = True
    if isinstance(field, ChoicesParameter):
        parameter |= {"style": "form", "explode": False}
    if example is not empty:
        parameter["example"] = example
    return parameter


def _query_schema(field: serializers.Field) -> Schema:
    schema: Schema
    match field:
        case IntegerParameter():
            schema = {"type": "integer"} | _bounds(field)
        case BooleanParameter():
            schema = {"type": "boolean"}
        case ChoicesParameter():
            return {"type": "array", "items": {"type": "string", "enum": list(field.names.values)}} | _default(
                field, in_list=True
            )
        case ChoiceParameter():
            schema = {"type": "string", "enum": list(field.names.values)}
        case TextParameter():
            schema = {"type": "string"}
        case _:
            raise TypeError(f"no description for a {type(field).__name__}")
    return schema | _default(field)


def body_schema(endpoint: Endpoint) -> Schema:
    """The JSON object of POST. Unknown names are ignored, so that nothing forbids them."""
    properties = {name: _property(field) for name, field in endpoint.fields}
    schema: Schema = {"type": "object", "properties": properties | {OUTPUT: {"description": _OUTPUT_HELP}}}
    if required := [name for name, field in endpoint.fields if field.required]:
        schema["required"] = required
    return schema


def _property(field: serializers.Field) -> Schema:
    absent = [] if field.required else ["null"]
    schema: Schema
    match field:
        case IntegerParameter():
            schema = {"type": ["integer", "string", *absent], "pattern": _INTEGER_TEXT, "maxLength": 20}
            schema |= _bounds(field)
        case BooleanParameter():
            schema = {"type": ["boolean", "integer", "string", *absent], "pattern": _BOOLEAN_TEXT}
            schema |= {"minimum": 0, "maximum": 1}
        case ChoicesParameter():
            one = {"type": "string", "enum": list(field.names.values)}
            schema = {"anyOf": [one, {"type": "array", "items": one}, *({"type": name} for name in absent)]}
        case ChoiceParameter():
            schema = {"type": ["string", *absent], "enum": [*field.names.values, *(None for _ in absent)]}
        case TextParameter():
            schema = {"type": ["string", "number", *absent]}
        case serializers.ListField():
            schema = {"type": ["array", *absent], "minItems": field.min_length, "maxItems": field.max_length}
        case _:
            raise TypeError(f"no description for a {type(field).__name__}")
    return schema | _default(field) | {"description": field.help_text}


def _bounds(field: IntegerParameter) -> dict[str, int]:
    return {"minimum": field.bounds.minimum, "maximum": field.bounds.maximum} if field.bounds else {}


def _default(field: serializers.Field, *, in_list: bool = False) -> dict[str, Any]:
    if field.required or field.default is empty:
        return {}
    return {"default": [field.default] if in_list else field.default}
