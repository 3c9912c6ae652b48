"""The sections of requests that are measured in turn: each function's docstring is what the page says of its table."""

from contextlib import ExitStack
from functools import partial

from benchmarks.measure import PLAIN, ask, beside_the_first, cpu_per_request, get, serving
from utilitysvc.access import tokens

CALL = {"count": 1, "format": "standard"}
GET, POST = get("/uuid/?count=1&format=standard"), ask("/uuid/", CALL)
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
        by_get, by_post = (
            beside_the_first(
                "CPU of the worker per small request, by GET and by POST",
                {name: partial(cpu_per_request, *server, request, COUNT) for name, server in servers.items()},
                rounds,
            )
            for request in (GET, POST)
        )
    return [[name, figures, others] for (name, figures), (_, others) in zip(by_get, by_post, strict=True)]


def access(rounds=40):
    """Keys and rates

    The small request by `GET` to a service that requires keys or counts calls (docs/access.md): the CPU time of the
    worker. The ratio compares with the same request to a service that does neither. It is the median of the ratios of
    the rounds.
    """
    token = tokens.new_token()
    keys, rate = {"API_TOKENS": tokens.entry("bench", token)}, {"RATE_LIMIT": "100000000/second"}
    with_key = GET.replace(b"\r\n\r\n", f"\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    services = {
        "open": (GET, {}),
        "keys": (with_key, keys),
        "rates, each worker for itself": (GET, rate),
        "both": (with_key, keys | rate),
    }
    with ExitStack() as stack:
        works = {
            name: partial(cpu_per_request, *stack.enter_context(serving(**variables)), request, COUNT)
            for name, (request, variables) in services.items()
        }
        return beside_the_first("CPU of the worker per small request", works, rounds)


def batch(rounds=20, calls=1000):
    """Many calls in one request

    `POST /uuid/` for one UUID: as a separate request, and as one of 1, 10 and 100 calls of `POST /batch/`. CPU time of
    the worker per call, as the median of many short rounds in which all take turns. The ratio compares with the
    separate request in the same round. Of other frameworks each call is a request: once, on 2026-11-23, bare WSGI had
    1.13 in these rounds, and FastAPI with `async def` on uvicorn 1.29, with uvloop 0.96.
    """
    with serving() as ours:
        works = {"a request each": partial(cpu_per_request, *ours, POST, calls)}
        for size in (1, 10, 100):
            request = ask("/batch/", {"calls": [{"path": "/uuid/", "parameters": CALL}] * size})
            works[f"a batch of {size}"] = partial(cpu_per_request, *ours, request, calls // size, size)
        return beside_the_first("CPU of the worker per call", works, rounds)
