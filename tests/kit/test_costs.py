"""The estimate of an operation's cost against the CPU time that it takes (S5): what decides between loop and thread."""

from contextlib import suppress

import pytest

from benchmarks.estimates import operations, samples
from tests.measure import takes_longer
from tests.tables import each_row
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.serving.lanes import LOOP_SECONDS

pytestmark = pytest.mark.slow

#: No operation takes more than this many times its estimate, and none more than this much CPU on the event loop.
MOST_TIMES = 3
MOST_LOOP_SECONDS = 0.002
#: For a machine that is shared. ``python -m benchmarks.estimates`` shows the bounds above as they are on a quiet one.
MARGIN = 10
#: Of the requests with one and the same estimate, the first is enough if it takes so long.
LONG_SECONDS = 0.01


@each_row(("name", "operation", "selector"), operations())
def test_s5_no_operation_takes_more_than_its_estimate_allows(name, operation, selector):
    """Nor more than some milliseconds where the estimate would have it answered on the event loop."""
    wrong, estimates = [], set()
    for data, values, estimate in samples(operation, selector):
        if estimate > LONG_SECONDS and estimate in estimates:
            continue
        estimates.add(estimate)

        def compute(values=values):
            with suppress(ServiceError):  # a refusal must not take longer either
                operation.compute(values)

        most = MARGIN * min(MOST_TIMES * estimate, MOST_LOOP_SECONDS if estimate <= LOOP_SECONDS else float("inf"))
        if takes_longer(compute, most):
            wrong.append(f"more than {most * 1000:.2f} ms, estimated {estimate * 1000:.2f}: {str(data)[:120]}")
    assert not wrong, "\n".join(wrong[:5])
