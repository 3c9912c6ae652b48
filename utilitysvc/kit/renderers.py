"""How an answer is written: JSON (G5), unless the client clearly prefers another format that is offered (G6, G20).

https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import orjson
from django.http import HttpResponse
from django.template.response import SimpleTemplateResponse
from rest_framework.renderers import BaseRenderer

JSON = "application/json"
TEXT = "text/plain"
PROBLEM = "application/problem+json"

PLAIN_TEXT = f"{TEXT}; charset=utf-8"

#: The headers of every answer (G7).
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


class DataResponse(SimpleTemplateResponse):
    """An answer with ``data``, which is written as bytes after the view and the middleware.

    A site's ``finalize_response`` or middleware can read and change ``data``, as it can on the Response of Django REST
    framework (F2), which takes twice as long.

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
        # Django would look for the charset in the headers, for the empty content that it begins with.
        super().__init__(None, content_type=content_type, charset="utf-8", **kwargs)
        self.data = data
        self._write = write

    @property
    def rendered_content(self) -> bytes:
        return self._write(self.data)


def empty_response(status: int) -> HttpResponse:
    """Return an answer without a body, which therefore has no type."""
    response = HttpResponse(status=status)
    del response.headers["Content-Type"]
    return response


def text_response(data: Any, plain_text: Callable[[Any], str], end: str = "\n") -> DataResponse:
    """Return the main value of ``data`` as plain text (G6)."""
    return DataResponse(data, write=lambda data: f"{plain_text(data)}{end}".encode(), content_type=PLAIN_TEXT)


def prefers(accept: str, media_type: str) -> bool:
    """Whether ``accept`` names ``media_type`` itself, with a higher quality than JSON gets by any range (RFC 9110).

    Problem details (RFC 9457) are taken with an equal quality too (G20). The highest of a media range counts. One whose
    quality is not a number from 0 to 1 is left out.
    """
    accept = accept.lower()
    if media_type not in accept:
        return False
    qualities: dict[str, float] = {}
    for item in accept.split(","):
        name, *parameters = map(str.strip, item.split(";"))
        weight = next((text[2:] for text in parameters if text.startswith("q=")), "1")
        with suppress(ValueError):
            if 0 <= (quality := float(weight)) <= 1:
                qualities[name] = max(quality, qualities.get(name, 0.0))
    wanted = qualities.get(media_type, 0.0)
    json_quality = next((qualities[name] for name in (JSON, "application/*", "*/*") if name in qualities), 0.0)
    return wanted > json_quality or (wanted == json_quality > 0 and media_type == PROBLEM)
