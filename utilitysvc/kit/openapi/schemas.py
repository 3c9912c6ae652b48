"""JSON Schema of what a service function returns, and of the parameters of a view's operations.

It is in words that OpenAPI 3.0 and 2020-12 share, and strict where the service is lenient (S2): one type each, as a
program should send it, nothing nullable, and what may be absent is an optional key. What else is taken (``"5"`` for 5,
null for nothing) is told in words. Defaults are told in words too: a generated client would send them, and a default
that counts only where another parameter is absent would then be wrong.
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
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from rest_framework.fields import empty

from utilitysvc.kit.operation import Operations

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
        return object_schema(properties, (name for name in keys if name in hint.__required_keys__))
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return schema_of(arguments[0]) | {"description": arguments[1]}
    if origin in (Required, NotRequired):
        return schema_of(arguments[0])
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


class Limit(TypedDict):
    min: Annotated[int, "Smallest accepted value, or number of entries or characters"]
    max: Annotated[int, "Largest accepted value, or number of entries or characters"]


def query_parameter(operations: Operations, name: str) -> Schema:
    """Return a parameter of GET, with its value in the first example. It is answered when all of these are sent."""
    schema = schema_of_parameter(operations, name)
    parameter: Schema = {"name": name, "in": "query", "schema": schema, "description": described(operations, name)}
    if operations.requires(name):
        parameter["required"] = True
    if operations.fields[name].takes_list:
        parameter |= {"style": "form", "explode": False}
    examples = (strict_example(operations, each)[name] for each in operations.examples.values() if name in each)
    given = next(examples, None)
    if name in operations.first.first_example:
        parameter["example"] = given
    elif given is not None and schema["type"] != "boolean":
        written = ",".join(map(str, given)) if isinstance(given, list) else given
        parameter["description"] += f"; such as {written}"
    return parameter


def body_schema(operations: Operations, *, brief: bool = False) -> Schema:
    """Return the JSON object of POST. Unknown names are ignored, so the schema does not forbid them.

    ``brief``: for a reader who pays for each word. It leaves out lengths, which the error of a value beyond them names,
    other names of the parameters, defaults that are false, 0 or the first of a closed list, and which operations read a
    parameter if they are several.
    """
    left_out = ("minLength", "maxLength", "minItems", "maxItems") if brief else ()
    properties = {
        name: {"description": described(operations, name, brief=brief)}
        | {key: value for key, value in schema_of_parameter(operations, name).items() if key not in left_out}
        for name in operations.fields
    }
    return object_schema(properties, filter(operations.requires, properties))


def schema_of_parameter(operations: Operations, name: str) -> Schema:
    """Return the schema of a parameter; of closed lists that differ by operation, all their names."""
    schemas: list[Schema] = [row.fields[name].json_schema() for row in operations.rows.values() if name in row.fields]
    return merged(schemas) if "enum" in schemas[0] else schemas[0]


def strict_example(operations: Operations, example: Any) -> Schema:
    """Return an example as a strictly described request has it: a single name of a list stands in a list."""
    lists = {name for name, field in operations.fields.items() if field.takes_list}
    return {
        name: value.split(",") if name in lists and isinstance(value, str) else value for name, value in example.items()
    }


def described(operations: Operations, name: str, *, brief: bool = False, aliases: bool = True) -> str:
    """Describe a parameter in words: bounds, default, other names, and which operations read it."""
    field = operations.fields[name]
    notes = [field.help_text]
    if not brief and (limit := limit_of(field)):
        notes.append(f"{limit['min']} to {limit['max']}{field.unit}")
    expected = [empty, "", False, *field.json_schema().get("enum", ())[:1]] if brief else [empty, ""]
    if field.default not in expected:
        notes.append(f"default {str(field.default).lower() if field.json_type == 'boolean' else field.default}")
    using = operations.operations_using(name)
    if using and not brief:
        notes.append(_scope(operations, using))
    elif len(using) == 1 and operations.selector:
        notes.append(f"for {using[0]}")
    if aliases and not brief and (other_names := field.spellings[1:]):
        notes.append(f"also called {', '.join(other_names)}")
    return "; ".join(notes)


def _scope(operations: Operations, using: tuple[str, ...]) -> str:
    """Return which operations read a parameter, in whichever way is shorter."""
    others = [name for name in operations.rows if name not in using]
    if not operations.selector:
        return f"only for {', '.join(using)}"
    if len(using) < len(others):
        return f"read by {', '.join(using)}"
    return f"read by every operation except {', '.join(others)}"


def limit_of(field: Any) -> Limit | None:
    """Return the bounds of a number, of how many values a list may have, or of how many characters a text (B8)."""
    if field.bounds:
        return {"min": field.bounds.minimum, "max": field.bounds.maximum}
    if field.max_length:
        return {"min": 0 if field.allow_blank else 1, "max": field.max_length}  # an empty one may count as not given
    return None
