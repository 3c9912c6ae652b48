"""A datetime after parsing: the steps that lead to it from now, and the zone that the text states.

``tomorrow at 3pm`` has two steps, a day rule and a time of day; ``2 hours ago`` is a move, ``2026-11-21`` a local time,
and ``3 days after 2026-11-21`` a local time followed by a move. instants.py follows the steps.
"""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta, tzinfo
from typing import NamedTuple, TypeVar

from dateutil.relativedelta import relativedelta

Day = TypeVar("Day", date, datetime)

MIDNIGHT, END_OF_DAY = time(0), time(23, 59, 59)


class Move(NamedTuple):
    """A distance: first months and days of the calendar, which keep the time of day, then elapsed microseconds."""

    months: int = 0
    days: int = 0
    microseconds: int = 0

    def times(self, count: int) -> "Move":
        return Move(self.months * count, self.days * count, self.microseconds * count)

    def plus(self, other: "Move") -> "Move":
        return Move(self.months + other.months, self.days + other.days, self.microseconds + other.microseconds)


#: A rule that chooses a day from the current one, as ``next monday`` does. The rules are in days.py.
DayRule = Callable[[date], date]

# A time sets the time of day, a date or a rule the day, and each keeps the other. A datetime replaces now: an aware one
# is an instant, a naive one a local time.
Step = Move | DayRule | time | date
Steps = tuple[Step, ...]


class ParsedDatetime(NamedTuple):
    """A date and time after parsing.

    ``zone``: the zone that the text states (T4), if any. ``parameter`` and ``text``: the parameter and the text of the
    request, for error messages. ``standard_offset``: the offset that the name of the zone also means throughout the
    year, as ``CET`` does. If the zone has another offset at that time, the datetime has two meanings; ``rewritten`` is
    what to write for them, first with the offset and then with the zone.
    """

    steps: Steps
    zone: tzinfo | None = None
    parameter: str = "datetime"
    text: str = ""
    standard_offset: timedelta | None = None
    rewritten: tuple[str, str] | None = None


NOW = ParsedDatetime(())


def months_later(day: Day, months: int) -> Day:
    """Return the same day of the month ``months`` later, or its last day if it has no such day.

    Raises ValueError or OverflowError outside of the years 1 to 9999.
    """
    return day + relativedelta(months=months)
