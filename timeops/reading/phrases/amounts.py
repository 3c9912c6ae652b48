"""The rules of phrases.lark for amounts of time, and their lengths: ``1.5 hours``, ``half a day``, ``1h30m`` (T3)."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from lark import Token

from timeops.calendar.steps import Move
from timeops.calendar.units import DAY, PLURALS, UNITS
from timeops.errors import MissingSignError, NotADatetimeError

#: From the name of a rule of a grammar, or the name after its arrow, to the function of its parts that gives its value.
Rules = Mapping[str, Callable[..., Any]]


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
    months, days, microseconds = (number * size for size in UNITS[unit])
    if months.denominator != 1:
        raise NotADatetimeError(f"has a part of {unit}, which differ in length: write days")
    whole_days = int(days)
    return Move(int(months), whole_days, int(microseconds + (days - whole_days) * DAY))


def amount_of(number: Fraction | int, first: Token, unit: str) -> Amount:
    """Return the amount of a number of units, which begins with the terminal ``first``."""
    return (Part(move_for(Fraction(number), unit), first.start_pos or 0),)


def total(amount: Amount | Token) -> Move:
    """Return the sum of the parts of an amount, or the length of a unit that has no number."""
    if isinstance(amount, Token):
        return UNITS[singular(amount)]
    return Move(*map(sum, zip(*(part.move for part in amount), strict=True)))


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


def singular(unit: Token) -> str:
    """Return the name of a unit without a number, as in ``next week``. The plural, as in ``days ago``, is refused."""
    if unit.lower() in PLURALS:
        raise NotADatetimeError(f'has "{unit}" without a number: write one')
    name: str = unit.value
    return name


AMOUNTS: Rules = {
    "terms": lambda *amounts: sum(amounts, ()),
    "term": lambda number, unit: amount_of(number.value, number, unit.value),
    "and_a_half": lambda number, unit: amount_of(number.value + Fraction(1, 2), number, unit.value),
    "half": lambda *parts: amount_of(Fraction(1, 2), parts[0], parts[-1].value),
    "glued": lambda amount: (Part(amount.value, amount.start_pos),),
}
