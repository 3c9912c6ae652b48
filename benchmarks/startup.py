"""Start-up and memory

Seconds from the start of the process until all workers run and one has answered, and the CPU time for loading the
service. Both are the lowest of ten runs, which find the bytecode and the tables of the phrase parser that an earlier
run has saved. The memory is the private memory of each of two workers. For comparison, the same time for a project with
a single view, as in the tutorial of Django REST framework, on the same gunicorn and worker class: this is the time that
the packages need.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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

ONE_VIEW = ("--config", "/dev/null", "--worker-class", "uvicorn_worker.UvicornWorker", "--preload")
STOCK = "benchmarks.peers.stock_drf:asgi_application"

#: Enough connections for each worker to get one.
CONNECTIONS = 12


def with_bytecode(folder):
    """Return the environment that makes Python write bytecode to ``folder``, even if the present one forbids it."""
    return {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}


def seconds_to_first_answer(environment, *options, application=""):
    """Return the seconds from the start of the process until all workers run and one has answered."""
    start = time.perf_counter()
    with service.serving(*options, application=application, **environment):
        return time.perf_counter() - start


def cpu_of_loading(environment):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-c", "import utilitysvc.asgi"],
        cwd=ROOT,
        env={**os.environ, **environment},
        check=True,
        stderr=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def megabytes(pid, *kinds):
    """Return the sum of the named kinds of memory of a process (Linux's smaps_rollup)."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.split(":")[0] in kinds) / 1024


def least_to_start(repeats=10):
    """Return the seconds to the first answer, those for a single view, and the CPU seconds to load the service."""
    ours: list[float] = []
    alone: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        environment = with_bytecode(folder)
        for _ in range(repeats + 1):  # the first run writes the bytecode
            ours.append(seconds_to_first_answer(environment))
            alone.append(seconds_to_first_answer(environment, *ONE_VIEW, application=STOCK))
        loading = min(cpu_of_loading(environment) for _ in range(repeats))
    return min(ours), min(alone), loading


def table():
    first, alone, loading = least_to_start()
    with serving(("gunicorn",), "utilitysvc.asgi:application", WEB_CONCURRENCY="2") as (port, pid):
        for _ in range(CONNECTIONS):
            connection = Connection(port)
            for path in WARM_UP * 4:
                connection.ask(get(path))
            connection.close()
        private = megabytes(pid, "Private_Clean", "Private_Dirty")
        resident = megabytes(pid, "Rss")
    return [
        ["Start-up", "figure"],
        ["seconds to the first answer", f"{first:.2f}"],
        ["seconds to the first answer of one view of Django REST framework", f"{alone:.2f}"],
        ["CPU seconds to load the service", f"{loading:.2f}"],
        ["private memory of a worker, after use, MB", f"{private:.0f}"],
        ["resident memory of a worker, shared pages included, MB", f"{resident:.0f}"],
    ]


if __name__ == "__main__":
    for row in table():
        print(row)
