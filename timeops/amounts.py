"""How far an amount goes: ``1.5 hours``, ``half a day``, ``2 weeks`` (T3)."""

from fractions import Fraction

from timeops.refusal import NotADatetimeError
from timeops.steps import Move
from timeops.words import UNITS

__all__ = ["moved"]

DAY = 86_400_000_000


def moved(number: Fraction, unit: str) -> Move:
    """Return the move of ``number`` units; the fraction of a day is exact, 24 hours long.

    Raises NotADatetimeError for a part of a month: months differ in length.
    """
    move = UNITS[unit]
    months, days, microseconds = number * move.months, number * move.days, number * move.microseconds
    if months.denominator != 1:
        raise NotADatetimeError(f"has a part of {unit}, which differ in length: write days")
    whole_days = int(days)
    return Move(int(months), whole_days, int(microseconds + (days - whole_days) * DAY))
