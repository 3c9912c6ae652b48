"""The data model of recurrences, for all notations: a union of rules as defined by RFC 5545, section 3.3.10."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, tzinfo
from enum import IntEnum
from typing import NamedTuple

from utilitysvc.kit.service_error import Reading, ServiceError

ALL_HOURS = tuple(range(24))
#: The most periods that one listing tries. This limits the time for a rule that hardly ever occurs.
MAX_STEPS = 40_000
#: The most occurrences before the listing that are counted for a rule with COUNT.
MAX_COUNTED = 10_000
#: The greatest INTERVAL and COUNT.
MAX_NUMBER = 999_999_999
#: The most times of a day that are written in a notation. People do not write longer lists.
MAX_TIMES = 24
MINUTES_IN_HOUR = SECONDS_IN_MINUTE = 60
DAYS_IN_WEEK = 7
#: The most Mondays, or other days of the week, that a month and a year have.
WEEKS_OF_MONTH, WEEKS_OF_YEAR = 5, 53


class Frequency(IntEnum):
    """The length of a rule's period. A longer period has a greater value."""

    SECONDLY = 0
    MINUTELY = 1
    HOURLY = 2
    DAILY = 3
    WEEKLY = 4
    MONTHLY = 5
    YEARLY = 6


#: The frequency of each unit, the shortest first.
UNITS = dict(zip(("seconds", "minutes", "hours", "days", "weeks", "months", "years"), Frequency, strict=True))


class ByDay(NamedTuple):
    """A day of the week; Monday is 0. ``nth``: its number in the month or year, -1 for the last one, 0 for each one."""

    nth: int
    day: int


class MonthDay(NamedTuple):
    """A date without a year, and a time of day. It is the end of a rule: until 1 march."""

    month: int
    day: int
    clock: time


WORKDAYS = tuple(ByDay(0, day) for day in range(5))


@dataclass(frozen=True, slots=True)
class Rule:
    """One RRULE. The tuples are the BY parts, sorted. An empty tuple is a missing part.

    ``positions`` is BYSETPOS. ``week_start`` is WKST, Monday is 0.
    """

    frequency: Frequency
    interval: int = 1
    months: tuple[int, ...] = ()
    week_numbers: tuple[int, ...] = ()
    year_days: tuple[int, ...] = ()
    month_days: tuple[int, ...] = ()
    weekdays: tuple[ByDay, ...] = ()
    hours: tuple[int, ...] = ()
    minutes: tuple[int, ...] = ()
    seconds: tuple[int, ...] = ()
    positions: tuple[int, ...] = ()
    week_start: int = 0

    @property
    def counts_elapsed_time(self) -> bool:
        """Whether the rule counts elapsed time, as ``every 2 hours`` does, and not days of the calendar."""
        return self.frequency < Frequency.DAILY

    @property
    def chooses_days(self) -> bool:
        return bool(self.week_numbers or self.year_days or self.month_days or self.weekdays)


@dataclass(frozen=True, slots=True)
class Recurrence:
    """A parsed rule. It occurs whenever one of ``rules`` does, and on ``added``, but not on ``excluded``.

    Naive datetimes are local times in ``zone``, or if that is None, in the zone of the request. ``anchor`` is DTSTART.
    A date in ``excluded`` excludes the whole day. ``until`` is the last instant that may occur; ``until_day`` replaces
    it if the text has no year. ``notes`` explain how details were understood that the notation does not state.
    ``source`` is the text, and ``cron`` its five fields if it is in cron. ``needs_anchor``: the text does not say which
    of two days is the first one, so it is refused without a start. ``begins_on_weekday``: the start must also be on the
    weekday of the rule, as for ``every other monday``.
    """

    rules: tuple[Rule, ...]
    anchor: datetime | None = None
    zone: tzinfo | None = None
    count: int | None = None
    until: datetime | None = None
    until_day: MonthDay | None = None
    added: tuple[datetime, ...] = ()
    excluded: tuple[date, ...] = ()
    notes: tuple[str, ...] = ()
    source: str = ""
    cron: str | None = None
    needs_anchor: bool = False
    begins_on_weekday: bool = False


def completed(rule: Rule, anchor: datetime) -> Rule:
    """Return the rule with the parts that RFC 5545 takes from DTSTART: the weekday, the day and the time of day.

    Rules that count elapsed time need no such parts, because their periods begin at the anchor. Many rules that have
    the same meaning are also brought into the same form.
    """
    if rule.counts_elapsed_time:
        return _in_longest_period(rule)
    rule = replace(
        rule,
        hours=rule.hours or (anchor.hour,),
        minutes=rule.minutes or (anchor.minute,),
        seconds=rule.seconds or (anchor.second,),
    )
    if not (rule.year_days or rule.month_days or rule.weekdays):
        if rule.frequency is Frequency.WEEKLY or rule.week_numbers:
            rule = replace(rule, weekdays=(ByDay(0, anchor.weekday()),))
        elif rule.frequency > Frequency.WEEKLY:
            is_yearly = rule.frequency is Frequency.YEARLY
            months = rule.months or ((anchor.month,) if is_yearly else ())
            rule = replace(rule, month_days=(anchor.day,), months=months)
    return _in_usual_frequency(rule)


