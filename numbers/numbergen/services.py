"""Random numbers: integers, decimals on a grid of 10 to the power of minus precision, or a normal distribution."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import inf
from statistics import NormalDist
from typing import Annotated, NotRequired, TypedDict, cast

from utilitysvc.drawing import ranges, replay, sources, uniform
from utilitysvc.kit.clock import Clock, utc_now, utc_timestamp
from utilitysvc.kit.rules import Bounds, Choices
from utilitysvc.kit.service_error import ServiceError, refuse_both

__all__ = [
    "DEVIATION",
    "DISTRIBUTIONS",
    "MEAN",
    "PRECISION",
    "NumberResult",
    "normal_numbers",
    "plain_text",
    "random_numbers",
]

PRECISION = Bounds("precision", 0, 9, default=2)
DISTRIBUTIONS = Choices("distribution", ("uniform", "normal"), default="uniform", hints={"gaussian": "normal"})
MEAN = Bounds("mean", -1_000_000, 1_000_000, default=0)
DEVIATION = Bounds(
    "deviation", 0, 1_000_000, error="Deviation must be above {minimum} and at most {maximum}", default=1
)

#: How many places between 0 and 1 are drawn from. With the half that is added they fill the 53 bits of a float.
_PLACES = 1 << 52
#: A range in which a smaller share of the numbers lies is refused.
LEAST_SHARE = 0.001
TOO_UNLIKELY = "Range too unlikely"


class Range(TypedDict):
    min: NotRequired[Annotated[int, "Minimum used; of a normal distribution only present if one was given"]]
    max: NotRequired[Annotated[int, "Maximum used; of a normal distribution only present if one was given"]]


class Options(TypedDict):
    secure: Annotated[bool, "Whether the cryptographically secure generator was used"]
    decimal: Annotated[bool, "Whether the numbers are decimals"]
    precision: NotRequired[Annotated[int, "Decimal places; only present for decimals"]]
    distribution: NotRequired[Annotated[str, "normal; only present for that distribution"]]
    mean: NotRequired[Annotated[float, "Mean of the normal distribution"]]
    deviation: NotRequired[Annotated[float, "Standard deviation of the normal distribution"]]


class NumberResult(TypedDict):
    """It has ``number`` if one was requested, otherwise ``numbers``."""

    number: NotRequired[Annotated[int | float, "The generated number, if one was requested"]]
    numbers: NotRequired[Annotated[list[int | float], "The generated numbers, if several were requested"]]
    count: Annotated[int, "How many were generated"]
    range: NotRequired[
        Annotated[Range, "The range that they are from; absent for a normal distribution without bounds"]
    ]
    options: Annotated[Options, "How they were drawn"]
    timestamp: Annotated[str, "Generation time in UTC, shaped YYYY-MM-DD HH:MM:SS"]
    seed: NotRequired[Annotated[str, "The seed, if one was given"]]
    algorithm: NotRequired[Annotated[str, "Name and version of the algorithm by which the seed decides the numbers"]]


def random_numbers(
    *,
    min: int = ranges.MIN.default,
    max: int = ranges.MAX.default,
    count: int = ranges.COUNT.default,
    secure: bool = False,
    decimal: bool = False,
    precision: int = PRECISION.default,
    seed: str | None = None,
    clock: Clock = utc_now,
    source: sources.ByteSource = sources.byte_source,
) -> NumberResult:
    """Draw ``count`` numbers from ``min`` to ``max``, both included, each equally likely; they may repeat.

    >>> result = random_numbers(min=0, max=1, count=1000, decimal=True, precision=1)
    >>> sorted(set(result["numbers"]))
    [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    >>> random_numbers(min=0, max=1, count=3, decimal=True, seed="a")["numbers"]
    [0.1, 0.41, 0.68]

    The bounds are within -1,000,000 to 1,000,000, ``count`` within 1 to 10,000. They are integers, or with ``decimal``
    the multiples of 10**-precision, ``precision`` within 0 to 9. The result has ``number`` where ``count`` is 1, else
    ``numbers``. With ``secure`` they come from the operating system's generator. A ``seed`` of 1 to 256 characters
    decides the numbers for ever (docs/replay.md). ``clock`` and ``source`` return the time and the random bytes, and
    tests replace them. Raises ServiceError for a seed beside ``secure``, for a bound, a count, a precision or a seed
    that is out of range, and for a ``min`` that is not below ``max``.
    """
    replay.check_seed(seed, secure=secure)
    ranges.check_range(min, max, count)
    steps = 10 ** PRECISION.check(precision) if decimal else 1
    drawn = uniform.integers((max - min) * steps + 1, count, replay.source_of(seed, source, secure=secure))
    integers = [min * steps + step for step in drawn]
    # An integer below 2**53 by a power of ten below 10**22 is the float nearest to the exact quotient (IEEE 754), which
    # is the one that the decimal text stands for.
    numbers = [value / steps for value in integers] if decimal else integers
    options = {"secure": secure, "decimal": decimal, **({"precision": precision} if decimal else {})}
    return _result(numbers, {"min": min, "max": max}, options, clock, seed)


def normal_numbers(
    *,
    mean: Decimal | float = MEAN.default,
    deviation: Decimal | float = DEVIATION.default,
    min: int | None = None,
    max: int | None = None,
    count: int = ranges.COUNT.default,
    secure: bool = False,
    precision: int = PRECISION.default,
    seed: str | None = None,
    clock: Clock = utc_now,
    source: sources.ByteSource = sources.byte_source,
) -> NumberResult:
    """Draw ``count`` numbers of the normal distribution with this ``mean`` and standard ``deviation``.

    >>> result = normal_numbers(mean=100, deviation=15, min=100, count=1000)
    >>> sum(result["numbers"]) / 1000 > 105
    True

    They are rounded to ``precision`` places (0 to 9). ``mean`` is within -1,000,000 to 1,000,000, ``deviation`` above 0
    and at most 1,000,000, ``count`` within 1 to 10,000. ``min`` and ``max``, where given, bound the numbers, which have
    the distribution of those that remain when each one outside is drawn again. ``secure``, ``clock`` and ``source`` are
    those of ``random_numbers``. Raises ServiceError for a value out of range, for a ``min`` that is not below ``max``,
    for bounds that fewer than one number in a thousand would pass, and for a ``seed``: logarithms differ between
    machines, so that no seed decides these numbers everywhere.
    """
    if seed is not None:
        raise refuse_both(
            "seed", "distribution=normal", "a seed decides integers and decimals of equal likelihood alone"
        )
    ranges.check_range(min, max, count)
    PRECISION.check(precision)
    MEAN.check(Decimal(mean))
    if deviation == 0:
        raise ServiceError(DEVIATION.error, "Requested deviation: 0")
    DEVIATION.check(Decimal(deviation))
    bounds = {name: bound for name, bound in (("min", min), ("max", max)) if bound is not None}
    low, high = bounds.get("min", -inf), bounds.get("max", inf)
    distribution = NormalDist(float(mean), float(deviation))
    start = distribution.cdf(low)
    share = distribution.cdf(high) - start
    if share < LEAST_SHARE:
        raise ServiceError(
            TOO_UNLIKELY,
            f"Fewer than one in {1 / LEAST_SHARE:.0f} numbers of mean {mean} and deviation {deviation} would lie "
            f"within {', '.join(f'{name}: {bound}' for name, bound in bounds.items())}; widen them, or move the mean",
        )
    # By inverse transform sampling: to draw again while a number lies outside of the bounds would take long if these
    # are narrow.
    randbytes = source(secure)
    numbers: list[float] = []
    while len(numbers) < count:
        for step in uniform.integers(_PLACES, count - len(numbers), randbytes):
            probability = start + share * ((step + 0.5) / _PLACES)
            # Rounding may reach 1, where the quantile is infinite, and pass a bound by a last digit.
            if probability < 1 and low <= (number := distribution.inv_cdf(probability)) <= high:
                numbers.append(round(number, precision) + 0.0)  # which makes -0.0 a zero without a sign
    options = {"secure": secure, "decimal": True, "precision": precision, "distribution": "normal"}
    options |= {"mean": distribution.mean, "deviation": distribution.stdev}
    return _result(numbers, bounds, options, clock, None)


def _result(
    numbers: Sequence[float], bounds: Mapping[str, int], options: Mapping[str, object], clock: Clock, seed: str | None
) -> NumberResult:
    result = {
        **({"number": numbers[0]} if len(numbers) == 1 else {"numbers": numbers}),
        "count": len(numbers),
        **({"range": bounds} if bounds else {}),
        "options": options,
        "timestamp": utc_timestamp(clock()),
        **replay.shown(seed),
    }
    return cast(NumberResult, result)


def plain_text(result: NumberResult) -> str:
    """Return one number per line, decimals with all their places."""
    numbers = result["numbers"] if "numbers" in result else [result["number"]]
    places = result["options"].get("precision", 0)
    return "\n".join(f"{number:.{places}f}" for number in numbers)
