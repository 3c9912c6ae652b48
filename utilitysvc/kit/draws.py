"""Uniform random integers in bulk: one large draw of random bytes, cut up, in place of a call for each value.

Two sources of bytes serve. ``os.urandom`` is the operating system's generator. ``random.randbytes`` is the Mersenne
Twister of the random module's own shared instance, which CPython seeds afresh in every forked process (R2); an
instance of ours would not be, and two workers would share a sequence.
"""

import os
import random
from collections.abc import Callable
from itertools import islice

__all__ = ["ByteSource", "RandomBytes", "byte_source", "distinct_integers", "example_source", "integers"]

RandomBytes = Callable[[int], bytes]
#: What chooses between the two: services take one as ``source``, so that a test can fix what is drawn.
ByteSource = Callable[[bool], RandomBytes]

EXAMPLE_SEED = 2026

_WORD_BYTES = 8
_WORD_RANGE = 1 << (8 * _WORD_BYTES)


def byte_source(secure: bool) -> RandomBytes:
    """Return the operating system's generator for ``secure``, else the fast one."""
    return os.urandom if secure else random.randbytes


def example_source(secure: bool) -> RandomBytes:
    """A source of the same bytes each time, for the examples of the description."""
    return random.Random(EXAMPLE_SEED).randbytes


def integers(size: int, count: int, randbytes: RandomBytes) -> list[int]:
    """Draw ``count`` integers from 0 to ``size`` - 1, each equally likely; ``size`` is at most 2**64.

    A word at or above the largest multiple of ``size`` is drawn again: keeping it would favour the small remainders.
    """
    limit = _WORD_RANGE - _WORD_RANGE % size
    drawn: list[int] = []
    while (missing := count - len(drawn)) > 0:
        words = memoryview(randbytes(_WORD_BYTES * missing)).cast("Q")
        drawn += [word % size for word in words if word < limit]
    return drawn


def distinct_integers(size: int, count: int, randbytes: RandomBytes) -> list[int]:
    """Draw ``count`` different integers from 0 to ``size`` - 1, every ordered selection equally likely."""
    if 2 * count > size:
        return _shuffled(size, randbytes)[:count]
    # At most half of the range is wanted, so that a draw repeats an earlier one no more than every second time.
    found: dict[int, None] = {}
    while len(found) < count:
        found.update(dict.fromkeys(integers(size, count - len(found), randbytes)))
    return list(islice(found, count))


def _shuffled(size: int, randbytes: RandomBytes) -> list[int]:
    """Order the whole range by random keys; equal keys would leave neighbours in order, so they are drawn again."""
    while True:
        keys = memoryview(randbytes(_WORD_BYTES * size)).cast("Q").tolist()
        if len(set(keys)) == size:
            return sorted(range(size), key=keys.__getitem__)
