"""Estimate how many seconds of CPU a draw takes, from the parameters of a request before they are checked."""

import math

#: To read the values of a request, check them and build the answer.
SECONDS_AT_LEAST = 10e-6
SECONDS_PER_INTEGER = 0.35e-6
#: One SHA-256 digest makes four seeded integers.
SECONDS_PER_SEEDED_INTEGER = 0.5e-6


def seconds_to_draw(size: int, count: int, *, unique: bool = False, seeded: bool = False) -> float:
    """Return the seconds to draw ``count`` integers out of ``size``.

    A count that is too low or too high is replaced by the nearest valid one.
    """
    count = max(count, 0)
    per_integer = SECONDS_PER_SEEDED_INTEGER if seeded else SECONDS_PER_INTEGER
    if not unique:
        drawn: float = count
    elif not seeded and 2 * count > size:
        drawn = max(size, 0)  # the whole range is shuffled
    else:
        drawn = _draws_until_distinct(size, min(count, size))
    return SECONDS_AT_LEAST + drawn * per_integer


def _draws_until_distinct(size: int, count: int) -> float:
    """Return how many draws give ``count`` different values on average (the coupon collector's problem)."""
    return size * math.log(size / (size - count + 0.56)) if count > 0 else 0.0
