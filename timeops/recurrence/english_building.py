"""Make a recurrence of what an English text says (T19)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import NamedTuple

from timeops.recurrence.rule import (
    WEEKS_OF_MONTH,
    WEEKS_OF_YEAR,
    WORKDAYS,
    ByDay,
    Frequency,
    MonthDay,
    Recurrence,
    Rule,
    at_times,
    invalid_rule,
    second_of_day,
)

HOLIDAYS_COUNT = "Business days are Monday to Friday; holidays are not left out"

_SECONDS_IN = {Frequency.MINUTELY: 60, Frequency.HOURLY: 3_600}
_FIRST_OF_QUARTERS, _LAST_OF_QUARTERS = (1, 4, 7, 10), (3, 6, 9, 12)
#: Every month has so many of each weekday, days and business days. Counted from either end of a quarter, these are
#: days of its first or last month.
_IN_EVERY_MONTH, _DAYS_OF_EVERY_MONTH, _WORKDAYS_OF_EVERY_MONTH = 4, 28, 20


class Place(NamedTuple):
    """A day by its place in the month: the 15th, the second tuesday, the first business day. -1 is the last place."""

    nth: int
    text: str
    weekday: int | None = None
    is_workday: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """What a text says. It names its days in at most one way. What it does not say is empty or None.

    ``needs_anchor`` and ``begins_on_weekday``: see Recurrence.
    """

    frequency: Frequency
    interval: int = 1
    is_of_quarters: bool = False
    needs_anchor: bool = False
    begins_on_weekday: bool = False
    weekdays: tuple[ByDay, ...] = ()
    places: tuple[Place, ...] = ()
    dates: tuple[tuple[int, int], ...] = ()
    months: tuple[int, ...] = ()
    hours: tuple[time, ...] = ()
    between: tuple[time, time] | None = None
    until: datetime | MonthDay | None = None
    starting: datetime | None = None
    times: int | None = None
    except_weekdays: tuple[ByDay, ...] = ()
    except_dates: tuple[date, ...] = ()


def build(said: Said) -> Recurrence:
    """Combine what a text says. Raises ServiceError for parts that contradict each other."""
    if said.until and said.times:
        raise invalid_rule("until and for ... times exclude each other: write one of them")
    rules = _on_days(said)
    if said.except_weekdays:
        rules = [_without(rule, said.except_weekdays) for rule in rules]
    rules = [timed for rule in rules for timed in _at(rule, said)]
    return Recurrence(
        tuple(rules),
        anchor=said.starting,
        count=said.times,
        until=said.until,
        excluded=said.except_dates,
        notes=(HOLIDAYS_COUNT,) if any(rule.positions for rule in rules) else (),
        needs_anchor=said.needs_anchor,
        begins_on_weekday=said.begins_on_weekday,
    )


def _on_days(said: Said) -> list[Rule]:
    base = Rule(said.frequency, said.interval, months=said.months)
    if said.dates:
        return _on_dates(base, said.dates)
    if said.places and said.is_of_quarters:
        return _of_quarters(base, said.places)
    if said.places:
        return [_on_places(base, said.places)]
    return [_on_weekdays(base, said.weekdays) if said.weekdays else base]


def _on_dates(base: Rule, dates: tuple[tuple[int, int], ...]) -> list[Rule]:
    if base.months:
        raise invalid_rule("The rule says twice in which months")
    if base.frequency is not Frequency.YEARLY:
        raise invalid_rule('A date occurs once a year: write "every year on" before it')
    return [replace(base, months=(month,), month_days=(day,)) for month, day in sorted(set(dates))]


def _on_weekdays(base: Rule, weekdays: tuple[ByDay, ...]) -> Rule:
    if base.frequency >= Frequency.MONTHLY:
        raise invalid_rule('A month has several of these weekdays: write which one, as in "the first monday"')
    if base.frequency is Frequency.DAILY and base.interval > 1:
        raise invalid_rule(
            'An interval of days and weekdays exclude each other: write "every week on" them, or leave one out'
        )
    frequency = Frequency.WEEKLY if base.frequency is Frequency.DAILY else base.frequency
    return replace(base, frequency=frequency, weekdays=weekdays)


def _of_quarters(base: Rule, places: tuple[Place, ...]) -> list[Rule]:
    """Return rules for days of the quarters of the calendar: in their first months, or in their last ones."""
    if base.months or base.interval != len(_FIRST_OF_QUARTERS) - 1:
        raise invalid_rule('Write the months, as in "every year on the last day in march and september"')
    for place in places:
        most = _IN_EVERY_MONTH if place.weekday is not None else _DAYS_OF_EVERY_MONTH
        if abs(place.nth) > (_WORKDAYS_OF_EVERY_MONTH if place.is_workday else most):
            raise invalid_rule("Not every month of a quarter has such a day: write the months")
    ends = (
        (_FIRST_OF_QUARTERS, tuple(place for place in places if place.nth > 0)),
        (_LAST_OF_QUARTERS, tuple(place for place in places if place.nth < 0)),
    )
    return [_on_places(replace(base, interval=1, months=months), found) for months, found in ends if found]


def _on_places(base: Rule, places: tuple[Place, ...]) -> Rule:
    if base.frequency < Frequency.MONTHLY:
        raise invalid_rule('The 1st, or the first Monday, is a day of a month: write "of every month" behind it')
    is_yearly = base.frequency is Frequency.YEARLY
    if any(place.is_workday for place in places):
        if len(places) > 1 or is_yearly:
            raise invalid_rule("A business day cannot be combined with other days, and has to be of every month")
        return replace(base, weekdays=WORKDAYS, positions=(places[0].nth,))
    is_of_year = is_yearly and not base.months
    if weekdays := _weekdays_of(places, WEEKS_OF_YEAR if is_of_year else WEEKS_OF_MONTH):
        return replace(base, weekdays=weekdays)
    if is_of_year:
        raise invalid_rule('The rule does not say of which month: write "of every month", or name the month')
    if any(not 1 <= abs(place.nth) <= 31 for place in places):
        raise invalid_rule("A month has no such day: write the 1st to the 31st, or the last day")
    return replace(base, month_days=tuple(sorted({place.nth for place in places})))


def _weekdays_of(places: Sequence[Place], most: int) -> tuple[ByDay, ...]:
    """Return the weekdays of the places. In ``the first and third monday``, both are Mondays."""
    found: set[ByDay] = set()
    following: int | None = None
    for place in reversed(places):
        following = following if place.weekday is None else place.weekday
        if following is not None:
            found.add(ByDay(place.nth, following))
    has_days = any(place.weekday is None and place.nth > most for place in places)  # the 15th and the first monday
    if found and (has_days or len(found) < len(set(places))):
        raise invalid_rule("Days of the month and weekdays do not fit in one rule: write two rules")
    if any(not 1 <= abs(nth) <= most for nth, _ in found):
        raise invalid_rule(f"There is no such weekday: the period has at most {most} of each")
    return tuple(sorted(found))


def _without(rule: Rule, weekdays: tuple[ByDay, ...]) -> Rule:
    """Exclude weekdays from a rule of every day, of weekdays, or of elapsed time."""
    is_every_day = rule.frequency is Frequency.DAILY and rule.interval == 1
    if not (is_every_day or rule.frequency is Frequency.WEEKLY or rule.counts_elapsed_time):
        raise invalid_rule("Weekdays can be left out of a rule of every day or week alone")
    if rule.frequency is Frequency.WEEKLY and not rule.weekdays:
        raise invalid_rule('The rule names no days of which weekdays could be left out: write "every day except" them')
    every = rule.weekdays or tuple(ByDay(0, day) for day in range(7))
    left = tuple(weekday for weekday in every if weekday not in weekdays)
    if not left:
        raise invalid_rule("The rule leaves out every day on which it would occur")
    return replace(rule, frequency=Frequency.WEEKLY if is_every_day else rule.frequency, weekdays=left)


def _at(rule: Rule, said: Said) -> list[Rule]:
    """Return the rules with their times of day. The default is that of the start, or midnight."""
    if said.between:
        if said.hours:
            raise invalid_rule("at and between exclude each other: write one of them")
        return _between(rule, *said.between)
    if rule.counts_elapsed_time:
        if said.hours:
            raise invalid_rule("A rule of hours or shorter has no time of day: write between, or starting")
        return [rule]
    times = said.hours or (said.starting.time() if said.starting else time(),)
    seconds = [second_of_day(clock) for clock in times]
    # BYSETPOS counts all times of a period together, so each time of day needs a separate rule.
    groups = [[second] for second in seconds] if rule.positions else [seconds]
    return [one for group in groups for one in at_times(rule, group)]


def _between(rule: Rule, first: time, last: time) -> list[Rule]:
    """Return the rules for an interval of minutes or hours from ``first`` to ``last``, both included, on each day."""
    if rule.frequency not in _SECONDS_IN:
        raise invalid_rule("between is for a rule of minutes or hours")
    if first >= last:
        raise invalid_rule("between has an end that is not after its start: a day ends at 23:59")
    step = rule.interval * _SECONDS_IN[rule.frequency]
    moments = range(second_of_day(first), second_of_day(last) + 1, step)
    return at_times(replace(rule, frequency=Frequency.HOURLY, interval=1), moments)
