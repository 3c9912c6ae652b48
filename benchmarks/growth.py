"""Growth of the text operations

CPU milliseconds of each operation itself over 10 kB, 100 kB and 1 MB of mixed text, and what ten times the last step
costs: 10 where the time grows as the text does.
"""

import time
from statistics import median

from textops import services
from textops.operations import OPERATIONS

SIZES = (10_000, 100_000, 1_000_000)
SAMPLE = "The quick brown fox's naïve café, 1.5 × XMLHttpRequest — Ünïcödé! e\u0301 日本語 👩‍👩‍👧 🇩🇪🇫🇷\n"
DECODED_FROM = {"base64_decode": "base64_encode", "url_decode": "url_encode", "html_decode": "html_encode"}


def sample(operation, size):
    """A text that the operation accepts, of ``size`` code points or, for a decoding, of what so many encode to."""
    text = (SAMPLE * (size // len(SAMPLE) + 1))[:size]
    if operation in DECODED_FROM:
        return services.process(text=text, operation=DECODED_FROM[operation])["result"]
    return text


def milliseconds(operation, text, repeats=3):
    measured = []
    for _ in range(repeats):
        before = time.process_time()
        services.process(text=text, operation=operation)
        measured.append((time.process_time() - before) * 1e3)
    return median(measured)


def table():
    rows = [["Operation", *(f"{size // 1000:,} kB, ms" for size in SIZES), "last step"]]
    for operation in OPERATIONS:
        figures = [milliseconds(operation, sample(operation, size)) for size in SIZES]
        step = figures[-1] / figures[-2] if figures[-2] > 0.05 else 0
        rows.append([operation, *(f"{figure:.2f}" for figure in figures), f"{step:.1f}" if step else "-"])
    return rows


if __name__ == "__main__":
    for row in table():
        print(row)
