"""The units of time, their spellings and their lengths (T3, T8)."""

from fractions import Fraction
from typing import NamedTuple

from timeops.errors import NotADatetimeError
from timeops.names import table
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import Reading, ServiceError

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Move(NamedTuple):
    """A distance: first months and days of the calendar, which keep the time of day, then elapsed microseconds."""

    months: int = 0
    days: int = 0
    microseconds: int = 0

    def times(self, count: int) -> "Move":
        return Move(self.months * count, self.days * count, self.microseconds * count)

    def plus(self, other: "Move") -> "Move":
        return Move(self.months + other.months, self.days + other.days, self.microseconds + other.microseconds)


_ROWS = table(__package__, "units.tsv")
#: The length of each unit, by the plural name that answers use (T8).
UNITS = {name: Move(int(months), int(days), int(rest)) for name, months, days, rest, _ in _ROWS}
#: The name of the unit for each spelling.
UNIT_NAMES = {spelling: name for name, *_, others in _ROWS for spelling in (name, *others.split())}

#: The spellings in the plural: days, hrs.
PLURALS = frozenset(word for word in UNIT_NAMES if word[-1] == "s" and len(word) > 2)


class UnitChoices(Choices):
    """Names of units. ``M`` is refused, because some programs write it for minutes and others for months (G2)."""

    __slots__ = ()

    def canonical(self, text: str) -> str:
        if text.strip() != "M":
            return super().canonical(text)
        units = [self.find("minutes") or "", self.find("months") or ""]
        details = f"{self.details}. M could be {units[0]} or {units[1]}: write one of them"
        raise ServiceError(self.error, details, readings=[Reading(write=unit, means=unit) for unit in units])


#: A unit without a fixed length: it depends on a country and its holidays, which are other parameters (T21).
BUSINESS_DAYS = "business_days"

#: The listed names are those of the specification, then milliseconds and business_days. All other units and spellings
#: of phrases are accepted too.
UNIT_CHOICES = UnitChoices(
    "unit",
    ("seconds", "minutes", "hours", "days", "weeks", "months", "years", "milliseconds", BUSINESS_DAYS),
    UNIT_NAMES | {"business_day": BUSINESS_DAYS},
    "Invalid time unit",
)


def move_for(number: Fraction, unit: str) -> Move:
    """Return the move of ``number`` units. A fraction of a day is a part of 24 hours.

    Raises NotADatetimeError for a fraction of a month or longer, because months differ in length.
    """
    months, days, microseconds = (number * size for size in UNITS[unit])
    if months.denominator != 1:
        raise NotADatetimeError(f"has a part of {unit}, which differ in length: write days")
    whole_days = int(days)
    return Move(int(months), whole_days, int(microseconds + (days - whole_days) * DAY))


def step_of(amount: int, unit: str) -> Move:
    """Return the move of ``amount`` units. Days and weeks have an exact length here; months and longer do not."""
    step = UNITS[unit].times(amount)
    return Move(step.months, 0, step.microseconds + step.days * DAY)
