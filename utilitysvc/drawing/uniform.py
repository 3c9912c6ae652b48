"""Uniform random integers in bulk: one call draws the bytes of many values, instead of one call for each value."""

from utilitysvc.drawing.sources import RandomBytes

WORD_BYTES = 8
_WORD_RANGE = 1 << (8 * WORD_BYTES)


def integers(size: int, count: int, randbytes: RandomBytes) -> list[int]:
    """Draw ``count`` integers from 0 to ``size`` - 1, each equally likely; ``size`` is at most 2**64.

    A word at or above the largest multiple of ``size`` is discarded and replaced by another. Keeping it would make
    small remainders more likely than large ones.
    """
    limit = _WORD_RANGE - _WORD_RANGE % size
    drawn: list[int] = []
    while (missing := count - len(drawn)) > 0:
        words = memoryview(randbytes(WORD_BYTES * missing)).cast("Q")
        drawn += [word % size for word in words if word < limit]
    return drawn


def distinct_integers(size: int, count: int, randbytes: RandomBytes) -> list[int]:
    """Draw ``count`` different integers from 0 to ``size`` - 1, every ordered selection equally likely."""
    # If at most half of the range is wanted, each draw is new with a probability of at least one half.
    draw = _shuffled if 2 * count > size else distinct_in_sequence
    return draw(size, count, randbytes)


def distinct_in_sequence(size: int, count: int, randbytes: RandomBytes) -> list[int]:
    """Draw integers as ``integers`` does, skip repeated ones, and return the first ``count``."""
    found: dict[int, None] = {}
    while len(found) < count:
        found.update(dict.fromkeys(integers(size, count - len(found), randbytes)))
    return list(found)


def _shuffled(size: int, count: int, randbytes: RandomBytes) -> list[int]:
    """Sort the whole range by random keys. If two keys are equal, draw all again: a sort would keep their order."""
    while True:
        keys = memoryview(randbytes(WORD_BYTES * size)).cast("Q").tolist()
        if len(set(keys)) == size:
            return sorted(range(size), key=keys.__getitem__)[:count]


def integer_below(size: int, randbytes: RandomBytes) -> int:
    """Draw one integer from 0 to ``size`` - 1, each equally likely, however large ``size`` is."""
    bits = (size - 1).bit_length()
    octets = (bits + 7) // 8
    while True:
        drawn = int.from_bytes(randbytes(octets), "big") >> (8 * octets - bits)
        if drawn < size:
            return drawn
