"""The days of a rule, from python-dateutil, and its local times on these days, computed here.

dateutil alone is not enough. For a rule without any day, such as every 30 February, it searches until the year 9999 and
cannot be stopped; and it counts BYSETPOS wrongly in periods shorter than a day. It is therefore used only for days,
with an interval of one period, and only for rules that have some.
"""

from collections.abc import Iterator
from datetime import MAXYEAR, date, datetime, time
from itertools import groupby, product
from typing import Literal

from dateutil import rrule
from dateutil.relativedelta import relativedelta

from timeops.recurrence.rule import WEEKS_OF_MONTH, WEEKS_OF_YEAR, Frequency, Rule, Weekday, invalid_rule

#: The listing ends so many years after its start.
HORIZON_YEARS = 100


# The Gregorian calendar repeats after 400 years. A rule that does not occur in its last 400 years never occurs.
_LAST_CYCLE = datetime.combine(date(MAXYEAR - 399, 1, 1), time())


def horizon(first: date) -> date:
    """Return the last day that a listing from ``first`` reaches."""
    return date.max if first.year + HORIZON_YEARS > MAXYEAR else first + relativedelta(years=HORIZON_YEARS)


def refuse_impossible_days(rule: Rule) -> None:
    """Raise ServiceError if no day of the calendar fulfils the rule."""
    if rule.chooses_days and next(iter(_dateutil_rule(rule, _LAST_CYCLE)), None) is None:
        raise invalid_rule("No day of any year fulfils the rule")


def local_datetimes(rule: Rule, anchor: date, first: date) -> Iterator[datetime]:
    """Yield the local times of a completed rule, in order, from the period that contains ``first``.

    The frequency of the rule must be daily or longer.
    """
    times = [time(*parts) for parts in product(rule.hours, rule.minutes, rule.seconds)]
    for days in _periods(rule, anchor, first):
        if not rule.positions:
            yield from (datetime.combine(day, clock) for day in days for clock in times)
            continue
        size = len(days) * len(times)
        for index in chosen_indexes(rule.positions, size):
            yield datetime.combine(days[index // len(times)], times[index % len(times)])


def chosen_indexes(positions: tuple[int, ...], size: int) -> list[int]:
    """Return the indexes, from 0 to ``size`` - 1, that BYSETPOS chooses. Position 1 is the first, -1 the last."""
    places = {position - 1 if position > 0 else size + position for position in positions}
    return sorted(place for place in places if 0 <= place < size)


def candidate_days(rule: Rule, first: date) -> Iterator[date]:
    """Yield the days that the BY parts of the rule allow, apart from BYSETPOS, from ``first`` to the horizon."""
    last = horizon(first)
    try:
        for found in _dateutil_rule(rule, datetime.combine(first, time())):
            if found.date() > last:
                return
            yield found.date()
    except (OverflowError, ValueError):  # dateutil has reached the end of the calendar
        return


def _periods(rule: Rule, anchor: date, first: date) -> Iterator[list[date]]:
    """Yield the days of every ``interval``-th period, counted from the period of the anchor."""
    origin = _period_number(rule, anchor)
    if rule.frequency is Frequency.DAILY and not (rule.chooses_days or rule.months):
        yield from _every_nth_day(rule.interval, anchor, first)
        return
    days = candidate_days(rule, max(_period_start(rule, first), date.min))
    for number, group in groupby(days, lambda day: _period_number(rule, day)):
        if (number - origin) % rule.interval == 0:
            yield list(group)


def _every_nth_day(interval: int, anchor: date, first: date) -> Iterator[list[date]]:
    number = anchor.toordinal() + -((anchor - first).days // interval) * interval
    for day in range(number, horizon(first).toordinal() + 1, interval):
        yield [date.fromordinal(day)]


def _period_number(rule: Rule, day: date) -> int:
    match rule.frequency:
        case Frequency.YEARLY:
            return day.year
        case Frequency.MONTHLY:
            return day.year * 12 + day.month
        case Frequency.WEEKLY:
            return (day.toordinal() - 1 - rule.week_start) // 7
        case _:
            return day.toordinal()


def _period_start(rule: Rule, day: date) -> date:
    match rule.frequency:
        case Frequency.YEARLY:
            return day.replace(month=1, day=1)
        case Frequency.MONTHLY:
            return day.replace(day=1)
        case Frequency.WEEKLY:
            return date.fromordinal(max(1, day.toordinal() - (day.weekday() - rule.week_start) % 7))
        case _:
            return day


_DATEUTIL: dict[Frequency, Literal[0, 1, 2]] = {
    Frequency.YEARLY: rrule.YEARLY,
    Frequency.MONTHLY: rrule.MONTHLY,
    Frequency.WEEKLY: rrule.WEEKLY,
}


def _dateutil_rule(rule: Rule, start: datetime) -> rrule.rrule:
    """Return dateutil's rule for the days, as datetimes at midnight.

    If the rule occurs daily or more often, but not every day, its days are found year by year, which is faster.
    """
    every_day = not (rule.chooses_days or rule.months)
    frequency: Literal[0, 1, 2, 3] = rrule.DAILY if every_day else _DATEUTIL.get(rule.frequency, rrule.YEARLY)
    return rrule.rrule(
        frequency,
        dtstart=start,
        wkst=rule.week_start,
        bymonth=rule.months or None,
        byweekno=rule.week_numbers or None,
        byyearday=rule.year_days or None,
        bymonthday=rule.month_days or (None if rule.chooses_days or every_day else range(1, 32)),
        byweekday=[rrule.weekday(day, nth or None) for nth, day in _weekdays(rule)] or None,
        byhour=0,
        byminute=0,
        bysecond=0,
    )


def _weekdays(rule: Rule) -> list[Weekday]:
    """Return the weekdays. If one of them has a number, give numbers to all of them: 1MO,TU becomes 1MO,1TU,2TU,...

    For a mixture, dateutil would return only the days that match both kinds.
    """
    if not any(nth for nth, _ in rule.weekdays):
        return list(rule.weekdays)
    is_of_month = rule.frequency is Frequency.MONTHLY or rule.months
    every = range(1, (WEEKS_OF_MONTH if is_of_month else WEEKS_OF_YEAR) + 1)
    return [Weekday(number, day) for nth, day in rule.weekdays for number in ([nth] if nth else every)]
