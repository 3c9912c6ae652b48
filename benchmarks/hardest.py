"""Search for texts that cost an operation more than those in texts.py, by mutation: ``python -m benchmarks.hardest``.

Each text repeats a unit. The search changes the unit at random, and keeps a change if the text then costs more. Add a
unit that costs much more to texts.py. ``python -m benchmarks.hardest 20 analyze nfc`` searches 20 seconds for each of
these operations. ``python -m benchmarks.hardest memory 20 analyze`` searches for texts that need more memory.
"""

import random
import sys
import time
import tracemalloc
from collections.abc import Callable

from benchmarks.growth import milliseconds
from benchmarks.texts import DECODABLE, JSON_ITEMS, UNITS, filled, process, texts_for
from textops.operations import OPERATIONS

SIZE = 20_000
LONGEST = 24
POOL = (
    "aBé1ß'_-/.,:;=+%&#x\\\"{}[]<> \t\n\r\x00\x7f\u00ad\u0301\u0316\u0903\u094d\u200d\u0600\ufe0f"
    "क한\u1112東ΣǆİﬁﷺＦ\uff9e\u0f73😀👩🏽🇩\U00020000"
)


def mutated(unit: str) -> str:
    """Return the unit with a character changed, added or removed, or the unit twice."""
    place = random.randrange(len(unit) + 1)
    change = random.randrange(4)
    if change == 0:
        unit = unit[:place] + random.choice(POOL) + unit[place + 1 :]
    elif change == 1:
        unit = unit[:place] + random.choice(POOL) + unit[place:]
    elif change == 2:
        unit = unit[:place] + unit[place + 1 :]
    else:
        unit += unit[place:] + random.choice(POOL)
    return unit[:LONGEST] or "a"


def kibibytes(operation: str, text: str) -> float:
    """Return the peak of the memory that Python allocates during the operation."""
    tracemalloc.start()
    process(operation, text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1024


def search(operation: str, seconds: float, cost: Callable[[str, str], float]) -> tuple[float, float, str]:
    """Return the cost of the hardest text in texts.py, and the cost and the unit of the hardest text found."""
    known = max(cost(operation, text) for _, text in texts_for(operation, SIZE))
    units = [unit[:LONGEST] for unit in (*UNITS.values(), *DECODABLE.get(operation, ()), *JSON_ITEMS)]
    costs = {unit: cost(operation, filled(unit, SIZE)) for unit in units}
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        best = sorted(costs, key=costs.__getitem__)[-5:]
        unit = mutated(random.choice(best))
        if unit not in costs:
            costs[unit] = cost(operation, filled(unit, SIZE))
    unit = max(costs, key=costs.__getitem__)
    return known, min(cost(operation, filled(unit, SIZE)) for _ in range(3)), unit


def main(seconds: str = "10", *operations: str) -> None:
    cost, measure = milliseconds, "ms"
    if seconds == "memory":
        (seconds, *operations), cost, measure = operations or ("10",), kibibytes, "KiB"
    for operation in operations or OPERATIONS:
        known, found, unit = search(operation, float(seconds), cost)
        times = f"({found / known:.2f}) {unit!a}"
        print(f"{operation:24} {known:7.2f} {measure} known {found:7.2f} {measure} found {times}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
