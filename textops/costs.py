"""Estimate the cost of operations before they are computed (B4)."""

import math
import re
from collections.abc import Mapping
from typing import Any

from textops.budget import SECONDS
from textops.json_text import MAX_DEPTH
from textops.operations import FORMAT_WEIGHT, OPERATIONS, TextOperation

_MIB = 1024 * 1024
#: The cost of about a second of CPU time: four operations as expensive as json_format, on 1 MiB.
MOST_WEIGHT = 4 * FORMAT_WEIGHT
# Seconds for reading a request and choosing its operation.
_LEAST_SECONDS = 0.0001
# Seconds for applying one operation to one short line (X11).
_SECONDS_A_LINE = 0.000005
# Seconds for one step of an operation whose number of steps can grow faster than its text. They are measured on the
# worst texts: n searches of n bytes each, and two texts of n lines with n differences.
_SECONDS_A_BYTE_SEARCHED = 1e-9
_SECONDS_A_STEP = 1e-7
_MOST_LOOPS = 4  # a path with more loops may take longer than a second on any text
# Seconds for each byte that a path finds, and for a Unicode class such as \pL when RE2 compiles it.
_SECONDS_A_BYTE_FOUND = 8e-7
_SECONDS_A_CLASS = 0.0007
_UNICODE_CLASS = re.compile(r"\\p", re.IGNORECASE)
# Seconds for the largest pattern that RE2 compiles. A repetition, as in \pL{300}, makes a small one as large.
_MOST_SECONDS_TO_COMPILE = 0.2


def weighted_cost(operation: TextOperation, size: int) -> float:
    """Return what the operation costs on ``size`` bytes, as weight times MiB."""
    return operation.weight * size / _MIB


def estimated_seconds(values: Mapping[str, Any]) -> float:
    """Return an estimate, rather too high, of the CPU seconds that the operations of a request take.

    ``values``: the parameters of the request. The estimate assumes that no operation lengthens the text much. The time
    that grows faster than the text is at most SECONDS, because the budget of the request then stops the operation.
    """
    text: str = values["text"]
    names = values["operation"]
    chain = [OPERATIONS[name] for name in ([names] if isinstance(names, str) else names)]
    size = _size(text)
    other = _size(values.get("other") or "")
    is_ascii = text.isascii()
    weight = sum(operation.ascii_weight if is_ascii else operation.weight for operation in chain)
    linear = weight * (size + other) / _MIB / MOST_WEIGHT
    superlinear = sum(_superlinear_seconds(operation.name, values, size) for operation in chain)
    if values.get("each_line"):
        superlinear += text.count("\n") * len(chain) * _SECONDS_A_LINE
    return _LEAST_SECONDS + linear + min(superlinear, SECONDS)


def _size(text: str) -> int:
    """Return the size of ``text`` in UTF-8 bytes. ASCII text need not be encoded to know it."""
    return len(text) if text.isascii() else len(text.encode())


def _superlinear_seconds(name: str, values: Mapping[str, Any], size: int) -> float:
    if values.get("regex"):
        return size * size * _SECONDS_A_BYTE_SEARCHED + _seconds_to_compile(values["find"])
    if name == "diff":
        lines: int = values["text"].count("\n") + values["other"].count("\n")
        return lines * lines * _SECONDS_A_STEP
    if name == "json_path":
        path: str = values["path"]
        loops = path.count("..") + path.count("?")  # each visits all values for each value of the previous loop
        steps: float = math.pow(size, min(loops, _MOST_LOOPS)) if loops > 1 else 0.0
        found = _bytes_found(values["text"], path.count(".."))
        return steps * _SECONDS_A_STEP + found * _SECONDS_A_BYTE_FOUND + _seconds_to_compile(path)
    return 0.0


def _bytes_found(text: str, segments: int) -> float:
    """Return how many bytes a path with so many descendant segments may find at most.

    It finds a value once for each choice of containers around it: ``$..*`` finds each value and all that contain it.
    """
    depth = min(text.count("[") + text.count("{"), MAX_DEPTH)
    return len(text) * float(math.comb(depth, segments)) if segments else 0.0


def _seconds_to_compile(pattern: str) -> float:
    classes = len(_UNICODE_CLASS.findall(pattern))
    if classes and "{" in pattern:
        return _MOST_SECONDS_TO_COMPILE
    return min(classes * _SECONDS_A_CLASS, _MOST_SECONDS_TO_COMPILE)
