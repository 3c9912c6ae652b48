"""Many calls in one request

`POST /uuid/` for one UUID: as a separate request, and as one of 1, 10 and 100 calls of `POST /batch/`. CPU time of the
worker per call, as the median of many short rounds in which all take turns. The ratio compares with the separate
request in the same round. Of other frameworks each call is a request: once, on 2026-11-23, bare WSGI had 1.13 in these
rounds, and FastAPI with `async def` on uvicorn 1.29, with uvloop 0.96.
"""

import json

from benchmarks.measure import Asked, figures, in_turn, post, serving
from benchmarks.small import REQUESTS

CALL = {"path": "/uuid/", "parameters": {"count": 1, "format": "standard"}}
ALONE = "a request each"


def table(rounds: int = 20, calls: int = 1000) -> list[list[str]]:
    with serving() as ours:
        asked = {ALONE: Asked(ours, REQUESTS["POST"], calls)}
        for size in (1, 10, 100):
            body = json.dumps({"calls": [CALL] * size}).encode()
            asked[f"a batch of {size}"] = Asked(ours, post("/batch/", body), calls // size, size)
        seconds = in_turn(asked, rounds)
    head = ["CPU of the worker per call", "µs | ratio"]
    return [head, *([name, figures(own, seconds[ALONE])] for name, own in seconds.items())]
