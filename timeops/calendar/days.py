"""Rules that choose a day by the calendar: ``next monday``, ``last day of february``, ``third friday of may`` (T3).

A rule takes the current day and returns another; a span takes it and returns the first and last day of a week, a month
or another period. ``step`` is 1 for next, -1 for last, 0 for this. Beyond the years 1 to 9999 they raise OverflowError
or ValueError.
"""

from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta

from timeops.calendar.steps import months_later

__all__ = [
    "PERIODS",
    "NoSuchDayError",
    "Span",
    "day_of_week",
    "edge",
    "month_by_step",
    "month_span",
    "nth_day",
    "nth_day_on",
    "nth_weekday",
    "on",
    "period_span",
    "weekday",
    "written",
    "year_span",
]

Span = Callable[[date], tuple[date, date]]

# The months in each period that begins with one.
MONTHS_IN = {"months": 1, "quarters": 3, "years": 12}
PERIODS = ("days", "weeks", *MONTHS_IN)


class NoSuchDayError(ValueError):
    """There is no such day in the period that is meant: 29 February 2026, the fifth monday of february."""


def on(_today: date, *, day: date) -> date:
    """Return that day, whatever day it is."""
    return day


def weekday(today: date, *, number: int, step: int) -> date:
    """Return the weekday of that number (Monday is 0): the first after today for step 1, the latest before for -1.

    For step 0 it is today, or the first after today.
    """
    if step > 0:
        return today + timedelta(days=(number - today.weekday() - 1) % 7 + 1)
    if step < 0:
        return today - timedelta(days=(today.weekday() - number - 1) % 7 + 1)
    return today + timedelta(days=(number - today.weekday()) % 7)


def day_of_week(today: date, *, number: int, step: int) -> date:
    """Return the weekday of that number (Monday is 0) in this week or ``step`` weeks on; weeks start on Monday."""
    return today + timedelta(days=number - today.weekday() + 7 * step)


def written(today: date, *, day: int, month: int, number: int | None) -> date:
    """Return that day of this year; it falls on the weekday of that number, or NoSuchDayError is raised."""
    first = date(today.year, month, 1)
    found = nth_day(today, span=lambda _: (first, _last_of_month(first)), nth=day)
    if number not in (None, found.weekday()):
        raise NoSuchDayError
    return found


def nth_day_on(today: date, *, nth: int, number: int) -> date:
    """Return the day of that number in this month, if it falls on the weekday of that number."""
    return written(today, day=nth, month=today.month, number=number)


def month_by_step(today: date, *, month: int, step: int) -> date:
    """Return the first day of the month of that number: of this year for step 0.

    For step 1 it is the first such month after the current one, for -1 the latest before.
    """
    distance = month - today.month
    if step > 0 and distance <= 0:
        distance += 12
    if step < 0 and distance >= 0:
        distance -= 12
    return months_later(today.replace(day=1), distance)


def month_span(
    today: date, *, month: int, year: int | None = None, years: int = 0, step: int | None = None
) -> tuple[date, date]:
    """Return the ends of a month: of ``year``, by ``step`` as ``month_by_step`` has it, or of the year ``years`` on."""
    first = date(today.year + years if year is None else year, month, 1)
    if step is not None:
        first = month_by_step(today, month=month, step=step)
    return first, _last_of_month(first)


def year_span(_today: date, *, year: int) -> tuple[date, date]:
    return date(year, 1, 1), date(year, 12, 31)


def period_span(today: date, *, unit: str, step: int) -> tuple[date, date]:
    """Return the ends of this day, week, month, quarter or year (PERIODS), or of the one ``step`` units on."""
    if unit == "days":
        day = today + timedelta(days=step)
        return day, day
    if unit == "weeks":
        monday = today + timedelta(days=7 * step - today.weekday())
        return monday, monday + timedelta(days=6)
    length = MONTHS_IN[unit]
    first = months_later(today.replace(day=1, month=(today.month - 1) // length * length + 1), step * length)
    # Not the day before the next period: after the year 9999 there is none.
    return first, _last_of_month(months_later(first, length - 1))


def edge(today: date, *, span: Span, last: bool) -> date:
    """Return the first or the last day of the span."""
    return span(today)[last]


def nth_day(today: date, *, span: Span, nth: int) -> date:
    """Return the day of that number in the span: the first is 1, the last also -1."""
    first, last = span(today)
    if nth < 0:
        return last
    if nth == 0 or nth - 1 > (last - first).days:
        raise NoSuchDayError
    return first + timedelta(days=nth - 1)


def nth_weekday(today: date, *, span: Span, nth: int, number: int) -> date:
    """Return the ``nth`` weekday of that number (Monday is 0) in the span, or its last where ``nth`` is -1."""
    first, last = span(today)
    if nth < 0:
        return last - timedelta(days=(last.weekday() - number) % 7)
    days = (number - first.weekday()) % 7 + 7 * (nth - 1)
    if nth == 0 or days > (last - first).days:
        raise NoSuchDayError
    return first + timedelta(days=days)


def _last_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])
