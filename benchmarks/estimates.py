"""Estimates and measured times

The server answers a request on the event loop or in a thread, depending on the estimated cost of its values. This
benchmark measures the CPU time of each operation's function for its examples, also with each parameter at its bounds,
with each name of a closed list, and with long texts. The first rows are the operations that took longest compared with
their estimates. The others are the operations that took longest of those that the event loop answers.
"""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "utilitysvc.settings")  # the import of Django REST framework reads it

from utilitysvc.kit.operation import Operation
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.serving.lanes import LOOP_SECONDS, SMALL_BYTES

REPEATS = 5
ROWS = 10
LONG = 0.05  # seconds after which one measurement is enough
TEXTS = [
    "",
    "a",
    "Hello, World! " * 20,
    "é\u0301\U0001f1e9\U0001f1ea" * 500,
    "x" * 16_000,
    "&amp;%41=?\\u0041 \n" * 800,
]
BOUNDS = ("min_value", "max_value")


class Sample(NamedTuple):
    """The data of a request, the values of the parameters that they give, and the estimated seconds."""

    data: Mapping[str, Any]
    values: Mapping[str, Any]
    seconds: float


def operations() -> Iterator[tuple[str, Operation, str]]:
    """Yield each operation of every function: its name, the operation, and the parameter that chooses it."""
    from utilitysvc.description import catalogue  # can be imported only after django.setup()

    for endpoint in catalogue.services():
        for operation in endpoint.view.operations.rows.values():
            yield f"{endpoint.view.name}-{operation.name}", operation, endpoint.view.operations.selector


def samples(operation: Operation, selector: str) -> Iterator[Sample]:
    """Yield the samples of an operation whose values it accepts, without those that always run in a thread.

    It may still refuse to compute one.
    """
    for data in _data(operation, selector):
        if len(str(data)) > SMALL_BYTES:
            continue
        try:
            values = operation.read(data)
            seconds = operation.estimate(values)
        except ServiceError:
            continue
        yield Sample(data, values, seconds)


def _data(operation: Operation, selector: str) -> Iterator[dict[str, Any]]:
    for example in operation.examples.values():
        yield dict(example)
        for name, field in operation.fields:
            if name == selector:
                continue  # the other operations have samples of their own
            bounds = [getattr(field, bound, None) for bound in BOUNDS]
            names = getattr(getattr(field, "names", None), "values", None) or ()
            texts = TEXTS if isinstance(example.get(name), str) and name in ("input", "text") else ()
            for value in (*(bound for bound in bounds if bound is not None), *names, *texts):
                yield {**example, name: value}
        largest = {name: field.max_value for name, field in operation.fields if getattr(field, "max_value", None)}
        yield {**example, **largest}


def least_seconds(operation: Operation, values: Mapping[str, Any]) -> float:
    operation.compute(values)  # the first call may load modules or build tables, so do not measure it
    least = float("inf")
    for _ in range(REPEATS):
        started = time.thread_time()
        operation.compute(values)
        least = min(least, time.thread_time() - started)
        if least > LONG:
            break
    return least


def table():
    django.setup()
    measured = []
    for name, operation, selector in operations():
        for sample in samples(operation, selector):
            with suppress(ServiceError):
                measured.append((least_seconds(operation, sample.values), sample.seconds, name))
    by_ratio = _highest(measured, lambda row: row[0] / row[1])
    on_loop = _highest([row for row in measured if row[1] <= LOOP_SECONDS], lambda row: row[0])
    head = ["Operation", "estimated, ms", "measured, ms", "ratio", "answered"]
    return [head, *map(_row, by_ratio), *map(_row, on_loop)]


def _highest(measured, key):
    """Return for each operation its row with the highest ``key``, and of these the ROWS highest."""
    by_name = {}
    for row in sorted(measured, key=key):
        by_name[row[2]] = row
    return sorted(by_name.values(), key=key, reverse=True)[:ROWS]


def _row(row):
    seconds, estimate, name = row
    where = "on the loop" if estimate <= LOOP_SECONDS else "in a thread"
    return [f"`{name}`", f"{estimate * 1e3:.2f}", f"{seconds * 1e3:.2f}", f"{seconds / estimate:.2f}", where]


if __name__ == "__main__":
    for row in table():
        print(" | ".join(row))
