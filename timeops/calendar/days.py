"""Rules that choose a day by the calendar: ``next monday``, ``last day of february``, ``third friday of may`` (T3).

A DayRule returns a day that depends on the current day. A Span returns the days of a period that depends on the current
day, such as a week or a month, as ``date.toordinal`` counts them. ``step`` is 1 for next, -1 for last and 0 for this.
Monday is 0. All of them raise OverflowError or ValueError outside of the years 1 to 9999.
"""

from calendar import monthrange
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Concatenate, ParamSpec, TypeVar

from timeops.calendar.steps import DayRule, months_later

# The length in months of the periods that consist of whole months.
MONTHS_IN = {"months": 1, "quarters": 3, "years": 12}
PERIODS = ("days", "weeks", *MONTHS_IN)

#: A range of days that depends on the current day.
Span = Callable[[date], range]

Values = ParamSpec("Values")
Result = TypeVar("Result", date, range)


class NoSuchDayError(ValueError):
    """The period does not have this day: 29 February 2026, the fifth monday of february."""


def _of_today(function: Callable[Concatenate[date, Values], Result]) -> Callable[Values, Callable[[date], Result]]:
    """Return a function that takes all arguments but the first, the current day, and returns a function of this day."""

    def with_values(*values: Values.args, **named: Values.kwargs) -> Callable[[date], Result]:
        return lambda today: function(today, *values, **named)

    return with_values


def nth(days: range, number: int) -> Sequence[int]:
    """Return the day with this number, from 1 on or from -1 back, if there is one."""
    return (days[number - (number > 0)],) if 1 <= abs(number) <= len(days) else ()


def weekdays(days: range, weekday: int) -> range:
    """Return the Mondays, or other days of the week, among some days."""
    return days[(weekday + 1 - days.start) % 7 :: 7]  # day 1, the first of the year 1, is a Monday


@_of_today
def next_weekday(today: date, number: int, step: int) -> date:
    """Choose a day of the week: by step 1 the first after today, by -1 the last before, by 0 today or the next."""
    nearest = today + timedelta(days=step)
    distance = (number - nearest.weekday()) % 7
    return nearest + timedelta(days=distance - 7 if step < 0 and distance else distance)


@_of_today
def weekday_of_week(today: date, number: int, step: int) -> date:
    """Choose a day of the week in this week, or ``step`` weeks later. Weeks start on Monday."""
    return today + timedelta(days=number - today.weekday() + 7 * step)


@_of_today
def nth_day(today: date, span: Span, number: int, weekday: int | None = None) -> date:
    """Choose a day of a span: the first is 1, and -1 is the last. If ``weekday`` is given, it has to fall on it."""
    for day in map(date.fromordinal, nth(span(today), number)):
        if weekday in (None, day.weekday()):
            return day
    raise NoSuchDayError


def nth_weekday(span: Span, number: int, weekday: int) -> DayRule:
    """Choose among the Mondays, or other days of the week, of a span: the first is 1, and -1 is the last."""
    return nth_day(lambda today: weekdays(span(today), weekday), number)


@_of_today
def month_of(today: date, month: int, year: int | None = None, years: int = 0) -> range:
    """Choose the days of a month in ``year``, or by None in the year that is ``years`` from now."""
    return _of_months(date(today.year + years if year is None else year, month, 1), 1)


@_of_today
def month_by_step(today: date, month: int, step: int) -> range:
    """Choose the days of the next or the previous such month, which is not the current one, or of that of this year."""
    distance = (month - today.month) % 12
    if step < 0 or not distance:
        distance += 12 * step
    return _of_months(months_later(today.replace(day=1), distance), 1) if step else month_of(month)(today)


@_of_today
def year_of(_: date, year: int) -> range:
    return _of_months(date(year, 1, 1), 12)


@dataclass(frozen=True)
class Period:
    """A Span: the current day, week, month, quarter or year (PERIODS), or the one ``step`` units later."""

    unit: str
    step: int = 0

    def __call__(self, today: date) -> range:
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
