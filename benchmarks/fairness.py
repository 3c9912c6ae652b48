"""Heavy neighbours

The latency of a small request, on a new connection each time, while two clients keep heavy requests running all the
time: our service in its default configuration, and FastAPI, with two workers each.
"""

import threading
import time

import orjson

from benchmarks.heavy import MEGABYTE
from benchmarks.measure import OWN, UVICORN, Connection, get, post, serving

WORKERS = "2"
SECONDS = 8
PAUSE = 0.005  # so that the client sends about 100 to 200 requests a second

SERVERS = {
    "utilitysvc, as shipped": (OWN[:1], "utilitysvc.asgi:application"),
    "FastAPI, def": ((*UVICORN, "--workers", WORKERS), "benchmarks.peers.fastapi_app:application"),
    "FastAPI, async def": ((*UVICORN, "--workers", WORKERS), "benchmarks.peers.fastapi_app:async_application"),
}
SMALL = get("/uuid/?count=1&format=standard")
HEAVY = {
    "two texts of 1 MB analysed": post("/text/", orjson.dumps({"text": MEGABYTE, "operation": "analyze"})),
    "two hashes of 10,000 rounds": get("/hash/?input=hello&algorithm=sha512&iterations=10000"),
}


def latencies(port, heavy, clients=2, seconds=SECONDS):
    """Send small requests while ``clients`` others keep sending heavy ones; return the sorted latencies in seconds."""
    stop = threading.Event()

    def keep_busy():
        connection = Connection(port)
        while not stop.is_set():
            connection.ask(heavy)
        connection.close()

    busy = [threading.Thread(target=keep_busy) for _ in range(clients)]
    for thread in busy:
        thread.start()
    measured = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        # Open a connection each time, so that the kernel chooses the worker, as it does for a proxy's connections.
        before = time.perf_counter()
        connection = Connection(port)
        connection.ask(SMALL)
        measured.append(time.perf_counter() - before)
        connection.close()
        time.sleep(PAUSE)
    stop.set()
    for thread in busy:
        thread.join()
    return sorted(measured)


def table(seconds=SECONDS, names=tuple(SERVERS)):
    rows = [["Small request beside heavy ones, 2 workers", *(f"{name}: p50 | p99, ms" for name in HEAVY)]]
    for name in names:
        server, application = SERVERS[name]
        cells = []
        with serving(server, application, WEB_CONCURRENCY=WORKERS) as (port, _):
            for heavy in HEAVY.values():
                seen = latencies(port, heavy, seconds=seconds)
                cells.append(f"{seen[len(seen) // 2] * 1e3:.1f} | {seen[len(seen) * 99 // 100] * 1e3:.0f}")
        rows.append([name, *cells])
    return rows


if __name__ == "__main__":
    for row in table():
        print(row)
