"""The small request

`GET /uuid/?count=1&format=standard`, and the same by `POST`: the CPU time (user and system) that it costs one worker,
compared with what a user would write instead. Each service has one worker. They are measured in turn over keep-alive
connections, and each figure is the median of many short rounds. The ratio compares with a bare WSGI function that
returns the same answer on the same gunicorn. It is the median of the ratios of the rounds, because other work on the
host changes from one second to the next. The range after it covers the middle half of the rounds. Our service runs with
all its features, including the access log on gunicorn; the others have no log. Unless a row names its server, the
server is gunicorn: for our service with gunicorn.conf.py, for the others with the gthread worker and 4 threads.
"""

from contextlib import ExitStack
from statistics import median, quantiles

from benchmarks.measure import ASYNCIO, GRANIAN, GRANIAN_ASGI, OWN, PLAIN, UVLOOP, cpu_per_request, get, post, serving

OURS = "utilitysvc"
FLOOR = "bare WSGI"
SERVERS = {
    FLOOR: (PLAIN, "benchmarks.peers.bare_wsgi:application"),
    OURS: (OWN, "utilitysvc.asgi:application"),
    "plain Django view": (PLAIN, "benchmarks.peers.django_view:application"),
    "Flask": (PLAIN, "benchmarks.peers.flask_app:application"),
    "stock DRF": (PLAIN, "benchmarks.peers.stock_drf:application"),
    "FastAPI, def, on uvicorn": (ASYNCIO, "benchmarks.peers.fastapi_app:application"),
    "FastAPI, def, on uvicorn with uvloop": (UVLOOP, "benchmarks.peers.fastapi_app:application"),
    "FastAPI, async def, on uvicorn": (ASYNCIO, "benchmarks.peers.fastapi_app:async_application"),
    "FastAPI, async def, on uvicorn with uvloop": (UVLOOP, "benchmarks.peers.fastapi_app:async_application"),
    "Litestar, async def, on uvicorn with uvloop": (UVLOOP, "benchmarks.peers.litestar_app:application"),
    "bare WSGI on Granian": (GRANIAN, "benchmarks.peers.bare_wsgi:application"),
    "utilitysvc on Granian": (GRANIAN_ASGI, "utilitysvc.asgi:application"),
}
REQUESTS = {
    "GET": get("/uuid/?count=1&format=standard"),
    "POST": post("/uuid/", b'{"count": 1, "format": "standard"}'),
}


def measure(rounds=40, count=300, names=tuple(SERVERS)):
    """Measure the servers in turn; return for each method and server the CPU seconds of a request in each round."""
    with ExitStack() as stack:
        running = {}
        for name in names:
            server, application = SERVERS[name]
            running[name] = stack.enter_context(serving(server, application))
        figures = {method: {name: [] for name in names} for method in REQUESTS}
        for _ in range(rounds):
            for method, request in REQUESTS.items():
                for name, (port, pid) in running.items():
                    figures[method][name].append(cpu_per_request(port, pid, request, count))
    return figures


def table(rounds=40, count=300, names=tuple(SERVERS)):
    """Return the rows of the table: server, and for each method microseconds and the ratio to bare WSGI."""
    figures = measure(rounds, count, names)
    rows = [["CPU of the worker per small request", *(f"{method} µs | ratio" for method in REQUESTS)]]
    return rows + [[name, *(_figures(by[name], by[FLOOR]) for by in figures.values())] for name in names]


def _figures(seconds, floor):
    ratios = [own / bare for own, bare in zip(seconds, floor, strict=True)]
    lower, ratio, upper = quantiles(ratios, n=4)
    return f"{median(seconds) * 1e6:.0f} | {ratio:.2f} ({lower:.2f} to {upper:.2f})"


if __name__ == "__main__":
    for row in table():
        print(f"{row[0]:44} {row[1]:>28} {row[2]:>28}")
