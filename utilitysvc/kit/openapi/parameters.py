"""OpenAPI parameters and request bodies of a view's operations.

The description is strict where the service is lenient (S2): one type each, as a program should send it. What else is
taken (``"5"`` for 5, null for nothing) is told in words. Defaults are told in words too: a generated client would send
them, and a default that counts only where another parameter is absent would then be wrong.
"""

from typing import Annotated, Any, TypedDict

from rest_framework.fields import empty

from utilitysvc.kit.openapi.annotations import Schema, merged, object_schema
from utilitysvc.kit.operation import Operations
from utilitysvc.kit.parameters import ListParameter, TextParameter


class Limit(TypedDict):
    min: Annotated[int, "Smallest accepted value, or number of entries or characters"]
    max: Annotated[int, "Largest accepted value, or number of entries or characters"]


#: What a brief schema leaves out.
_LENGTHS = ("minLength", "maxLength", "minItems", "maxItems")
#: What the bounds of a parameter count.
_UNITS = {TextParameter: " characters", ListParameter: " entries"}


def query_parameter(operations: Operations, name: str) -> Schema:
    """Return a parameter of GET, with its value in the first example. It is answered when all of these are sent."""
    schema = schema_of_parameter(operations, name)
    parameter: Schema = {"name": name, "in": "query", "schema": schema, "description": described(operations, name)}
    if operations.requires(name):
        parameter["required"] = True
    if operations.fields[name].takes_list:
        parameter |= {"style": "form", "explode": False}
    given = [strict_example(operations, each)[name] for each in operations.examples.values() if name in each]
    if name in operations.first.first_example:
        parameter["example"] = given[0]
    elif given and schema["type"] != "boolean":
        written = ",".join(map(str, given[0])) if isinstance(given[0], list) else given[0]
        parameter["description"] += f"; such as {written}"
    return parameter


def body_schema(operations: Operations, *, brief: bool = False) -> Schema:
    """Return the JSON object of POST. Unknown names are ignored, so the schema does not forbid them.

    ``brief``: for a reader who pays for each word. It leaves out lengths, which the error of a value beyond them names,
    other names of the parameters, defaults that are false, 0 or the first of a closed list, and which operations read a
    parameter if they are several.
    """
    left_out = _LENGTHS if brief else ()
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
    return {
        name: value.split(",") if isinstance(value, str) and operations.fields[name].takes_list else value
        for name, value in example.items()
    }


def described(operations: Operations, name: str, *, brief: bool = False, aliases: bool = True) -> str:
    """Describe a parameter in words: bounds, default, other names, and which operations read it."""
    field = operations.fields[name]
    notes = [field.help_text]
    if not brief and (limit := limit_of(field)):
        unit = next((unit for kind, unit in _UNITS.items() if isinstance(field, kind)), "")
        notes.append(f"{limit['min']} to {limit['max']}{unit}")
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
