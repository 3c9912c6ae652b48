"""The result of /number/."""

from typing import Annotated, NotRequired, TypedDict


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
