"""What a phrase like ``first day of next month at 9am`` means: moves in the calendar, a time of day, seconds (T3)."""

from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from dateutil.relativedelta import relativedelta

__all__ = ["DayRule", "Phrase", "day_of_month", "day_of_named_month", "day_of_week", "day_of_year", "weekday"]

DayRule = Callable[[date], date]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A relative date. Days and longer move the wall clock, seconds the time line, in this order.

    ``day_rule`` chooses another day; ``clock`` sets the time of day, which otherwise stays.
    """

    months: int = 0
    days: int = 0
    seconds: int = 0
    day_rule: DayRule | None = None
    clock: time | None = None

    def wall_clock(self, here: datetime) -> datetime | None:
        """Return where the phrase moves the wall clock that shows ``here``, without an offset; None: it does not.

        Raises OverflowError or ValueError beyond the years 1 to 9999.
        """
        if not (self.months or self.days or self.day_rule or self.clock is not None):
            return None
        wall = here.replace(tzinfo=None, fold=0) + relativedelta(months=self.months) + timedelta(days=self.days)
        day = self.day_rule(wall.date()) if self.day_rule else wall.date()
        return datetime.combine(day, wall.time() if self.clock is None else self.clock)


def weekday(today: date, number: int, step: int) -> date:
    """Return the weekday of that number (Monday is 0): the first after today for step 1, the latest before for -1.

    For step 0 it is today, or the first after today.
    """
    if step > 0:
        return today + timedelta(days=(number - today.weekday() - 1) % 7 + 1)
    if step < 0:
        return today - timedelta(days=(today.weekday() - number - 1) % 7 + 1)
    return today + timedelta(days=(number - today.weekday()) % 7)


def day_of_week(today: date, number: int, step: int) -> date:
    """Return the weekday of that number (Monday is 0) in this week or ``step`` weeks on; weeks start on Monday."""
    return today + timedelta(days=number - today.weekday() + 7 * step)


def day_of_month(today: date, *, last: bool, step: int) -> date:
    """Return the first or last day of this month or of the one ``step`` months on."""
    first = today.replace(day=1) + relativedelta(months=step)
    return _last_of_month(first) if last else first


def day_of_year(today: date, *, last: bool, step: int) -> date:
    """Return the first or last day of this year or of the one ``step`` years on."""
    year = today.year + step
    return date(year, 12, 31) if last else date(year, 1, 1)


def day_of_named_month(today: date, *, last: bool, month: int, year: int | None) -> date:
    """Return the first or last day of a month of ``year``, or of this year."""
    first = date(today.year if year is None else year, month, 1)
    return _last_of_month(first) if last else first


def _last_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])
