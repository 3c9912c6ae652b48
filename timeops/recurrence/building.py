"""Make a recurrence from the clauses of an English text (T19)."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import time
from typing import Any, NamedTuple

from timeops.recurrence.rule import (
    WEEKS_OF_MONTH,
    WEEKS_OF_YEAR,
    WORKDAYS,
    Frequency,
    MonthDay,
    Recurrence,
    Rule,
    Weekday,
    at_times,
    invalid_rule,
)

HOLIDAYS_COUNT = "Business days are Monday to Friday; holidays are not left out"

_SECONDS_IN = {Frequency.MINUTELY: 60, Frequency.HOURLY: 3_600}

#: The values of the clauses, by their kind.
Clauses = dict[str, Any]


class Place(NamedTuple):
    """A day by its place in the month: the 15th, the second tuesday, the first business day. -1 is the last place."""

    nth: int
    text: str
    weekday: Weekday | None = None
    is_workday: bool = False


class Repetition(NamedTuple):
    """How often a rule occurs. ``days``: the kind and value of the clause that it includes, as in ``every monday``."""

    frequency: Frequency
    interval: int = 1
    days: tuple[str, Any] | None = None
    months: tuple[int, ...] = ()
    needs_anchor: bool = False


def build(repetition: Repetition, clauses: Clauses) -> Recurrence:
    """Combine the clauses of a text. Raises ServiceError if they contradict each other."""
    days: list[tuple[str, Any]] = [(kind, clauses[kind]) for kind in ("weekdays", "places", "dates") if kind in clauses]
    days += [repetition.days] if repetition.days else []
    if len(days) > 1:
        raise invalid_rule("The rule says in two ways on which days it occurs")
    months = clauses.get("months", ())
    if months and (repetition.months or (days and days[0][0] == "dates")):
        raise invalid_rule("The rule says twice in which months")
    base = Rule(repetition.frequency, repetition.interval, months=repetition.months or months)
    rules = _on_days(base, *days[0]) if days else [base]
    if "except_weekdays" in clauses:
        rules = [_without(rule, clauses["except_weekdays"]) for rule in rules]
    timed = [one for rule in rules for one in _at(rule, clauses)]
    until = clauses.get("until")
    if until and "times" in clauses:
        raise invalid_rule("until and for ... times exclude each other: write one of them")
    is_yearless = isinstance(until, MonthDay)
    return Recurrence(
        tuple(timed),
        anchor=clauses.get("starting"),
        count=clauses.get("times"),
        until=None if is_yearless else until,
        until_day=until if is_yearless else None,
        excluded=clauses.get("except_dates", ()),
        notes=(HOLIDAYS_COUNT,) if any(rule.positions for rule in timed) else (),
        needs_anchor=repetition.needs_anchor,
        begins_on_weekday=repetition.needs_anchor and repetition.days is not None,
    )


def _on_days(base: Rule, kind: str, value: Any) -> list[Rule]:
    match kind:
        case "weekdays":
            return [_on_weekdays(base, value)]
        case "places":
            return [_on_places(base, value)]
        case _:
            if base.frequency is not Frequency.YEARLY:
                raise invalid_rule('A date occurs once a year: write "every year on" before it')
            return [replace(base, months=(month,), month_days=(day,)) for month, day in sorted(set(value))]


def _on_weekdays(base: Rule, weekdays: tuple[Weekday, ...]) -> Rule:
    if base.frequency in (Frequency.MONTHLY, Frequency.YEARLY):
        raise invalid_rule('A month has several of these weekdays: write which one, as in "the first monday"')
    if base.frequency is Frequency.DAILY:
        if base.interval > 1:
            raise invalid_rule(
                'An interval of days and weekdays exclude each other: write "every week on" them, or leave one out'
            )
        base = replace(base, frequency=Frequency.WEEKLY)
    return replace(base, weekdays=weekdays)


def _on_places(base: Rule, places: tuple[Place, ...]) -> Rule:
    if base.frequency not in (Frequency.MONTHLY, Frequency.YEARLY):
        raise invalid_rule('The 1st, or the first Monday, is a day of a month: write "of every month" behind it')
    if any(place.is_workday for place in places):
        if len(places) > 1 or base.frequency is Frequency.YEARLY:
            raise invalid_rule("A business day cannot be combined with other days, and has to be of every month")
        return replace(base, weekdays=WORKDAYS, positions=(places[0].nth,))
    weekdays = _weekdays_of(
        places, WEEKS_OF_YEAR if base.frequency is Frequency.YEARLY and not base.months else WEEKS_OF_MONTH
    )
    if weekdays:
        return replace(base, weekdays=weekdays)
    if base.frequency is Frequency.YEARLY and not base.months:
        raise invalid_rule('The rule does not say of which month: write "of every month", or name the month')
    if any(not -1 <= place.nth <= 31 or place.nth == 0 for place in places):
        raise invalid_rule("A month has no such day: write the 1st to the 31st, or the last day")
    return replace(base, month_days=tuple(sorted({place.nth for place in places})))


def _weekdays_of(places: tuple[Place, ...], most: int) -> tuple[Weekday, ...]:
    """Return the weekdays of the places. In ``the first and third monday``, both are Mondays."""
    found: set[Weekday] = set()
    following: Weekday | None = None
    for place in reversed(places):
        following = place.weekday or following
        if following is not None:
            found.add(Weekday(place.nth, following.day))
    has_days = any(place.weekday is None and place.nth > most for place in places)  # the 15th and the first monday
    if found and (has_days or len(found) < len(set(places))):
        raise invalid_rule("Days of the month and weekdays do not fit in one rule: write two rules")
    if any(nth > most for nth, _ in found):
        raise invalid_rule(f"There is no such weekday: the period has at most {most} of each")
    return tuple(sorted(found))


def _without(rule: Rule, weekdays: tuple[Weekday, ...]) -> Rule:
    """Exclude weekdays from a rule of every day, of weekdays, or of elapsed time."""
    plain = rule.frequency in (Frequency.WEEKLY, *_SECONDS_IN, Frequency.SECONDLY)
    if not plain and not (rule.frequency is Frequency.DAILY and rule.interval == 1):
        raise invalid_rule("Weekdays can be left out of a rule of every day or week alone")
    if rule.frequency is Frequency.WEEKLY and not rule.weekdays:
        raise invalid_rule('The rule names no days of which weekdays could be left out: write "every day except" them')
    every = rule.weekdays or tuple(Weekday(0, day) for day in range(7))
    left = tuple(weekday for weekday in every if weekday not in weekdays)
    if not left:
        raise invalid_rule("The rule leaves out every day on which it would occur")
    frequency = Frequency.WEEKLY if rule.frequency is Frequency.DAILY else rule.frequency
    return replace(rule, frequency=frequency, weekdays=left)


def _at(rule: Rule, clauses: Mapping[str, Any]) -> tuple[Rule, ...]:
    """Return the rules with their times of day. The default is midnight."""
    times: tuple[time, ...] = clauses.get("hours", ())
    if "between" in clauses:
        if times:
            raise invalid_rule("at and between exclude each other: write one of them")
        return _between(rule, *clauses["between"])
    if rule.counts_elapsed_time:
        if times:
            raise invalid_rule("A rule of hours or shorter has no time of day: write between, or starting")
        return (rule,)
    seconds = [clock.hour * 3_600 + clock.minute * 60 + clock.second for clock in times or (time(),)]
    if rule.positions:  # they count all times of a period together, so each time of day needs a separate rule
        return tuple(one for second in seconds for one in at_times(rule, [second]))
    return at_times(rule, seconds)


def _between(rule: Rule, first: time, last: time) -> tuple[Rule, ...]:
    """Return the rules for an interval of minutes or hours from ``first`` to ``last``, both included, on each day."""
    if rule.frequency not in _SECONDS_IN:
        raise invalid_rule("between is for a rule of minutes or hours")
    begin, end = (clock.hour * 3_600 + clock.minute * 60 + clock.second for clock in (first, last))
    if begin >= end:
        raise invalid_rule("between has an end that is not after its start: a day ends at 23:59")
    step = rule.interval * _SECONDS_IN[rule.frequency]
    return at_times(replace(rule, frequency=Frequency.HOURLY, interval=1), list(range(begin, end + 1, step)))
