"""The section of the start, and of the memory that the processes then need."""

import os
import subprocess
import sys
import tempfile
import time

from benchmarks.faults.clients import asking
from tests.service import ROOT, memory, serving

REPEATS = 10
SECONDS = 5
LOAD = "import time, utilitysvc.asgi; print(time.process_time())"


def _seconds_to_first_answer(environment):
    start = time.perf_counter()
    with serving(**environment):
        return time.perf_counter() - start


def startup():
    """Start-up and memory

    Seconds from the start of the process until all workers run and one has answered, and the CPU time for loading the
    service. Both are the lowest of ten runs, which find the bytecode and the tables of the phrase parser that an
    earlier run has saved. A project with a single view, as in the tutorial of Django REST framework, needed 0.45
    seconds on the same gunicorn and worker class on 2026-11-23, when ours needed 0.60. The memory is that of all
    processes, the master included, after five seconds of mixed calls: the proportional set size, which counts shared
    pages once. The private memory is that of one of two workers.
    """
    with tempfile.TemporaryDirectory() as folder:
        # Python writes bytecode there even if the present environment forbids it.
        environment = {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        _seconds_to_first_answer(environment)
        first = min(_seconds_to_first_answer(environment) for _ in range(REPEATS))
        command = {"args": [sys.executable, "-c", LOAD], "cwd": ROOT, "env": os.environ | environment}
        loading = min(float(subprocess.check_output(**command)) for _ in range(REPEATS))
    table = [["Start-up", "figure"]]
    table += [["seconds to the first answer", f"{first:.2f}"], ["CPU seconds to load the service", f"{loading:.2f}"]]
    for workers in (1, 2, 4):
        with serving(workers=workers) as service:
            with asking(service.port):
                time.sleep(SECONDS)
            used = sum(memory(pid, "Pss") for pid in (service.process.pid, *service.workers))
            table.append([f"memory with {workers} workers, MB", f"{used / 1e6:.0f}"])
            if workers == 2:
                private = memory(service.workers[0], "Private_Clean", "Private_Dirty")
                table.append(["private memory of a worker, MB", f"{private / 1e6:.0f}"])
    return table
