"""OpenAPI parameters and request bodies of a view's operations.

The description is strict where the service is lenient (S2): one type each, as a program should send it. What else is
taken (``"5"`` for 5, null for nothing) is told in words. Defaults are told in words too: a generated client would send
them, and a default that counts only where another parameter is absent would then be wrong.
"""

from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from utilitysvc.kit.openapi.annotations import Schema
from utilitysvc.kit.operation import Operations
from utilitysvc.kit.parameters import BooleanParameter, ListParameter, TextParameter

#: What a brief schema leaves out.
LENGTHS = ("minLength", "maxLength", "minItems", "maxItems")


def path_parameters(operations: Operations, variables: dict[str, str]) -> list[Schema]:
    """The variables of the path, each by the parameter that it stands for."""
    fields = operations.fields
    return [
        _parameter(operations, name, fields[name]) | {"name": variable, "in": "path", "required": True}
        for variable, name in variables.items()
    ]


def query_parameters(operations: Operations, variables: dict[str, str]) -> list[Schema]:
    """The query parameters of GET, with the values of the first example. It is answered when all of them are sent."""
    return [
        _parameter(operations, name, field)
        for name, field in operations.fields.items()
        if name not in variables.values()
    ]


def _parameter(operations: Operations, name: str, field: serializers.Field) -> Schema:
    parameter: Schema = {"name": name, "in": "query", "description": described(operations, name, field)}
    if operations.requires(name):
        parameter["required"] = True
    schema = schema_of_parameter(operations, name, field)
    if schema["type"] == "array":
        parameter |= {"style": "form", "explode": False}
    given = [example[name] for example in operations.examples.values() if name in example]
    if name in operations.first.first_example:
        return parameter | {"schema": schema, "example": _as_described(schema, given[0])}
    if given and schema["type"] != "boolean":
        written = ",".join(map(str, given[0])) if isinstance(given[0], list) else given[0]
        parameter["description"] += f"; such as {written}"
    return parameter | {"schema": schema}


def body_schema(operations: Operations, *, brief: bool = False) -> Schema:
    """The JSON object of POST. Unknown names are ignored, so the schema does not forbid them.

    ``brief``: for a reader who pays for each word. It leaves out lengths, which the error of a value beyond them names,
    other names of the parameters, defaults that are false, 0 or the first of a closed list, and which operations read a
    parameter if they are several.
    """
    properties = {
        name: {"description": described(operations, name, field, brief=brief)}
        | _schema(operations, name, field, brief=brief)
        for name, field in operations.fields.items()
    }
    required = [name for name in properties if operations.requires(name)]
    return {"type": "object", "properties": properties} | ({"required": required} if required else {})


def _schema(operations: Operations, name: str, field: serializers.Field, *, brief: bool) -> Schema:
    schema = schema_of_parameter(operations, name, field)
    if not brief:
        return schema
    return {key: value for key, value in schema.items() if key not in LENGTHS}


def schema_of_parameter(operations: Operations, name: str, field: serializers.Field) -> Schema:
    """The schema of a parameter; of closed lists that differ by operation, all their names."""
    using = [row for row in operations.rows.values() if name in row.fields]
    schemas: list[Schema] = [row.fields[name].json_schema() for row in using]
    if not all("enum" in schema for schema in schemas):
        own: Schema = field.json_schema()
        return own
    return schemas[0] | {"enum": list(dict.fromkeys(value for schema in schemas for value in schema["enum"]))}


def strict_example(operations: Operations, example: Any) -> Schema:
    """An example as a strictly described request has it: a single name of a list stands in a list."""
    fields = operations.fields
    return {
        name: _as_described(fields[name].json_schema(), value) if name in fields else value
        for name, value in example.items()
    }


def _as_described(schema: Schema, value: Any) -> Any:
    return value.split(",") if schema["type"] == "array" and isinstance(value, str) else value


def described(
    operations: Operations, name: str, field: serializers.Field, *, brief: bool = False, aliases: bool = True
) -> str:
    """Describe a parameter in words: bounds, default, other names, and which operations read it."""
    notes = [field.help_text]
    if not brief and (limit := limit_of(field)):
        notes.append(f"{limit['min']} to {limit['max']}{_unit(field)}")
    if not field.required and field.default not in (empty, "") and not (brief and _is_plain(field)):
        notes.append(f"default {str(field.default).lower() if isinstance(field, BooleanParameter) else field.default}")
    using = operations.operations_using(name)
    if using and not (brief and (len(using) > 1 or not operations.selector)):
        notes.append(f"for {using[0]}" if brief else _scope(operations, using))
    if aliases and not brief and (other_names := operations.aliases.get(name)):
        notes.append(f"also called {', '.join(other_names)}")
    return "; ".join(notes)


def _is_plain(field: serializers.Field) -> bool:
    """Whether a reader would expect the default."""
    return not field.default or field.default == next(iter(field.json_schema().get("enum", ())), None)


def _scope(operations: Operations, using: tuple[str, ...]) -> str:
    """Which operations read a parameter, in whichever way is shorter."""
    others = [name for name in operations.rows if name not in using]
    if not operations.selector:
        return f"only for {', '.join(using)}"
    if len(using) < len(others):
        return f"read by {', '.join(using)}"
    return f"read by every operation except {', '.join(others)}"


def _unit(field: serializers.Field) -> str:
    if isinstance(field, TextParameter):
        return " characters"
    return " entries" if isinstance(field, ListParameter) else ""


def limit_of(field: serializers.Field) -> dict[str, int] | None:
    """The bounds of an integer, of how many values a list may have, or of how many characters a text (B8)."""
    if bounds := getattr(field, "bounds", None):
        return {"min": bounds.minimum, "max": bounds.maximum}
    if longest := getattr(field, "max_length", None):
        return {"min": 0 if field.allow_blank else 1, "max": longest}  # an empty one may count as not given
    return None
