"""Many calls in one request

`POST /uuid/` for one UUID: as a separate request, and as one of 1, 10 and 100 calls of `POST /batch/`. For
comparison, the other frameworks answer one request each. CPU time of the worker per call, as the median of many short
rounds in which all take turns. The ratio compares with our own single request in the same round.
"""

import json
from contextlib import ExitStack
from statistics import median

from benchmarks.measure import cpu_per_request, post, serving
from benchmarks.small import FLOOR, OURS, REQUESTS, SERVERS

PEERS = (FLOOR, "FastAPI, async def, on uvicorn", "FastAPI, async def, on uvicorn with uvloop")
CALL = {"path": "/uuid/", "parameters": {"count": 1, "format": "standard"}}
SIZES = (1, 10, 100)
SINGLE = f"{OURS}, a request each"


def batch_of(size):
    return post("/batch/", json.dumps({"calls": [CALL] * size}).encode())


def measure(rounds=20, calls=1000):
    """Return for each row of the table the CPU seconds per call of each round."""
    with ExitStack() as stack:
        running = {name: stack.enter_context(serving(*SERVERS[name])) for name in (OURS, *PEERS)}
        rows_to_measure = {SINGLE: (running[OURS], REQUESTS["POST"], 1)}
        rows_to_measure |= {f"{OURS}, a batch of {size}": (running[OURS], batch_of(size), size) for size in SIZES}
        rows_to_measure |= {f"{name}, a request each": (running[name], REQUESTS["POST"], 1) for name in PEERS}
        figures = {row: [] for row in rows_to_measure}
        for _ in range(rounds):
            for row, ((port, pid), request, size) in rows_to_measure.items():
                figures[row].append(cpu_per_request(port, pid, request, calls // size) / size)
    return figures


def table(rounds=20, calls=1000):
    figures = measure(rounds, calls)
    rows = [["CPU of the worker per call", "µs | ratio"]]
    for row, seconds in figures.items():
        ratio = median(own / single for own, single in zip(seconds, figures[SINGLE], strict=True))
        rows.append([row, f"{median(seconds) * 1e6:.0f} | {ratio:.2f}"])
    return rows


if __name__ == "__main__":
    for row in table():
        print(f"{row[0]:36} {row[1]:>16}")
