"""Choose where a request is answered: on the event loop, or in the threads of its lane.

A lane is a kind of request with its own threads, so that no kind delays another (S5).
"""

from utilitysvc.kit.reading import PREPARED, Prepared, media_type, parse_body, parse_query
from utilitysvc.kit.renderers import JSON
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.view import ComputeView
from utilitysvc.serving.handler import Request

#: How many threads each lane has. Work that holds the interpreter lock gets one thread, because two threads that take
#: turns with the lock need longer than one after the other. A file's thread waits for its client most of the time.
THREADS = {"expensive": 1, "large": 1, "calls": 1, "pages": 1, "waiting": 2, "files": 32}

#: The event loop reads and answers a light request itself if its query and its body are at most this large. A query of
#: this length that is all names takes a millisecond or two to read.
SMALL_BYTES = 4 * 1024
#: Requests beyond this size have a lane of their own.
LARGE_BYTES = 32 * 1024


def lane_of(request: Request, body: bytes) -> str | None:
    """Return the lane of a request whose body is complete, or None for the event loop.

    What is read to choose the lane is stored in its ``META``, so that the view need not read it again.
    """
    size = max(len(body), len(request.META["QUERY_STRING"]))
    if size > LARGE_BYTES:
        return "large"
    if request.view is None:  # no route: Django answers 404, but WhiteNoise may have a file of this path
        return "pages"
    lane: str | None = getattr(request.view, "lane", None)
    if lane or size > SMALL_BYTES:
        return lane or "expensive"
    try:
        return None if _is_light(request, request.view, body) else "expensive"
    except ServiceError:
        return None  # answering with the error is light


def _is_light(request: Request, view: type[ComputeView], body: bytes) -> bool:
    prepared = request.META[PREPARED] = Prepared()
    if request.method in ("GET", "HEAD"):
        data = prepared.query = parse_query(request.META["QUERY_STRING"])
    elif body and media_type(request.META) == JSON:
        data = prepared.body = parse_body(body)
    else:
        return True  # it is answered without its parameters
    if captured := request.resolver_match.kwargs:
        data = {**data, **{view.path_parameters[name]: captured[name] for name in view.path_parameters}}
    operation = view.operations.chosen(data)
    if operation.light is False:
        return False
    values = operation.parameters.read(data)
    prepared.data, prepared.operation, prepared.values = data, operation, values
    return operation.light is True or operation.light(values)
