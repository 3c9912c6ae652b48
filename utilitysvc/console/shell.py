"""The service worker that keeps the console's page in a browser, for times when the service cannot be reached."""

import base64
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from django.template.loader import render_to_string

PAGE = "./"


def worker(page: str, files: Mapping[str, Path]) -> str:
    """Return the worker's source, for ``page`` and the ``files`` that it loads, by their addresses.

    The source contains the digest of each, so another release has another worker, which keeps only its own files.
    """
    contents = {PAGE: page.encode(), **{address: path.read_bytes() for address, path in files.items()}}
    shell = json.dumps({address: _integrity(content) for address, content in contents.items()})
    unnamed = render_to_string("console/worker.js", {"shell": shell})
    release = hashlib.sha256(unnamed.encode()).hexdigest()[:16]
    return str(render_to_string("console/worker.js", {"shell": shell, "release": release}))


def _integrity(content: bytes) -> str:
    """Return the digest as subresource integrity writes it: https://www.w3.org/TR/SRI/#integrity-metadata-description"""
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"
