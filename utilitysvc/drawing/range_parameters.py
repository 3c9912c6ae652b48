"""The parameters that the functions which draw share: the range, how many values, the generator, the seed."""

from typing import Any

from utilitysvc.drawing import ranges, replay
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import BooleanParameter, IntegerParameter, TextParameter

__all__ = ["RangeParameters", "secure_parameter", "seed_parameter"]


def secure_parameter() -> BooleanParameter:
    return BooleanParameter(default=False, help_text="Draw from the operating system's generator")


class SeedParameter(TextParameter):
    """A seed; an empty one is refused. The service checks its length: a combination is told before any value (G4)."""

    bounds = replay.SEED

    def json_schema(self) -> dict[str, Any]:
        return super().json_schema() | {"minLength": self.bounds.minimum, "maxLength": self.bounds.maximum}


def seed_parameter() -> SeedParameter:
    return SeedParameter(required=False, help_text="Draw what this seed decides, the same anywhere")


class RangeParameters(ParameterSerializer):
    # The bounds are left to the service: every type is checked before any value (R1).
    min = IntegerParameter(bounds=ranges.MIN, checked=False, help_text="Inclusive lower bound")
    max = IntegerParameter(bounds=ranges.MAX, checked=False, help_text="Inclusive upper bound")
    count = IntegerParameter(bounds=ranges.COUNT, checked=False, help_text="How many numbers")
