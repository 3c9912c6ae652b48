"""The baseline: only a WSGI function, with the checks of the parameters and the answer written by hand."""

import base64
import json
import time
import uuid
from urllib.parse import parse_qsl

FORMATS = {
    "standard": str,
    "compact": lambda value: value.hex,
    "braced": lambda value: f"{{{value}}}",
    "urn": lambda value: value.urn,
    "base64": lambda value: base64.b64encode(value.bytes).decode(),
    "hex": lambda value: value.hex,
}
MAX_COUNT = 1000


def application(environ, start_response):
    if environ["REQUEST_METHOD"] == "POST":
        parameters = json.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
    else:
        parameters = dict(parse_qsl(environ["QUERY_STRING"]))
    try:
        status, body = "200 OK", answer(parameters)
    except ValueError as exc:
        status, body = "400 Bad Request", {"error": str(exc)}
    payload = json.dumps(body).encode()
    start_response(status, [("Content-Type", "application/json"), ("Content-Length", str(len(payload)))])
    return [payload]


def answer(parameters):
    count, format = int(parameters.get("count", 1)), parameters.get("format", "standard")
    if not 1 <= count <= MAX_COUNT:
        raise ValueError(f"Count must be between 1 and {MAX_COUNT}")
    if format not in FORMATS:
        raise ValueError("Invalid format specified")
    flags = {name: str(parameters.get(name, "false")).lower() for name in ("secure", "uppercase")}
    if not {"true", "false"}.issuperset(flags.values()):
        raise ValueError("Invalid parameter type")
    made = [FORMATS[format](uuid.uuid4()) for _ in range(count)]
    return {
        "uuids": [text.upper() for text in made] if flags["uppercase"] == "true" else made,
        "count": count,
        "format": format,
        **{name: flag == "true" for name, flag in flags.items()},
        "timestamp": time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime()),
        "version": "4",
        "variant": "RFC 4122",
    }
