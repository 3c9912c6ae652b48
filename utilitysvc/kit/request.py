"""A request whose ``data`` follow the rules of this service, even if a site's code reads them first (F2)."""

from typing import Any

from django.utils.datastructures import MultiValueDict
from rest_framework.request import Request

from utilitysvc.kit.reading import content_type, json_object
from utilitysvc.kit.service_error import ServiceError


class ComputeRequest(Request):
    """``data`` of a POST is its JSON object.

    Django REST framework takes a chunked body for empty, because it has no Content-Length, and one without Content-Type
    too. A site's permission or throttle may read ``data`` before the view does. The body is read once. If the body is
    invalid, each access raises the error until it is answered, so that a permission that catches it does not hide it.
    A body that the view reads piece by piece (``streamed_types``) is left unread, and ``data`` is empty.
    """

    version = None  # DRF sets these two for every request by the host's scheme, which does not apply here
    versioning_scheme = None
    streamed_types: tuple[str, ...] = ()  # the view's
    _error: ServiceError | None = None
    _refused = False

    def _load_data_and_files(self) -> None:
        if self._request.method != "POST":
            super()._load_data_and_files()
        elif self._error:
            raise self._error
        elif content_type(self._request) in self.streamed_types:
            self.fill({})
        else:
            try:
                data = json_object(self._request, self.streamed_types)
            except ServiceError as exc:
                data = {}
                if not self._refused:
                    self._error = exc
                    raise
            self.fill(data)

    def clear_data_error(self) -> None:
        """Make ``data`` empty instead of raising its error, because an error is being answered."""
        self._refused = True
        if self._error:
            self._error = None
            self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Set the body's data, as read before the request came here."""
        self._data = self._full_data = data
        self._files = MultiValueDict()
