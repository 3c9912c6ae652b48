"""What an operation is estimated to cost, before it is computed (B4)."""

import math
from collections.abc import Mapping
from typing import Any

from textops.budget import SECONDS
from textops.operations import FORMAT_WEIGHT, OPERATIONS, TextOperation

_MIB = 1024 * 1024
#: What takes about a second: four operations that cost as much as json_format, on 1 MiB.
MOST_WEIGHT = 4 * FORMAT_WEIGHT
# Seconds for reading a request and choosing its operation.
_LEAST_SECONDS = 0.0001
# Seconds for applying one operation to one short line (X11).
_SECONDS_A_LINE = 0.000005
# Seconds for one step of an operation whose number of steps can grow faster than its text, measured on the hardest
# texts: n searches of n bytes each, and n changes on the way from one text of n lines to the other.
_SECONDS_A_BYTE_SEARCHED = 1e-9
_SECONDS_A_STEP = 1e-7
_MOST_LOOPS = 4  # with more, any text may take longer than a second


def weighted_cost(operation: TextOperation, size: int) -> float:
    """Return what the operation costs on ``size`` bytes, as weight times MiB."""
    return operation.weight * size / _MIB


def estimated_seconds(values: Mapping[str, Any]) -> float:
    """Return about how many seconds of CPU the operations take for the parameters of a request, rather more than less.

    An operation is supposed not to lengthen the text much. What can take longer than in proportion to its text is
    bounded by the budget of a request.
    """
    text: str = values["text"]
    asked = values["operation"]
    chain = [OPERATIONS[name] for name in ([asked] if isinstance(asked, str) else asked)]
    size = _size(text)
    other = _size(values.get("other") or "")
    is_ascii = text.isascii()
    weight = sum(operation.ascii_weight if is_ascii else operation.weight for operation in chain)
    linear = weight * (size + other) / _MIB / MOST_WEIGHT
    beyond = sum(_beyond_linear(operation.name, values, size + other) for operation in chain)
    if values.get("each_line"):
        beyond += text.count("\n") * len(chain) * _SECONDS_A_LINE
    return _LEAST_SECONDS + linear + min(beyond, SECONDS)


def _size(text: str) -> int:
    """Return how many bytes the text has in UTF-8. Of ASCII they are known without encoding it."""
    return len(text) if text.isascii() else len(text.encode())


def _beyond_linear(name: str, values: Mapping[str, Any], size: int) -> float:
    if values.get("regex"):
        return size * size * _SECONDS_A_BYTE_SEARCHED
    if name == "diff":
        lines: int = values["text"].count("\n") + values["other"].count("\n")
        return lines * lines * _SECONDS_A_STEP
    if name == "json_path":
        path: str = values["path"]
        loops = path.count("..") + path.count("?")  # each goes through all values for each value of the one before it
        steps: float = math.pow(size, min(loops, _MOST_LOOPS))
        return steps * _SECONDS_A_STEP if loops > 1 else 0.0
    return 0.0
