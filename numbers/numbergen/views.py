import json
from pathlib import Path

from numbergen import services
from numbergen.serializers import NormalParameters, NumberParameters
from utilitysvc.drawing.sources import EXAMPLE_ARGUMENTS
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.view import ComputeView

#: Example requests of each operation, and those that are refused, by title.
EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_bytes())

#: How many numbers are drawn in about a millisecond.
LIGHT_COUNT = 1000

UNIFORM = Operation(
    "uniform",
    services.random_numbers,
    NumberParameters,
    services.plain_text,
    **EXAMPLES["uniform"],
    example_kwargs=EXAMPLE_ARGUMENTS,
    light=lambda values: values["count"] <= LIGHT_COUNT,
)

NORMAL = Operation(
    "normal",
    services.normal_numbers,
    NormalParameters,
    services.plain_text,
    **EXAMPLES["normal"],
    example_kwargs=EXAMPLE_ARGUMENTS,
    light=lambda values: values["count"] <= LIGHT_COUNT,
)


class NumberView(ComputeView):
    """Generate random numbers, integer or decimal, uniform or normally distributed."""

    name = "number"
    title = "Decimal numbers"  # beside the integers of /random/
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
