"""Answers as bytes: JSON (G5) and plain text (G6), and the headers that every API answer carries (G7)."""

from collections.abc import Mapping
from typing import Any

import orjson
from django.http import HttpResponse
from rest_framework.renderers import BaseRenderer

__all__ = ["API_HEADERS", "JSONRenderer", "TextRenderer", "json_response"]

API_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Vary": "Accept",
}


class JSONRenderer(BaseRenderer):
    """Compact JSON in UTF-8, keys in the order of the result."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return orjson.dumps(data)


class TextRenderer(BaseRenderer):
    """The bare value."""

    media_type = "text/plain"
    format = "txt"
    charset = "utf-8"

    def render(self, data: str, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return data.encode()


def json_response(data: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """An API answer outside of any ComputeView: an unknown path, a host that is not allowed, health, the index."""
    return HttpResponse(orjson.dumps(data), status=status, content_type=JSONRenderer.media_type, headers=API_HEADERS)
