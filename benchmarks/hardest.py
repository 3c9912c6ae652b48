"""Look for texts that are harder on an operation than those of texts.py, by mutation: ``python -m benchmarks.hardest``.

What is repeated to fill a text is changed at random, and kept where the text costs more. What it finds that is much
harder belongs in texts.py. ``python -m benchmarks.hardest 20 analyze nfc``: so many seconds each, for these operations;
``python -m benchmarks.hardest memory 20 analyze``: by the memory that they take.
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
    """Change, add or remove a character, or double what there is."""
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
    """The most memory that Python holds meanwhile."""
    tracemalloc.start()
    process(operation, text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1024


def search(operation: str, seconds: float, cost: Callable[[str, str], float]) -> tuple[float, float, str]:
    """Return what the hardest known text costs, and what the hardest found does, with what is repeated in it."""
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
