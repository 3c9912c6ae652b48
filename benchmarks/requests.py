"""The sections of requests that are measured in turn: each function's docstring is what the page says of its table."""

import json
import random
import shutil
import subprocess
import tempfile
from contextlib import ExitStack
from statistics import median, quantiles

from benchmarks.measure import (
    PLAIN,
    Asked,
    cpu_of_children,
    cpu_per_request,
    figures,
    get,
    in_turn,
    post,
    serving,
)
from tests.tables import rows
from utilitysvc.access import tokens

REQUESTS = {
    "GET": get("/uuid/?count=1&format=standard"),
    "POST": post("/uuid/", b'{"count": 1, "format": "standard"}'),
}
COUNT = 300  # of requests in a round


def small(rounds=40):
    """The small request

    `GET /uuid/?count=1&format=standard`, and the same by `POST`: the CPU time (user and system) that it costs one
    worker, beside that of a bare WSGI function that returns the same answer on gunicorn, with the gthread worker and 4
    threads. Our service runs with all its features, including the access log; the bare function has no log. They are
    measured in turn over keep-alive connections, and each figure is the median of many short rounds. The ratio is the
    median of the ratios of the rounds, because other work on the host changes from one second to the next. The range
    after it covers the middle half of the rounds.

    Once, on 2026-11-23, others were measured in the same rounds, each with the same checks of the parameters. Their
    ratios for GET and POST were: Litestar 0.48 and 0.59, FastAPI with `async def` 0.83 and 0.81 (both on uvicorn with
    uvloop; FastAPI with asyncio's own loop 1.13 and 1.19), FastAPI with `def` 1.39 and 1.33, Flask 1.45 and 1.47, a
    plain Django view 1.52 and 1.45, a view of Django REST framework 2.52 and 2.48. On Granian the bare function had
    0.40 and 0.39, and our service 0.99 and 1.34.
    """
    with serving(*PLAIN, application="benchmarks.bare_wsgi:application") as bare, serving() as ours:
        servers = {"bare WSGI": bare, "utilitysvc": ours}
        asked = {
            f"{name} {method}": Asked(server, request, COUNT)
            for method, request in REQUESTS.items()
            for name, server in servers.items()
        }
        seconds = in_turn(asked, rounds)
    table = [["CPU of the worker per small request", *(f"{method} µs | ratio" for method in REQUESTS)]]
    for name in servers:
        row = [name]
        for method in REQUESTS:
            own, floor = seconds[f"{name} {method}"], seconds[f"bare WSGI {method}"]
            lower, _, upper = quantiles((one / other for one, other in zip(own, floor, strict=True)), n=4)
            row.append(f"{figures(own, floor)} ({lower:.2f} to {upper:.2f})")
        table.append(row)
    return table


def _beside_the_first(what, asked, rounds):
    seconds = in_turn(asked, rounds)
    first = next(iter(seconds.values()))
    return [[what, "µs | ratio"], *([name, figures(own, first)] for name, own in seconds.items())]


def access(rounds=40):
    """Keys and rates

    The small request by `GET` to a service that requires keys or counts calls (docs/access.md): the CPU time of the
    worker. The ratio compares with the same request to a service that does neither. It is the median of the ratios of
    the rounds.
    """
    token = tokens.new_token()
    keys, rate = {"API_TOKENS": tokens.entry("bench", token)}, {"RATE_LIMIT": "100000000/second"}
    with_key = REQUESTS["GET"].replace(b"\r\n\r\n", f"\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    services = {"open": {}, "keys": keys, "rates, each worker for itself": rate, "both": keys | rate}
    with ExitStack() as stack:
        asked = {
            name: Asked(
                stack.enter_context(serving(**each)),
                with_key if keys.items() <= each.items() else REQUESTS["GET"],
                COUNT,
            )
            for name, each in services.items()
        }
        return _beside_the_first("CPU of the worker per small request", asked, rounds)


def batch(rounds=20, calls=1000):
    """Many calls in one request

    `POST /uuid/` for one UUID: as a separate request, and as one of 1, 10 and 100 calls of `POST /batch/`. CPU time of
    the worker per call, as the median of many short rounds in which all take turns. The ratio compares with the
    separate request in the same round. Of other frameworks each call is a request: once, on 2026-11-23, bare WSGI had
    1.13 in these rounds, and FastAPI with `async def` on uvicorn 1.29, with uvloop 0.96.
    """
    call = {"path": "/uuid/", "parameters": {"count": 1, "format": "standard"}}
    with serving() as ours:
        asked = {"a request each": Asked(ours, REQUESTS["POST"], calls)}
        for size in (1, 10, 100):
            body = json.dumps({"calls": [call] * size}).encode()
            asked[f"a batch of {size}"] = Asked(ours, post("/batch/", body), calls // size, size)
        return _beside_the_first("CPU of the worker per call", asked, rounds)


def files(repeats=15):
    """Files

    A file of 32 MiB is sent to `POST /hash/`. The table shows the CPU time of the worker, to receive the bytes and to
    hash them, and the CPU time of a command that reads the same file from memory and hashes it on one thread. The time
    to receive the bytes is that of a request with XXH3, which itself takes about 1 ms. All are measured in each round.
    The figures are medians of the rounds. The ratio compares hashing with the command, and is the median of the rounds'
    ratios. A command that is not installed has no row.
    """
    content = random.Random(1).randbytes(32 * 1024 * 1024)
    found = [["CPU for a file of 32 MiB", "ms: receiving + hashing | the command", "ratio", "command"]]

    def sent(algorithms):
        request = post(f"/hash/?algorithm={algorithms}", content, "application/octet-stream")
        return cpu_per_request(*ours, request, 1)

    def commanded(commands):
        before = cpu_of_children()
        for command in commands.split("; "):
            subprocess.run([*command.split(), file.name], check=True, stdout=subprocess.DEVNULL)
        return cpu_of_children() - before

    with tempfile.NamedTemporaryFile() as file, serving() as ours:
        file.write(content)
        file.flush()
        for algorithms, commands in rows("commands.tsv"):
            if shutil.which(commands.partition(" ")[0]):
                rounds = []
                for _ in range(repeats):
                    receiving = sent("xxh3-64")
                    rounds.append((receiving, max(sent(algorithms) - receiving, 0), commanded(commands)))
                receiving, hashing, theirs = (median(times) * 1e3 for times in zip(*rounds, strict=True))
                ratio = median(hashed / there for _, hashed, there in rounds)
                times = f"{receiving:.0f} + {hashing:.0f} | {theirs:.0f}"
                found.append([algorithms, times, f"{ratio:.2f}", f"`{commands}`"])
    return found
