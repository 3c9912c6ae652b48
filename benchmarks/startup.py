"""Start-up and memory

Seconds until the first answer, from the start of the process, and the memory that each of two workers has for itself.
"""

import time
from pathlib import Path
from statistics import median

from benchmarks.measure import Connection, get, serving
from tests import service

WARM_UP = (
    "/uuid/",
    "/hash/?input=a",
    "/password/",
    "/time/",
    "/text/?text=a",
    "/ip/8.8.8.8",
    "/ip/2001:4860:4860::8888",
)


def seconds_to_first_answer():
    """From the start of the process until every worker is there and one has answered."""
    start = time.perf_counter()
    with service.serving():
        return time.perf_counter() - start


def megabytes(pid, *kinds):
    """Sum the named kinds of memory of a process (Linux's smaps_rollup)."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.split(":")[0] in kinds) / 1024


def table(repeats=5):
    first = median(seconds_to_first_answer() for _ in range(repeats))
    with serving(("gunicorn",), "utilitysvc.wsgi", WEB_CONCURRENCY="2") as (port, pid):
        connection = Connection(port)
        for path in WARM_UP * 20:
            connection.ask(get(path))
        connection.close()
        private = megabytes(pid, "Private_Clean", "Private_Dirty")
        resident = megabytes(pid, "Rss")
    return [
        ["Start-up", "figure"],
        ["seconds to the first answer", f"{first:.2f}"],
        ["private memory of a worker, after use, MB", f"{private:.0f}"],
        ["resident memory of a worker, shared pages included, MB", f"{resident:.0f}"],
    ]


if __name__ == "__main__":
    for row in table():
        print(row)