def _in_longest_period(rule: Rule) -> Rule:
    """Use the longest possible period for a rule that counts elapsed time.

    Every minute that is minute 0 becomes every hour; every hour at all of its 60 minutes becomes every minute.
    """
    if rule.interval == 1 and not rule.positions:
        if rule.frequency is Frequency.SECONDLY and rule.seconds:
            rule = replace(rule, frequency=Frequency.MINUTELY)
        if rule.frequency is Frequency.MINUTELY and rule.minutes:
            rule = replace(rule, frequency=Frequency.HOURLY)
        if rule.frequency is Frequency.HOURLY and len(rule.minutes) == MINUTES_IN_HOUR:
            rule = replace(rule, frequency=Frequency.MINUTELY, minutes=())
        if rule.frequency is Frequency.MINUTELY and len(rule.seconds) == SECONDS_IN_MINUTE and not rule.minutes:
            rule = replace(rule, frequency=Frequency.SECONDLY, seconds=())
        rule = replace(rule, hours=() if rule.hours == ALL_HOURS else rule.hours)
    return replace(rule, week_start=0)


def _in_usual_frequency(rule: Rule) -> Rule:
    """Use the frequency that people use for such days, and drop a WKST that changes nothing.

    A daily or monthly rule on Mondays is a weekly one, a daily rule on the 15th a monthly one, and a monthly rule on
    the 1st of January a yearly one.
    """
    frequency, weekdays = rule.frequency, rule.weekdays
    is_counted = rule.interval > 1 or bool(rule.positions)
    is_of_one_kind = bool(weekdays) != bool(rule.month_days) and not (rule.week_numbers or rule.year_days)
    if is_of_one_kind and not is_counted:
        if rule.month_days:
            frequency = Frequency.YEARLY if rule.months else Frequency.MONTHLY
        elif not any(nth for nth, _ in weekdays):
            is_daily = len(weekdays) == DAYS_IN_WEEK
            frequency, weekdays = (Frequency.DAILY, ()) if is_daily else (Frequency.WEEKLY, weekdays)
    counts_weeks = rule.week_numbers or (frequency is Frequency.WEEKLY and is_counted)
    return replace(rule, frequency=frequency, weekdays=weekdays, week_start=rule.week_start if counts_weeks else 0)


def are_same(some: Sequence[Rule], others: Sequence[Rule]) -> bool:
    """Return whether completed rules are the same; the order of weekdays does not matter."""
    return list(some) == list(others) or (
        len(some) == len(others)
        and all(
            one == replace(other, weekdays=one.weekdays) and set(one.weekdays) == set(other.weekdays)
            for one, other in zip(some, others, strict=True)
        )
    )


def at_times(rule: Rule, seconds_of_day: Iterable[int]) -> list[Rule]:
    """Return rules that together occur at these times of day: a single rule if possible, else several.

    9:00 and 17:00 are the hours 9 and 17 of one rule. 9:00 and 17:30 need two rules, because one would also occur at
    9:30. Hours with the same minutes share a rule, so that a day of quarters of an hour does not need dozens.
    """
    times_of: defaultdict[int, set[tuple[int, int]]] = defaultdict(set)
    for moment in seconds_of_day:
        times_of[moment // 3600].add((moment // 60 % 60, moment % 60))
    hours_of: defaultdict[tuple[tuple[int, int], ...], list[int]] = defaultdict(list)
    for hour, found in times_of.items():
        hours_of[tuple(sorted(found))].append(hour)
    return [
        replace(rule, hours=tuple(sorted(hours)), minutes=minutes, seconds=seconds)
        for times, hours in hours_of.items()
        for minutes, seconds in _products(times)
    ]


def _products(times: tuple[tuple[int, int], ...]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    minutes, seconds = (tuple(sorted(set(values))) for values in zip(*times, strict=True))
    if len(minutes) * len(seconds) == len(times):
        return [(minutes, seconds)]
    return [((minute,), (second,)) for minute, second in times]


def second_of_day(clock: time | datetime) -> int:
    return clock.hour * 3_600 + clock.minute * 60 + clock.second


def invalid_rule(details: str, readings: tuple[Reading, ...] = ()) -> ServiceError:
    return ServiceError("Invalid recurrence rule", details, readings=readings)
