"""Random integers, uniform and without bias."""

from typing import Annotated, TypedDict

from utilitysvc.kit import draws, ranges
from utilitysvc.kit.arguments import checked
from utilitysvc.kit.clock import Clock, utc_now, utc_timestamp
from utilitysvc.kit.service_error import ServiceError

__all__ = ["RandomResult", "plain_text", "random_integers"]

NOT_UNIQUE = "Cannot generate unique numbers"


class Range(TypedDict):
    min: Annotated[int, "Minimum used"]
    max: Annotated[int, "Maximum used"]


class Options(TypedDict):
    unique: Annotated[bool, "Whether uniqueness was applied"]
    secure: Annotated[bool, "Whether the cryptographically secure generator was used"]
    sorted: Annotated[bool, "Whether results were sorted"]


class Statistics(TypedDict):
    sum: Annotated[int, "Sum of the numbers"]
    average: Annotated[float, "Average of the numbers"]
    min_value: Annotated[int, "Smallest generated number"]
    max_value: Annotated[int, "Largest generated number"]
    unique_count: Annotated[int, "Number of distinct values"]


class RandomResult(TypedDict):
    numbers: Annotated[list[int], "The generated numbers"]
    count: Annotated[int, "How many were generated"]
    range: Annotated[Range, "The range that they are from"]
    options: Annotated[Options, "How they were drawn"]
    timestamp: Annotated[str, "Generation time in UTC, shaped YYYY-MM-DD HH:MM:SS"]
    statistics: Annotated[Statistics, "Figures of the numbers"]


@checked
def random_integers(
    *,
    min: int = ranges.DEFAULT_MIN,
    max: int = ranges.DEFAULT_MAX,
    count: int = ranges.DEFAULT_COUNT,
    unique: bool = True,
    secure: bool = False,
    sorted: bool = False,
    clock: Clock = utc_now,
    source: draws.ByteSource = draws.byte_source,
) -> RandomResult:
    """Draw ``count`` integers from ``min`` to ``max``, both included, each equally likely.

    >>> result = random_integers(min=1, max=3, count=3, sorted=True)
    >>> result["numbers"], result["statistics"]["average"]
    ([1, 2, 3], 2.0)

    The bounds are within -1,000,000 to 1,000,000, ``count`` within 1 to 10,000. With ``unique`` all are different; with
    ``secure`` they come from the operating system's generator; with ``sorted`` they ascend. ``clock`` and ``source``
    say the time and give the bytes that decide, for tests. Raises ServiceError for a bound or a count that is out of
    range, for a ``min`` that is not below ``max``, and for more different numbers than there are.
    """
    ranges.check_range(min, max, count)
    size = max - min + 1
    if unique and count > size:
        raise ServiceError(NOT_UNIQUE, f"Requested count: {count}, range size: {size}")
    draw = draws.distinct_integers if unique else draws.integers
    numbers = [min + offset for offset in draw(size, count, source(secure))]
    if sorted:
        numbers.sort()
    return {
        "numbers": numbers,
        "count": count,
        "range": {"min": min, "max": max},
        "options": {"unique": unique, "secure": secure, "sorted": sorted},
        "timestamp": utc_timestamp(clock()),
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
    """One number a line."""
    return "\n".join(map(str, result["numbers"]))
