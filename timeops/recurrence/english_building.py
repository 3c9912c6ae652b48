"""Make a recurrence of what an English text says (T19)."""

from collections.abc import Collection, Sequence
from datetime import time
from typing import Any, NamedTuple

from timeops.calendar.steps import MIDNIGHT
from timeops.recurrence.rule import (
    DAILY,
    EVERY_DAY,
    HOURLY,
    MINUTELY,
    MONTHLY,
    WEEKLY,
    WEEKS_OF_MONTH,
    WEEKS_OF_YEAR,
    WORKDAYS,
    YEARLY,
    ByDay,
    Frequency,
    Recurrence,
    Rule,
    at_times,
    invalid_rule,
    second_of_day,
)

HOLIDAYS_COUNT = "Business days are Monday to Friday; holidays are not left out"

_FIRST_OF_QUARTERS, _LAST_OF_QUARTERS = (1, 4, 7, 10), (3, 6, 9, 12)
#: Every month has so many of each kind of day. Counted from either end of a quarter, these are days of its first or
#: last month.
_IN_EVERY_MONTH = {"DAY": 28, "WEEKDAY": 4, "WORKDAY": 20}


class Place(NamedTuple):
    """A day by its place in the month: the 15th, the second tuesday, the first business day. -1 is the last place.

    ``kind``: the terminal of what is counted, a DAY, a WEEKDAY or a WORKDAY. ``weekday``: the number of a WEEKDAY.
    """

    nth: int
    kind: str
    weekday: Any
    text: str


