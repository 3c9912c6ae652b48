"""Random integers, items of a list and dice, uniform and without bias."""

from collections.abc import Sequence
from typing import cast

from randomgen import dice as notation
from randomgen.results import DiceOfOneKind, DiceResult, DiceRoll, ItemsResult, RandomResult, Statistics
from utilitysvc.drawing import ranges, replay, sources, uniform
from utilitysvc.kit.clock import Clock, utc_now, utc_timestamp
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

__all__ = [
    "ITEMS",
    "ROLLS",
    "DiceResult",
    "ItemsResult",
    "RandomResult",
    "plain_items",
    "plain_text",
    "plain_totals",
    "random_integers",
    "random_items",
    "roll_dice",
]

ITEMS = Bounds(
    "items", 1, 10_000, error="Between {minimum} and {maximum} items are needed", details="Items given: {value}"
)
ITEMS_REQUIRED = ("Items parameter is required", "Provide the texts to draw from in the items parameter")
#: How many characters items that may repeat can have together. A few bytes could otherwise ask for gigabytes.
CHARACTERS = Bounds(
    "items",
    0,
    8 * 1024 * 1024,
    error="Result too large",
    details="The drawn items would have {value} characters, and may have {maximum}: draw fewer",
)
#: How often the dice of one request can be rolled.
ROLLS = Bounds("count", 1, 1000, default=1)
DICE_REQUIRED = ("Dice parameter is required", "Provide the dice in the dice parameter, as 3d6 or 2d6+1d4-2")

NOT_UNIQUE = "Cannot generate unique numbers"
MAY_REPEAT = "with unique=false they may repeat"


def random_integers(
    *,
    min: int = ranges.MIN.default,
    max: int = ranges.MAX.default,
    count: int = ranges.COUNT.default,
    unique: bool = True,
    secure: bool = False,
    sorted: bool = False,
    seed: str | None = None,
    clock: Clock = utc_now,
    source: sources.ByteSource = sources.byte_source,
) -> RandomResult:
    """Draw ``count`` integers from ``min`` to ``max``, both included, each equally likely.

    >>> result = random_integers(min=1, max=3, count=3, sorted=True)
    >>> result["numbers"], result["statistics"]["average"]
    ([1, 2, 3], 2.0)
    >>> random_integers(min=1, max=49, count=6, seed="a")["numbers"]
    [38, 44, 48, 17, 19, 5]

    The bounds are within -1,000,000 to 1,000,000, ``count`` within 1 to 10,000. With ``unique`` all are different; with
    ``secure`` they come from the operating system's generator; with ``sorted`` they ascend. A ``seed`` of 1 to 256
    characters decides the numbers for ever (docs/replay.md). ``clock`` and ``source`` return the time and the random
    bytes, and tests replace them. Raises ServiceError for a seed beside ``secure``, for a bound, a count or a seed that
    is out of range, for a ``min`` that is not below ``max``, and for more different numbers than there are.
    """
    replay.check_seed(seed, secure=secure)
    ranges.check_range(min, max, count)
    offsets = _draw(max - min + 1, count, unique, seed, secure, source, "range size")
    numbers = [min + offset for offset in offsets]
    if sorted:
        numbers.sort()
    result = {
        "numbers": numbers,
        "count": count,
        "range": {"min": min, "max": max},
        "options": {"unique": unique, "secure": secure, "sorted": sorted},
        "timestamp": utc_timestamp(clock()),
        "statistics": _statistics(numbers),
        **replay.shown(seed),
    }
    return cast(RandomResult, result)


