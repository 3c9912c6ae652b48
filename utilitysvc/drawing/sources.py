"""Where random bytes come from.

``os.urandom`` is the operating system's generator. ``random.randbytes`` is the Mersenne Twister of the random module's
own shared instance, which CPython seeds again in every forked process (R2). An instance of our own would not be seeded
again, and two workers would draw the same sequence.
"""

import os
import random
from collections.abc import Callable

__all__ = ["ByteSource", "RandomBytes", "byte_source", "example_source"]

RandomBytes = Callable[[int], bytes]
#: What chooses between the two: services take one as ``source``, so that a test can fix what is drawn.
ByteSource = Callable[[bool], RandomBytes]

EXAMPLE_SEED = 2026


def byte_source(secure: bool) -> RandomBytes:
    """Return the operating system's generator for ``secure``, else the fast one."""
    return os.urandom if secure else random.randbytes


def example_source(secure: bool) -> RandomBytes:
    """A source of the same bytes each time, for the examples of the description."""
    return random.Random(EXAMPLE_SEED).randbytes
