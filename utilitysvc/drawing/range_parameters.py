"""The parameters that several drawing apps have: the range, the number of values, the generator and the seed."""

from typing import Any

from utilitysvc.drawing import ranges, replay
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import BooleanParameter, IntegerParameter, TextParameter
from utilitysvc.kit.rules import Bounds


def secure_parameter() -> BooleanParameter:
    return BooleanParameter(default=False, help_text="Draw from the system's own generator")


class SeedParameter(TextParameter):
    """A seed, which must not be empty.

    The service checks its length, because a wrong combination of parameters is reported before any wrong value (G4).
    """

    bounds = replay.SEED

    def json_schema(self) -> dict[str, Any]:
        return super().json_schema() | {"minLength": self.bounds.minimum, "maxLength": self.bounds.maximum}


def seed_parameter() -> SeedParameter:
    return SeedParameter(required=False, help_text="The same seed draws the same values")


def integer_parameter(bounds: Bounds, help_text: str, **options: Any) -> IntegerParameter:
    """An integer whose bounds the service checks, because all types are checked before any value (R1)."""
    return IntegerParameter(bounds=bounds, checked=False, help_text=help_text, **options)


class RangeParameters(ParameterSerializer):
    min = integer_parameter(ranges.MIN, "Inclusive lower bound")
    max = integer_parameter(ranges.MAX, "Inclusive upper bound")
    count = integer_parameter(ranges.COUNT, "How many numbers")
