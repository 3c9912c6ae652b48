"""List the occurrences of a recurrence in a zone, in the order of time, and the days that the BY parts of a rule allow.

Days are ordinals, as ``date.toordinal`` counts them (RFC 5545, section 3.3.10). python-dateutil is not used, because it
takes days of the first week of January for days of week 53, ignores DTSTART's weekday beside BYWEEKNO, and searches for
a day that no year has until the year 9999.
"""

from calendar import leapdays, monthrange
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import MAXYEAR, UTC, date, datetime, timedelta
from functools import lru_cache, partial
from heapq import merge
from itertools import chain, groupby, islice, pairwise, product
from operator import attrgetter
from typing import Any

from timeops.calendar.instants import COMPATIBLE, EPOCH, Located, resolve_local_time, unix
from timeops.calendar.steps import MIDNIGHT, nth, weekdays
from timeops.recurrence.rule import (
    DAILY,
    HOURLY,
    MONTHLY,
    SECONDLY,
    WEEKLY,
    YEARLY,
    Recurrence,
    Rule,
    invalid_rule,
    second_of_day,
)

_instant = attrgetter("instant")

#: A rule ends if it has no further occurrence within so many years.
HORIZON_YEARS = 100
#: The Gregorian calendar repeats after so many years.
_CYCLE = 400
#: The most periods that one listing tries. This limits the time for a rule that hardly ever occurs.
MAX_STEPS = 40_000
#: The most occurrences before the listing that are counted for a rule with COUNT.
MAX_COUNTED = 10_000

#: Finds the instant, in UTC, of a local time in the datetime's own zone, or else in the zone of the rule.
Locate = Callable[[datetime], Located]


def listing(
    recurrence: Recurrence, anchor: datetime, start: datetime, end: datetime | None, count: int, locate: Locate
) -> tuple[list[Located], bool]:
    """Return at most ``count`` occurrences from ``start`` to ``end``, both included, of completed rules.

    Also return whether the listing ends although the rule has no end. ``anchor`` is the instant from which the rule
    counts, in the zone of its local times. Raises ServiceError if there are none within HORIZON_YEARS, and as
    ``locate`` does.
    """
    begin, last = start.astimezone(UTC), end and end.astimezone(UTC)
    left_out = {locate(day).instant if isinstance(day, datetime) else day for day in recurrence.excluded}
    found: list[Located] = []
    added = sorted(map(locate, recurrence.added), key=_instant)
    for occurrence in _in_order(begin, _of_rules(recurrence, anchor, begin, locate), added):
        instant = occurrence.instant
        if last and instant > last:
            return found, False
        if left_out and left_out & {instant, instant.astimezone(anchor.tzinfo).date()}:
            continue
        found.append(occurrence)
        if len(found) == count:
            return found, False
    years = range(MAXYEAR - _CYCLE, MAXYEAR)
    is_endless = recurrence.number is None and recurrence.until is None
    if not found and not any(allowed_days(rule, year) for rule in recurrence.rules for year in years):
        raise invalid_rule("No day of any year fulfils the rule")
    if not found and is_endless:
        raise invalid_rule(f"The rule has no occurrence in the {HORIZON_YEARS} years after {start.date()}")
    return found, is_endless


def _of_rules(recurrence: Recurrence, anchor: datetime, start: datetime, locate: Locate) -> Iterator[Located]:
    """Yield the occurrences of all rules, in order and without duplicates, in UTC."""
    begin = anchor.astimezone(UTC)
    first = begin if recurrence.number else max(start, begin)  # COUNT counts from the anchor on
    streams = [
        _elapsed(rule, anchor, first) if rule.counts_elapsed_time else _on_days(rule, anchor, first, locate)
        for rule in recurrence.rules
    ]
    until = locate(recurrence.until).instant if isinstance(recurrence.until, datetime) else None
    for number, occurrence in enumerate(islice(_in_order(begin, *streams), recurrence.number)):
        if until and occurrence.instant > until:
            return
        if recurrence.number and number >= MAX_COUNTED and occurrence.instant < start:
            raise invalid_rule(
                f"The rule occurs more than {MAX_COUNTED:,} times before the listing starts, which are not counted: "
                "write UNTIL instead of COUNT"
            )
        yield occurrence


def _in_order(begin: datetime, *streams: Iterable[Located]) -> Iterator[Located]:
    """Yield the occurrences of all streams from ``begin`` on, in order and without duplicates."""
    last: datetime | None = None
    for occurrence in merge(*streams, key=_instant):
        if occurrence.instant > last if last else occurrence.instant >= begin:
            last = occurrence.instant
            yield occurrence


def _on_days(rule: Rule, anchor: datetime, first: datetime, locate: Locate) -> Iterator[Located]:
    """Yield the occurrences of a rule of days. A skipped time may move behind later ones of its day."""
    # Begin a day early: a gap can move local times to the next day.
    day = date.fromordinal(max(1, first.astimezone(anchor.tzinfo).toordinal() - 1))
    for _, times in groupby(local_datetimes(rule, anchor, day), datetime.date):
        yield from sorted(map(locate, times), key=_instant)


