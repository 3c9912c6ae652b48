"""The rules of english.lark: what each part of a text says about a recurrence (T19)."""

from calendar import monthrange
from collections.abc import Iterable
from datetime import date, datetime, time
from fractions import Fraction
from typing import Any, NoReturn

from lark import Token

from timeops.calendar.steps import END_OF_DAY, MIDNIGHT, Move, move_for
from timeops.calendar.steps import UNITS as LENGTHS
from timeops.names import DAYS
from timeops.reading.day_rules import Rules, rank
from timeops.reading.grammar import time_of
from timeops.recurrence.english_building import Place, build
from timeops.recurrence.rfc5545 import MAX_NUMBER
from timeops.recurrence.rule import (
    EVERY_DAY,
    MONTHLY,
    UNITS,
    WEEKEND,
    WEEKLY,
    WORKDAYS,
    YEARLY,
    Frequency,
    Recurrence,
    Rule,
    at_times,
    invalid_rule,
)

#: Any leap year.
_LEAP_YEAR = 2000

#: What the error of a second clause of the same kind says.
_TWICE = {
    "days": "in two ways on which days it occurs",
    "months": "twice in which months",
    "hours": "twice at what time",
    "until": "twice until when",
    "anchor": "twice when it starts",
    "number": "twice how many times",
    "except_weekdays": "twice which weekdays are left out",
    "excluded": "twice which dates are left out",
    "between": "twice between which times",
}

#: What a part of a text says: arguments of build.
Clause = dict[str, Any]


def _recurrence(*clauses: Clause) -> Recurrence:
    """Build the recurrence of all clauses. Raises ServiceError if the text says a thing twice."""
    said: Clause = {}
    for clause in clauses:
        for kind in clause:
            if kind in said:
                raise invalid_rule("The rule says {}", _TWICE[kind])
        said |= clause
    return build(**said)


def _hours_first(hours: Clause, repetition: Clause, *clauses: Clause) -> Recurrence:
    if repetition.get("interval", 1) > 1:  # descriptions of cron count from the 1st then
        raise invalid_rule(
            "An interval after a time of day may count from the start or from the 1st: write it first, as in "
            '"every 2 days at 9am"'
        )
    return _recurrence(hours, repetition, *clauses)


# How often


def _every(*parts: Any) -> Clause:
    """Return the period of a unit, and of a number before it, if there is one."""
    number, unit = (1, *parts)[-2:]
    period = _period(LENGTHS[unit.value], reversed(UNITS))
    if not period:
        raise invalid_rule('"{}" is too short for a rule: the shortest unit is a second', unit)
    interval = number * period["interval"]
    if interval > MAX_NUMBER:
        raise invalid_rule('The rule has "{} {}", which is too long an interval', number, unit)
    return {**period, "interval": interval, "is_of_quarters": unit.value == "quarters"}


def _every_move(move: Move) -> Clause:
    """Return an amount as a whole number of the longest possible unit: 90 minutes for an hour and a half."""
    if period := _period(move, ("months", "days", "hours", "minutes", "seconds")):
        return period
    raise invalid_rule("The interval of a rule is a whole number of one unit: write every 36 hours, or every 2 days")


def _period(move: Move, units: Iterable[str]) -> Clause:
    """Return a move as a whole number of the first unit that allows this, or an empty clause."""
    for unit in units:
        number = sum(move) // sum(LENGTHS[unit])
        if 0 < number <= MAX_NUMBER and LENGTHS[unit].times(number) == move:
            return {"frequency": Frequency(UNITS.index(unit)), "interval": number}
    return {}


def _unclear(word: Token) -> NoReturn:
    one, other = word.value.split(" | ")
    raise invalid_rule(
        '"{}" has two meanings: write "{}", or "{}"',
        word.lower(),
        one,
        other,
        meanings={one: "once in two of the periods", other: "twice in each period; name the days that you mean"},
    )


def _every_place(places: Clause, *parts: Any) -> Clause:
    repetition = _every(*parts)
    if repetition["frequency"] < MONTHLY:
        raise invalid_rule('"{}" has no such day: write of every month, or of every year', parts[-1])
    return repetition | places


def _every_place_of(places: Clause, months: Clause, unit: Token | None = None) -> Clause:
    if unit and unit.value != "years":
        raise invalid_rule('A month occurs once a year: write "every year" in the place of "every {}"', unit)
    return {"frequency": YEARLY, **places, **months}


