"""The parameters that random and number share: the range, and how many values are drawn from it (R1, N1)."""

from utilitysvc.kit import ranges
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import IntegerParameter

__all__ = ["RangeParameters"]


class RangeParameters(ParameterSerializer):
    # The bounds are left to the service: every type is checked before any value (R1).
    min = IntegerParameter(
        bounds=ranges.MIN, checked=False, default=ranges.DEFAULT_MIN, help_text="Inclusive lower bound"
    )
    max = IntegerParameter(
        bounds=ranges.MAX, checked=False, default=ranges.DEFAULT_MAX, help_text="Inclusive upper bound"
    )
    count = IntegerParameter(
        bounds=ranges.COUNT, checked=False, default=ranges.DEFAULT_COUNT, help_text="How many numbers"
    )
