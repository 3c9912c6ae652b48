"""The rules of phrases.lark for amounts of time, and their lengths: ``1.5 hours``, ``half a day``, ``1h30m`` (T3)."""

from fractions import Fraction
from typing import NamedTuple

from lark import Token, Transformer, v_args

from timeops.calendar.steps import Move
from timeops.calendar.units import DAY, PLURALS, UNITS
from timeops.errors import MissingSignError, NotADatetimeError


class Part(NamedTuple):
    """One part of an amount. ``start``: the position in the text at which it begins."""

    move: Move
    start: int


# An amount of one or more parts: 1 day and 2 hours.
Amount = tuple[Part, ...]


def move_for(number: Fraction, unit: str) -> Move:
    """Return the move of ``number`` units. A fraction of a day is a part of 24 hours.

    Raises NotADatetimeError for a fraction of a month or longer, because months differ in length.
    """
    move = UNITS[unit]
    months, days, microseconds = number * move.months, number * move.days, number * move.microseconds
    if months.denominator != 1:
        raise NotADatetimeError(f"has a part of {unit}, which differ in length: write days")
    whole_days = int(days)
    return Move(int(months), whole_days, int(microseconds + (days - whole_days) * DAY))


@v_args(inline=True)
class AmountRules(Transformer[Token, object]):
    """Each method computes the value of the grammar rule with its name."""

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
    """Return the sum of the parts of an amount."""
    joined = Move()
    for part in amount:
        joined = joined.plus(part.move)
    return joined


def exact(amount: Amount) -> Move:
    """Return the sum of an amount. Raises NotADatetimeError if it has days or longer units."""
    move = total(amount)
    if move.months or move.days:
        raise NotADatetimeError("counts days to a time of day: write before or after")
    return move


def signed_move(sign: Token, amount: Amount) -> Move:
    """Return the move of an amount after a sign.

    Raises NotADatetimeError if a minus is before several parts, because it could be for the first one or for all.
    """
    if sign.value < 0 and len(amount) > 1:
        raise MissingSignError(
            'has an amount of several parts after a minus, which could be for the first or for all: write "- 1 day '
            '- 2 hours" or "- 1 day + 2 hours"',
            [part.start for part in amount[1:]],
        )
    return total(amount).times(sign.value)


def singular_unit(unit: Token) -> str:
    """Return the name of a unit without a number, as in ``next week``. The plural, as in ``days ago``, is refused."""
    if unit.lower() in PLURALS:
        raise NotADatetimeError(f'has "{unit}" without a number: write one')
    name: str = unit.value
    return name
