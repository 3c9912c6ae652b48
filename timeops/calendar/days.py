"""Rules that choose a day by the calendar: ``next monday``, ``last day of february``, ``third friday of may`` (T3).

Each is a DayRule: it takes the current day and chooses another. A span takes the current day and has a first and a last
day: a week, a month or another period. ``step`` is 1 for next, -1 for last, 0 for this. Monday is 0. Beyond the years 1
to 9999 they raise OverflowError or ValueError.
"""

from calendar import monthrange
from datetime import date, timedelta
from typing import NamedTuple, Protocol

from timeops.calendar.steps import months_later

# The months in each period that begins with one.
MONTHS_IN = {"months": 1, "quarters": 3, "years": 12}
PERIODS = ("days", "weeks", *MONTHS_IN)

Days = tuple[date, date]


class NoSuchDayError(ValueError):
    """There is no such day in that period: 29 February 2026, the fifth monday of february."""


class Span(Protocol):
    """A stretch of days, which begins and ends where the current day says."""

    def days(self, today: date) -> Days: ...


class FixedDate(NamedTuple):
    """21 November 2026, whatever day it is."""

    day: date

    def choose(self, today: date) -> date:  # every DayRule takes it
        return self.day


class Weekday(NamedTuple):
    """The first such weekday after today for step 1, the latest before for -1; for 0 today or the first after it."""

    number: int
    step: int

    def choose(self, today: date) -> date:
        if self.step > 0:
            return today + timedelta(days=(self.number - today.weekday() - 1) % 7 + 1)
        if self.step < 0:
            return today - timedelta(days=(today.weekday() - self.number - 1) % 7 + 1)
        return today + timedelta(days=(self.number - today.weekday()) % 7)


class WeekdayOfWeek(NamedTuple):
    """The weekday of this week, or of the week ``step`` weeks on. Weeks start on Monday."""

    number: int
    step: int

    def choose(self, today: date) -> date:
        return today + timedelta(days=self.number - today.weekday() + 7 * self.step)


class YearlyDate(NamedTuple):
    """A day of this year: 25 December. ``weekday``: the one on which it has to fall, if one was stated."""

    month: int
    day: int
    weekday: int | None = None

    def choose(self, today: date) -> date:
        return _checked_weekday(NthDay(Month(self.month), self.day).choose(today), self.weekday)


class MonthByStep(NamedTuple):
    """The first day of a month: of this year for step 0, the first such month after the current one for 1."""

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
    """A month of ``year``, by ``step`` as MonthByStep has it, or of the year ``years`` on."""

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

    def days(self, today: date) -> Days:  # every Span takes it
        return date(self.year, 1, 1), date(self.year, 12, 31)


class Period(NamedTuple):
    """This day, week, month, quarter or year (PERIODS), or the one ``step`` units on."""

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
        # Not the day before the next period: after the year 9999 there is none.
        return first, _last_of_month(months_later(first, length - 1))


class SpanEnd(NamedTuple):
    """The first or the last day of a span."""

    span: Span
    last: bool = False

    def choose(self, today: date) -> date:
        return self.span.days(today)[self.last]


class NthDay(NamedTuple):
    """The day of that number in a span: the first is 1, the last also -1; on ``weekday``, if that was stated."""

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
    """The ``nth`` weekday of that number in a span, or its last where ``nth`` is -1."""

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
