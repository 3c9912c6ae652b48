"""Counts the calls within one request, for the log and the metrics."""

from collections import Counter
from collections.abc import Mapping, MutableMapping
from typing import Any

#: How many calls were answered, by service and HTTP status.
CallCounter = Counter[tuple[str, int]]

_KEY = "utilitysvc.calls"


def ensure_call_counter(environ: MutableMapping[str, Any]) -> CallCounter:
    """Return the counter of the request with this WSGI environment. It is created if there is none yet."""
    found: CallCounter = environ.setdefault(_KEY, Counter())
    return found


def call_counter(environ: Mapping[str, Any]) -> CallCounter | None:
    """Return the counter of a request, or None if the request is not one that contains calls."""
    return environ.get(_KEY)
