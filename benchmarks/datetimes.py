"""Reading datetimes

Microseconds of CPU time to read one datetime, as the lowest of several runs, compared with `dateutil.parser` if it can
read the form. The last rows are nonsense texts of the greatest allowed length. The first phrase that a process reads
takes longer, because the process then builds the grammar, or loads it if an earlier process has saved it.
"""

import subprocess
import sys
import time
from collections.abc import Callable

from dateutil import parser

from timeops.reading.datetimes import MAX_CHARACTERS, read
from utilitysvc.kit.service_error import ServiceError

TEXTS = (
    "2026-11-21T12:00:00Z",
    "Sat, 21 Nov 2026 12:00:00 +0000",
    "21 November 2026",
    "Sat Nov 21 2026 12:00:00 GMT+0100 (Central European Standard Time)",
    "tomorrow at 3pm",
    "2 days ago",
    "first monday of next month at 9am",
    "3 days after 2026-03-27 12:00 Europe/Berlin",
)
JUNK = ("1 day ", "the ", "x", "2026-11-21 ")
FIRST = """
import time
from timeops.reading.datetimes import read
start = time.process_time()
read("tomorrow at 3pm")
print((time.process_time() - start) * 1e3)
"""


def microseconds(reader: Callable[[str], object], text: str, times: int = 200, repeats: int = 5) -> float | None:
    """Return the lowest of several runs, or None if the reader refuses the text by an error other than ServiceError."""
    measured = []
    for _ in range(repeats):
        before = time.process_time()
        for _ in range(times):
            try:
                reader(text)
            except ServiceError:
                continue
            except (ValueError, OverflowError):
                return None
        measured.append((time.process_time() - before) / times * 1e6)
    return min(measured)


def table():
    rows = [["Text", "/time/, µs", "dateutil.parser, µs"]]
    for text in (*TEXTS, *((piece * MAX_CHARACTERS)[:MAX_CHARACTERS] for piece in JUNK)):
        theirs = microseconds(parser.parse, text)
        shown = text if text in TEXTS else f"{text[:12]}..., {MAX_CHARACTERS} characters"
        rows.append([f"`{shown}`", f"{microseconds(read, text):.0f}", "-" if theirs is None else f"{theirs:.0f}"])
    first = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, check=True).stdout
    rows.append(["the first phrase of a process", f"{float(first) * 1000:.0f}", "-"])
    return rows
