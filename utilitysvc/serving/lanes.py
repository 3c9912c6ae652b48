"""Where a request is answered: on the event loop, or in threads of its kind, so that no kind holds up another (S5)."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, cast

from django.urls import Resolver404, ResolverMatch

from utilitysvc.kit.json_decoding import decode_json
from utilitysvc.kit.reading import MEDIA_TYPE, PARSED_BODY, PARSED_QUERY, media_type, parse_query
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.view import PREPARED, ComputeView

Lane = Literal["dear", "large", "calls", "pages", "waiting", "files"]

#: How many threads answer each kind. One for what holds the interpreter lock: two that hold it in turns take longer
#: than one after the other. A file's thread waits for its client most of the time.
THREADS: Mapping[Lane, int] = {"dear": 1, "large": 1, "calls": 1, "pages": 1, "waiting": 2, "files": 32}

#: The event loop answers a request whose body is no larger, and whose computing is estimated to take no longer.
SMALL_BYTES = 32 * 1024
LOOP_SECONDS = 0.001


def executors() -> dict[Lane, ThreadPoolExecutor]:
    return {lane: ThreadPoolExecutor(count, f"utilitysvc-{lane}") for lane, count in THREADS.items()}


def view_at(resolve: Callable[[str], ResolverMatch], path: str) -> tuple[type[ComputeView] | None, Mapping[str, Any]]:
    """Return the view that answers a path, with or without its final slash, and what stands in the path for it."""
    try:
        match = resolve(path if path.endswith("/") else f"{path}/")
    except Resolver404:
        return None, {}
    view = getattr(match.func, "cls", None)
    return (view, match.kwargs) if isinstance(view, type) and issubclass(view, ComputeView) else (None, {})


def lane_of(
    view: type[ComputeView] | None, captured: Mapping[str, Any], meta: dict[str, Any], body: bytes
) -> Lane | None:
    """Return the lane of a request whose body is whole; None for the event loop.

    What is parsed of it to estimate its cost is left in ``meta``, for the view to read.
    """
    if len(body) > SMALL_BYTES:
        return "large"
    if view is None:  # no route: Django answers 404, but WhiteNoise may have a file of this path
        return "pages" if meta["REQUEST_METHOD"] in ("GET", "HEAD") else None
    if view.lane:
        return cast(Lane, view.lane)
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
        return None  # to refuse is cheap
    return "dear" if prepared.seconds > LOOP_SECONDS else None
