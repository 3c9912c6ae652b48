"""Example values for the parameters of GET, one for each, with which a request is answered."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from rest_framework.fields import empty

from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.service_error import ServiceError

RequestData = Mapping[str, Any]


@cache  # it asks the functions themselves, and each parameter of each method is described by it
def combined_example(operations: Operations) -> RequestData:
    """Return a value for each parameter: of the first example, or the default, or of another example.

    A request with all of them is answered, whichever operation the selector names. Three kinds of parameter are left
    out: those that replace others, as ``duration`` replaces ``amount`` and ``unit``; secrets that the first example
    lacks, such as the key of an HMAC; and, if there is no selector, those that would choose another operation, as
    ``words`` makes a password a passphrase.
    """
    example: dict[str, Any] = dict(operations.first.first_example)
    stand_ins = {
        name for row in operations.rows.values() for names in row.parameters.alternatives.values() for name in names
    }
    source: RequestData = {}  # the example that gave the last value: what belongs together is taken together
    for name in operations.fields:
        if name in example or name in stand_ins or getattr(operations.fields[name], "secret", False):
            continue
        for value, origin in _candidates(operations, name, source):
            if _still_answered(operations, example, name, value):
                example[name], source = value, origin
                break
    return example


def example_of(operations: Operations, name: str) -> Any:
    """The first value that an example gives a parameter, or None."""
    return next((example[name] for example in operations.examples.values() if name in example), None)


def _candidates(operations: Operations, name: str, source: RequestData) -> Iterator[tuple[Any, RequestData]]:
    if name in source:
        yield source[name], source
    default = operations.fields[name].default
    if default not in (empty, "", None):
        yield default, source
    rows = operations.rows.values() if operations.selector else [operations.first]
    for example in (example for row in rows for example in row.examples.values()):
        if name in example:
            yield example[name], example


def _still_answered(operations: Operations, example: RequestData, name: str, value: Any) -> bool:
    more = {**example, name: value}
    if not operations.selector:
        return operations.chosen(more) is operations.chosen(example) and _answers(operations, more)
    rows = [{operations.selector: row.name} for row in operations.rows.values() if name in dict(row.fields)]
    return all(_answers(operations, more | row) for row in rows if _answers(operations, {**example, **row}))


def _answers(operations: Operations, example: RequestData) -> bool:
    row: Operation = operations.chosen(example)
    try:
        values = row.read(example)
        if not row.answers:  # else a site's data decide
            row.compute(values, **row.example_kwargs)
    except ServiceError:
        return False
    return True
