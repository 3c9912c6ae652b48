"""Choose where a request is answered: on the event loop, or in the threads of its lane.

A lane is a kind of request with its own threads, so that no kind delays another (S5). Expensive requests are ``dear``.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, cast

from django.urls import Resolver404, ResolverMatch

from utilitysvc.kit.json_decoding import decode_json
from utilitysvc.kit.reading import MEDIA_TYPE, PARSED_BODY, PARSED_QUERY, media_type, parse_query
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.view import PREPARED, ComputeView

Lane = Literal["dear", "large", "calls", "pages", "waiting", "files"]

#: How many threads each lane has. Work that holds the interpreter lock gets one thread, because two threads that take
#: turns with the lock need longer than one after the other. A file's thread waits for its client most of the time.
THREADS: Mapping[Lane, int] = {"dear": 1, "large": 1, "calls": 1, "pages": 1, "waiting": 2, "files": 32}

#: The event loop answers a request itself if its body is at most this large and its estimated CPU time at most this
#: long.
SMALL_BYTES = 32 * 1024
LOOP_SECONDS = 0.001


def executors() -> dict[Lane, ThreadPoolExecutor]:
    return {lane: ThreadPoolExecutor(count, f"utilitysvc-{lane}") for lane, count in THREADS.items()}


def view_at(resolve: Callable[[str], ResolverMatch], path: str) -> tuple[type[ComputeView] | None, Mapping[str, Any]]:
    """Return the view at a path, which may lack its final slash, and the values that the path captures for it."""
    try:
        match = resolve(path if path.endswith("/") else f"{path}/")
    except Resolver404:
        return None, {}
    view = getattr(match.func, "cls", None)
    return (view, match.kwargs) if isinstance(view, type) and issubclass(view, ComputeView) else (None, {})


def lane_of(
    view: type[ComputeView] | None, captured: Mapping[str, Any], meta: dict[str, Any], body: bytes
) -> Lane | None:
    """Return the lane of a request whose body is complete, or None for the event loop.

    The values that are parsed to estimate the cost are stored in ``meta``, so that the view need not parse them again.
    """
    if len(body) > SMALL_BYTES:
        return "large"
    if view is None:  # no route: Django answers 404, but WhiteNoise may have a file of this path
        return "pages" if meta["REQUEST_METHOD"] in ("GET", "HEAD") else None
    if lane := getattr(view, "lane", None):
        return cast(Lane, lane)
    method, data = meta["REQUEST_METHOD"], {}
    try:
        if method in ("GET", "HEAD"):
            data = meta[PARSED_QUERY] = parse_query(meta["QUERY_STRING"])
        elif method == "POST" and body and media_type(meta) == MEDIA_TYPE:
            parsed = decode_json(body)
            if not isinstance(parsed, dict):
                return None
            data = meta[PARSED_BODY] = parsed
        else:
            return None
        if captured:
            data = {**data, **{view.path_parameters[name]: captured[name] for name in view.path_parameters}}
        prepared = meta[PREPARED] = view.prepare(data)
    except ServiceError:
        return None  # answering with the error is cheap
    return "dear" if prepared.seconds > LOOP_SECONDS else None
