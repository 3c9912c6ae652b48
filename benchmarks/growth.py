"""Growth of the text operations, and their weights

CPU milliseconds of each operation itself over 10 kB, 100 kB and 1 MB of the text that is slowest for it, and the
factor of the last step: 10 means that the time grows in proportion to the text. Then the weight of the operation, in
parts of json_format's, which is 16: as these figures suggest, and as the table has it.
"""

import time

from benchmarks.texts import process, texts_for
from textops.operations import FORMAT_WEIGHT, OPERATIONS

SIZES = (10_000, 100_000, 1_000_000)
SEARCHED = 50_000  # the size at which the hardest text is looked for


def milliseconds(operation: str, text: str, repeats: int = 3) -> float:
    """The least of some runs: what more they took, the machine's neighbours did."""
    measured = []
    for _ in range(repeats):
        before = time.process_time()
        process(operation, text)
        measured.append((time.process_time() - before) * 1e3)
    return min(measured)


def hardest(operation: str, number: int = 1) -> list[str]:
    """The names of the texts that cost the operation most."""
    costs = {name: milliseconds(operation, text) for name, text in texts_for(operation, SEARCHED)}
    return sorted(costs, key=costs.__getitem__, reverse=True)[:number]


def table():
    worst = {name: hardest(name)[0] for name in OPERATIONS}
    figures = {
        name: [milliseconds(name, dict(texts_for(name, size))[text]) for size in SIZES] for name, text in worst.items()
    }
    unit = figures["json_format"][-1]
    rows = [["Operation", "Hardest text", *(f"{size // 1000:,} kB, ms" for size in SIZES), "last step", "weight", "is"]]
    for name, (least, middle, most) in figures.items():
        step = f"{most / middle:.1f}" if middle > 0.05 else "-"
        weight = most / unit * FORMAT_WEIGHT
        times = [f"{figure:.2f}" for figure in (least, middle, most)]
        rows.append([name, worst[name], *times, step, f"{weight:.2g}", f"{OPERATIONS[name].weight:g}"])
    return rows


if __name__ == "__main__":
    for row in table():
        print(" | ".join(row))
