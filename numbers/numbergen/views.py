from numbergen import services
from numbergen.serializers import NumberParameters
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.draws import example_source
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.tool import Tool
from utilitysvc.kit.view import ComputeView

NUMBERS = Operation(
    "number",
    services.random_numbers,
    NumberParameters,
    services.plain_text,
    examples={
        "A number from 1 to 100": {},
        "Five decimals": {"min": 0, "max": 1, "count": 5, "decimal": True, "precision": 4},
    },
    error_examples={
        "Wrong type": {"count": "many"},
        "Out of range": {"min": -1_000_001},
        "Empty range": {"min": 5, "max": 5},
        "Count out of bounds": {"count": 10_001},
        "Precision out of bounds": {"decimal": True, "precision": 10},
    },
    example_kwargs={"clock": example_clock, "source": example_source},
)


class NumberView(ComputeView):
    """Generate random numbers, integer or decimal."""

    name = "number"
    operations = Operations(NUMBERS)
    tool = Tool(
        "random_numbers",
        "Draw random numbers",
        (
            "Draw random numbers, which may repeat: integers or, with decimal and precision, decimals. Use it for "
            "simulated measurements, prices and the like; for lotteries and samples without repetition use "
            "random_integers. Returns number, or numbers if count is more than 1."
        ),
        example="Five decimals",
    )
