"""The results of the functions."""

from typing import Annotated, NotRequired, TypedDict


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
    seed: NotRequired[Annotated[str, "The seed, if one was given"]]
    algorithm: NotRequired[Annotated[str, "Name and version of the algorithm by which the seed decides the numbers"]]


class ItemOptions(TypedDict):
    unique: Annotated[bool, "Whether no item was drawn twice"]
    secure: Annotated[bool, "Whether the cryptographically secure generator was used"]


class ItemsResult(TypedDict):
    items: Annotated[list[str], "The drawn items, in the order of the draw"]
    count: Annotated[int, "How many were drawn"]
    options: Annotated[ItemOptions, "How they were drawn"]
    timestamp: Annotated[str, "Time of the draw in UTC, shaped YYYY-MM-DD HH:MM:SS"]
    seed: NotRequired[Annotated[str, "The seed, if one was given"]]
    algorithm: NotRequired[Annotated[str, "Name and version of the algorithm by which the seed decides the items"]]


class DiceOfOneKind(TypedDict):
    dice: Annotated[str, "Number and sides of the dice, with a minus sign where they are subtracted"]
    values: Annotated[list[int], "What each of them shows"]


class DiceRoll(TypedDict):
    rolls: Annotated[list[DiceOfOneKind], "What the dice of each kind show"]
    total: Annotated[int, "Their sum by the notation, with all that it adds and subtracts"]


class DiceOptions(TypedDict):
    secure: Annotated[bool, "Whether the cryptographically secure generator was used"]


class DiceResult(TypedDict):
    rolls: NotRequired[Annotated[list[DiceOfOneKind], "For one roll: what the dice of each kind show"]]
    total: NotRequired[Annotated[int, "For one roll: their sum by the notation"]]
    results: NotRequired[Annotated[list[DiceRoll], "For several rolls: each of them"]]
    range: Annotated[Range, "The smallest and the largest total that these dice can have"]
    count: Annotated[int, "How often the dice were rolled"]
    options: Annotated[DiceOptions, "How they were rolled"]
    timestamp: Annotated[str, "Time of the roll in UTC, shaped YYYY-MM-DD HH:MM:SS"]
    seed: NotRequired[Annotated[str, "The seed, if one was given"]]
    algorithm: NotRequired[Annotated[str, "Name and version of the algorithm by which the seed decides the dice"]]
