"""JSON Schema of what a service function is annotated to return, in words that OpenAPI 3.0 and 2020-12 share.

The description is strict and for programs (S2): one type each, nothing nullable, and what may be absent is an optional
key.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
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
        keys = get_type_hints(hint, include_extras=True)
        properties = {name: schema_of(key) for name, key in keys.items()}
        return object_schema(properties, filter(hint.__required_keys__.__contains__, keys))
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Annotated, Required, NotRequired):
        return schema_of(arguments[0]) | dict(zip(["description"], arguments[1:], strict=False))
    if origin in (Union, UnionType):
        schemas = [schema_of(argument) for argument in arguments if argument is not NoneType]
        kinds = {schema.get("type") for schema in schemas}
        return {"oneOf": schemas} if "object" in kinds and len(kinds) > 1 else merged(schemas)
    if origin is Literal:
        return {"type": _SCALARS[type(arguments[0])], "enum": list(arguments)}
    if origin in (list, Sequence):
        return {"type": "array", "items": schema_of(arguments[0])}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": schema_of(arguments[1])}
    raise TypeError(f"no JSON Schema for {hint!r}")


def object_schema(properties: Schema, required: Iterable[str]) -> Schema:
    """Return the schema of an object; of one without required keys it has no such list."""
    names = list(required)
    return {"type": "object", "properties": properties} | ({"required": names} if names else {})


def merged(schemas: Iterable[Schema]) -> Schema:
    """Return one schema that accepts whatever one of ``schemas`` does. Keys that not all of them require are optional.

    Raises TypeError for types that no one type covers, as a string and an array.
    """
    return reduce(_merged_pair, schemas)


def _merged_pair(one: Schema, other: Schema) -> Schema:
    if one == other or not other:
        return one
    kinds = {one.get("type"), other.get("type")}
    if kinds == {"integer", "number"}:
        return {**one, "type": "number"}
    if len(kinds) > 1:
        raise TypeError(f"no one type describes both {one} and {other}")
    in_both = one.keys() & other.keys()
    if "items" in in_both:
        return {**one, "items": _merged_pair(one["items"], other["items"])}
    if "enum" in in_both:
        return {**one, "enum": list(dict.fromkeys([*one["enum"], *other["enum"]]))}
    if "properties" in in_both:
        mine, theirs = one["properties"], other["properties"]
        properties = {
            name: _merged_pair(mine.get(name, schema), theirs.get(name, schema))
            for name, schema in {**mine, **theirs}.items()
        }
        return object_schema(properties, filter(other.get("required", ()).__contains__, one.get("required", ())))
    return {key: value for key, value in one.items() if key in ("type", "description")}
