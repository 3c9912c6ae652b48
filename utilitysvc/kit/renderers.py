"""Write answers as JSON (G5) or plain text (G6), with the headers that every answer of the API has (G7)."""

from collections.abc import Callable
from typing import Any

import orjson
from django.http import HttpResponse
from rest_framework.renderers import BaseRenderer

from utilitysvc.kit.negotiation import JSON

PLAIN_TEXT = "text/plain; charset=utf-8"

API_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Vary": "Accept",
}


class JSONRenderer(BaseRenderer):
    """Compact JSON in UTF-8, keys in the order of the result."""

    media_type = JSON
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return orjson.dumps(data)


class DataResponse(HttpResponse):
    """An answer with ``data``, which is written as bytes after the view and the middleware.

    A site's ``finalize_response`` or middleware can read and change ``data``, as it can on the Response of Django REST
    framework (F2). That class does the same through Django's templates, and takes four times as long.

    ``words``: the message of an error, with advice, and with details that the bodies of some services lack (G12).
    """

    words = ""

    def __init__(
        self,
        data: Any,
        *,
        write: Callable[[Any], bytes] = orjson.dumps,
        content_type: str = JSON,
        **kwargs: Any,
    ) -> None:
        super().__init__(content_type=content_type, **kwargs)
        self.data = data
        self.is_rendered = False
        self._write = write
        self._rendered_callbacks: tuple[Callable[[Any], Any], ...] = ()

    def add_post_render_callback(self, callback: Callable[[Any], Any]) -> None:
        """Call ``callback`` with the response once it is written, as decorators such as ``gzip_page`` want it (F2)."""
        if self.is_rendered:
            callback(self)
        else:
            self._rendered_callbacks += (callback,)

    def render(self) -> HttpResponse:
        """Write the data, once. Django calls this after the view and its middleware."""
        response: HttpResponse = self
        if not self.is_rendered:
            self.content = self._write(self.data)
            self.is_rendered = True
            callbacks, self._rendered_callbacks = self._rendered_callbacks, ()
            for callback in callbacks:
                response = callback(response) or response
        return response


def text_response(data: Any, plain_text: Callable[[Any], str]) -> DataResponse:
    """Return the main value of ``data`` as plain text (G6)."""
    return DataResponse(data, write=lambda data: f"{plain_text(data)}\n".encode(), content_type=PLAIN_TEXT)
