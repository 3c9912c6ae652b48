"""A bare WSGI application that runs the plain loops of the heavy requests: ``POST /7`` runs the eighth."""

import json

from benchmarks.heavy import calls
from benchmarks.peers.bare_wsgi import respond

LOOPS = [loop for _, _, loop in calls()]


def application(environ, start_response):
    length = int(environ.get("CONTENT_LENGTH") or 0)
    carried = json.loads(environ["wsgi.input"].read(length)) if length else {}
    LOOPS[int(environ["PATH_INFO"].strip("/"))]()
    return respond(start_response, "200 OK", carried)
