"""Functions that turn a value of a database's record into one of an answer.

Each returns None for a value of another type or outside its range, which the answer then leaves out as it does one that
is absent: records come from outside and may hold anything.
"""

import math
from collections.abc import Callable, Collection
from typing import Any

from iplookup.selection import ENGLISH
from iplookup.union import MEMBERS

__all__ = ["Convert", "degrees", "integer", "member", "metres", "name_in", "names", "names_in", "text", "trait", "true"]

Convert = Callable[[Any], Any]

METRES_PER_KILOMETRE = 1000
HALF_CIRCUMFERENCE = 20_038  # of the Earth, in kilometres
# The integers that an answer's JSON can hold; a database may have larger ones, of 128 bits.
SMALLEST_INTEGER, LARGEST_INTEGER = -(2**63), 2**64 - 1


def text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def names(value: Any) -> dict[str, str] | None:
    if not isinstance(value, dict):
        return None
    if all(value.values()) and set(map(type, value.values())) == {str}:
        return value  # as nearly always, and twice as fast as the copy below
    return {language: name for language, name in value.items() if isinstance(name, str) and name} or None


def names_in(languages: Collection[str]) -> Convert:
    """Keep the names in these languages, or in all where the collection is empty."""
    if not languages:
        return names

    def some_names(value: Any) -> dict[str, str] | None:
        return {language: name for language, name in (names(value) or {}).items() if language in languages} or None

    return some_names


def name_in(language: str) -> Convert:
    """Take the name in this language, or the English one where a record has no other (I12)."""

    def name(value: Any) -> str | None:
        return (text(value.get(language)) or text(value.get(ENGLISH))) if isinstance(value, dict) else None

    return name


def integer(maximum: int) -> Convert:
    return lambda value: value if type(value) is int and 0 <= value <= maximum else None


def degrees(maximum: float) -> Convert:
    return lambda value: float(value) if type(value) in (int, float) and -maximum <= value <= maximum else None


_kilometres = integer(HALF_CIRCUMFERENCE)


def metres(value: Any) -> int | None:
    """The databases give whole kilometres (I6)."""
    kilometres = _kilometres(value)
    return None if kilometres is None else kilometres * METRES_PER_KILOMETRE


def true(value: Any) -> bool | None:
    """A flag is true or says nothing (I13)."""
    return True if value is True else None


def member(code: Any) -> bool | None:
    """Whether a country's code is that of a member of the European Union."""
    return True if isinstance(code, str) and code in MEMBERS else None


def trait(value: Any) -> str | int | float | bool | None:
    """A text that is not empty, true, or a number that JSON can hold; whatever key it stands under."""
    if isinstance(value, bool | str):
        return value or None
    if isinstance(value, int):
        return value if SMALLEST_INTEGER <= value <= LARGEST_INTEGER else None
    return value if isinstance(value, float) and math.isfinite(value) else None
