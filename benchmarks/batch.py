"""Many calls in one request

`POST /uuid/` for one UUID: as a separate request, and as one of 1, 10 and 100 calls of `POST /batch/`. CPU time of the
worker per call, as the median of many short rounds in which all take turns. The ratio compares with the separate
request in the same round. Of other frameworks each call is a request: once, on 2026-11-23, bare WSGI had 1.13 in these
rounds, and FastAPI with `async def` on uvicorn 1.29, with uvloop 0.96.
"""

import json
from statistics import median

from benchmarks.measure import cpu_per_request, post, serving
from benchmarks.small import REQUESTS

CALL = {"path": "/uuid/", "parameters": {"count": 1, "format": "standard"}}
SIZES = (1, 10, 100)


def table(rounds: int = 20, calls: int = 1000) -> list[list[str]]:
    asked = {"a request each": (1, REQUESTS["POST"])}
    for size in SIZES:
        asked[f"a batch of {size}"] = size, post("/batch/", json.dumps({"calls": [CALL] * size}).encode())
    figures: dict[str, list[float]] = {name: [] for name in asked}
    with serving() as (port, pid):
        for _ in range(rounds):
            for name, (size, request) in asked.items():
                figures[name].append(cpu_per_request(port, pid, request, calls // size) / size)
    rows = [["CPU of the worker per call", "µs | ratio"]]
    for name, seconds in figures.items():
        ratio = median(own / single for own, single in zip(seconds, figures["a request each"], strict=True))
        rows.append([name, f"{median(seconds) * 1e6:.0f} | {ratio:.2f}"])
    return rows
