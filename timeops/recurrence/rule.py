"""The data model of recurrences, for all notations: a union of rules as defined by RFC 5545, section 3.3.10."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import date, datetime, time
from enum import IntEnum
from itertools import product
from typing import Any, NamedTuple

from timeops.errors import refusal
from utilitysvc.kit.service_error import Reading, ServiceError

#: The most times of a day that are written in a notation. People do not write longer lists.
MAX_TIMES = 24
#: The most Mondays, or other days of the week, that a month and a year have.
WEEKS_OF_MONTH, WEEKS_OF_YEAR = 5, 53


#: The length of a rule's period. A longer period has a greater value.
Frequency = IntEnum("Frequency", "SECONDLY MINUTELY HOURLY DAILY WEEKLY MONTHLY YEARLY", start=0)
SECONDLY, MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY = Frequency
#: The unit of each frequency, in their order.
UNITS = ("seconds", "minutes", "hours", "days", "weeks", "months", "years")


class ByDay(NamedTuple):
    """A day of the week; Monday is 0. ``nth``: its number in the month or year, -1 for the last one, 0 for each one."""

    nth: int
    day: int


Numbers = tuple[int, ...]

EVERY_DAY = tuple(ByDay(0, day) for day in range(7))
WORKDAYS, WEEKEND = EVERY_DAY[:5], EVERY_DAY[5:]


class Rule(NamedTuple):
    """One RRULE. The tuples are the BY parts, sorted. An empty tuple is a missing part.

    ``positions`` is BYSETPOS. ``week_start`` is WKST, Monday is 0.
    """

    frequency: Frequency
    interval: int = 1
    months: Numbers = ()
    week_numbers: Numbers = ()
    year_days: Numbers = ()
    month_days: Numbers = ()
    weekdays: tuple[ByDay, ...] = ()
    hours: Numbers = ()
    minutes: Numbers = ()
    seconds: Numbers = ()
    positions: Numbers = ()
    week_start: int = 0

    @property
    def counts_elapsed_time(self) -> bool:
        """Whether the rule counts elapsed time, as ``every 2 hours`` does, and not days of the calendar."""
        return self.frequency < DAILY

    @property
    def elapsed_seconds(self) -> int:
        """How long the interval of a rule that counts elapsed time is."""
        return self.interval * (1, 60, 3_600)[self.frequency]

    @property
    def times(self) -> list[time]:
        """The times of day that the rule allows, in order. A rule without seconds has none."""
        return [time(*clock) for clock in product(self.hours or range(24), self.minutes or range(60), self.seconds)]


class Recurrence(NamedTuple):
    """A parsed rule. It occurs whenever one of ``rules`` does, and on ``added``, but not on ``excluded``.

    Naive datetimes are local times in the zone of ``anchor``, or if it has none, in that of the request. ``anchor`` is
    DTSTART, ``number`` is COUNT.
    A date in ``excluded`` excludes the whole day. ``until`` is the last instant that may occur; if the text has no
    year, it is the rule of a yearly date, whose next one counts. ``notes`` explain how details were understood that the
    notation does not state. ``source`` is the text, and ``cron`` its five fields if it is in cron. ``needs_anchor``:
    the text does not say which of two days is the first one, so it is refused without a start. ``begins_on_weekday``:
    the start must also be on the weekday of the rule, as for ``every other monday``.
    """

    rules: tuple[Rule, ...]
    anchor: datetime | None = None
    number: int | None = None
    until: datetime | Rule | None = None
    added: tuple[datetime, ...] = ()
    excluded: tuple[date, ...] = ()
    notes: tuple[str, ...] = ()
    source: str = ""
    cron: str | None = None
    needs_anchor: bool = False
    begins_on_weekday: bool = False


def completed(rule: Rule, anchor: datetime = datetime(1, 1, 1)) -> Rule:  # noqa: DTZ001  # a local time
    """Return the rule with the parts that RFC 5545 takes from DTSTART: the weekday, the day and the time of day.

    A rule of cron, and the English that we write, states all of these, so that no ``anchor`` adds anything to it. Rules
    that count elapsed time need no such parts, because their periods begin at the anchor. Many rules that have the same
    meaning are also brought into the same form, with the frequency that people use for such days: a daily or monthly
    rule on Mondays is a weekly one, a daily rule on the 15th a monthly one, and a monthly rule on the 1st of January a
    yearly one. A WKST that changes nothing is dropped.
    """
    if rule.counts_elapsed_time:
        return in_longest_period(rule)
    frequency, months, month_days, weekdays = rule.frequency, rule.months, rule.month_days, rule.weekdays
    if not (rule.year_days or month_days or weekdays):
        if frequency is WEEKLY or rule.week_numbers:
            weekdays = (EVERY_DAY[anchor.weekday()],)
        elif frequency > WEEKLY:
            month_days = (anchor.day,)
            if frequency is YEARLY:
                months = months or (anchor.month,)
    is_counted = rule.interval > 1 or rule.positions
    is_of_one_kind = bool(weekdays) != bool(month_days) and not (rule.week_numbers or rule.year_days)
    if is_of_one_kind and not is_counted:
        if month_days:
            frequency = YEARLY if months else MONTHLY
        elif not any(nth for nth, _ in weekdays):
            frequency, weekdays = (DAILY, ()) if len(weekdays) == 7 else (WEEKLY, weekdays)
    return rule._replace(
        frequency=frequency,
        months=months,
        month_days=month_days,
        weekdays=weekdays,
        hours=rule.hours or (anchor.hour,),
        minutes=rule.minutes or (anchor.minute,),
        seconds=rule.seconds or (anchor.second,),
        week_start=rule.week_start if rule.week_numbers or (frequency is WEEKLY and is_counted) else 0,
    )


def in_longest_period(rule: Rule) -> Rule:
    """Use the longest possible period for a rule that counts elapsed time.

    Every minute that is minute 0 becomes every hour; every hour at all of its 60 minutes becomes every minute.
    """
    frequency, hours, minutes, seconds = rule.frequency, rule.hours, rule.minutes, rule.seconds
    if rule.interval == 1 and not rule.positions:
        if frequency is SECONDLY and seconds:
            frequency = MINUTELY
        if frequency is MINUTELY and minutes:
            frequency = HOURLY
        if frequency is HOURLY and len(minutes) == 60:
            frequency, minutes = MINUTELY, ()
        if frequency is MINUTELY and len(seconds) == 60 and not minutes:
            frequency, seconds = SECONDLY, ()
        if len(hours) == 24:
            hours = ()
    return rule._replace(frequency=frequency, hours=hours, minutes=minutes, seconds=seconds, week_start=0)


def verified(text: str, read: Callable[[str], Recurrence], rules: Iterable[Rule]) -> str | None:
    """Return the text if ``read`` finds these completed rules in it. The order of their weekdays does not matter."""
    with suppress(ServiceError):
        compared = map(completed, read(text).rules), rules
        one, other = ([rule._replace(weekdays=tuple(sorted(rule.weekdays))) for rule in some] for some in compared)
        if one == other:
            return text
    return None


def at_times(rule: Rule, clocks: Iterable[time]) -> list[Rule]:
    """Return rules that together occur at these times of day: a single rule if possible, else several.

    9:00 and 17:00 are the hours 9 and 17 of one rule. 9:00 and 17:30 need two rules, because one would also occur at
    9:30. Hours with the same minutes share a rule, so that a day of quarters of an hour does not need dozens. BYSETPOS
    counts all times of a period together, so then each time of day needs a separate rule.
    """
    groups = [((at.hour,), (at.minute,), (at.second,)) for at in sorted(clocks)]
    for place in () if rule.positions else (1, 2, 0):  # first the minutes, then the seconds, then the hours
        joined = defaultdict[Any, Numbers](tuple)
        for group in groups:
            joined[group[:place], group[place + 1 :]] += group[place]
        groups = [(*before, values, *after) for (before, after), values in joined.items()]
    return [rule._replace(hours=hours, minutes=minutes, seconds=seconds) for hours, minutes, seconds in groups]


def second_of_day(clock: time | datetime) -> int:
    return clock.hour * 3_600 + clock.minute * 60 + clock.second


def invalid_rule(details: str, *quoted: object, meanings: Mapping[str, str] = {}) -> ServiceError:
    """Return the error of a rule: ``refusal`` describes its details.

    ``meanings``: what to write for each meaning of a rule that has several, and what it then is.
    """
    readings = [Reading(write=write, means=means) for write, means in meanings.items()]
    return refusal("Invalid recurrence rule", details, *quoted, readings=readings)
