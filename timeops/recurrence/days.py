"""The days that the BY parts of a rule allow (RFC 5545, section 3.3.10), and its local times on these days.

Days are ordinals, as ``date.toordinal`` counts them. python-dateutil is not used, because it takes days of the first
week of January for days of week 53, ignores DTSTART's weekday beside BYWEEKNO, and searches for a day that no year has
until the year 9999.
"""

from collections.abc import Iterator, Sequence
from datetime import MAXYEAR, date, datetime
from functools import lru_cache, partial
from itertools import chain, groupby, pairwise
from typing import TypeVar

from timeops.calendar.steps import nth, weekdays
from timeops.recurrence.rule import DAILY, MONTHLY, WEEKLY, YEARLY, Rule

Value = TypeVar("Value")

#: A rule ends if it has no further occurrence within so many years.
HORIZON_YEARS = 100
#: The Gregorian calendar repeats after so many years.
_CYCLE = 400


def is_impossible(rule: Rule) -> bool:
    """Return whether no day of the calendar fulfils the rule."""
    return not any(allowed_days(rule, year) for year in range(MAXYEAR - _CYCLE, MAXYEAR))


@lru_cache(maxsize=16)
def allowed_days(rule: Rule, year: int) -> Sequence[int]:
    """Return the days of a year that all BY parts allow, apart from BYSETPOS, in order."""
    whole = range(new_year(year), new_year(year + 1))
    starts = [date(year, month, 1).toordinal() for month in range(1, 13)]
    every_month = [range(*bounds) for bounds in pairwise([*starts, whole.stop])]
    months = [every_month[month - 1] for month in rule.months] or every_month
    allowed = set(chain(*months))
    if rule.week_numbers:
        allowed &= _days_of_weeks(rule, year)
    if rule.year_days:
        allowed &= {day for number in rule.year_days for day in nth(whole, number)}
    if rule.month_days:
        allowed &= {day for month in months for number in rule.month_days for day in nth(month, number)}
    if rule.weekdays:
        counted_in = months if rule.frequency is MONTHLY or rule.months else [whole]
        found = [(by_day.nth, weekdays(days, by_day.day)) for days in counted_in for by_day in rule.weekdays]
        allowed &= {day for number, every in found for day in (nth(every, number) if number else every)}
    return sorted(allowed)


def new_year(year: int) -> int:
    """Return the first day of a year, also of the years 0 and 10000, which ``date`` does not have."""
    before = year - 1
    return 365 * before + before // 4 - before // 100 + before // 400 + 1


def _days_of_weeks(rule: Rule, year: int) -> set[int]:
    """Return the days of the numbered weeks. The first and the last one may belong to the year before or after."""
    firsts = [_week_start(rule, new_year(own) + 3) for own in range(year - 1, year + 3)]  # of the weeks of 4 January
    return {
        first + day
        for weeks in pairwise(firsts)
        for number in rule.week_numbers
        for first in nth(range(*weeks, 7), number)
        for day in range(7)
    }


def _week_start(rule: Rule, day: int) -> int:
    return day - (day - 1 - rule.week_start) % 7  # day 1, the first of the year 1, is a Monday


def local_datetimes(rule: Rule, anchor: date, first: date) -> Iterator[datetime]:
    """Yield the local times of a completed rule, in order, from the day ``first`` on, or with BYSETPOS from its period.

    The frequency of the rule must be daily or longer. Ends if none follows within HORIZON_YEARS.
    """
    times = rule.times
    for _, days in groupby(_days(rule, anchor, first), lambda day: _period(rule, day)):
        moments = [datetime.combine(date.fromordinal(day), clock) for day in days for clock in times]
        yield from chosen(rule.positions, moments) if rule.positions else moments


def chosen(positions: tuple[int, ...], values: Sequence[Value]) -> list[Value]:
    """Return the values of a period that BYSETPOS chooses. Position 1 is the first, -1 the last."""
    places = {place for position in positions for place in nth(range(len(values)), position)}
    return [values[place] for place in sorted(places)]


def _days(rule: Rule, anchor: date, first: date) -> Iterator[int]:
    """Yield the days of every ``interval``-th period, counted from the period of the anchor."""
    number = int if rule.frequency is DAILY else partial(_period, rule)
    origin, start = number(anchor.toordinal()), number(first.toordinal())
    # BYSETPOS needs all days of the period, which begins at most so many days before any of them.
    earliest = max(1, first.toordinal() - 366 * bool(rule.positions))
    last = first.year
    for year in range(date.fromordinal(earliest).year, MAXYEAR + 1):
        if year > last + HORIZON_YEARS:
            return
        days = allowed_days(rule, year)
        if rule.frequency is DAILY and len(days) > 364:  # a third of the time that asking each of them takes
            days = days[(origin - days[0]) % rule.interval :: rule.interval]
        for day in days:
            if day >= earliest and (period := number(day)) >= start and (period - origin) % rule.interval == 0:
                last = year
                yield day


def _period(rule: Rule, day: int) -> int:
    """Return a number for the period of a day. The next period has the next number."""
    if rule.frequency is DAILY:
        return day
    if rule.frequency is WEEKLY:
        return _week_start(rule, day) // 7
    found = date.fromordinal(day)
    return found.year if rule.frequency is YEARLY else found.year * 12 + found.month
