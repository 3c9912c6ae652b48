"""The estimate of an operation's cost against the CPU time that it takes (S5): what decides between loop and thread."""

import time

import pytest

from utilitysvc.description import catalogue
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.serving.lanes import LOOP_SECONDS, SMALL_BYTES

pytestmark = pytest.mark.slow

#: No operation takes more than this many times its estimate.
MOST_TIMES = 3
#: No request takes more CPU than this on the event loop.
MOST_LOOP_SECONDS = 0.002
REPEATS = 5
TEXTS = [
    "",
    "a",
    "Hello, World! " * 20,
    "é\u0301\U0001f1e9\U0001f1ea" * 500,
    "x" * 16_000,
    "&amp;%41=?\\u0041 \n" * 800,
]
BOUNDS = ("min_value", "max_value")


def rows():
    """Every operation of every function, with its view."""
    for endpoint in catalogue.services():
        selector = endpoint.view.operations.selector
        for operation in endpoint.view.operations.rows.values():
            marks = [] if operation.cost else [pytest.mark.xfail(reason="has no estimate of its own", strict=False)]
            yield pytest.param(operation, selector, id=f"{endpoint.view.name}-{operation.name}", marks=marks)


def drawn(operation, selector):
    """Yield the examples, each with every parameter in turn at each of its bounds and names, or as a long text."""
    for example in operation.examples.values():
        yield dict(example)
        for name, field in operation.fields:
            if name == selector:
                continue  # another operation's name has a row of its own
            bounds = [getattr(field, bound, None) for bound in BOUNDS]
            names = getattr(getattr(field, "names", None), "values", None) or ()
            texts = TEXTS if isinstance(example.get(name), str) and name in ("input", "text") else ()
            for value in (*(bound for bound in bounds if bound is not None), *names, *texts):
                yield {**example, name: value}
        largest = {name: field.max_value for name, field in operation.fields if getattr(field, "max_value", None)}
        yield {**example, **largest}


def cpu_seconds(operation, values):
    """Return the least of some measurements: what else the machine does can only lengthen one."""
    least = float("inf")
    for _ in range(REPEATS):
        started = time.thread_time()
        operation.compute(values)
        least = min(least, time.thread_time() - started)
        if least > 0.05:
            break
    return least


@pytest.mark.parametrize(("operation", "selector"), list(rows()))
def test_s5_no_operation_takes_more_than_its_estimate_allows(operation, selector):
    """Nor more than two milliseconds where the estimate would have it answered on the event loop."""
    wrong = []
    for data in drawn(operation, selector):
        if len(str(data)) > SMALL_BYTES:
            continue
        try:
            values = operation.read(data)
            estimate = operation.estimate(values)
            operation.compute(values)  # what is loaded or built the first time is not measured
        except ServiceError:
            continue
        taken = cpu_seconds(operation, values)
        if taken > MOST_TIMES * estimate or (estimate <= LOOP_SECONDS and taken > MOST_LOOP_SECONDS):
            wrong.append(f"{taken * 1000:.2f} ms, estimated {estimate * 1000:.2f}: {str(data)[:120]}")
    assert not wrong, "\n".join(wrong[:5])
