"""The units of an amount (T8), and how far it goes."""

from timeops.steps import Move
from timeops.words import UNIT_NAMES, UNITS
from utilitysvc.kit.rules import Choices

__all__ = ["UNIT_CHOICES", "step_of"]

#: The units that the specification names. The others that phrases know are taken too.
UNIT_CHOICES = Choices(
    "unit",
    ("seconds", "minutes", "hours", "days", "weeks", "months", "years"),
    UNIT_NAMES,
    "Invalid time unit",
)

_DAY = 86_400_000_000


def step_of(amount: int, unit: str) -> Move:
    """Return the move of ``amount`` units. Days and weeks are exact lengths here, months and longer the calendar's."""
    step = UNITS[unit].times(amount)
    return Move(step.months, 0, step.microseconds + step.days * _DAY)
