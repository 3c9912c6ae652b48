"""Start-up and memory

Seconds from the start of the process until the first answer; the CPU time for loading the service; and the memory
that each of two workers has for itself.
"""

import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from benchmarks.measure import ROOT, Connection, get, serving
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


def cpu_of_loading():
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", "import utilitysvc.asgi"], cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def megabytes(pid, *kinds):
    """Sum the named kinds of memory of a process (Linux's smaps_rollup)."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.split(":")[0] in kinds) / 1024


def table(repeats=5):
    first = median(seconds_to_first_answer() for _ in range(repeats))
    loading = median(cpu_of_loading() for _ in range(repeats))
    with serving(("gunicorn",), "utilitysvc.asgi:application", WEB_CONCURRENCY="2") as (port, pid):
        connection = Connection(port)
        for path in WARM_UP * 20:
            connection.ask(get(path))
        connection.close()
        private = megabytes(pid, "Private_Clean", "Private_Dirty")
        resident = megabytes(pid, "Rss")
    return [
        ["Start-up", "figure"],
        ["seconds to the first answer", f"{first:.2f}"],
        ["CPU seconds to load the service", f"{loading:.2f}"],
        ["private memory of a worker, after use, MB", f"{private:.0f}"],
        ["resident memory of a worker, shared pages included, MB", f"{resident:.0f}"],
    ]


if __name__ == "__main__":
    for row in table():
        print(row)
