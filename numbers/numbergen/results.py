"""What /number/ returns."""

from typing import Annotated, Literal, NotRequired, TypedDict

__all__ = ["NormalResult", "NumberResult"]


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
    seed: NotRequired[Annotated[str, "The seed, if one was given"]]
    algorithm: NotRequired[Annotated[str, "Name and version of the algorithm by which the seed decides the numbers"]]


class NormalRange(TypedDict):
    min: NotRequired[Annotated[int, "Minimum used, if one was given"]]
    max: NotRequired[Annotated[int, "Maximum used, if one was given"]]


class NormalOptions(TypedDict):
    secure: Annotated[bool, "Whether the cryptographically secure generator was used"]
    decimal: Annotated[Literal[True], "Numbers of a normal distribution are decimals"]
    precision: Annotated[int, "Decimal places"]
    distribution: Annotated[Literal["normal"], "The distribution that the numbers are from"]
    mean: Annotated[float, "Mean of the distribution"]
    deviation: Annotated[float, "Standard deviation of the distribution"]


class NormalResult(TypedDict):
    """``number`` where one was asked for, else ``numbers``; ``range`` where the numbers were bounded."""

    number: NotRequired[Annotated[int | float, "The generated number, if one was requested"]]
    numbers: NotRequired[Annotated[list[int | float], "The generated numbers, if several were requested"]]
    count: Annotated[int, "How many were generated"]
    range: NotRequired[Annotated[NormalRange, "The bounds of the numbers, if there are any"]]
    options: Annotated[NormalOptions, "How they were drawn"]
    timestamp: Annotated[str, "Generation time in UTC, shaped YYYY-MM-DD HH:MM:SS"]
