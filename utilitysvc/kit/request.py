"""DRF's request, whose data are read by the rules of this service, whoever asks for them first (F2)."""

from typing import Any

from django.utils.datastructures import MultiValueDict
from rest_framework.request import Request

from utilitysvc.kit.reading import json_object

__all__ = ["ComputeRequest"]


class ComputeRequest(Request):
    """``data`` of a POST is its JSON object.

    DRF itself takes a body without Content-Length, which a chunked one is, for empty, and one without Content-Type too.
    A host's permission or throttle may ask for ``data`` before the view does; the body is read once.
    """

    def _load_data_and_files(self) -> None:
        if self._request.method != "POST":
            super()._load_data_and_files()
        else:
            self._data: dict[str, Any] = json_object(self._request)
            self._full_data = self._data
            self._files = MultiValueDict()
