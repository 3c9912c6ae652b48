import json
from pathlib import Path

from randomgen import services
from randomgen.serializers import DiceParameters, ItemsParameters, RandomParameters
from utilitysvc.drawing.sources import EXAMPLE_ARGUMENTS
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.view import ComputeView

#: Example requests of each operation, and those that are refused, by title.
EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_bytes())

#: How many numbers, and rolls of a hundred dice, are drawn in a millisecond or two.
LIGHT_COUNT, LIGHT_ROLLS = 1000, 10

RANDOM = Operation(
    "random",
    services.random_integers,
    RandomParameters,
    services.plain_text,
    **EXAMPLES["random"],
    example_kwargs=EXAMPLE_ARGUMENTS,
    light=lambda values: values["count"] <= LIGHT_COUNT,
)

ITEMS = Operation(
    "items",
    services.random_items,
    ItemsParameters,
    services.plain_items,
    **EXAMPLES["items"],
    example_kwargs=EXAMPLE_ARGUMENTS,
    light=lambda values: values["count"] <= LIGHT_COUNT,
)

DICE = Operation(
    "dice",
    services.roll_dice,
    DiceParameters,
    services.plain_totals,
    **EXAMPLES["dice"],
    example_kwargs=EXAMPLE_ARGUMENTS,
    light=lambda values: values["count"] <= LIGHT_ROLLS,
)


class RandomView(ComputeView):
    """Generate random integers within a range."""

    name = "random"
    operations = Operations(RANDOM)
    tool = Tool(
        "random_integers",
        "Draw random integers",
        (
            "Draw random integers from a range: lotteries, samples. Use it instead of inventing numbers. No "
            "number repeats unless unique is false. For dice use roll_dice, for a list random_items. "
            "Returns numbers and their statistics."
        ),
        returns=("numbers", "range", "statistics"),
        example="Three dice",
    )


class ItemsView(ComputeView):
    """Draw from a list, or shuffle it."""

    name = "random_items"
    title = "Random items"
    operations = Operations(ITEMS)
    tool = Tool(
        "random_items",
        "Draw from a list",
        (
            "Draw items from a list that you give: winners, samples; with count as many as there are, shuffle it. Use "
            "it instead of choosing yourself. Returns items."
        ),
        returns=("items", "count"),
        example="Shuffled",
    )


class DiceView(ComputeView):
    """Roll dice, written as 3d6 or 2d6+1d4-2."""

    name = "random_dice"
    title = "Dice"
    operations = Operations(DICE)
    tool = Tool(
        "roll_dice",
        "Roll dice",
        (
            "Roll dice in the notation of role-playing games (3d6, d20+5, 2d6+1d4-2). Use it instead of making up a "
            "roll. Returns rolls and total, or results if count is more than 1."
        ),
        returns=("rolls", "total", "results", "count"),
    )
