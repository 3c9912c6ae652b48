"""Choose where a request is answered: on the event loop, or in the threads of its lane.

A lane is a kind of request with its own threads, so that no kind delays another (S5).
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, cast

from django.urls import Resolver404, ResolverMatch

from utilitysvc.kit.json_decoding import decode_json
from utilitysvc.kit.negotiation import JSON
from utilitysvc.kit.reading import PREPARED, Prepared, media_type, parse_query
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.view import ComputeView

Lane = Literal["expensive", "large", "calls", "pages", "waiting", "files"]

#: How many threads each lane has. Work that holds the interpreter lock gets one thread, because two threads that take
#: turns with the lock need longer than one after the other. A file's thread waits for its client most of the time.
THREADS: Mapping[Lane, int] = {"expensive": 1, "large": 1, "calls": 1, "pages": 1, "waiting": 2, "files": 32}

#: The event loop reads and answers a light request itself if its query and its body are at most this large. A query of
#: this length that is all names takes a millisecond or two to read.
SMALL_BYTES = 4 * 1024


def executors() -> dict[Lane, ThreadPoolExecutor]:
    return {lane: ThreadPoolExecutor(count, f"utilitysvc-{lane}") for lane, count in THREADS.items()}


def view_at(resolve: Callable[[str], ResolverMatch], path: str) -> tuple[type[ComputeView] | None, Mapping[str, Any]]:
    """Return the view at a path, and the values that the path captures for it."""
    try:
        match = resolve(path)
    except Resolver404:
        return None, {}
    view = getattr(match.func, "cls", None)
    return (view, match.kwargs) if isinstance(view, type) and issubclass(view, ComputeView) else (None, {})


def lane_of(
    view: type[ComputeView] | None, captured: Mapping[str, Any], meta: dict[str, Any], body: bytes
) -> Lane | None:
    """Return the lane of a request whose body is complete, or None for the event loop.

    What is read to choose it is stored in ``meta``, so that the view need not read it again.
    """
    if len(body) > SMALL_BYTES or len(meta["QUERY_STRING"]) > SMALL_BYTES:
        return "large"
    if view is None:  # no route: Django answers 404, but WhiteNoise may have a file of this path
        return "pages" if meta["REQUEST_METHOD"] in ("GET", "HEAD") else None
    if lane := getattr(view, "lane", None):
        return cast(Lane, lane)
    method, data = meta["REQUEST_METHOD"], {}
    prepared = meta[PREPARED] = Prepared()
    try:
        if method in ("GET", "HEAD"):
            data = prepared.query = parse_query(meta["QUERY_STRING"])
        elif method == "POST" and body and media_type(meta) == JSON:
            parsed = decode_json(body)
            if not isinstance(parsed, dict):
                return None
            data = prepared.body = parsed
        else:
            return None
        if captured:
            data = {**data, **{view.path_parameters[name]: captured[name] for name in view.path_parameters}}
        operation = view.operations.chosen(data)
        if operation.light is False:
            return "expensive"
        values = operation.read(data)
    except ServiceError:
        return None  # answering with the error is light
    prepared.data, prepared.operation, prepared.values = data, operation, values
    return None if operation.is_light(values) else "expensive"
