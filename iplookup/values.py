"""Functions that turn a value of a database's record into one of an answer.

Each returns None for a value of another type or outside its range, which the answer then leaves out as it does one that
is absent: records come from outside and may hold anything.
"""

import math
from collections.abc import Callable, Collection
from typing import Any

from iplookup.selection import ENGLISH

__all__ = [
    "EU_MEMBERS",
    "Convert",
    "degrees",
    "eu_member",
    "integer",
    "metres",
    "name_in",
    "names",
    "names_in",
    "text",
    "trait",
    "true",
]

Convert = Callable[[Any], Any]

METRES_PER_KILOMETRE = 1000
HALF_CIRCUMFERENCE = 20_038  # of the Earth, in kilometres
# The integers that an answer's JSON can hold; a database may have larger ones, of 128 bits.
SMALLEST_INTEGER, LARGEST_INTEGER = -(2**63), 2**64 - 1

_NUMBERS = (float, int)

#: The members of the European Union by ISO 3166-1 code, as the group EU of Unicode CLDR lists them (supplemental data,
#: territoryContainment): https://github.com/unicode-org/cldr/blob/main/common/supplemental/supplementalData.xml
EU_MEMBERS = frozenset(
    {
        "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU",
        "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
    }
)  # fmt: skip


def text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def names(value: Any) -> dict[str, str] | None:
    if not isinstance(value, dict):
        return None
    for name in value.values():
        if not name or not isinstance(name, str):
            return {language: name for language, name in value.items() if isinstance(name, str) and name} or None
    return value or None


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
        if not isinstance(value, dict):
            return None
        found = value.get(language)
        return found if found and isinstance(found, str) else text(value.get(ENGLISH))

    return name


def integer(maximum: int) -> Convert:
    return lambda value: value if type(value) is int and 0 <= value <= maximum else None


def degrees(maximum: float) -> Convert:
    def convert(value: Any) -> float | None:
        return float(value) if type(value) in _NUMBERS and -maximum <= value <= maximum else None

    return convert


_kilometres = integer(HALF_CIRCUMFERENCE)


def metres(value: Any) -> int | None:
    """The databases give whole kilometres (I6)."""
    kilometres = _kilometres(value)
    return None if kilometres is None else kilometres * METRES_PER_KILOMETRE


def true(value: Any) -> bool | None:
    """A flag is true or says nothing (I13)."""
    return True if value is True else None


def eu_member(code: Any) -> bool | None:
    """Whether a country's code is that of a member of the European Union."""
    return True if isinstance(code, str) and code in EU_MEMBERS else None


def trait(value: Any) -> str | int | float | bool | None:
    """A text that is not empty, true, or a number that JSON can hold; whatever key it stands under."""
    if isinstance(value, bool | str):
        return value or None
    if isinstance(value, int):
        return value if SMALLEST_INTEGER <= value <= LARGEST_INTEGER else None
    return value if isinstance(value, float) and math.isfinite(value) else None
