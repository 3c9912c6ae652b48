"""The range from which /random/ and /number/ draw, and its errors in the order in which they are reported (R1, N1)."""

from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

OUT_OF_RANGE = "Value out of range"
OUT_OF_RANGE_DETAILS = "{name} must be between {minimum} and {maximum}, requested: {value}"

MIN = Bounds("min", -1_000_000, 1_000_000, OUT_OF_RANGE, OUT_OF_RANGE_DETAILS, default=1)
MAX = Bounds("max", -1_000_000, 1_000_000, OUT_OF_RANGE, OUT_OF_RANGE_DETAILS, default=100)
COUNT = Bounds("count", 1, 10_000, default=1)


def check_range(minimum: int | None, maximum: int | None, count: int) -> None:
    """Raise ServiceError for the first error: of the minimum, the maximum, their order, then the count.

    A bound that is None is not given.
    """
    if minimum is not None:
        MIN.check(minimum)
    if maximum is not None:
        MAX.check(maximum)
    if minimum is not None and maximum is not None and minimum >= maximum:
        raise ServiceError("Minimum value must be less than maximum value", f"min: {minimum}, max: {maximum}")
    COUNT.check(count)
