"""JSON Schema of what a service function is annotated to return, in words that OpenAPI 3.0 and 2020-12 share.

The description is strict and for programs (S2): one type each, nothing nullable, and what may be absent is an optional
key.
"""

from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Schema = dict[str, Any]

_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean"}


def schema_of(hint: Any) -> Schema:
    """Return the schema of a TypedDict or of anything that may stand in one.

    A text in ``Annotated`` is the description. Raises TypeError for an annotation that says nothing of JSON.
    """
    if hint in _SCALARS:
        return {"type": _SCALARS[hint]}
    if hint is Any:
        return {}
    if is_typeddict(hint):
        return _object(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return schema_of(arguments[0]) | {"description": arguments[1]}
    if origin in (Required, NotRequired):
        return schema_of(arguments[0])
    if origin in (Union, UnionType):
        return _either([schema_of(argument) for argument in arguments if argument is not NoneType])
    if origin is Literal:
        return {"type": _SCALARS[type(arguments[0])], "enum": list(arguments)}
    if origin in (list, Sequence):
        return {"type": "array", "items": schema_of(arguments[0])}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": schema_of(arguments[1])}
    raise TypeError(f"no JSON Schema for {hint!r}")


def _either(schemas: Sequence[Schema]) -> Schema:
    """Return the schema of a union: one schema, or ``oneOf`` if it has an object and something else."""
    if "object" in (kinds := {schema.get("type") for schema in schemas}) and len(kinds) > 1:
        return {"oneOf": list(schemas)}
    return merged(schemas)


def _object(typed_dict: Any) -> Schema:
    hints = get_type_hints(typed_dict, include_extras=True)
    schema: Schema = {"type": "object", "properties": {name: schema_of(hint) for name, hint in hints.items()}}
    if required := [name for name in hints if name in typed_dict.__required_keys__]:
        schema["required"] = required
    return schema


def merged(schemas: Sequence[Schema]) -> Schema:
    """Return one schema that accepts whatever one of ``schemas`` does. Keys that not all of them require are optional.

    Raises TypeError for types that no one type covers, as a string and an array.
    """
    first, *others = schemas
    for other in others:
        first = _merged_pair(first, other)
    return first


def _merged_pair(one: Schema, other: Schema) -> Schema:
    if one == other or not other:
        return one
    kinds = {one.get("type"), other.get("type")}
    if kinds == {"integer", "number"}:
        return {**one, "type": "number"}
    if kinds == {"array"}:
        return {**one, "items": _merged_pair(one["items"], other["items"])}
    if kinds == {"object"} and "properties" in one and "properties" in other:
        return _merged_objects(one, other)
    if kinds == {"string"} and "enum" in one and "enum" in other:
        return {**one, "enum": list(dict.fromkeys([*one["enum"], *other["enum"]]))}
    if len(kinds) == 1:
        return {key: value for key, value in one.items() if key in ("type", "description")}
    raise TypeError(f"no one type describes both {one} and {other}")


def _merged_objects(one: Schema, other: Schema) -> Schema:
    properties = dict(one["properties"])
    for name, schema in other["properties"].items():
        properties[name] = _merged_pair(properties[name], schema) if name in properties else schema
    schema = {"type": "object", "properties": properties}
    required = [name for name in one.get("required", ()) if name in other.get("required", ())]
    return schema | ({"required": required} if required else {})
