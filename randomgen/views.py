from randomgen import services
from randomgen.serializers import DiceParameters, ItemsParameters, RandomParameters
from utilitysvc.drawing.sources import EXAMPLE_ARGUMENTS
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.view import ComputeView

#: How many numbers, and rolls of a hundred dice, are drawn in a millisecond or two.
LIGHT_COUNT, LIGHT_ROLLS = 1000, 10

RANDOM = Operation(
    "random",
    services.random_integers,
    RandomParameters,
    services.plain_text,
    examples={
        "A number from 1 to 100": {},
        "Six of 49": {"min": 1, "max": 49, "count": 6, "sorted": True},
        "Three dice": {"min": 1, "max": 6, "count": 3, "unique": False, "secure": True},
        "A draw that anyone can repeat": {"min": 1, "max": 49, "count": 6, "seed": "lottery 2026-11-21"},
    },
    error_examples={
        "Wrong type": {"min": "one"},
        "Out of range": {"max": 1_000_001},
        "Empty range": {"min": 5, "max": 5},
        "Count out of bounds": {"count": 0},
        "More than the range holds": {"min": 1, "max": 6, "count": 7},
        "Seed and secure": {"seed": "a", "secure": True},
        "Empty seed": {"seed": ""},
    },
    example_kwargs=EXAMPLE_ARGUMENTS,
    light=lambda values: values["count"] <= LIGHT_COUNT,
)

ITEMS = Operation(
    "items",
    services.random_items,
    ItemsParameters,
    services.plain_items,
    examples={
        "One of three": {"items": ["Ada", "Ben", "Cleo"]},
        "Shuffled": {"items": ["Ada", "Ben", "Cleo"], "count": 3},
        "Shuffled as a seed decides": {"items": ["Ada", "Ben", "Cleo"], "count": 3, "seed": "week 47"},
    },
    error_examples={
        "No items": {},
        "Empty list": {"items": []},
        "Wrong type": {"items": ["Ada"], "count": "all"},
        "Count out of bounds": {"items": ["Ada"], "count": 0},
        "More than there are": {"items": ["Ada", "Ben"], "count": 3},
        "Seed and secure": {"items": ["Ada"], "seed": "a", "secure": True},
        "Seed too long": {"items": ["Ada"], "seed": "x" * 257},
    },
    example_kwargs=EXAMPLE_ARGUMENTS,
    light=lambda values: values["count"] <= LIGHT_COUNT,
)

DICE = Operation(
    "dice",
    services.roll_dice,
    DiceParameters,
    services.plain_totals,
    examples={
        "Three dice": {"dice": "3d6"},
        "A die of 20 sides": {"dice": "d20+5", "secure": True},
        "Three rolls of several kinds": {"dice": "2d6+1d4-2", "count": 3},
        "A roll that anyone can repeat": {"dice": "4d6", "seed": "turn 12"},
    },
    error_examples={
        "No dice": {},
        "Invalid notation": {"dice": "3d"},
        "Count out of bounds": {"dice": "3d6", "count": 1001},
        "Seed and secure": {"dice": "3d6", "seed": "a", "secure": True},
        "Empty seed": {"dice": "3d6", "seed": ""},
    },
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
