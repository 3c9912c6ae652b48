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
_OUTPUT_HELP = "`text` for the bare value and a newline as plain text; anything else is ignored"


def path_parameters(endpoint: Endpoint) -> list[Schema]:
    """The variables of the path: where there are any, they stand for the serializer's fields, in their order."""
    variables = _variables(endpoint)
    return [
        _parameter(endpoint, name, field) | {"name": variable, "in": "path", "required": True}
        for variable, (name, field) in zip(variables, endpoint.fields, strict=bool(variables))
    ]


def query_parameters(endpoint: Endpoint) -> list[Schema]:
    """The query parameters of GET, with the values of the first example. A list of values only comes by POST."""
    output = {"name": OUTPUT, "in": "query", "description": _OUTPUT_HELP, "schema": {"type": "string"}}
    if _variables(endpoint):
        return [output]
    fields = [(name, field) for name, field in endpoint.fields if not isinstance(field, serializers.ListField)]
    return [_parameter(endpoint, name, field) for name, field in fields] + [output]


def _variables(endpoint: Endpoint) -> list[str]:
    return re.findall(r"{(\w+)}", endpoint.path)


def _parameter(endpoint: Endpoint, name: str, field: serializers.Field) -> Schema:
    schema = _query_schema(field) | _bounds(endpoint, name, field) | _default(field)
    parameter: Schema = {"name": name, "in": "query", "description": _description(endpoint, name, field)}
    if field.required:
        parameter["required"] = True
    elif not getattr(field, "allow_blank", False):
        parameter["allowEmptyValue"] = True
    if isinstance(field, ChoicesParameter):
        parameter |= {"style": "form", "explode": False}
    example: Mapping[str, Any] = next(iter(endpoint.view.parameters.examples.values()), {})
    return parameter | {"schema": schema} | ({"example": example[name]} if name in example else {})


def _query_schema(field: serializers.Field) -> Schema:
    match field:
        case IntegerParameter():
            return {"type": "integer"}
        case BooleanParameter():
            return {"type": "boolean"}
        case ChoicesParameter():
            return _several_of(field)
        case ChoiceParameter():
            return _one_of(field)
        case TextParameter():
            return {"type": "string"}
    raise TypeError(f"no description of a {type(field).__name__} in a query")


def body_schema(endpoint: Endpoint) -> Schema:
    """The JSON object of POST. Unknown names are ignored, so that nothing forbids them."""
    properties = {
        name: {"description": _description(endpoint, name, field)}
        | (_body_schema(field) if field.required else _optional(_body_schema(field)))
        | _bounds(endpoint, name, field)
        | _default(field)
        for name, field in endpoint.fields
    }
    schema: Schema = {"type": "object", "properties": properties | {OUTPUT: {"description": _OUTPUT_HELP}}}
    if required := [name for name, field in endpoint.fields if field.required]:
        schema["required"] = required
    return schema


def _body_schema(field: serializers.Field) -> Schema:
    match field:
        case IntegerParameter():
            return {"type": ["integer", "string"], "pattern": _INTEGER_TEXT, "maxLength": 20}
        case BooleanParameter():
            return {"type": ["boolean", "integer", "string"], "minimum": 0, "maximum": 1, "pattern": _BOOLEAN_TEXT}
        case ChoicesParameter():
            return {"anyOf": [_one_of(field), _several_of(field)]}
        case ChoiceParameter():
            return _one_of(field)
        case TextParameter():
            return {"type": ["string", "number"]}
        case serializers.ListField():
            return {"type": "array", "minItems": field.min_length, "maxItems": field.max_length}
    raise TypeError(f"no description of a {type(field).__name__} in a body")


def _optional(schema: Schema) -> Schema:
    """The same, or null, which means not given (G1)."""
    if "anyOf" in schema:
        return {"anyOf": [*schema["anyOf"], {"type": "null"}]}
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    optional = schema | {"type": [*types, "null"]}
    return optional | {"enum": [*schema["enum"], None]} if "enum" in schema else optional


def _one_of(field: ChoiceParameter | ChoicesParameter) -> Schema:
    return {"type": "string", "enum": list(field.names.values)}


def _several_of(field: ChoicesParameter) -> Schema:
    bounds = getattr(field, "bounds", None)
    return {"type": "array", "items": _one_of(field)} | ({"maxItems": bounds.maximum} if bounds else {})


def _bounds(endpoint: Endpoint, name: str, field: serializers.Field) -> Schema:
    """Bounds that hold whatever else is asked; those of a parameter that may be ignored stand in its description."""
    if not isinstance(field, IntegerParameter) or not field.bounds or name in endpoint.view.parameters.only_with:
        return {}
    return {"minimum": field.bounds.minimum, "maximum": field.bounds.maximum}


def _default(field: serializers.Field) -> Schema:
    if field.required or field.default is empty:
        return {}
    return {"default": [field.default] if isinstance(field, ChoicesParameter) else field.default}


def _description(endpoint: Endpoint, name: str, field: serializers.Field) -> str:
    parameters = endpoint.view.parameters
    notes = [field.help_text]
    if bounds := getattr(field, "bounds", None):
        notes.append(f"{bounds.minimum} to {bounds.maximum}")
    if name in parameters.only_with:
        other, values = parameters.only_with[name]
        notes.append(f"only with {other} {', '.join(str(value).lower() for value in values)}")
    if other_names := parameters.aliases.get(name):
        notes.append(f"also called {', '.join(other_names)}")
    return "; ".join(notes)