def _every_place_alone(place: Place) -> Clause:
    meanings = {f"the {place.text} of every month": "once a month"}
    if place.nth > 1 and place.kind != "WORKDAY":
        unit, on = ("days", "") if place.kind == "DAY" else ("weeks", f" on {DAYS[place.weekday]}")
        meanings[f"every {place.nth} {unit}{on}"] = f"once in {place.nth} {unit}"
    written = '", or "'.join(meanings)
    raise invalid_rule(f'"every {place.text}" does not say of what: write "{written}"', meanings=meanings)


def _whole(number: Token) -> int:
    count: int = number.value
    if not 1 <= count <= MAX_NUMBER:
        raise invalid_rule(f'The rule has "{{}}": write a number from 1 to {MAX_NUMBER:,}', number)
    return count


# Days, times of day and bounds


def _place(nth: Token, *names: Token) -> Place:
    name = names[0] if names else Token("DAY", "day")
    return Place(rank(nth), name.type, name.value, " ".join((nth, *names)))


def _month_day(month: Token, day: Token) -> tuple[int, int]:
    number: int = month.value
    if not 1 <= rank(day) <= monthrange(_LEAP_YEAR, number)[1]:
        raise invalid_rule('"{} {}" is not a day of any year', day, month)
    return number, rank(day)


def _clock(clock: Token) -> time:
    moment = time_of(clock.value)
    if moment.microsecond:
        raise invalid_rule("The rule has a fraction of a second")
    return moment


def _starting_yearly(*_: object) -> NoReturn:
    raise invalid_rule("The day on which the rule starts has no year: write one")


def _date_of_year(month_day: tuple[int, int], year: Token) -> date:
    try:
        return date(year.value, *month_day)
    except ValueError:
        raise invalid_rule("{} has no such day", year) from None


ENGLISH: Rules = {
    "recurrence": _recurrence,
    "hours_first": _hours_first,
    "every": _every,
    "every_other": lambda unit: {**_every(2, unit), "needs_anchor": True},
    "every_other_weekday": lambda weekday: {
        "frequency": WEEKLY,
        "interval": 2,
        "days": (EVERY_DAY[weekday.value],),
        "needs_anchor": True,
        "begins_on_weekday": True,
    },
    "every_half": lambda *parts: _every_move(move_for(Fraction(1, 2), parts[-1].value)),
    "every_amount": lambda amount: _every_move(amount.value),
    "every_weekday": lambda weekdays: {"frequency": WEEKLY, "days": weekdays},
    "every_date": lambda dates: {"frequency": YEARLY, **dates},
    "unclear": _unclear,
    "every_place": _every_place,
    "every_place_of": _every_place_of,
    "every_place_alone": _every_place_alone,
    "whole": _whole,
    "on_weekdays": lambda weekdays: {"days": weekdays},
    "days": lambda *days: {"days": days},
    "months": lambda *months: {"months": tuple(sorted({month.value for month in months}))},
    "hours": lambda *clocks: {"hours": set(clocks)},
    "between": lambda *ends: {"between": ends},
    "until": lambda day, clock=END_OF_DAY: {"until": datetime.combine(day, clock)},
    "until_yearly": lambda month_day, clock=END_OF_DAY: {
        "until": at_times(Rule(YEARLY, months=month_day[:1], month_days=month_day[1:]), [clock])[0]
    },
    "starting": lambda day, clock=MIDNIGHT: {"anchor": datetime.combine(day, clock)},
    "starting_yearly": _starting_yearly,
    "times": lambda number: {"number": number},
    "except_weekdays": lambda weekdays, hours=(): {"except_weekdays": weekdays, **dict(hours)},
    "except_dates": lambda *dates: {"excluded": tuple(day.value for day in dates)},
    "weekdays": lambda *parts: tuple(sorted({weekday for part in parts for weekday in part})),
    "one_weekday": lambda weekday: (EVERY_DAY[weekday.value],),
    "weekday_range": lambda first, last: (EVERY_DAY * 2)[first.value :][: (last.value - first.value) % 7 + 1],
    "workdays": lambda _: WORKDAYS,
    "weekend": lambda _: WEEKEND,
    "workday": lambda *_: Token("WORKDAY", "business day"),
    "place": _place,
    "day_of_month": lambda day, month: _month_day(month, day),
    "month_and_day": _month_day,
    "clock": _clock,
    "date": lambda day: day.value,
    "date_of_year": _date_of_year,
}
