"""The small request

`GET /uuid/?count=1&format=standard`, and the same by `POST`: the CPU time (user and system) that it costs one worker,
beside that of a bare WSGI function that returns the same answer on gunicorn, with the gthread worker and 4 threads. Our
service runs with all its features, including the access log; the bare function has no log. They are measured in turn
over keep-alive connections, and each figure is the median of many short rounds. The ratio is the median of the ratios
of the rounds, because other work on the host changes from one second to the next. The range after it covers the middle
half of the rounds.

Once, on 2026-11-23, others were measured in the same rounds, each with the same checks of the parameters. Their ratios
for GET and POST were: Litestar 0.48 and 0.59, FastAPI with `async def` 0.83 and 0.81 (both on uvicorn with uvloop;
FastAPI with asyncio's own loop 1.13 and 1.19), FastAPI with `def` 1.39 and 1.33, Flask 1.45 and 1.47, a plain Django
view 1.52 and 1.45, a view of Django REST framework 2.52 and 2.48. On Granian the bare function had 0.40 and 0.39, and
our service 0.99 and 1.34.
"""

from statistics import quantiles

from benchmarks.measure import PLAIN, Asked, figures, get, in_turn, post, serving

REQUESTS = {
    "GET": get("/uuid/?count=1&format=standard"),
    "POST": post("/uuid/", b'{"count": 1, "format": "standard"}'),
}


def table(rounds: int = 40, count: int = 300) -> list[list[str]]:
    """Return the rows of the table: server, and for each method microseconds and the ratio to bare WSGI."""
    with serving(*PLAIN, application="benchmarks.peers.bare_wsgi:application") as bare, serving() as ours:
        servers = {"bare WSGI": bare, "utilitysvc": ours}
        asked = {
            f"{name} {method}": Asked(server, request, count)
            for method, request in REQUESTS.items()
            for name, server in servers.items()
        }
        seconds = in_turn(asked, rounds)
    rows = [["CPU of the worker per small request", *(f"{method} µs | ratio" for method in REQUESTS)]]
    for name in servers:
        row = [name]
        for method in REQUESTS:
            own, floor = seconds[f"{name} {method}"], seconds[f"bare WSGI {method}"]
            lower, _, upper = quantiles((one / other for one, other in zip(own, floor, strict=True)), n=4)
            row.append(f"{figures(own, floor)} ({lower:.2f} to {upper:.2f})")
        rows.append(row)
    return rows
