"""Random integers, uniform and without bias."""

from collections.abc import Callable
from typing import TypedDict

from utilitysvc.kit import draws, ranges
from utilitysvc.kit.clock import utc_timestamp
from utilitysvc.kit.errors import ServiceError

__all__ = ["RandomResult", "plain_text", "random_integers"]

NOT_UNIQUE = "Cannot generate unique numbers"


class Range(TypedDict):
    min: int
    max: int


class Options(TypedDict):
    unique: bool
    secure: bool
    sorted: bool


class Statistics(TypedDict):
    sum: int
    average: float
    min_value: int
    max_value: int
    unique_count: int


class RandomResult(TypedDict):
    numbers: list[int]
    count: int
    range: Range
    options: Options
    timestamp: str
    statistics: Statistics


def random_integers(
    *,
    min: int = ranges.DEFAULT_MIN,
    max: int = ranges.DEFAULT_MAX,
    count: int = ranges.DEFAULT_COUNT,
    unique: bool = True,
    secure: bool = False,
    sorted: bool = False,
    clock: Callable[[], str] = utc_timestamp,
    source: Callable[..., draws.RandomBytes] = draws.byte_source,
) -> RandomResult:
    """Draw ``count`` integers from ``min`` to ``max``, both included; all different where ``unique``.

    Raises ServiceError for a range, a count, or a count of different numbers that cannot be (R1).
    """
    ranges.check_range(min, max, count)
    size = max - min + 1
    if unique and count > size:
        raise ServiceError(NOT_UNIQUE, f"Requested count: {count}, range size: {size}")
    draw = draws.distinct_integers if unique else draws.integers
    numbers = [min + offset for offset in draw(size, count, source(secure=secure))]
    if sorted:
        numbers.sort()
    return {
        "numbers": numbers,
        "count": count,
        "range": {"min": min, "max": max},
        "options": {"unique": unique, "secure": secure, "sorted": sorted},
        "timestamp": clock(),
        "statistics": _statistics(numbers),
    }


def _statistics(numbers: list[int]) -> Statistics:
    total = sum(numbers)
    return {
        "sum": total,
        "average": total / len(numbers),
        "min_value": min(numbers),
        "max_value": max(numbers),
        "unique_count": len(set(numbers)),
    }


def plain_text(result: RandomResult) -> str:
    """One number a line (G6)."""
    return "\n".join(map(str, result["numbers"]))
