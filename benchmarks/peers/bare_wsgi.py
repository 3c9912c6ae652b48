"""The baseline: only a WSGI function."""

import json
from urllib.parse import parse_qsl

from benchmarks.peers.contract import answer, validated


def application(environ, start_response):
    if environ["REQUEST_METHOD"] == "POST":
        parameters = json.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
    else:
        parameters = dict(parse_qsl(environ["QUERY_STRING"]))
    try:
        status, body = "200 OK", answer(*validated(parameters))
    except ValueError as exc:
        status, body = "400 Bad Request", {"error": str(exc)}
    return respond(start_response, status, body)


def respond(start_response, status, body):
    payload = json.dumps(body).encode()
    start_response(status, [("Content-Type", "application/json"), ("Content-Length", str(len(payload)))])
    return [payload]
