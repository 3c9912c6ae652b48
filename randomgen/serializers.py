"""The parameters of /random/."""

from utilitysvc.kit import ranges
from utilitysvc.kit.fields import BooleanParameter, IntegerParameter
from utilitysvc.kit.serializers import ParameterSerializer


class RandomParameters(ParameterSerializer):
    examples = {
        "A number from 1 to 100": {},
        "Six of 49": {"min": 1, "max": 49, "count": 6, "sorted": True},
        "Three dice": {"min": 1, "max": 6, "count": 3, "unique": False, "secure": True},
    }
    refusals = {
        "Wrong type": {"min": "one"},
        "Out of range": {"max": 1_000_001},
        "Empty range": {"min": 5, "max": 5},
        "Count out of bounds": {"count": 0},
        "More than the range holds": {"min": 1, "max": 6, "count": 7},
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
    unique = BooleanParameter(default=True, help_text="All numbers differ")
    secure = BooleanParameter(default=False, help_text="Draw from the operating system's generator")
    sorted = BooleanParameter(default=False, help_text="Sort the numbers, ascending")
