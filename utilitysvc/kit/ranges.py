"""The range from which random and number draw, and its faults in their order (R1, N1)."""

from utilitysvc.kit.errors import ServiceError
from utilitysvc.kit.rules import Bounds

__all__ = ["COUNT", "DEFAULT_COUNT", "DEFAULT_MAX", "DEFAULT_MIN", "MAX", "MIN", "check_range"]

MIN = Bounds("min", -1_000_000, 1_000_000)
MAX = Bounds("max", -1_000_000, 1_000_000)
COUNT = Bounds("count", 1, 10_000)

DEFAULT_MIN = 1
DEFAULT_MAX = 100
DEFAULT_COUNT = 1

OUT_OF_RANGE = "Value out of range"
NOT_LESS = "Minimum value must be less than maximum value"


def check_range(minimum: int, maximum: int, count: int) -> None:
    """Raise ServiceError for the first fault: each bound, then their order, then the count."""
    for bounds, value in ((MIN, minimum), (MAX, maximum)):
        if not bounds.minimum <= value <= bounds.maximum:
            details = f"{bounds.name} must be between {bounds.minimum} and {bounds.maximum}, requested: {value}"
            raise ServiceError(OUT_OF_RANGE, details)
    if minimum >= maximum:
        raise ServiceError(NOT_LESS, f"min: {minimum}, max: {maximum}")
    COUNT.check(count)
