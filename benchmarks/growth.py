"""Growth of the text operations, and their weights

CPU milliseconds of each operation, without the request, for 10 kB, 100 kB and 1 MB of two of the texts in
`benchmarks/texts.py`: the text that takes longest, and the text whose time grows most from 10 kB to 100 kB. YAML texts
have a quarter of these sizes, because at most 256 KiB of YAML are read. The exponent is the slope of a line through the
logarithms of the times and sizes; 1 means that the time grows in proportion to the text. The last two columns are the
weight of the operation, relative to json_format, which has 16: calculated from these figures, and as the table of
operations has it. ``python -m benchmarks.growth nfc nfd`` measures only two operations.
"""

import gc
import math
import statistics
import sys
import time
from collections.abc import Iterable

from benchmarks.texts import process, texts_for
from textops.operations import FORMAT_WEIGHT, OPERATIONS

SIZES = (10_000, 100_000, 1_000_000)
LARGEST = {"yaml_to_json": 250_000}
MOST_EXPONENT = 1.1
#: If 100 kB take fewer milliseconds, the growth from 10 kB cannot be told from noise.
LEAST_MEASURED = 0.5
#: Measure so many of the texts again whose time seems to grow most.
CANDIDATES = 4


def milliseconds(operation: str, text: str, repeats: int = 3) -> float:
    """Return the lowest of several runs. Longer runs were disturbed by other work on the machine."""
    measured = []
    for _ in range(repeats):
        gc.collect()
        before = time.process_time()
        process(operation, text)
        measured.append((time.process_time() - before) * 1e3)
    return min(measured)


def sizes(operation: str) -> list[int]:
    factor = LARGEST.get(operation, SIZES[-1]) / SIZES[-1]
    return [int(size * factor) for size in SIZES]


def exponent(sizes: list[int], figures: list[float]) -> float:
    return statistics.linear_regression(list(map(math.log, sizes)), list(map(math.log, figures))).slope


def texts_of_interest(operation: str) -> list[str]:
    """Return the names of the text that takes longest and, if it is another one, of the text whose time grows most."""
    small, middle, _ = sizes(operation)
    before = {name: milliseconds(operation, text, 2) for name, text in texts_for(operation, small)}
    after = {name: milliseconds(operation, text, 1) for name, text in texts_for(operation, middle)}
    # One measurement is enough to find the text that takes longest. Measure those again that seem to grow most, because
    # noise may have raised their times.
    for name in sorted(after, key=lambda name: after[name] / before[name])[-CANDIDATES:]:
        after[name] = min(after[name], milliseconds(operation, text_named(operation, name, middle), 2))
    measured = [name for name in after if after[name] > LEAST_MEASURED]
    steepest = max(measured, key=lambda name: after[name] / before[name], default=None)
    return list(dict.fromkeys(name for name in (max(after, key=after.__getitem__), steepest) if name))


def text_named(operation: str, name: str, size: int) -> str:
    return next(text for found, text in texts_for(operation, size) if found == name)


def times(operation: str, name: str) -> list[float]:
    return [milliseconds(operation, text_named(operation, name, size)) for size in sizes(operation)]


def table(operations: Iterable[str] = OPERATIONS) -> list[list[str]]:
    gc.freeze()  # so that collections between the runs do not visit the objects of the loaded modules
    unit = max(times("json_format", name)[-1] for name in texts_of_interest("json_format"))
    rows = [["Operation", "Text", *(f"{size // 1000:,} kB, ms" for size in SIZES), "exponent", "weight", "is"]]
    for operation in operations:
        for name in texts_of_interest(operation):
            figures = times(operation, name)
            slope = exponent(sizes(operation), figures)
            weight = figures[-1] * SIZES[-1] / sizes(operation)[-1] / unit * FORMAT_WEIGHT
            shown_slope = f"{slope:.2f}" + (" (above the bound)" if slope > MOST_EXPONENT else "")
            cells = [f"{figure:.2f}" for figure in figures]
            rows.append(
                [operation, repr(name), *cells, shown_slope, f"{weight:.2g}", f"{OPERATIONS[operation].weight:g}"]
            )
            print(*rows[-1], sep="  ", file=sys.stderr, flush=True)
    return rows


if __name__ == "__main__":
    table(sys.argv[1:] or OPERATIONS)