def build(
    frequency: Frequency,
    interval: int = 1,
    *,
    is_of_quarters: bool = False,
    months: tuple[int, ...] = (),
    days: tuple[Any, ...] = (),
    hours: Collection[time] = (),
    between: tuple[time, time] | None = None,
    except_weekdays: tuple[ByDay, ...] = (),
    **bounds: Any,
) -> Recurrence:
    """Combine what a text says. ``days``: all ByDay, all Place, or all dates, which are a month and a day.

    ``bounds``: fields of Recurrence. Raises ServiceError for parts that contradict each other.
    """
    if {"until", "number"} <= bounds.keys():
        raise invalid_rule("until and for ... times exclude each other: write one of them")
    base = Rule(frequency, interval, months=months)
    rules = _on_days(base, days, is_of_quarters=is_of_quarters) if days else [base]
    if except_weekdays:
        rules = [_without(rules[0], except_weekdays)]
    if between:
        if hours:
            raise invalid_rule("at and between exclude each other: write one of them")
        if base.frequency not in (MINUTELY, HOURLY):
            raise invalid_rule("between is for a rule of minutes or hours")
        first, last = map(second_of_day, between)
        if first >= last:
            raise invalid_rule("between has an end that is not after its start: a day ends at 23:59")
        moments = range(first, last + 1, base.elapsed_seconds)
        clocks = [time(second // 3_600, second // 60 % 60, second % 60) for second in moments]
        rules = at_times(rules[0]._replace(frequency=HOURLY, interval=1), clocks)
    elif not base.counts_elapsed_time:
        default = bounds["anchor"].time() if "anchor" in bounds else MIDNIGHT
        rules = [timed for rule in rules for timed in at_times(rule, hours or [default])]
    elif hours:
        raise invalid_rule("A rule of hours or shorter has no time of day: write between, or starting")
    notes = (HOLIDAYS_COUNT,) if any(rule.positions for rule in rules) else ()
    return Recurrence(tuple(rules), notes=notes, **bounds)


def _on_days(base: Rule, days: tuple[Any, ...], *, is_of_quarters: bool) -> list[Rule]:
    if isinstance(days[0], Place):
        return _of_quarters(base, days) if is_of_quarters else [_on_places(base, days)]
    if isinstance(days[0], ByDay):
        if base.frequency >= MONTHLY:
            raise invalid_rule('A month has several of these weekdays: write which one, as in "the first monday"')
        if base.frequency is DAILY and base.interval > 1:
            raise invalid_rule(
                'An interval of days and weekdays exclude each other: write "every week on" them, or leave one out'
            )
        return [base._replace(frequency=WEEKLY if base.frequency is DAILY else base.frequency, weekdays=days)]
    if base.months:
        raise invalid_rule("The rule says twice in which months")
    if base.frequency is not YEARLY:
        raise invalid_rule('A date occurs once a year: write "every year on" before it')
    return [base._replace(months=(month,), month_days=(day,)) for month, day in sorted(set(days))]


def _of_quarters(base: Rule, places: Sequence[Place]) -> list[Rule]:
    """Return rules for days of the quarters of the calendar: in their first months, or in their last ones."""
    if base.months or base.interval > 3:
        raise invalid_rule('Write the months, as in "every year on the last day in march and september"')
    if any(abs(place.nth) > _IN_EVERY_MONTH[place.kind] for place in places):
        raise invalid_rule("Not every month of a quarter has such a day: write the months")
    return [
        _on_places(base._replace(interval=1, months=months), found)
        for months, is_last in ((_FIRST_OF_QUARTERS, False), (_LAST_OF_QUARTERS, True))
        if (found := [place for place in places if (place.nth < 0) == is_last])
    ]


def _on_places(base: Rule, places: Sequence[Place]) -> Rule:
    kinds = {place.kind for place in places}
    if base.frequency < MONTHLY:
        raise invalid_rule('The 1st, or the first Monday, is a day of a month: write "of every month" behind it')
    if "WORKDAY" in kinds:
        if len(places) > 1 or base.frequency is YEARLY:
            raise invalid_rule("A business day cannot be combined with other days, and has to be of every month")
        return base._replace(weekdays=WORKDAYS, positions=(places[0].nth,))
    is_of_year = base.frequency is YEARLY and not base.months
    if "WEEKDAY" in kinds:
        most = WEEKS_OF_YEAR if is_of_year else WEEKS_OF_MONTH
        found, weekday = set[ByDay](), None
        for place in reversed(places):  # the first and third monday are both Mondays
            weekday = place.weekday if place.kind == "WEEKDAY" else weekday
            # the 15th and the first monday, or the first monday and the 15th
            if weekday is None or (place.kind == "DAY" and place.nth > most):
                raise invalid_rule("Days of the month and weekdays do not fit in one rule: write two rules")
            found.add(ByDay(place.nth, weekday))
        if any(not 1 <= abs(nth) <= most for nth, _ in found):
            raise invalid_rule("There is no such weekday: the period has at most {} of each", most)
        return base._replace(weekdays=tuple(sorted(found)))
    if is_of_year:
        raise invalid_rule('The rule does not say of which month: write "of every month", or name the month')
    if any(not 1 <= abs(place.nth) <= 31 for place in places):
        raise invalid_rule("A month has no such day: write the 1st to the 31st, or the last day")
    return base._replace(month_days=tuple(sorted({place.nth for place in places})))


def _without(rule: Rule, weekdays: tuple[ByDay, ...]) -> Rule:
    """Exclude weekdays from a rule of every day, of weekdays, or of elapsed time."""
    is_every_day = rule.frequency is DAILY and rule.interval == 1
    if not (is_every_day or rule.frequency is WEEKLY or rule.counts_elapsed_time):
        raise invalid_rule("Weekdays can be left out of a rule of every day or week alone")
    if rule.frequency is WEEKLY and not rule.weekdays:
        raise invalid_rule('The rule names no days of which weekdays could be left out: write "every day except" them')
    left = tuple(weekday for weekday in rule.weekdays or EVERY_DAY if weekday not in weekdays)
    if not left:
        raise invalid_rule("The rule leaves out every day on which it would occur")
    return rule._replace(frequency=WEEKLY if is_every_day else rule.frequency, weekdays=left)
