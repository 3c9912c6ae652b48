"""Examples of the errors of a path. Each is the answer to a refused request, so none can be out of date."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from io import BytesIO
from typing import Any

from django.core.handlers.wsgi import WSGIRequest

from utilitysvc.kit import conf
from utilitysvc.kit.exception_handler import INTERNAL_ERROR, error_body
from utilitysvc.kit.negotiation import JSON
from utilitysvc.kit.reading import json_object
from utilitysvc.kit.service_error import ServiceError

_EXAMPLE_ID = "0123456789abcdef0123456789abcdef"
_EXAMPLE_TIME = "2026-11-21T12:00:00Z"

#: Bodies that no service takes, with their content type and the length that they claim.
_BAD_BODIES = {
    "Malformed body": (b'{"', JSON, lambda: 2),
    "Body that is not an object": (b"[]", JSON, lambda: 2),
    "Body too large": (b"", JSON, lambda: conf.max_body_bytes() + 1),
    "Body of another type": (b"a=b", "application/x-www-form-urlencoded", lambda: 3),
}


def error_responses(view: Any, method: str) -> Iterator[tuple[int, str, Mapping[str, Any]]]:
    """Yield status, name and body of each error that ``view`` answers to ``method``."""
    errors = {name: _error(view, example) for name, example in view.operations.error_examples.items()}
    if method == "post":
        errors |= {name: _refused(partial(_read, view.streamed_types, *body)) for name, body in _BAD_BODIES.items()}
    errors["Error in the service itself"] = ServiceError(INTERNAL_ERROR, f"Request id: {_EXAMPLE_ID}", 500)
    for name, error in errors.items():
        body = error_body(error, view.error_shape)
        if "timestamp" in body:
            body["timestamp"] = _EXAMPLE_TIME
        yield error.status, name, body


def _error(view: Any, example: Mapping[str, Any] | ServiceError) -> ServiceError:
    if isinstance(example, ServiceError):
        return example
    return _refused(lambda: view.operations.chosen(example).answer(example))


def _refused(attempt: Callable[[], object]) -> ServiceError:
    try:
        attempt()
    except ServiceError as exc:
        return exc
    raise AssertionError("what was to be an example of an error was answered")


def _read(files: tuple[str, ...], body: bytes, content_type: str, length: Callable[[], int]) -> object:
    request = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": content_type, "CONTENT_LENGTH": str(length())}
    return json_object(WSGIRequest(request | {"wsgi.input": BytesIO(body)}), files)
