"""The schema of what a path may answer, whichever of its operations is asked for."""

from typing import Any, Literal, get_origin, get_type_hints

from utilitysvc.kit.openapi.annotations import Schema, merged, schema_of
from utilitysvc.kit.operation import Operations

__all__ = ["result_schema", "told_apart"]


def result_schema(operations: Operations) -> Schema:
    """The schema of what a path may answer, whole: no reference to a component."""
    results = list(dict.fromkeys(row.result for row in operations.rows.values()))
    if len(results) == 1:
        return schema_of(results[0])
    if told_apart(operations, results):
        return {"oneOf": [schema_of(result) for result in results]}
    return merged([schema_of(result) for result in results])


def told_apart(operations: Operations, results: list[Any]) -> bool:
    """Whether each result says by a closed list which operation it is of."""
    hints = [get_type_hints(result).get(operations.selector) for result in results]
    return all(get_origin(hint) is Literal for hint in hints)
