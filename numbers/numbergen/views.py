from numbergen import services
from numbergen.serializers import NormalParameters, NumberParameters
from utilitysvc.drawing.sources import EXAMPLE_ARGUMENTS
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.view import ComputeView

#: How many numbers are drawn in about a millisecond.
LIGHT_COUNT = 1000

UNIFORM = Operation(
    "uniform",
    services.random_numbers,
    NumberParameters,
    services.plain_text,
    examples={
        "A number from 1 to 100": {},
        "Five decimals": {"min": 0, "max": 1, "count": 5, "decimal": True, "precision": 4},
        "A draw that anyone can repeat": {"min": 0, "max": 1, "decimal": True, "seed": "trial 7"},
    },
    error_examples={
        "Wrong type": {"count": "many"},
        "Out of range": {"min": -1_000_001},
        "Empty range": {"min": 5, "max": 5},
        "Count out of bounds": {"count": 10_001},
        "Precision out of bounds": {"decimal": True, "precision": 10},
        "Unknown distribution": {"distribution": "gamma"},
        "Seed and secure": {"seed": "a", "secure": True},
        "Empty seed": {"seed": ""},
    },
    example_kwargs=EXAMPLE_ARGUMENTS,
    light=lambda values: values["count"] <= LIGHT_COUNT,
)

NORMAL = Operation(
    "normal",
    services.normal_numbers,
    NormalParameters,
    services.plain_text,
    examples={
        "Around a mean": {"distribution": "normal", "mean": 20, "deviation": 2.5, "count": 5},
        "Around a mean, bounded": {
            "distribution": "normal",
            "mean": 100,
            "deviation": 15,
            "min": 70,
            "max": 130,
            "count": 3,
            "precision": 0,
        },
    },
    error_examples={
        "Mean out of bounds": {"distribution": "normal", "mean": 1_000_001},
        "No deviation": {"distribution": "normal", "deviation": 0},
        "Bounds far from the mean": {"distribution": "normal", "min": 5},
        "Seed and normal distribution": {"distribution": "normal", "seed": "a"},
    },
    example_kwargs=EXAMPLE_ARGUMENTS,
    light=lambda values: values["count"] <= LIGHT_COUNT,
)


class NumberView(ComputeView):
    """Generate random numbers, integer or decimal, uniform or normally distributed."""

    name = "number"
    operations = Operations(UNIFORM, NORMAL, selector="distribution")
    tool = Tool(
        "random_numbers",
        "Draw random numbers",
        (
            "Draw random numbers, which may repeat: integers, decimals, or with distribution=normal decimals around a "
            "mean. Use it for simulated values; for lotteries use random_integers. Returns number, or numbers if count "
            "is more than 1."
        ),
        returns=("number", "numbers", "count"),
        example="Five decimals",
        evident=frozenset({"uniform", "normal"}),
    )