def _elapsed(rule: Rule, anchor: datetime, first: datetime) -> Iterator[Located]:
    """Yield the occurrences of an hourly or more frequent rule, from ``first`` on.

    It counts elapsed time from the anchor. When the clocks go back, the repeated hour has its occurrences twice; a
    skipped hour has none. Ends if none follows within HORIZON_YEARS. Raises ServiceError after MAX_STEPS tries.
    """
    step = rule.elapsed_seconds
    if rule.minutes and rule.frequency > SECONDLY:
        rule = rule._replace(seconds=rule.seconds or (anchor.second,))
    minutes = rule.minutes if rule.frequency is HOURLY else ()
    seconds = rule.seconds if rule.frequency > SECONDLY else ()
    # The rule may occur in any of so many seconds from the beginning of a period: the minutes and seconds that it
    # states are those of the clock, which may go forward by half an hour. Others are counted from the anchor.
    window = 3_600 if minutes else 60 if seconds else 1
    every = [minute * 60 + second for minute, second in product(minutes or (0,), seconds or (0,))]
    places = chosen(rule, every)
    if not places:
        raise invalid_rule("BYSETPOS chooses none of the occurrences of a period")
    origin = unix(anchor) - second_of_day(anchor) % window
    second, last_year = unix(first), first.astimezone(anchor.tzinfo).year
    try:
        for _ in range(MAX_STEPS):
            past = (second - origin) % step
            if past >= window:
                second += step - past
            instant = EPOCH + timedelta(seconds=second)
            local = instant.astimezone(anchor.tzinfo)
            wait = _seconds_to_allowed(rule, local)
            if not wait and second_of_day(local) % window in places:
                last_year = local.year
                yield Located(instant)
            if local.year > last_year + HORIZON_YEARS:
                return
            second += wait or 1
    except (OverflowError, ValueError):  # the end of the calendar
        return
    raise invalid_rule(
        f"The rule occurs too seldom for its interval: of {MAX_STEPS:,} periods up to {local:%Y-%m-%d %H:%M} hardly "
        "any fulfils it. Write a longer frequency, such as DAILY with BYHOUR, or ask for fewer occurrences"
    )


def _seconds_to_allowed(rule: Rule, local: datetime) -> int:
    """Return the seconds until the next local time that the rule may allow, or 0 if it allows ``local``.

    On an allowed day, the result ends at the next full hour at the latest, because the clocks may change there.
    """
    today, days = local.toordinal(), allowed_days(rule, local.year)
    if today not in days:
        following = next((day for day in days if day > today), new_year(local.year + 1))
        midnight = datetime.combine(date.fromordinal(following), MIDNIGHT)
        begin = resolve_local_time(midnight, local.tzinfo or UTC, COMPATIBLE).instant
        return max(1, unix(begin) - unix(local))
    clock = ((rule.hours, local.hour, 3_600), (rule.minutes, local.minute, 60), (rule.seconds, local.second, 1))
    for allowed, value, size in clock:
        if allowed and value not in allowed:
            following = next((later for later in allowed if later > value), 60)
            return min((following - value) * size, 3_600) - second_of_day(local) % size
    return 0


@lru_cache(maxsize=16)
def allowed_days(rule: Rule, year: int) -> Sequence[int]:
    """Return the days of a year that all BY parts allow, apart from BYSETPOS, in order."""
    whole = range(new_year(year), new_year(year + 1))
    firsts = {month: date(year, month, 1).toordinal() for month in rule.months or range(1, 13)}
    months = [range(first, first + monthrange(year, month)[1]) for month, first in firsts.items()]
    allowed = set(chain(*months) if rule.months else whole)
    if rule.week_numbers:  # the first and the last week may belong to the year before or after
        fourths = [new_year(own) + 3 for own in range(year - 1, year + 3)]  # of January, each in the first week
        years = pairwise(day - (day - 1 - rule.week_start) % 7 for day in fourths)
        weeks = [week for days, number in product(years, rule.week_numbers) for week in nth(range(*days, 7), number)]
        allowed &= {day for week in weeks for day in range(week, week + 7)}
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
    return 365 * (year - 1) + leapdays(1, year) + 1


def local_datetimes(rule: Rule, anchor: date, first: date) -> Iterator[datetime]:
    """Yield the local times of a completed rule, in order, from the day ``first`` on, or with BYSETPOS from its period.

    The frequency of the rule must be daily or longer. Ends if none follows within HORIZON_YEARS.
    """
    times = rule.times
    for _, days in groupby(_days(rule, anchor, first), partial(_period, rule)):
        moments = [datetime.combine(date.fromordinal(day), clock) for day in days for clock in times]
        yield from chosen(rule, moments)


def chosen(rule: Rule, values: Sequence[Any]) -> Sequence[Any]:
    """Return the values of a period that BYSETPOS chooses, or all. Position 1 is the first, -1 the last."""
    if not rule.positions:
        return values
    places = {place for position in rule.positions for place in nth(range(len(values)), position)}
    return [values[place] for place in sorted(places)]


def _days(rule: Rule, anchor: date, first: date) -> Iterator[int]:
    """Yield the days of every ``interval``-th period, counted from the period of the anchor."""
    number = partial(_period, rule)
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
        return (day - 1 - rule.week_start) // 7  # day 1, the first of the year 1, is a Monday
    found = date.fromordinal(day)
    return found.year if rule.frequency is YEARLY else found.year * 12 + found.month
