"""The rules of phrases.lark for days: what each makes of the words that it has found (T3)."""

from collections.abc import Callable
from datetime import date, time
from functools import partial

from lark import Token

from timeops.calendar import days
from timeops.calendar.steps import MIDNIGHT, Move
from timeops.calendar.units import UNITS
from timeops.reading.errors import NotADatetimeError
from timeops.reading.phrases.amounts import Amount, singular_unit, total
from timeops.reading.phrases.day_value import Day, day_by

__all__ = ["RULES"]

END_OF_DAY = time(23, 59, 59)

Span = partial[tuple[date, date]]
THIS_MONTH = partial(days.period_span, unit="months", step=0)
# From here a move by years keeps to the calendar: of 29 February it would make the 28th.
FIRST_OF_YEAR = partial(days.edge, span=partial(days.period_span, unit="years", step=0), last=False)


def weekday(weekday: Token) -> Day:
    return day_by(days.weekday, number=weekday.value, step=0)


def on_date(date: Day) -> Day:
    return date


def dayword(dayword: Token) -> Day:
    return Day((Move(days=dayword.value),) if dayword.value else ())


def day_part(day_part: Token) -> Day:
    number, part = day_part.value
    return Day((Move(days=number),), part=part)


def step_unit(step: Token, unit: Token) -> Day:
    return Day((UNITS[singular_unit(unit)].times(step.value),), None)


def step_weekday(step: Token, weekday: Token) -> Day:
    return day_by(days.weekday, number=weekday.value, step=step.value)


def this_step_weekday(_this: Token, step: Token, weekday: Token) -> Day:
    return step_weekday(step, weekday)


def step_month(step: Token, month: Token) -> Day:
    return day_by(days.month_by_step, month=month.value, step=step.value)


def weekday_of_week(weekday: Token, step: Token, unit: Token) -> Day:
    if singular_unit(unit) != "weeks":
        raise NotADatetimeError(f'has "{weekday}" of a {unit}, which has several: write first {weekday} of it')
    return day_by(days.day_of_week, number=weekday.value, step=step.value)


def week_weekday(step: Token, unit: Token, weekday: Token) -> Day:
    return weekday_of_week(weekday, step, unit)


def weekday_after_next(weekday: Token, _way: Token, step: Token) -> Day:
    first = partial(days.weekday, number=weekday.value, step=step.value)
    return Day((first, Move(days=7 * step.value)))


def unit_after_next(unit: Token, _way: Token, step: Token) -> Day:
    return Day((UNITS[singular_unit(unit)].times(2 * step.value),), None)


def from_now(amount: Amount, way: Token) -> Day:
    return Day((total(amount).times(way.value),), None)


def unit_from_now(unit: Token, way: Token) -> Day:
    return Day((UNITS[singular_unit(unit)].times(way.value),), None)


def in_amount(amount: Amount) -> Day:
    return Day((total(amount),), None)


def nth_weekday(nth: Token, weekday: Token, span: Span) -> Day:
    return day_by(days.nth_weekday, span=span, nth=_rank(nth), number=weekday.value)


def nth_day(nth: Token, _day_word: Token, span: Span) -> Day:
    return day_by(days.nth_day, span=span, nth=_rank(nth))


def nth_of_month(nth: Token, period: Span) -> Day:
    if period.keywords["unit"] != "months":
        raise NotADatetimeError(f'has "{nth} of" a period that is not a month: write {nth} day of it')
    return day_by(days.nth_day, span=period, nth=_rank(nth))


def nth_alone(nth: Token) -> Day:
    return day_by(days.nth_day, span=THIS_MONTH, nth=_digits(nth))


def weekday_nth_alone(weekday: Token, nth: Token) -> Day:
    return Day((partial(days.nth_day_on, nth=_digits(nth), number=weekday.value),))


def month_day_of_step(month_day: tuple[int, int], step: Token, unit: Token) -> Day:
    if singular_unit(unit) != "years":
        raise NotADatetimeError(f"has a date of a {unit}: write its year")
    month, number = month_day
    year = Move(months=12 * step.value)
    return Day((FIRST_OF_YEAR, year, partial(days.written, day=number, month=month, number=None)))


def edge_of_span(edge: Token, span: Span) -> Day:
    if span.keywords.get("unit") == "days":
        return Day((partial(days.edge, span=span, last=False),), _edge_clock(edge))
    return day_by(days.edge, span=span, last=edge.type == "END")


def edge_of_day(edge: Token, *words: Token) -> Day:
    return Day((Move(days=words[-1].value),), _edge_clock(edge))


def month_of(month: Token, year: Token | None = None) -> Span:
    return partial(days.month_span, month=month.value, year=None if year is None else year.value)


def month_of_step(step: Token, month: Token) -> Span:
    return partial(days.month_span, month=month.value, step=step.value)


def month_in_step_year(month: Token, step: Token, unit: Token) -> Span:
    if singular_unit(unit) != "years":
        raise NotADatetimeError(f"has a month of a {unit}: write its year")
    return partial(days.month_span, month=month.value, years=step.value)


def month_of_step_year(month: Token, step: Token, unit: Token) -> Day:
    return day_by(days.edge, span=month_in_step_year(month, step, unit), last=False)


def year_of(year: Token) -> Span:
    return partial(days.year_span, year=year.value)


def period(*parts: Token) -> Span:
    unit, step = parts[-1], parts[0].value if len(parts) > 1 else 0
    if singular_unit(unit) not in days.PERIODS:
        raise NotADatetimeError(f'has "{unit}" where a day, week, month, quarter or year is expected')
    return partial(days.period_span, unit=unit.value, step=step)


def nth(token: Token) -> Token:
    return token


RULES: dict[str, Callable[..., object]] = {
    "weekday": weekday,
    "on_date": on_date,
    "dayword": dayword,
    "day_part": day_part,
    "step_unit": step_unit,
    "step_weekday": step_weekday,
    "this_step_weekday": this_step_weekday,
    "step_month": step_month,
    "weekday_of_week": weekday_of_week,
    "week_weekday": week_weekday,
    "weekday_after_next": weekday_after_next,
    "unit_after_next": unit_after_next,
    "from_now": from_now,
    "unit_from_now": unit_from_now,
    "in_amount": in_amount,
    "nth_weekday": nth_weekday,
    "nth_day": nth_day,
    "nth_of_month": nth_of_month,
    "nth_alone": nth_alone,
    "weekday_nth_alone": weekday_nth_alone,
    "month_day_of_step": month_day_of_step,
    "edge_of_span": edge_of_span,
    "edge_of_day": edge_of_day,
    "month_of": month_of,
    "month_of_step": month_of_step,
    "month_in_step_year": month_in_step_year,
    "month_of_step_year": month_of_step_year,
    "year_of": year_of,
    "period": period,
    "nth": nth,
    "amount_alone": in_amount,
}


def _rank(nth: Token) -> int:
    """Return the number of ``third`` or ``3rd``; -1 is the last."""
    if nth.type in ("NEXT", "THIS"):
        raise NotADatetimeError(f'has "{nth}" where first, second or last is expected')
    return 2 if nth.type == "SECOND" else int(nth.value)


def _digits(nth: Token) -> int:
    """Return the number of a day that stands without its month, which digits show: 15th."""
    if not nth[0].isdigit():
        raise NotADatetimeError(f'has "{nth}" alone: write the day in digits, like 15th')
    return _rank(nth)


def _edge_clock(edge: Token) -> time:
    return END_OF_DAY if edge.type == "END" else MIDNIGHT
