"""What a text or number says as a date and time: steps that lead from now to an instant.

``tomorrow at 3pm`` is a day rule and a time of day, ``2 hours ago`` a move, ``2026-11-21`` a local time. A phrase joins
them: ``3 days after 2026-11-21`` is that local time and then a move. instants.py follows the steps.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, tzinfo
from typing import NamedTuple

from dateutil.relativedelta import relativedelta

__all__ = ["MIDNIGHT", "NOW", "DayRule", "Move", "ParsedDatetime", "Step", "months_later"]

MIDNIGHT = time(0)


class Move(NamedTuple):
    """Months and days move the calendar and keep the time of day, then microseconds go on along the time line."""

    months: int = 0
    days: int = 0
    microseconds: int = 0

    def times(self, count: int) -> "Move":
        return Move(self.months * count, self.days * count, self.microseconds * count)

    def plus(self, other: "Move") -> "Move":
        return Move(self.months + other.months, self.days + other.days, self.microseconds + other.microseconds)


# Chooses another day, as ``next monday`` does; the time of day stays.
DayRule = Callable[[date], date]

# A time sets the time of day. A datetime takes the place of now: an instant if it is aware, else a local time.
Step = Move | DayRule | time | datetime


@dataclass(frozen=True, slots=True)
class ParsedDatetime:
    """A date and time as it was stated.

    ``zone``: its own, which stood beside it (T4); it is None where none did. ``source`` names the parameter and quotes
    the text, for a refusal.
    """

    steps: tuple[Step, ...]
    zone: tzinfo | None = None
    source: str = ""


NOW = ParsedDatetime(())


def months_later(day: date, months: int) -> date:
    """Return the same day ``months`` on, or the last of a month that has no such day; ValueError beyond year 9999."""
    return day + relativedelta(months=months)
