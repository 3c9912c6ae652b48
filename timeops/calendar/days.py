"""Rules that choose a day by the calendar: ``next monday``, ``last day of february``, ``third friday of may`` (T3).

A DayRule returns a day that depends on the current day. A Span returns the days of a period that depends on the current
day, such as a week or a month, as ``date.toordinal`` counts them. ``step`` is 1 for next, -1 for last and 0 for this.
Monday is 0. All of them raise OverflowError or ValueError outside of the years 1 to 9999.
"""

from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple, Protocol

from timeops.calendar.steps import months_later

# The length in months of the periods that consist of whole months.
MONTHS_IN = {"months": 1, "quarters": 3, "years": 12}
PERIODS = ("days", "weeks", *MONTHS_IN)


class NoSuchDayError(ValueError):
    """The period does not have this day: 29 February 2026, the fifth monday of february."""


class Span(Protocol):
    """A range of days that depends on the current day."""

    def days(self, today: date) -> range: ...


def nth(days: range, number: int) -> Sequence[int]:
    """Return the day with this number, from 1 on or from -1 back, if there is one."""
    return (days[number - (number > 0)],) if 1 <= abs(number) <= len(days) else ()


def weekdays(days: range, weekday: int) -> range:
    """Return the Mondays, or other days of the week, among some days."""
    return days[(weekday + 1 - days.start) % 7 :: 7]  # day 1, the first of the year 1, is a Monday


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
        nearest = today + timedelta(days=self.step)
        distance = (self.number - nearest.weekday()) % 7
        return nearest + timedelta(days=distance - 7 if self.step < 0 and distance else distance)


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
        return NthDay(Month(self.month), self.day, self.weekday).choose(today)


class Month(NamedTuple):
    """A month in ``year``, or in the year that is ``years`` from now, or by ``step`` the next or the previous such one.

    The current month does not count as next or previous. With step 0, it is the one of this year.
    """

    month: int
    year: int | None = None
    years: int = 0
    step: int = 0

    def days(self, today: date) -> range:
        if not self.step:
            year = today.year + self.years if self.year is None else self.year
            return _of_months(date(year, self.month, 1), 1)
        distance = (self.month - today.month) % 12
        if self.step < 0 or not distance:
            distance += 12 * self.step
        return _of_months(months_later(today.replace(day=1), distance), 1)


class Year(NamedTuple):
    year: int

    def days(self, today: date) -> range:  # unused, but part of Span
        return _of_months(date(self.year, 1, 1), 12)


class Period(NamedTuple):
    """The current day, week, month, quarter or year (PERIODS), or the one ``step`` units later."""

    unit: str
    step: int = 0

    def days(self, today: date) -> range:
        if length := MONTHS_IN.get(self.unit):
            first = today.replace(day=1, month=(today.month - 1) // length * length + 1)
            return _of_months(months_later(first, self.step * length), length)
        past, length = (today.weekday(), 7) if self.unit == "weeks" else (0, 1)
        start = today.toordinal() - past + self.step * length
        return range(start, start + length)


def _of_months(first: date, number: int) -> range:
    # The last day is not computed from the next period, which does not exist after the year 9999.
    last = months_later(first, number - 1)
    return range(first.toordinal(), last.toordinal() + monthrange(last.year, last.month)[1])


class SpanEnd(NamedTuple):
    """The first or the last day of a span."""

    span: Span
    last: bool = False

    def choose(self, today: date) -> date:
        return date.fromordinal(self.span.days(today)[-self.last])


class NthDay(NamedTuple):
    """The ``nth`` day of a span: the first is 1, and -1 is the last. If ``weekday`` is given, it has to fall on it."""

    span: Span
    nth: int
    weekday: int | None = None

    def choose(self, today: date) -> date:
        return _existing(nth(self.span.days(today), self.nth), self.weekday)


class NthWeekday(NamedTuple):
    """The ``nth`` Monday, Tuesday or other weekday (``number``) of a span; -1 is the last."""

    span: Span
    nth: int
    number: int

    def choose(self, today: date) -> date:
        return _existing(nth(weekdays(self.span.days(today), self.number), self.nth), self.number)


def _existing(days: Sequence[int], weekday: int | None) -> date:
    for day in map(date.fromordinal, days):
        if weekday in (None, day.weekday()):
            return day
    raise NoSuchDayError
