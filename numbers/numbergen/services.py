"""Random numbers: integers, decimals on a grid of 10 to the power of minus precision, or a normal distribution."""

from decimal import Decimal
from typing import cast

from numbergen import normal
from numbergen.results import NumberResult, Range
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

#: A range in which a smaller share of the numbers lies is refused.
LEAST_SHARE = 0.001
TOO_UNLIKELY = "Range too unlikely"


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
    randbytes = source(secure) if seed is None else replay.random_bytes(seed)
    drawn = uniform.integers((max - min) * steps + 1, count, randbytes)
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
    if seed is not None:
        result["seed"] = seed
        result["algorithm"] = replay.ALGORITHM
    return result


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
    bounds = _bounds(min, max)
    ranges.COUNT.check(count)
    PRECISION.check(precision)
    distribution = normal.Normal(float(MEAN.check(Decimal(mean))), _deviation(Decimal(deviation)))
    low, high = bounds.get("min"), bounds.get("max")
    if distribution.share(low, high) < LEAST_SHARE:
        raise ServiceError(
            TOO_UNLIKELY,
            f"Fewer than one in {1 / LEAST_SHARE:.0f} numbers of mean {mean} and deviation {deviation} would lie "
            f"within {', '.join(f'{name}: {bound}' for name, bound in bounds.items())}; widen them, or move the mean",
        )
    drawn = distribution.draw(count, low, high, source(secure))
    numbers = [round(number, precision) + 0.0 for number in drawn]  # which makes -0.0 a zero without a sign

    result = cast(NumberResult, {"number": numbers[0]} if count == 1 else {"numbers": numbers})
    result["count"] = count
    if bounds:
        result["range"] = bounds
    result["options"] = {
        "secure": secure,
        "decimal": True,
        "precision": precision,
        "distribution": "normal",
        "mean": distribution.mean,
        "deviation": distribution.deviation,
    }
    result["timestamp"] = utc_timestamp(clock())
    return result


def _bounds(minimum: int | None, maximum: int | None) -> Range:
    """Return the bounds that are given, or raise ServiceError as for a range of which both are."""
    bounds: Range = {}
    if minimum is not None:
        bounds["min"] = ranges.MIN.check(minimum)
    if maximum is not None:
        bounds["max"] = ranges.MAX.check(maximum)
    if minimum is not None and maximum is not None:
        ranges.check_order(minimum, maximum)
    return bounds


def _deviation(deviation: Decimal) -> float:
    if deviation:
        return float(DEVIATION.check(deviation))
    raise ServiceError(DEVIATION.error, "Requested deviation: 0")


def plain_text(result: NumberResult) -> str:
    """Return one number per line, decimals with all their places."""
    numbers = result["numbers"] if "numbers" in result else [result["number"]]
    if result["options"]["decimal"]:
        places = result["options"]["precision"]
        return "\n".join(f"{number:.{places}f}" for number in numbers)
    return "\n".join(map(str, numbers))
