from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse

from textops import services
from textops.serializers import TextParameters
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.renderers import PLAIN_TEXT
from utilitysvc.kit.tool import Tool
from utilitysvc.kit.view import ComputeView

TEXT = Operation(
    "text",
    services.process,
    TextParameters,
    services.plain_text,
    examples={
        "Statistics": {"text": "Hello, World!", "operation": "analyze"},
        "Case": {"text": "XMLHttpRequest", "operation": "snakecase"},
        "Encoding": {"text": "naïve café", "operation": "base64_encode"},
        "Cipher": {"text": "Attack at dawn", "operation": "caesar_cipher", "shift": 5},
        "Chain": {"text": "SGVsbG8sIFdvcmxkIQ==", "operation": ["base64_decode", "uppercase", "reverse"]},
    },
    refusals={
        "Text missing": {},
        "Unknown operation": {"text": "hello", "operation": "shout"},
        "Count within a chain": {"text": "hello", "operation": "length,uppercase"},
        "Chain too long": {"text": "hello", "operation": ["reverse"] * (services.CHAIN.maximum + 1)},
        "Unknown format": {"text": "hello", "format": "xml"},
        "Wrong type": {"text": "hello", "operation": "caesar_cipher", "shift": "far"},
        "Not decodable": {"text": "100%", "operation": "url_decode"},
    },
    repeatable=True,
)


class TextView(ComputeView):
    """Process a text: count, change case, rearrange, encode, decode, cipher."""

    name = "text"
    operations = Operations(TEXT)
    tool = Tool(
        "process_text",
        "Process a text",
        (
            "Count, change, encode or decode a text exactly: characters, words and lines, letter case, order, Base64, "
            "percent and HTML encoding, ciphers. Use it instead of counting letters or rewriting a text by heart. "
            "operation takes one name or several, which are applied one after the other. Returns result, or for "
            "analyze the counts in analysis."
        ),
    )

    def present(
        self, operation: Operation, result: Mapping[str, Any], values: Mapping[str, Any], output: Any
    ) -> HttpResponse:
        if values["format"] == services.TEXT_FORMAT:
            # Exactly the result, without a final newline (X3).
            return HttpResponse(operation.plain_text(result), content_type=PLAIN_TEXT)
        return super().present(operation, result, values, output)
