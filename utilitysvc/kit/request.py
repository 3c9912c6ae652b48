"""A request whose ``data`` follow the rules of this service, even if a site's code reads them first (F2)."""

from typing import Any

from rest_framework.request import Request

from utilitysvc.kit.negotiation import JSON
from utilitysvc.kit.reading import content_type, json_object
from utilitysvc.kit.renderers import JSONRenderer
from utilitysvc.kit.service_error import ServiceError


class ComputeRequest(Request):
    """``data`` of a POST is its JSON object.

    Django REST framework takes a chunked body for empty, because it has no Content-Length, and one without Content-Type
    too. A site's permission or throttle may read ``data`` before the view does. The body is read once. If the body is
    invalid, each access raises the error until it is answered, so that a permission that catches it does not hide it.
    A body that the view reads piece by piece (``streamed_types``) is left unread, and ``data`` is empty.
    """

    # DRF sets these four for every request by the host's schemes, which do not apply here.
    version = versioning_scheme = None
    accepted_renderer: Any = JSONRenderer()
    accepted_media_type = JSON
    streamed_types: tuple[str, ...] = ()  # the view's
    _object: dict[str, Any] | None = None
    _error: ServiceError | None = None
    _is_refused = False

    @property
    def data(self) -> Any:
        if self.method != "POST":
            return super().data
        if self._error:
            raise self._error
        if self._object is None:
            try:
                self._object = self._read()
            except ServiceError as exc:
                if not self._is_refused:
                    self._error = exc
                    raise
                self._object = {}
        return self._object

    def _read(self) -> dict[str, Any]:
        is_streamed = content_type(self._request) in self.streamed_types
        return {} if is_streamed else json_object(self._request, self.streamed_types)

    def clear_data_error(self) -> None:
        """Make ``data`` empty instead of raising its error, because an error is being answered."""
        self._is_refused = True
        if self._error:
            self._error, self._object = None, {}
