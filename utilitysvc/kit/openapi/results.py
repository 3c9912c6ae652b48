"""The schema of what a path may answer, whichever of its operations is asked for."""

from typing import Any, Literal, get_origin, get_type_hints

from utilitysvc.kit.openapi.annotations import Schema, merged, schema_of
from utilitysvc.kit.operation import Operations


def distinct_results(operations: Operations) -> list[Any]:
    """The TypedDicts that the operations return, each once, in the order of the operations."""
    return list(dict.fromkeys(row.result for row in operations.rows.values()))


def result_schema(operations: Operations) -> Schema:
    """The schema of what a path may answer, whole: no reference to a component."""
    results = distinct_results(operations)
    if len(results) == 1:
        return schema_of(results[0])
    if has_discriminator(operations):
        return {"oneOf": [schema_of(result) for result in results]}
    return merged([schema_of(result) for result in results])


def has_discriminator(operations: Operations) -> bool:
    """Whether each result has the selector as a key, whose Literal says which operation it is of."""
    hints = [get_type_hints(result).get(operations.selector) for result in distinct_results(operations)]
    return all(get_origin(hint) is Literal for hint in hints)
