"""The parameters of /number/."""

from numbergen import services
from utilitysvc.drawing import ranges
from utilitysvc.drawing.range_parameters import RangeParameters, integer_parameter, secure_parameter, seed_parameter
from utilitysvc.kit.parameters import BooleanParameter, ChoiceParameter, DecimalParameter


class NumberParameters(RangeParameters):
    request_only = ["distribution"]

    secure = secure_parameter()
    decimal = BooleanParameter(default=False, help_text="Decimals instead of integers")
    precision = integer_parameter(services.PRECISION, "Decimal places, if decimal is true")
    distribution = ChoiceParameter(
        names=services.DISTRIBUTIONS, help_text="uniform: all equally likely; normal: decimals around a mean"
    )
    seed = seed_parameter()


class NormalParameters(NumberParameters):
    request_only = ["decimal", "distribution"]

    min = integer_parameter(ranges.MIN, "Inclusive lower bound, if any", required=False)
    max = integer_parameter(ranges.MAX, "Inclusive upper bound, if any", required=False)
    mean = DecimalParameter(bounds=services.MEAN, checked=False, help_text="Mean of the normal distribution")
    deviation = DecimalParameter(bounds=services.DEVIATION, checked=False, help_text="Standard deviation, above 0")
