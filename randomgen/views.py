from randomgen import services
from randomgen.serializers import RandomParameters
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.draws import example_source
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.tool import Tool
from utilitysvc.kit.view import ComputeView

RANDOM = Operation(
    "random",
    services.random_integers,
    RandomParameters,
    services.plain_text,
    examples={
        "A number from 1 to 100": {},
        "Six of 49": {"min": 1, "max": 49, "count": 6, "sorted": True},
        "Three dice": {"min": 1, "max": 6, "count": 3, "unique": False, "secure": True},
    },
    error_examples={
        "Wrong type": {"min": "one"},
        "Out of range": {"max": 1_000_001},
        "Empty range": {"min": 5, "max": 5},
        "Count out of bounds": {"count": 0},
        "More than the range holds": {"min": 1, "max": 6, "count": 7},
    },
    example_kwargs={"clock": example_clock, "source": example_source},
)


class RandomView(ComputeView):
    """Generate random integers within a range."""

    name = "random"
    operations = Operations(RANDOM)
    tool = Tool(
        "random_integers",
        "Draw random integers",
        (
            "Draw random integers from a range: lotteries, dice, samples, shuffles. Use it instead of inventing "
            "numbers, which are never random. unique is true by default, so that no number repeats; for dice set it to "
            "false. secure draws from the operating system's generator. Returns numbers and their statistics."
        ),
        example="Three dice",
    )
