"""The rules of phrases.lark for amounts: ``1.5 hours``, ``half a day``, ``1h30m``, and how far they go (T3)."""

from fractions import Fraction
from typing import NamedTuple

from lark import Token, Transformer, v_args

from timeops.calendar.steps import Move
from timeops.calendar.units import DAY, PLURALS, UNITS
from timeops.errors import MissingSignError, NotADatetimeError


class Part(NamedTuple):
    """One part of an amount, and where it begins in the text."""

    move: Move
    start: int


# The parts of a joined amount.
Amount = tuple[Part, ...]


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


@v_args(inline=True)
class AmountRules(Transformer[Token, object]):
    """What each rule for an amount makes of its parts."""

    def terms(self, *parts: Amount) -> Amount:
        return tuple(part for amount in parts for part in amount)

    def term(self, number: Token, unit: Token) -> Amount:
        return _amount(number, Fraction(number.value), unit)

    def and_a_half(self, number: Token, unit: Token) -> Amount:
        return _amount(number, number.value + Fraction(1, 2), unit)

    def half(self, *parts: Token) -> Amount:
        return _amount(parts[0], Fraction(1, 2), parts[-1])

    def glued(self, amount: Token) -> Amount:
        return (Part(amount.value, amount.start_pos or 0),)


def _amount(first: Token, number: Fraction, unit: Token) -> Amount:
    return (Part(move_for(number, unit.value), first.start_pos or 0),)


def total(amount: Amount) -> Move:
    """Return the move of all parts of an amount."""
    joined = Move()
    for part in amount:
        joined = joined.plus(part.move)
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
        raise MissingSignError(
            'has an amount of several parts after a minus, which could be for the first or for all: write "- 1 day '
            '- 2 hours" or "- 1 day + 2 hours"',
            [part.start for part in amount[1:]],
        )
    return total(amount).times(sign.value)


def singular_unit(unit: Token) -> str:
    """Return the name of a unit that stands without a number, as in ``next week``; ``days ago`` says no number."""
    if unit.lower() in PLURALS:
        raise NotADatetimeError(f'has "{unit}" without a number: write one')
    name: str = unit.value
    return name
