"""The sources of random bytes.

``os.urandom`` is the operating system's generator. ``random.randbytes`` is the Mersenne Twister that the random module
shares among its callers. CPython seeds that one again in every forked process (R2). An instance of our own would not
be seeded again, so two workers would draw the same sequence.
"""

import os
import random
from collections.abc import Callable

from utilitysvc.kit.clock import example_clock

RandomBytes = Callable[[int], bytes]
#: Returns the generator for ``secure``. Services take it as the argument ``source``, so that a test can fix the draws.
ByteSource = Callable[[bool], RandomBytes]


def byte_source(secure: bool) -> RandomBytes:
    """Return the operating system's generator if ``secure``, else the fast generator."""
    return os.urandom if secure else random.randbytes


def example_source(secure: bool) -> RandomBytes:
    """Return a generator of the same bytes each time, for the examples in the OpenAPI description."""
    return random.Random(2026).randbytes


#: The arguments of a function that draws, with which its answer to an example is the same each time.
EXAMPLE_ARGUMENTS = {"clock": example_clock, "source": example_source}
