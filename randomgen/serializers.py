"""The parameters of /random/."""

from utilitysvc.kit import ranges
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import BooleanParameter, IntegerParameter


class RandomParameters(ParameterSerializer):
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
    unique = BooleanParameter(default=True, help_text="All numbers differ")
    secure = BooleanParameter(default=False, help_text="Draw from the operating system's generator")
    sorted = BooleanParameter(default=False, help_text="Sort the numbers, ascending")
