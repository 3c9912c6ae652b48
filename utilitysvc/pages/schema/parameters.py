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
from utilitysvc.kit.rules import Bounds
from utilitysvc.pages.catalogue import Endpoint, limit_of
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
    parameter: Schema = {"name": name, "in": "query", "description": _description(endpoint, name, field)}
    if field.required:
        parameter["required"] = True
    elif not getattr(field, "allow_blank", False):
        parameter["allowEmptyValue"] = True
    if isinstance(field, ChoicesParameter):
        parameter |= {"style": "form", "explode": False}
    schema = _query_type(field)
    if not _may_be_ignored(endpoint, name):
        schema |= _rules(field)
    example: Mapping[str, Any] = next(iter(endpoint.view.parameters.examples.values()), {})
    shown = {"example": _as_listed(field, example[name])} if name in example else {}
    return parameter | {"schema": schema | _default(field)} | shown


def body_schema(endpoint: Endpoint) -> Schema:
    """The JSON object of POST. Unknown names are ignored, so that nothing forbids them."""
    properties = {name: _property(endpoint, name, field) for name, field in endpoint.fields}
    schema: Schema = {"type": "object", "properties": properties | {OUTPUT: {"description": _OUTPUT_HELP}}}
    if required := [name for name, field in endpoint.fields if field.required]:
        schema["required"] = required
    return schema


def _property(endpoint: Endpoint, name: str, field: serializers.Field) -> Schema:
    schema = _body_type(field)
    if not _may_be_ignored(endpoint, name):
        schema |= _rules(field)
    if isinstance(field, ChoicesParameter):
        schema = {"anyOf": [_one_of(field), schema]}
    if not field.required:
        schema = _optional(schema)
    return {"description": _description(endpoint, name, field)} | schema | _default(field)


def _query_type(field: serializers.Field) -> Schema:
    match field:
        case IntegerParameter():
            return {"type": "integer"}
        case BooleanParameter():
            return {"type": "boolean"}
        case ChoicesParameter():
            return {"type": "array"}
        case ChoiceParameter() | TextParameter():
            return {"type": "string"}
    raise TypeError(f"no description of a {type(field).__name__} in a query")


def _body_type(field: serializers.Field) -> Schema:
    match field:
        case IntegerParameter():
            return {"type": ["integer", "string"], "pattern": _INTEGER_TEXT, "maxLength": 20}
        case BooleanParameter():
            return {"type": ["boolean", "integer", "string"], "minimum": 0, "maximum": 1, "pattern": _BOOLEAN_TEXT}
        case ChoiceParameter() | TextParameter():
            return {"type": ["string", "number"]}
        case ChoicesParameter() | serializers.ListField():
            return {"type": "array"}
    raise TypeError(f"no description of a {type(field).__name__} in a body")


def _may_be_ignored(endpoint: Endpoint, name: str) -> bool:
    """A value that is not read is refused for its type alone; its rules then stand in its description."""
    return name in endpoint.view.parameters.only_with


def _rules(field: serializers.Field) -> Schema:
    """What a value of the right type must fulfil."""
    match field:
        case IntegerParameter(bounds=Bounds() as bounds):
            return {"minimum": bounds.minimum, "maximum": bounds.maximum}
        case ChoicesParameter():
            return {"items": _or_empty(_one_of(field))}  # an empty part is ignored, and does not count
        case ChoiceParameter():
            return _one_of(field)
        case serializers.ListField():
            return {"minItems": field.min_length, "maxItems": field.max_length}
    return {}


def _one_of(field: ChoiceParameter | ChoicesParameter) -> Schema:
    return {"type": "string", "enum": list(field.names.values)}


def _or_empty(schema: Schema) -> Schema:
    return schema | {"enum": [*schema["enum"], ""]} if "enum" in schema else schema


def _optional(schema: Schema) -> Schema:
    """The same, or null or an empty name, which mean not given (G1, G3)."""
    if "anyOf" in schema:
        return {"anyOf": [*map(_or_empty, schema["anyOf"]), {"type": "null"}]}
    schema = _or_empty(schema)
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    optional = schema | {"type": [*types, "null"]}
    return optional | {"enum": [*schema["enum"], None]} if "enum" in schema else optional


def _default(field: serializers.Field) -> Schema:
    if field.required or field.default is empty:
        return {}
    return {"default": _as_listed(field, field.default)}


def _as_listed(field: serializers.Field, value: Any) -> Any:
    return [value] if isinstance(field, ChoicesParameter) and isinstance(value, str) else value


def _description(endpoint: Endpoint, name: str, field: serializers.Field) -> str:
    parameters = endpoint.view.parameters
    notes = [field.help_text]
    if limit := limit_of(field):
        unit = " characters" if isinstance(field, TextParameter) else ""
        notes.append(f"{limit['min']} to {limit['max']}{unit}")
    if _may_be_ignored(endpoint, name):
        if isinstance(field, ChoiceParameter):
            notes.append(f"one of {', '.join(field.names.values)}")
        notes.append(_condition(*parameters.only_with[name]))
    if other_names := parameters.aliases.get(name):
        notes.append(f"also called {', '.join(other_names)}")
    return "; ".join(notes)


def _condition(other: str, values: tuple[object, ...]) -> str:
    return (
        f"only with {other} {', '.join(str(value).lower() for value in values)}" if values else f"only without {other}"
    )
