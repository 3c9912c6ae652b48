"""Texts that cost an operation more than any that we have thought of, looked for by mutation, in time and in memory.

A text is a unit that is repeated. Of each operation the most expensive units live on; what is inserted, removed,
repeated or joined in them at random has to cost more to take their place. What is found is measured at the full size.
"""

import random
import time
import tracemalloc
from collections.abc import Callable, Mapping

from benchmarks.growth import milliseconds
from benchmarks.texts import DECODABLE, UNITS, filled, process
from textops.operations import OPERATIONS

SECONDS = 60
SEARCHED_BYTES = 30_000  # the size at which texts are compared
FULL_BYTES = 1_000_000
SURVIVORS = 4
LONGEST_UNIT = 40
REPORTED = 8
#: A character of each kind that some operation treats as none of the others.
CHARACTERS = [
    *"aAzZ09 \t\n\r\x00.,-_'\"\\/&;#x%=+<>{}[]()ßŉŸİıǅﬃﷺ",
    *"\u0301\u0316\u0308\u0345\u0903\u200d\u200c\u200b\ufe0f\u0600\u00ad\u0130\u03a3\u03c2\u1e9e\u2028\u0085\u3000",
    *"가ᄀ각कि我の🏳🇩👩🏽\U0001f9d1\U00020000\U000e0041",
]

Cost = Callable[[str, str], float]
Ranked = tuple[float, str]  # what a unit costs, and the unit


def once(operation: str, text: str) -> float:
    """Milliseconds of one run, which a second has to confirm."""
    return milliseconds(operation, text, repeats=1)


def mebibytes(operation: str, text: str) -> float:
    """The most memory that Python holds meanwhile."""
    tracemalloc.start()
    process(operation, text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 2**20


def run(seconds: float = SECONDS, seed: int = 1) -> None:
    for unit, cost in (("ms", once), ("MiB", mebibytes)):
        known = {operation: ranking(operation, cost) for operation in OPERATIONS}
        found = search(known, cost, seconds, random.Random(seed))
        for operation in sorted(found, key=lambda name: found[name][0], reverse=True)[:REPORTED]:
            before, after = (
                min(cost(operation, filled(sample, FULL_BYTES)) for _ in range(3))
                for sample in (known[operation][-1][1], found[operation][1])
            )
            print(
                f"{operation}: {after:.0f} {unit} for 1 MB of {found[operation][1]!r}, before {before:.0f}", flush=True
            )


def ranking(operation: str, cost: Cost) -> list[Ranked]:
    """The known units that cost the operation most, the least of them first."""
    units = {unit[:LONGEST_UNIT] for unit in (*UNITS.values(), *DECODABLE.get(operation, ()))}
    return sorted((cost(operation, filled(unit, SEARCHED_BYTES)), unit) for unit in units)[-SURVIVORS:]


def search(
    known: Mapping[str, list[Ranked]], cost: Cost, seconds: float, rng: random.Random
) -> dict[str, tuple[float, str]]:
    """Return for each operation the greatest cost that was found at the size of the search, and its unit."""
    best = dict(known)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        operation = rng.choice(list(best))
        survivors = best[operation]
        unit = mutated(rng.choice(survivors)[1], rng)
        text = filled(unit, SEARCHED_BYTES)
        if unit not in (other for _, other in survivors) and cost(operation, text) > survivors[0][0]:
            # What the machine's neighbours have added is not there the second time.
            confirmed = min(cost(operation, text) for _ in range(3))
            best[operation] = sorted([*survivors, (confirmed, unit)])[-SURVIVORS:]
    return {operation: survivors[-1] for operation, survivors in best.items()}


def mutated(unit: str, rng: random.Random) -> str:
    """Change the unit in one to three places."""
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(unit) + 1)
        match rng.randrange(4):
            case 0:
                unit = unit[:place] + rng.choice(CHARACTERS) * rng.choice((1, 1, 2, 8)) + unit[place:]
            case 1:
                unit = unit[:place] + unit[place + rng.randrange(1, 4) :]
            case 2:
                unit = unit[:place] + unit[place : place + rng.randrange(1, 6)] + unit[place:]
            case 3:
                unit = unit[:place] + rng.choice(list(UNITS.values()))[:4] + unit[place:]
    return unit[:LONGEST_UNIT] or "x"
