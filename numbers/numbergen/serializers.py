"""The parameters of /number/."""

from numbergen import services
from utilitysvc.kit import ranges
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import BooleanParameter, IntegerParameter


class NumberParameters(ParameterSerializer):
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
    secure = BooleanParameter(default=False, help_text="Draw from the operating system's generator")
    decimal = BooleanParameter(default=False, help_text="Decimals in place of integers")
    precision = IntegerParameter(
        bounds=services.PRECISION,
        checked=False,
        default=services.DEFAULT_PRECISION,
        help_text="Decimal places, where decimal is true",
    )
