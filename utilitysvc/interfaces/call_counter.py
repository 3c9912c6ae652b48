"""Counts the calls within one request, for the log and the metrics."""

from collections import Counter
from collections.abc import Mapping, MutableMapping
from typing import Any

#: How many calls of a service were answered with a status.
CallCounter = Counter[tuple[str, int]]

_KEY = "utilitysvc.calls"


def ensure_call_counter(environ: MutableMapping[str, Any]) -> CallCounter:
    """Return the counter of the request with this WSGI environment, which lasts as long as the request."""
    found: CallCounter = environ.setdefault(_KEY, Counter())
    return found


def call_counter(environ: Mapping[str, Any]) -> CallCounter | None:
    """Return what was counted, or None where the request was not one that holds calls."""
    return environ.get(_KEY)
