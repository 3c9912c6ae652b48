"""Start-up and memory

Seconds from the start of the process until all workers run and one has answered, and the CPU time for loading the
service. Both are the lowest of ten runs, which find the bytecode and the tables of the phrase parser that an earlier
run has saved. A project with a single view, as in the tutorial of Django REST framework, needed 0.45 seconds on the
same gunicorn and worker class on 2026-11-23, when ours needed 0.60. The memory is that of all processes, the master
included, after five seconds of mixed calls: the proportional set size, which counts shared pages once. The private
memory is that of one of two workers.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.faults.clients import asking
from tests.service import ROOT, proportional_bytes, serving

REPEATS = 10
SECONDS = 5


def seconds_to_first_answer(environment: dict[str, str]) -> float:
    """Return the seconds from the start of the process until all workers run and one has answered."""
    start = time.perf_counter()
    with serving(**environment):
        return time.perf_counter() - start


def cpu_of_loading(environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", "import utilitysvc.asgi"]
    subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def private_bytes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) * 1024


def table() -> list[list[str]]:
    with tempfile.TemporaryDirectory() as folder:
        # Python writes bytecode there even if the present environment forbids it.
        environment = {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        seconds_to_first_answer(environment)
        first = min(seconds_to_first_answer(environment) for _ in range(REPEATS))
        loading = min(cpu_of_loading(environment) for _ in range(REPEATS))
    rows = [["Start-up", "figure"]]
    rows += [["seconds to the first answer", f"{first:.2f}"], ["CPU seconds to load the service", f"{loading:.2f}"]]
    for workers in (1, 2, 4):
        with serving(workers=workers) as service:
            with asking(service.port):
                time.sleep(SECONDS)
            used = sum(map(proportional_bytes, [service.process.pid, *service.workers]))
            rows.append([f"memory with {workers} workers, MB", f"{used / 1e6:.0f}"])
            if workers == 2:
                private = private_bytes(service.workers[0])
                rows.append(["private memory of a worker, MB", f"{private / 1e6:.0f}"])
    return rows
