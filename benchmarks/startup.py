"""Start-up and memory

Seconds until the first answer, from the start of the process, and the memory that each of two workers has for itself.
"""

import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from statistics import median

from benchmarks.measure import ROOT, Connection, get, serving

WARM_UP = (
    "/uuid/",
    "/hash/?input=a",
    "/password/",
    "/time/",
    "/text/?text=a",
    "/ip/8.8.8.8",
    "/ip/2001:4860:4860::8888",
)


def seconds_to_first_answer(port=18999):
    """From the start of the process to the answer to GET /health/live/."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", "utilitysvc.wsgi"],
        cwd=ROOT,
        env=os.environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health/live/", timeout=5).close()
            except OSError:
                time.sleep(0.005)
            else:
                return time.perf_counter() - start
    finally:
        process.terminate()
        process.wait()


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
