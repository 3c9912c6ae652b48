"""A datetime as it was stated: the steps that lead to it from now, and the zone beside it.

``tomorrow at 3pm`` is a day rule and a time of day, ``2 hours ago`` a move, ``2026-11-21`` a local time. A phrase joins
them: ``3 days after 2026-11-21`` is that local time and then a move. instants.py follows the steps.
"""

from datetime import date, datetime, time, timedelta, tzinfo
from typing import NamedTuple, Protocol

from dateutil.relativedelta import relativedelta

MIDNIGHT, END_OF_DAY = time(0), time(23, 59, 59)


class Move(NamedTuple):
    """Months and days move the calendar and keep the time of day, then microseconds go on along the time line."""

    months: int = 0
    days: int = 0
    microseconds: int = 0

    def times(self, count: int) -> "Move":
        return Move(self.months * count, self.days * count, self.microseconds * count)

    def plus(self, other: "Move") -> "Move":
        return Move(self.months + other.months, self.days + other.days, self.microseconds + other.microseconds)


class DayRule(Protocol):
    """Chooses another day, as ``next monday`` does; the time of day stays. days.py has them."""

    def choose(self, today: date) -> date: ...


# A time sets the time of day. A datetime takes the place of now: an instant if it is aware, else a local time.
Step = Move | DayRule | time | datetime
Steps = tuple[Step, ...]


class ParsedDatetime(NamedTuple):
    """A date and time as it was stated.

    ``zone``: its own, which stood beside it (T4), else None. ``parameter`` and ``text``: where it was stated and how.
    ``standard_offset``: set where the name of the zone also stands for this offset throughout the year, as ``CET``
    does; if the zone is at another offset then, the datetime has two meanings, for which ``rewritten`` says what to
    write: first with the offset, then with the zone.
    """

    steps: Steps
    zone: tzinfo | None = None
    parameter: str = "datetime"
    text: str = ""
    standard_offset: timedelta | None = None
    rewritten: tuple[str, str] | None = None


NOW = ParsedDatetime(())


def months_later(day: date, months: int) -> date:
    """Return the same day ``months`` on, or the last of a month that has no such day; ValueError beyond year 9999."""
    return day + relativedelta(months=months)
