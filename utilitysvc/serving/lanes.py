"""Choose where a request is answered: on the event loop, or in the threads of its lane.

A lane is a kind of request with its own threads, so that no kind delays another (S5).
"""

from collections.abc import Mapping
from typing import Any

from utilitysvc.kit.reading import PREPARED, Prepared, media_type, parse_body, parse_query
from utilitysvc.kit.renderers import JSON
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.view import ComputeView

#: How many threads each lane has. Work that holds the interpreter lock gets one thread, because two threads that take
#: turns with the lock need longer than one after the other. A file's thread waits for its client most of the time.
THREADS = {"expensive": 1, "large": 1, "calls": 1, "pages": 1, "waiting": 2, "files": 32}

#: The event loop reads and answers a light request itself if its query and its body are at most this large. A query of
#: this length that is all names takes a millisecond or two to read.
SMALL_BYTES = 4 * 1024
#: Requests beyond this size have a lane of their own.
LARGE_BYTES = 32 * 1024


def lane_of(
    view: type[ComputeView] | None, captured: Mapping[str, Any], meta: dict[str, Any], body: bytes
) -> str | None:
    """Return the lane of a request whose body is complete, or None for the event loop.

    ``captured``: the variables of its path. What is read to choose the lane is stored in ``meta``, so that the view
    need not read it again.
    """
    size = max(len(body), len(meta["QUERY_STRING"]))
    if size > LARGE_BYTES:
        return "large"
    if view is None:  # no route: Django answers 404, but WhiteNoise may have a file of this path
        return "pages" if meta["REQUEST_METHOD"] in ("GET", "HEAD") else None
    lane: str | None = getattr(view, "lane", None)
    if lane or size > SMALL_BYTES:
        return lane or "expensive"
    try:
        return None if _is_light(view, captured, meta, body) else "expensive"
    except ServiceError:
        return None  # answering with the error is light


def _is_light(view: type[ComputeView], captured: Mapping[str, Any], meta: dict[str, Any], body: bytes) -> bool:
    prepared = meta[PREPARED] = Prepared()
    if meta["REQUEST_METHOD"] in ("GET", "HEAD"):
        data = prepared.query = parse_query(meta["QUERY_STRING"])
    elif body and media_type(meta) == JSON:  # a POST
        data = prepared.body = parse_body(body)
    else:
        return True  # it is answered without its parameters
    if captured:
        data = {**data, **{view.path_parameters[name]: captured[name] for name in view.path_parameters}}
    operation = view.operations.chosen(data)
    if operation.light is False:
        return False
    values = operation.parameters.read(data)
    prepared.data, prepared.operation, prepared.values = data, operation, values
    return operation.light is True or operation.light(values)