def random_items(
    *,
    items: Sequence[str],
    count: int = ranges.COUNT.default,
    unique: bool = True,
    secure: bool = False,
    seed: str | None = None,
    clock: Clock = utc_now,
    source: sources.ByteSource = sources.byte_source,
) -> ItemsResult:
    """Draw ``count`` of the ``items``, each equally likely; as many as there are shuffles them.

    >>> random_items(items=["Ada", "Ben", "Cleo"], count=3, seed="a")["items"]
    ['Cleo', 'Ada', 'Ben']

    There are 1 to 10,000 items, and ``count`` is within 1 to 10,000. With ``unique`` no item is drawn twice; equal
    items count as different ones. ``secure``, ``seed``, ``clock`` and ``source`` are those of ``random_integers``.
    Raises ServiceError for a seed beside ``secure``, for a number of items, a count or a seed that is out of range, for
    more different items than there are, and for repeated items of more than CHARACTERS.
    """
    replay.check_seed(seed, secure=secure)
    ITEMS.check(len(items))
    ranges.COUNT.check(count)
    places = _draw(len(items), count, unique, seed, secure, source, "number of items")
    drawn = [items[place] for place in places]
    if not unique:
        CHARACTERS.check(sum(map(len, drawn)))
    result = {
        "items": drawn,
        "count": count,
        "options": {"unique": unique, "secure": secure},
        "timestamp": utc_timestamp(clock()),
        **replay.shown(seed),
    }
    return cast(ItemsResult, result)


def roll_dice(
    *,
    dice: str,
    count: int = ROLLS.default,
    secure: bool = False,
    seed: str | None = None,
    clock: Clock = utc_now,
    source: sources.ByteSource = sources.byte_source,
) -> DiceResult:
    """Roll ``dice``, written as 3d6, d20 or 2d6+1d4-2, and return what each shows and the total.

    >>> result = roll_dice(dice="2d6+1d4-2", seed="a")
    >>> result["rolls"], result["total"]
    ([{'dice': '2d6', 'values': [6, 6]}, {'dice': '1d4', 'values': [4]}], 14)

    There are at most 100 dice of 2 to 1,000 sides. With ``count`` (1 to 1,000) above 1 the result has ``results`` in
    place of ``rolls`` and ``total``. ``secure``, ``seed``, ``clock`` and ``source`` are those of ``random_integers``.
    Raises ServiceError for a seed beside ``secure``, for dice that are not written so, and for a count or a seed that
    is out of range.
    """
    replay.check_seed(seed, secure=secure)
    kinds, constant = notation.parse(dice)
    ROLLS.check(count)
    randbytes = replay.source_of(seed, source, secure=secure)
    rolls = [_roll(kinds, constant, randbytes) for _ in range(count)]
    ends = [sorted((number, number * sides)) for number, sides in kinds]
    smallest, largest = (constant + sum(sums) for sums in zip(*ends, strict=True))
    result = {
        **(rolls[0] if count == 1 else {"results": rolls}),
        "range": {"min": smallest, "max": largest},
        "count": count,
        "options": {"secure": secure},
        "timestamp": utc_timestamp(clock()),
        **replay.shown(seed),
    }
    return cast(DiceResult, result)


def _draw(
    size: int, count: int, unique: bool, seed: str | None, secure: bool, source: sources.ByteSource, of: str
) -> list[int]:
    """Draw ``count`` integers below ``size``. ``of`` says in a refusal what ``size`` is."""
    if unique and count > size:
        raise ServiceError(NOT_UNIQUE, f"Requested count: {count}, {of}: {size}", advice=MAY_REPEAT)
    distinct = uniform.distinct_integers if seed is None else uniform.distinct_in_sequence
    draw = distinct if unique else uniform.integers
    return draw(size, count, replay.source_of(seed, source, secure=secure))


def _roll(kinds: Sequence[notation.Dice], total: int, randbytes: sources.RandomBytes) -> DiceRoll:
    """Roll the dice, and add what they show to ``total``."""
    rolls: list[DiceOfOneKind] = []
    for number, sides in kinds:
        values = [1 + offset for offset in uniform.integers(sides, abs(number), randbytes)]
        rolls.append({"dice": f"{number}d{sides}", "values": values})
        total += sum(values) if number > 0 else -sum(values)
    return {"rolls": rolls, "total": total}


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
    """Return one number per line."""
    return "\n".join(map(str, result["numbers"]))


def plain_items(result: ItemsResult) -> str:
    """Return one item per line."""
    return "\n".join(result["items"])


def plain_totals(result: DiceResult) -> str:
    """Return one total per line."""
    totals = [roll["total"] for roll in result["results"]] if "results" in result else [result["total"]]
    return "\n".join(map(str, totals))
