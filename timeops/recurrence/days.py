"""The days that the BY parts of a rule allow (RFC 5545, section 3.3.10), and its local times on these days.

Days are ordinals, as ``date.toordinal`` counts them. python-dateutil is not used, because it takes days of the first
week of January for days of week 53, ignores DTSTART's weekday beside BYWEEKNO, and searches for a day that no year has
until the year 9999.
"""

from collections.abc import Iterator, Sequence
from datetime import MAXYEAR, date, datetime, time
from functools import lru_cache
from itertools import chain, groupby, pairwise, product
from typing import TypeVar

from timeops.recurrence.rule import DAYS_IN_WEEK, ByDay, Frequency, Rule

Value = TypeVar("Value")

#: A rule ends if it has no further occurrence within so many years.
HORIZON_YEARS = 100
#: The Gregorian calendar repeats after so many years.
_CYCLE = 400


def is_impossible(rule: Rule) -> bool:
    """Return whether no day of the calendar fulfils the rule."""
    return not any(allowed_days(rule, year) for year in range(MAXYEAR - _CYCLE, MAXYEAR))


@lru_cache(maxsize=16)
def allowed_days(rule: Rule, year: int) -> tuple[int, ...]:
    """Return the days of a year that all BY parts allow, apart from BYSETPOS, in order."""
    whole = range(new_year(year), new_year(year + 1))
    starts = [date(year, month, 1).toordinal() for month in range(1, 13)]
    every_month = [range(*bounds) for bounds in pairwise([*starts, whole.stop])]
    months = [every_month[month - 1] for month in rule.months] or every_month
    counted_in = months if rule.frequency is Frequency.MONTHLY or rule.months else [whole]
    allowed = set(chain(*months))
    if rule.week_numbers:
        allowed &= _days_of_weeks(rule, year)
    if rule.year_days:
        allowed &= {day for number in rule.year_days for day in _nth(whole, number)}
    if rule.month_days:
        allowed &= {day for month in months for number in rule.month_days for day in _nth(month, number)}
    if rule.weekdays:
        allowed &= {day for period in counted_in for by_day in rule.weekdays for day in _weekdays(period, by_day)}
    return tuple(sorted(allowed))


def new_year(year: int) -> int:
    """Return the first day of a year, also of the years 0 and 10000, which ``date`` does not have."""
    before = year - 1
    return 365 * before + before // 4 - before // 100 + before // 400 + 1


def _days_of_weeks(rule: Rule, year: int) -> set[int]:
    """Return the days of the numbered weeks. The first and the last one may belong to the year before or after."""
    return {
        first + day
        for own in (year - 1, year, year + 1)
        for number in rule.week_numbers
        for first in _nth(range(_first_week(rule, own), _first_week(rule, own + 1), DAYS_IN_WEEK), number)
        for day in range(DAYS_IN_WEEK)
    }


def _first_week(rule: Rule, year: int) -> int:
    """Return the first day of the first week of a year, which is the week of 4 January."""
    fourth = new_year(year) + 3
    return fourth - (_weekday(fourth) - rule.week_start) % DAYS_IN_WEEK


def _weekdays(period: range, by_day: ByDay) -> Sequence[int]:
    every = period[(by_day.day - _weekday(period.start)) % DAYS_IN_WEEK :: DAYS_IN_WEEK]
    return _nth(every, by_day.nth) if by_day.nth else every


def _weekday(day: int) -> int:
    return (day - 1) % DAYS_IN_WEEK  # day 1, the first of the year 1, is a Monday


def _nth(values: range, number: int) -> Sequence[int]:
    """Return the value with this number, from 1 on or from -1 back, if there is one."""
    return (values[number - 1 if number > 0 else number],) if abs(number) <= len(values) else ()


def local_datetimes(rule: Rule, anchor: date, first: date) -> Iterator[datetime]:
    """Yield the local times of a completed rule, in order, from the period that contains ``first``.

    The frequency of the rule must be daily or longer. Ends if none follows within HORIZON_YEARS.
    """
    times = [time(*parts) for parts in product(rule.hours, rule.minutes, rule.seconds)]
    for _, days in groupby(_days(rule, anchor, first), lambda day: _period_number(rule, day)):
        moments = [datetime.combine(date.fromordinal(day), clock) for day in days for clock in times]
        yield from chosen(rule.positions, moments) if rule.positions else moments


def chosen(positions: tuple[int, ...], values: Sequence[Value]) -> list[Value]:
    """Return the values of a period that BYSETPOS chooses. Position 1 is the first, -1 the last."""
    size = len(values)
    places = {position - 1 if position > 0 else size + position for position in positions}
    return [values[place] for place in sorted(places) if 0 <= place < size]


def _days(rule: Rule, anchor: date, first: date) -> Iterator[int]:
    """Yield the days of every ``interval``-th period, counted from the period of the anchor."""
    origin, start = _period_number(rule, anchor.toordinal()), _period_start(rule, first)
    is_every_day = rule.frequency is Frequency.DAILY and not (rule.chooses_days or rule.months)
    last = first.year
    for year in range(date.fromordinal(max(start, 1)).year, MAXYEAR + 1):
        if year > last + HORIZON_YEARS:
            return
        days = allowed_days(rule, year)
        if is_every_day:
            days = days[(origin - days[0]) % rule.interval :: rule.interval]
        for day in days:
            if day >= start and (_period_number(rule, day) - origin) % rule.interval == 0:
                last = year
                yield day


def _period_number(rule: Rule, day: int) -> int:
    if rule.frequency is Frequency.WEEKLY:
        return (day - 1 - rule.week_start) // DAYS_IN_WEEK
    if rule.frequency is Frequency.DAILY:
        return day
    found = date.fromordinal(day)
    return found.year if rule.frequency is Frequency.YEARLY else found.year * 12 + found.month


def _period_start(rule: Rule, day: date) -> int:
    if rule.frequency is Frequency.WEEKLY:
        return day.toordinal() - (day.weekday() - rule.week_start) % DAYS_IN_WEEK
    if rule.frequency is Frequency.DAILY:
        return day.toordinal()
    return day.replace(day=1, month=1 if rule.frequency is Frequency.YEARLY else day.month).toordinal()
