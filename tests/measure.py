"""CPU time in tests of growth and of denials of service: what it takes on a machine of known speed.

A test names a bound far above what a quiet machine shows. Two things would break it all the same: a collection of the
whole test session's garbage in the middle of what is measured, and a machine that is slow or shared. The garbage
collector therefore rests, and each measurement is divided by how much longer than usual a known loop takes beside it.
"""

import gc
import time
from contextlib import contextmanager

LOOPS = 100_000
#: What the loop takes on a quiet machine with Python 3.13: the unit in which the tests' bounds are written.
USUAL_LOOP_SECONDS = 0.004


def cpu_seconds(function, repeats=3):
    """Return the least CPU seconds of some calls: whatever else the machine does can only lengthen one."""
    least = float("inf")
    with _garbage_collector_at_rest():
        for _ in range(repeats):
            factor = slowness()
            started = time.thread_time()
            function()
            seconds = time.thread_time() - started
            least = min(least, seconds / max(factor, slowness()))
    return least


def takes_longer(function, seconds):
    """Tell whether ``function`` takes more CPU than that. Only where it seems so is it measured beside the loop."""
    started = time.thread_time()
    function()
    return time.thread_time() - started > seconds and cpu_seconds(function) > seconds


def slowness():
    """Return how many times longer than usual a known loop takes just now, at least 1."""
    started = time.thread_time()
    total = 0
    for number in range(LOOPS):
        total += number & 7
    return max(1.0, (time.thread_time() - started) / USUAL_LOOP_SECONDS)


@contextmanager
def _garbage_collector_at_rest():
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
