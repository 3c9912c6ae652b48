"""The rules of phrases.lark for days, such as ``next friday``, and for written dates, such as ``Nov 21st``.

T2 and T3: docs/rules.md. A function gets the parts of its rule: tokens, and the values of other rules.
"""

from collections.abc import Callable, Mapping
from datetime import time
from fractions import Fraction
from typing import Any, NamedTuple

from lark import Token

from timeops.calendar.steps import (
    END_OF_DAY,
    MIDNIGHT,
    PERIODS,
    UNITS,
    Move,
    Period,
    Span,
    Step,
    Steps,
    month_by_step,
    month_of,
    move_for,
    next_weekday,
    nth_day,
    nth_weekday,
    sum_of,
    weekday_of_week,
    year_of,
)
from timeops.errors import OTHER_WEEKDAY, NotADatetimeError
from timeops.reading.words import PartOfDay, fixed_date

#: From the name of a rule of a grammar, or the name after its arrow, to the function of its parts that gives its value.
Rules = Mapping[str, Callable[..., Any]]

#: The parts of an amount, like 1 day and 2 hours, each with the position in the text at which it begins.
Amount = tuple[tuple[Move, int], ...]

# The first and the last second of a day.
_BOUNDARIES = (MIDNIGHT, END_OF_DAY)

MonthDay = tuple[int, int]


def span_of(token: Token) -> tuple[int, int]:
    """Return the start and end of a terminal in the phrase."""
    start = token.start_pos or 0
    return start, start + len(token)


def amount_of(number: Fraction | int, first: Token, unit: str = "minutes") -> Amount:
    """Return the amount of a number of units, which begins with the terminal ``first``."""
    return ((move_for(Fraction(number), unit), first.start_pos or 0),)


def total(amount: Amount | Token) -> Move:
    """Return the sum of the parts of an amount, or the length of a unit that has no number."""
    if isinstance(amount, Token):
        return UNITS[singular(amount)]
    return sum_of(move for move, _ in amount)


def singular(unit: Token) -> str:
    """Return the name of a unit without a number, as in ``next week``. The plural, as in ``days ago``, is refused."""
    if len(unit) > 2 and unit.lower().endswith("s"):  # but not for "s" and "ms"
        raise NotADatetimeError(f'has "{unit}" without a number: write one')
    return str(unit.value)


class Day(NamedTuple):
    """The steps to a day.

    ``clock``: the time of day if the phrase has none; None keeps the current time of day. ``part``: the part of the day
    that the words name, as ``tonight`` does. ``month_day``: the month, day and weekday of a date without a year, which
    may follow later in the phrase.
    """

    steps: Steps
    clock: time | None = MIDNIGHT
    part: PartOfDay | None = None
    month_day: tuple[int, int, int | None] | None = None


def _on(*steps: Step) -> Day:
    return Day(steps)


def moved(amount: Amount | Token, *counts: Token) -> Day:
    """Return the day, and the time of day, that is so many amounts from now: one, if there are no counts."""
    return Day((total(amount).times(sum(count.value for count in counts) if counts else 1),), None)


def _day_part(day_part: Token) -> Day:
    number, day = (-1, "yesterday") if day_part.lower() == "last night" else (0, "today")
    return Day((Move(days=number),), part=PartOfDay(day_part.value, span_of(day_part), day))


def _weekday_of_week(*parts: Token) -> Day:
    """Return the day of monday next week, or next week monday."""
    weekday, step, unit = parts if parts[0].type == "WEEKDAY" else (parts[2], *parts[:2])
    if singular(unit) != "weeks":
        raise NotADatetimeError(
            'has "{weekday}" of a {unit}, which has several: write first {weekday} of it',
            ("first {weekday} of {step} {unit}", "last {weekday} of {step} {unit}"),
            (span_of(parts[0])[0], span_of(parts[-1])[1]),
            weekday=weekday,
            step=step,
            unit=unit,
        )
    return _on(weekday_of_week(weekday.value, step.value))


