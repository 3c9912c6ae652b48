"""Choose the format of an answer: JSON, unless the client clearly prefers another one that is offered (G5, G6).

https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
"""

from typing import Any

from rest_framework.negotiation import BaseContentNegotiation

JSON = "application/json"
TEXT = "text/plain"
PROBLEM = "application/problem+json"


class FirstRenderer(BaseContentNegotiation):
    """Accepts any Accept header, and ignores ``?format=``, for which Django REST framework would answer 406 and 404."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Any, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


def prefers_text(accept: str, output: object) -> bool:
    """Whether plain text is wanted: the parameter ``output`` decides, else an Accept header that names it (G6)."""
    wanted = output.strip().lower() if isinstance(output, str) else ""
    if wanted in ("text", "json"):
        return wanted == "text"
    return bool(accept) and prefers(accept, TEXT)


def prefers(accept: str, media_type: str) -> bool:
    """Whether ``accept`` names ``media_type`` itself, with a higher quality than JSON gets by any range (RFC 9110)."""
    quality, json_quality = _beside_json(accept, media_type)
    return quality > json_quality


def accepts_problem(accept: str) -> bool:
    """Whether ``accept`` names problem details (RFC 9457), with a quality of at least what JSON gets (G20)."""
    quality, json_quality = _beside_json(accept, PROBLEM)
    return quality > 0 and quality >= json_quality


def _beside_json(accept: str, media_type: str) -> tuple[float, float]:
    """Return the quality of ``media_type`` where ``accept`` names it, else 0, and that of JSON by any range."""
    accept = accept.lower()
    if media_type not in accept:
        return 0.0, 0.0
    qualities = _qualities(accept)
    json_quality = next((qualities[name] for name in (JSON, "application/*", "*/*") if name in qualities), 0.0)
    return qualities.get(media_type, 0.0), json_quality


def _qualities(accept: str) -> dict[str, float]:
    """Return the highest quality of each media range. One whose quality is not a number from 0 to 1 is left out."""
    qualities: dict[str, float] = {}
    for item in accept.split(","):
        name, *parameters = (part.strip() for part in item.split(";"))
        weight = next((text[2:].strip() for text in parameters if text.startswith("q=")), "1")
        try:
            quality = float(weight)
        except ValueError:
            continue
        if 0 <= quality <= 1:
            qualities[name] = max(quality, qualities.get(name, 0.0))
    return qualities
