"""The rules of phrases.lark for amounts: ``1.5 hours``, ``half a day``, ``1h30m``, and how far they go (T3)."""

from collections.abc import Callable
from fractions import Fraction

from lark import Token

from timeops.calendar.steps import Move
from timeops.calendar.units import PLURALS, UNITS
from timeops.reading.errors import NotADatetimeError

__all__ = [
    "RULES",
    "Amount",
    "exact",
    "move_for",
    "signed_move",
    "singular_unit",
    "total",
]

# The parts of a joined amount.
Amount = tuple[Move, ...]

DAY = 86_400_000_000


def move_for(number: Fraction, unit: str) -> Move:
    """Return the move of ``number`` units; the fraction of a day is exact, 24 hours long.

    Raises NotADatetimeError for a part of a month: months differ in length.
    """
    move = UNITS[unit]
    months, days, microseconds = number * move.months, number * move.days, number * move.microseconds
    if months.denominator != 1:
        raise NotADatetimeError(f"has a part of {unit}, which differ in length: write days")
    whole_days = int(days)
    return Move(int(months), whole_days, int(microseconds + (days - whole_days) * DAY))


def terms(*parts: Amount) -> Amount:
    return tuple(move for moves in parts for move in moves)


def term(number: Token, unit: Token) -> Amount:
    return (move_for(Fraction(number.value), unit.value),)


def and_a_half(number: Token, unit: Token) -> Amount:
    return (move_for(number.value + Fraction(1, 2), unit.value),)


def half(*parts: Token) -> Amount:
    return (move_for(Fraction(1, 2), parts[-1].value),)


def glued(amount: Token) -> Amount:
    return (amount.value,)


RULES: dict[str, Callable[..., object]] = {
    "terms": terms,
    "term": term,
    "and_a_half": and_a_half,
    "and_a_half_between": and_a_half,
    "half": half,
    "glued": glued,
}


def total(amount: Amount) -> Move:
    """Return the move of all parts of an amount."""
    joined = Move()
    for move in amount:
        joined = joined.plus(move)
    return joined


def exact(amount: Amount) -> Move:
    """Return the move of an amount that has no days or longer."""
    move = total(amount)
    if move.months or move.days:
        raise NotADatetimeError("counts days to a time of day: write before or after")
    return move


def signed_move(sign: Token, amount: Amount) -> Move:
    """Return the move of an amount after a sign. Raises NotADatetimeError where it could be of a part or of all."""
    if sign.value < 0 and len(amount) > 1:
        raise NotADatetimeError(
            'has an amount of several parts after a minus, which could be for the first or for all: write "- 1 day '
            '- 2 hours" or "- 1 day + 2 hours"'
        )
    return total(amount).times(sign.value)


def singular_unit(unit: Token) -> str:
    """Return the name of a unit that stands without a number, as in ``next week``; ``days ago`` says no number."""
    if unit.lower() in PLURALS:
        raise NotADatetimeError(f'has "{unit}" without a number: write one')
    name: str = unit.value
    return name