def _weekday_in_weeks(weekday: Token, amount: Amount) -> Day:
    months, days, microseconds = total(amount)
    if months or microseconds or days % 7:
        raise NotADatetimeError(
            'has "{weekday}" in an amount that is not whole weeks: write it like {weekday} in 2 weeks', weekday=weekday
        )
    return _on(weekday_of_week(weekday.value, days // 7))


def _weekdays_from_now(number: Token, weekday: Token, direction: Token) -> Day:
    if not isinstance(number.value, int) or number.value < 1:
        raise NotADatetimeError(f'has "{number} {weekday}": write a whole number of them')
    return _weekday_in_line(weekday, direction, number.value)


def _weekday_in_line(weekday: Token, direction: Token, number: int) -> Day:
    return _on(next_weekday(weekday.value, direction.value), Move(days=7 * direction.value * (number - 1)))


def _nth_of_month(nth: Token, period: Period) -> Day:
    if period.unit != "months":
        raise NotADatetimeError('has "{nth} of" a period that is not a month: write {nth} day of it', nth=nth)
    return _on(nth_day(period, rank(nth)))


def rank(nth: Token) -> int:
    """Return the number of ``third`` or ``3rd``, and -1 for ``last``."""
    if nth.type in ("NEXT", "THIS"):
        raise NotADatetimeError(f'has "{nth}" where first, second or last is expected')
    return 2 if nth.type == "SECOND" else int(nth.value)


def _of_this_month(nth: Token, weekday: int | None = None) -> Day:
    """Return the day of a number without a month, which has to be in digits: 15th."""
    if not nth[0].isdigit():
        raise NotADatetimeError(f'has "{nth}" alone: write the day in digits, like 15th')
    return _on(nth_day(Period("months"), rank(nth), weekday=weekday))


def _years(step: Token, unit: Token, kind: str) -> int:
    if singular(unit) != "years":
        raise NotADatetimeError(f"has a {kind} of a {unit}: write its year")
    return int(step.value)


def _boundary_of_span(boundary: Token, span: Span) -> Day:
    is_day = isinstance(span, Period) and span.unit == "days"
    return Day((nth_day(span, -1 if boundary.value else 1),), _BOUNDARIES[is_day and boundary.value])


def _period(*parts: Token) -> Span:
    *step, unit = parts
    if singular(unit) not in PERIODS:
        raise NotADatetimeError(f'has "{unit}" where a day, week, month, quarter or year is expected')
    return Period(unit.value, *(each.value for each in step))


DAYS: Rules = {
    "weekday": lambda weekday: _on(next_weekday(weekday.value)),
    "dayword": lambda dayword: Day((Move(days=dayword.value),)),
    "day_part": _day_part,
    "step_unit": lambda step, unit: moved(unit, step),
    "step_weekday": lambda *parts: _on(next_weekday(parts[-1].value, parts[-2].value)),
    "first_day": lambda span: _on(nth_day(span, 1)),
    "weekday_of_week": _weekday_of_week,
    "weekday_in_weeks": _weekday_in_weeks,
    "weekday_after_next": lambda weekday, _, step: _weekday_in_line(weekday, step, 2),
    "weekday_from_day": lambda weekday, direction, day: _on(*day.steps, next_weekday(weekday.value, direction.value)),
    "weekdays_from_now": _weekdays_from_now,
    "from_now": moved,
    "nth_weekday": lambda nth, weekday, span: _on(nth_weekday(span, rank(nth), weekday.value)),
    "nth_day": lambda nth, _, span: _on(nth_day(span, rank(nth))),
    "nth_of_month": _nth_of_month,
    "nth_alone": _of_this_month,
    "weekday_nth_alone": lambda weekday, nth: _of_this_month(nth, weekday.value),
    "month_day_of_step": lambda month_day, step, unit: _yearly(month_day, years=_years(step, unit, "date")),
    "boundary_of_span": _boundary_of_span,
    "named_days": lambda *words: Period("days", words[-1].value),
    "month_of_year": lambda month, year=None: month_of(month.value, year and year.value),
    "month_of_step": lambda step, month: month_by_step(month.value, step.value),
    "month_of_step_year": lambda month, step, unit: month_of(month.value, years=_years(step, unit, "month")),
    "year_of": lambda year: year_of(year.value),
    "period": _period,
}


def _iso_date(*parts: Token) -> Day:
    *weekday, date = parts
    if weekday and weekday[0].value != date.value.weekday():
        raise NotADatetimeError(OTHER_WEEKDAY)
    return _on(date.value)


def _written(month_day: MonthDay, year: Token | None = None, weekday: int | None = None) -> Day:
    if year is not None:
        return _on(fixed_date(year.value, *month_day, weekday))
    return _yearly(month_day, weekday)._replace(month_day=(*month_day, weekday))


def _yearly(month_day: MonthDay, weekday: int | None = None, years: int = 0) -> Day:
    return _on(nth_day(month_of(month_day[0], years=years), month_day[1], weekday=weekday))


def _in_year(*parts: Token) -> Day:
    """Return the first day of what the parts name, in any order: a year, a quarter or a month of it, or a day."""
    named = {part.type: part.value for part in parts}
    month = named.get("MONTH", 3 * named.get("QUARTER", 1) - 2)
    return _on(fixed_date(named["YEAR"], month, named.get("INT", named.get("ORDINAL", 1))))


def _nth_quarter(nth: Token, unit: Token, year: Token) -> Day:
    number = rank(nth)
    if unit.value != "quarters" or not 1 <= number <= 4:
        raise NotADatetimeError(f'has "{nth} {unit}" before a year, which has four quarters')
    return _on(fixed_date(year.value, 3 * number - 2))


DATES: Rules = {
    "iso_date": _iso_date,
    "month_day_date": _written,
    "weekday_month_day": lambda weekday, month_day, year=None: _written(month_day, year, weekday.value),
    "in_year": _in_year,
    "nth_quarter": _nth_quarter,
    "day_month": lambda number, month: (month.value, rank(number)),
    "month_then_day": lambda month, number: (month.value, rank(number)),
    "bare_month": lambda month: _written((month.value, 1)),
}
