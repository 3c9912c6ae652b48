"""Dice notation: ``3d6`` is three dice of six sides, ``2d6+1d4-2`` the sum of two kinds less two (R4)."""

import re

from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import ServiceError

INVALID_NOTATION = "Invalid dice notation"
MAX_DICE = 100
MIN_SIDES, MAX_SIDES = 2, 1000
MAX_CONSTANT = 1_000_000
MAX_CHARACTERS = 1000

# A space counts as a plus sign, which a query string turns into a space.
_TERM = re.compile(r"\s*(?P<sign>[+-]?)\s*(?:(?P<dice>[0-9]*)[dD](?P<sides>[0-9]+)|(?P<constant>[0-9]+))")
# White space between a number that stands alone and a die.
_SPACE_BEFORE_DICE = re.compile(r"(?<![dD0-9])([0-9]+)\s+(?=[dD])")
_BETWEEN_TERMS = re.compile(r"\s|[+-]|$")


#: How many dice of one kind, below 0 if they are subtracted, and how many sides each has.
Dice = tuple[int, int]


def parse(text: str) -> tuple[list[Dice], int]:
    """Return the dice in the order of the notation, and what is added to them.

    Raises ServiceError, whose details have the position, counted from 0.
    """
    if len(text) > MAX_CHARACTERS:
        raise ServiceError(INVALID_NOTATION, f"At most {MAX_CHARACTERS} characters, characters given: {len(text)}")
    end = len(text.rstrip())
    place, kinds, constant, number_before = 0, [], 0, None
    while place < end or not place:
        term = _TERM.match(text, place, end)
        if not term or not _BETWEEN_TERMS.match(text, term.end()):
            raise _invalid(text, term.end() if term else place)
        if number_before and not term["sign"] and term["dice"] == "":
            raise _ambiguous(text)
        number_before = term["constant"]
        sign = -1 if term["sign"] == "-" else 1
        if term["constant"]:
            constant += sign * _number(term, "constant", 0, MAX_CONSTANT)
        else:
            number = _number(term, "dice", 1, MAX_DICE) if term["dice"] else 1
            kinds.append((sign * number, _number(term, "sides", MIN_SIDES, MAX_SIDES)))
        place = term.end()
    if not kinds:
        raise ServiceError(INVALID_NOTATION, f"There are no dice in it; write it as in 3d6 or 2d6{constant:+d}")
    if (total := sum(abs(number) for number, _ in kinds)) > MAX_DICE:
        raise ServiceError(INVALID_NOTATION, f"At most {MAX_DICE} dice, dice given: {total}")
    return kinds, constant


def _number(term: re.Match[str], name: str, minimum: int, maximum: int) -> int:
    value = int(term[name])
    if minimum <= value <= maximum:
        return value
    what = {"dice": "The number of dice", "sides": "The number of sides", "constant": "A number that is added"}[name]
    raise ServiceError(INVALID_NOTATION, f"{what} is {minimum} to {maximum}, at position {term.start(name)}")


def _invalid(text: str, place: int) -> ServiceError:
    rest = text[place:].lstrip()
    found = (
        f"Unexpected {rest[:MAX_QUOTED].rstrip()!r} at position {len(text) - len(rest)}" if rest else "Nothing follows"
    )
    return ServiceError(INVALID_NOTATION, f"{found}; write dice as 3d6, d20 or 2d6+1d4-2")


def _ambiguous(text: str) -> ServiceError:
    """The error of ``2 d6``, whose space may be the plus sign that a query string has made a space of."""
    joined, added = (_SPACE_BEFORE_DICE.sub(rf"\1{between}", text.strip()) for between in ("", "+"))
    return ServiceError(
        INVALID_NOTATION,
        f"A space between a number and a die may be nothing or a plus sign; write {joined} or {added}",
        readings=[
            {"write": joined, "means": "The number says how many dice"},
            {"write": added, "means": "The number is added to the die"},
        ],
    )
