"""The parameters of /number/."""

from numbergen import services
from utilitysvc.kit import ranges
from utilitysvc.kit.fields import BooleanParameter, IntegerParameter
from utilitysvc.kit.serializers import ParameterSerializer


class NumberParameters(ParameterSerializer):
    only_with = {"precision": ("decimal", (True,))}
    examples = {
        "A number from 1 to 100": {},
        "Five decimals": {"min": 0, "max": 1, "count": 5, "decimal": True, "precision": 4},
    }
    refusals = {
        "Wrong type": {"count": "many"},
        "Out of range": {"min": -1_000_001},
        "Empty range": {"min": 5, "max": 5},
        "Count out of bounds": {"count": 10_001},
        "Precision out of bounds": {"decimal": True, "precision": 10},
    }

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
        help_text="Decimal places",
    )
