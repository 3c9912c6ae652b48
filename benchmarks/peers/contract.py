"""The validation and the answer of the call, made with the standard library. All peers use it, so that only the
frameworks differ.
"""

import base64
import time
import uuid

FORMATS = {
    "standard": str,
    "compact": lambda value: value.hex,
    "braced": lambda value: f"{{{value}}}",
    "urn": lambda value: value.urn,
    "base64": lambda value: base64.b64encode(value.bytes).decode(),
    "hex": lambda value: value.hex,
}
MAX_COUNT = 1000


def answer(count, format, secure, uppercase):
    made = [FORMATS[format](uuid.uuid4()) for _ in range(count)]
    return {
        "uuids": [text.upper() for text in made] if uppercase else made,
        "count": count,
        "format": format,
        "secure": secure,
        "uppercase": uppercase,
        "timestamp": time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime()),
        "version": "4",
        "variant": "RFC 4122",
    }


def validated(parameters):
    """Return count, format and the two booleans from strings or JSON values. Raises ValueError for wrong values."""
    count = int(parameters.get("count", 1))
    if not 1 <= count <= MAX_COUNT:
        raise ValueError(f"Count must be between 1 and {MAX_COUNT}")
    format = parameters.get("format", "standard")
    if format not in FORMATS:
        raise ValueError("Invalid format specified")
    flags = [str(parameters.get(name, "false")).lower() for name in ("secure", "uppercase")]
    if not {"true", "false"}.issuperset(flags):
        raise ValueError("Invalid parameter type")
    return count, format, flags[0] == "true", flags[1] == "true"
