"""Random numbers: integers, or decimals on a grid of 10 to the power of minus precision."""

from typing import Annotated, NotRequired, TypedDict, cast

from utilitysvc.kit import draws, ranges
from utilitysvc.kit.arguments import checked
from utilitysvc.kit.clock import Clock, utc_now, utc_timestamp
from utilitysvc.kit.rules import Bounds

__all__ = ["DEFAULT_PRECISION", "PRECISION", "NumberResult", "plain_text", "random_numbers"]

PRECISION = Bounds("precision", 0, 9)
DEFAULT_PRECISION = 2


class Range(TypedDict):
    min: Annotated[int, "Minimum used"]
    max: Annotated[int, "Maximum used"]


class Options(TypedDict):
    secure: Annotated[bool, "Whether the cryptographically secure generator was used"]
    decimal: Annotated[bool, "Whether the numbers are decimals"]
    precision: NotRequired[Annotated[int, "Decimal places; only present for decimals"]]


class NumberResult(TypedDict):
    """``number`` where one was asked for, else ``numbers``."""

    number: NotRequired[Annotated[int | float, "The generated number, if one was requested"]]
    numbers: NotRequired[Annotated[list[int | float], "The generated numbers, if several were requested"]]
    count: Annotated[int, "How many were generated"]
    range: Annotated[Range, "The range that they are from"]
    options: Annotated[Options, "How they were drawn"]
    timestamp: Annotated[str, "Generation time in UTC, shaped YYYY-MM-DD HH:MM:SS"]


@checked
def random_numbers(
    *,
    min: int = ranges.DEFAULT_MIN,
    max: int = ranges.DEFAULT_MAX,
    count: int = ranges.DEFAULT_COUNT,
    secure: bool = False,
    decimal: bool = False,
    precision: int = DEFAULT_PRECISION,
    clock: Clock = utc_now,
    source: draws.ByteSource = draws.byte_source,
) -> NumberResult:
    """Draw ``count`` numbers from ``min`` to ``max``, both included, each equally likely; they may repeat.

    >>> result = random_numbers(min=0, max=1, count=1000, decimal=True, precision=1)
    >>> sorted(set(result["numbers"]))
    [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]

    The bounds are within -1,000,000 to 1,000,000, ``count`` within 1 to 10,000. They are integers, or with ``decimal``
    the multiples of 10**-precision, ``precision`` within 0 to 9. The result has ``number`` where ``count`` is 1, else
    ``numbers``. With ``secure`` they come from the operating system's generator. ``clock`` and ``source`` say the time
    and give the bytes that decide, for tests. Raises ServiceError for a bound, a count or a precision that is out of
    range, and for a ``min`` that is not below ``max``.
    """
    ranges.check_range(min, max, count)
    steps = 10 ** PRECISION.check(precision) if decimal else 1
    drawn = draws.integers((max - min) * steps + 1, count, source(secure))
    integers = [min * steps + offset for offset in drawn]
    # An integer below 2**53 by a power of ten below 10**22 is the float nearest to the exact quotient (IEEE 754), which
    # is the one that the decimal text stands for.
    numbers = [value / steps for value in integers] if decimal else integers

    result = cast(NumberResult, {"number": numbers[0]} if count == 1 else {"numbers": numbers})
    result["count"] = count
    result["range"] = {"min": min, "max": max}
    result["options"] = {"secure": secure, "decimal": decimal}
    if decimal:
        result["options"]["precision"] = precision
    result["timestamp"] = utc_timestamp(clock())
    return result


def plain_text(result: NumberResult) -> str:
    """One number a line, decimals with all their places."""
    numbers = result["numbers"] if "numbers" in result else [result["number"]]
    if result["options"]["decimal"]:
        places = result["options"]["precision"]
        return "\n".join(f"{number:.{places}f}" for number in numbers)
    return "\n".join(map(str, numbers))
