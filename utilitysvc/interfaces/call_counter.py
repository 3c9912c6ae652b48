"""Counts the calls within one request, for the log and the metrics."""

from collections import Counter

#: How many calls were answered, by service and HTTP status.
CallCounter = Counter[tuple[str, int]]

#: The variable of a request's ``META`` that holds its counter. A request that contains no calls lacks it.
CALL_COUNTER = "utilitysvc.calls"
