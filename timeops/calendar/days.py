"""Rules that choose a day by the calendar: ``next monday``, ``last day of february``, ``third friday of may`` (T3).

A DayRule returns a day that depends on the current day. A Span returns the first and the last day of a period that
depends on the current day, such as a week or a month. ``step`` is 1 for next, -1 for last and 0 for this. Monday is 0.
All of them raise OverflowError or ValueError outside of the years 1 to 9999.
"""

from calendar import monthrange
from datetime import date, timedelta
from typing import NamedTuple, Protocol

from timeops.calendar.steps import months_later

# The length in months of the periods that consist of whole months.
MONTHS_IN = {"months": 1, "quarters": 3, "years": 12}
PERIODS = ("days", "weeks", *MONTHS_IN)

Days = tuple[date, date]


class NoSuchDayError(ValueError):
    """The period does not have this day: 29 February 2026, the fifth monday of february."""


class Span(Protocol):
    """A range of days that depends on the current day."""

    def days(self, today: date) -> Days: ...


class FixedDate(NamedTuple):
    """A date that does not depend on the current day: 21 November 2026."""

    day: date

    def choose(self, today: date) -> date:  # unused, but part of DayRule
        return self.day


class NextWeekday(NamedTuple):
    """A day of the week. Step 1: the first after today; -1: the last before today; 0: today or the first after it."""

    number: int
    step: int

    def choose(self, today: date) -> date:
        if self.step > 0:
            return today + timedelta(days=(self.number - today.weekday() - 1) % 7 + 1)
        if self.step < 0:
            return today - timedelta(days=(today.weekday() - self.number - 1) % 7 + 1)
        return today + timedelta(days=(self.number - today.weekday()) % 7)


class WeekdayOfWeek(NamedTuple):
    """A day of the week in this week, or ``step`` weeks later. Weeks start on Monday."""

    number: int
    step: int

    def choose(self, today: date) -> date:
        return today + timedelta(days=self.number - today.weekday() + 7 * self.step)


class YearlyDate(NamedTuple):
    """A date in the current year: 25 December. If ``weekday`` is given, the date has to fall on it."""

    month: int
    day: int
    weekday: int | None = None

    def choose(self, today: date) -> date:
        return _checked_weekday(NthDay(Month(self.month), self.day).choose(today), self.weekday)


class MonthByStep(NamedTuple):
    """The first day of a month: for step 0 in this year, for 1 the next such month, for -1 the previous one.

    The current month does not count as next or previous.
    """

    month: int
    step: int

    def choose(self, today: date) -> date:
        distance = self.month - today.month
        if self.step > 0 and distance <= 0:
            distance += 12
        if self.step < 0 and distance >= 0:
            distance -= 12
        return months_later(today.replace(day=1), distance)


class Month(NamedTuple):
    """A month in ``year``, or chosen by ``step`` like MonthByStep, or else in the year that is ``years`` from now."""

    month: int
    year: int | None = None
    years: int = 0
    step: int | None = None

    def days(self, today: date) -> Days:
        if self.step is None:
            first = date(today.year + self.years if self.year is None else self.year, self.month, 1)
        else:
            first = MonthByStep(self.month, self.step).choose(today)
        return first, _last_of_month(first)


class Year(NamedTuple):
    year: int

    def days(self, today: date) -> Days:  # unused, but part of Span
        return date(self.year, 1, 1), date(self.year, 12, 31)


class Period(NamedTuple):
    """The current day, week, month, quarter or year (PERIODS), or the one ``step`` units later."""

    unit: str
    step: int = 0

    def days(self, today: date) -> Days:
        if self.unit == "days":
            day = today + timedelta(days=self.step)
            return day, day
        if self.unit == "weeks":
            monday = today + timedelta(days=7 * self.step - today.weekday())
            return monday, monday + timedelta(days=6)
        length = MONTHS_IN[self.unit]
        first = today.replace(day=1, month=(today.month - 1) // length * length + 1)
        first = months_later(first, self.step * length)
        # The last day is not computed from the next period, which does not exist after the year 9999.
        return first, _last_of_month(months_later(first, length - 1))


class SpanEnd(NamedTuple):
    """The first or the last day of a span."""

    span: Span
    last: bool = False

    def choose(self, today: date) -> date:
        return self.span.days(today)[self.last]


class NthDay(NamedTuple):
    """The ``nth`` day of a span: the first is 1, and -1 is the last. If ``weekday`` is given, it has to fall on it."""

    span: Span
    nth: int
    weekday: int | None = None

    def choose(self, today: date) -> date:
        first, last = self.span.days(today)
        if self.nth < 0:
            return last
        if self.nth == 0 or self.nth - 1 > (last - first).days:
            raise NoSuchDayError
        return _checked_weekday(first + timedelta(days=self.nth - 1), self.weekday)


class NthWeekday(NamedTuple):
    """The ``nth`` Monday, Tuesday or other weekday (``number``) of a span; -1 is the last."""

    span: Span
    nth: int
    number: int

    def choose(self, today: date) -> date:
        first, last = self.span.days(today)
        if self.nth < 0:
            return last - timedelta(days=(last.weekday() - self.number) % 7)
        days = (self.number - first.weekday()) % 7 + 7 * (self.nth - 1)
        if self.nth == 0 or days > (last - first).days:
            raise NoSuchDayError
        return first + timedelta(days=days)


def _checked_weekday(day: date, weekday: int | None) -> date:
    if weekday not in (None, day.weekday()):
        raise NoSuchDayError
    return day


def _last_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])
