"""The parameters of /number/."""

from numbergen import services
from utilitysvc.kit.parameters import BooleanParameter, IntegerParameter
from utilitysvc.kit.range_parameters import RangeParameters


class NumberParameters(RangeParameters):
    secure = BooleanParameter(default=False, help_text="Draw from the operating system's generator")
    decimal = BooleanParameter(default=False, help_text="Decimals instead of integers")
    precision = IntegerParameter(
        bounds=services.PRECISION,
        checked=False,
        default=services.DEFAULT_PRECISION,
        help_text="Decimal places, if decimal is true",
    )
