"""About how many seconds of CPU each operation takes for the values of a request, which are not checked yet."""

from collections.abc import Mapping
from typing import Any

from utilitysvc.drawing import ranges
from utilitysvc.drawing.costs import seconds_to_draw

#: The quantile and the rounding of one number.
SECONDS_PER_NORMAL_NUMBER = 0.8e-6


def uniform(values: Mapping[str, Any]) -> float:
    return seconds_to_draw(1, _count(values), seeded="seed" in values)


def normal(values: Mapping[str, Any]) -> float:
    count = _count(values)
    return seconds_to_draw(1, count) + count * SECONDS_PER_NORMAL_NUMBER


def _count(values: Mapping[str, Any]) -> int:
    count: int = min(max(values["count"], 0), ranges.COUNT.maximum)
    return count
