"""About how many seconds of CPU each operation takes for the values of a request, which are not checked yet."""

from collections.abc import Mapping
from typing import Any

from randomgen import dice as notation
from randomgen.services import ROLLS
from utilitysvc.drawing import ranges
from utilitysvc.drawing.costs import seconds_to_draw
from utilitysvc.kit.service_error import ServiceError

SECONDS_PER_SORTED = 0.2e-6
SECONDS_PER_DIE = 0.2e-6
#: Each kind of dice is drawn by itself.
SECONDS_PER_KIND = 2.5e-6


def integers(values: Mapping[str, Any]) -> float:
    count = min(values["count"], ranges.COUNT.maximum)
    size = min(values["max"] - values["min"] + 1, ranges.MAX.maximum - ranges.MIN.minimum + 1)
    sorting = count * SECONDS_PER_SORTED if values["sorted"] else 0
    return seconds_to_draw(size, count, unique=values["unique"], seeded="seed" in values) + sorting


def items(values: Mapping[str, Any]) -> float:
    count = min(values["count"], ranges.COUNT.maximum)
    return seconds_to_draw(len(values["items"]), count, unique=values["unique"], seeded="seed" in values)


def dice(values: Mapping[str, Any]) -> float:
    """Parsing is the only exact way to count the dice, and costs less than one roll of them."""
    try:
        thrown = notation.parse(values["dice"])
    except ServiceError:
        return seconds_to_draw(1, 0)
    rolls: int = max(min(values["count"], ROLLS.maximum), 0)
    kinds, dice = len(thrown.rolls), sum(roll.dice for roll in thrown.rolls)
    return seconds_to_draw(1, 0) + rolls * (kinds * SECONDS_PER_KIND + dice * SECONDS_PER_DIE)
