"""JSON Schema (2020-12, which OpenAPI 3.1 uses) of what a service function is annotated to return."""

from collections.abc import Callable, Mapping, Sequence
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

__all__ = ["Schema", "answer_hint", "schema_of"]

Schema = dict[str, Any]

_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def answer_hint(function: Callable[..., object]) -> Any:
    """The return annotation of ``function``."""
    return get_type_hints(function, include_extras=True)["return"]


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
        return _any_of([schema_of(argument) for argument in arguments])
    if origin is Literal:
        return {"type": _SCALARS[type(arguments[0])], "enum": list(arguments)}
    if origin in (list, Sequence):
        return {"type": "array", "items": schema_of(arguments[0])}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": schema_of(arguments[1])}
    raise TypeError(f"no JSON Schema for {hint!r}")


def _object(typed_dict: Any) -> Schema:
    hints = get_type_hints(typed_dict, include_extras=True)
    schema: Schema = {"type": "object", "properties": {name: schema_of(hint) for name, hint in hints.items()}}
    if required := [name for name in hints if name in typed_dict.__required_keys__]:
        schema["required"] = required
    return schema


def _any_of(schemas: list[Schema]) -> Schema:
    """Several scalars are one list of types; ``number`` takes every integer."""
    if not all(set(schema) == {"type"} for schema in schemas):
        return {"anyOf": schemas}
    types = list(dict.fromkeys(schema["type"] for schema in schemas))
    if "number" in types and "integer" in types:
        types.remove("integer")
    return {"type": types[0] if len(types) == 1 else types}
