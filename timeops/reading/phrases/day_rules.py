"""The rules of phrases.lark for days, such as ``next friday``, and for written dates, such as ``Nov 21st`` (T2, T3)."""

from datetime import time

from lark import Token, Transformer, v_args

from timeops.calendar import days
from timeops.calendar.days import FixedDate, YearlyDate
from timeops.calendar.steps import END_OF_DAY, MIDNIGHT, Move
from timeops.calendar.units import UNITS
from timeops.errors import OTHER_WEEKDAY, NotADatetimeError
from timeops.reading.phrases.amounts import Amount, singular_unit, total
from timeops.reading.phrases.parts_of_day import Day, PartOfDay, fixed_date, span_of

# The first of January, from which a move by years is safe. From 29 February, it could lead to the 28th.
FIRST_OF_YEAR = days.SpanEnd(days.Period("years"))


@v_args(inline=True)
class DayRules(Transformer[Token, object]):
    """Each method computes the value of the grammar rule with its name."""

    def weekday(self, weekday: Token) -> Day:
        return Day((days.NextWeekday(weekday.value, 0),))

    def on_date(self, date: Day) -> Day:
        return date

    def dayword(self, dayword: Token) -> Day:
        return Day((Move(days=dayword.value),) if dayword.value else ())

    def day_part(self, day_part: Token) -> Day:
        number, name = day_part.value
        part = PartOfDay(name, span_of(day_part), "yesterday" if number else "today")
        return Day((Move(days=number),), part=part)

    def step_unit(self, step: Token, unit: Token) -> Day:
        return Day((UNITS[singular_unit(unit)].times(step.value),), None)

    def step_weekday(self, step: Token, weekday: Token) -> Day:
        return Day((days.NextWeekday(weekday.value, step.value),))

    def this_step_weekday(self, _this: Token, step: Token, weekday: Token) -> Day:
        return self.step_weekday(step, weekday)

    def step_month(self, step: Token, month: Token) -> Day:
        return Day((days.MonthByStep(month.value, step.value),))

    def weekday_of_week(self, weekday: Token, step: Token, unit: Token) -> Day:
        if singular_unit(unit) != "weeks":
            raise NotADatetimeError(
                f'has "{weekday}" of a {unit}, which has several: write first {weekday} of it',
                [f"{nth} {weekday} of {step} {unit}" for nth in ("first", "last")],
                (min(token.start_pos or 0 for token in (weekday, step)), max(_end(unit), _end(weekday))),
            )
        return Day((days.WeekdayOfWeek(weekday.value, step.value),))

    def weekday_in_weeks(self, weekday: Token, amount: Amount) -> Day:
        move = total(amount)
        if move.months or move.microseconds or move.days % 7:
            raise NotADatetimeError(
                f'has "{weekday}" in an amount that is not whole weeks: write it like {weekday} in 2 weeks'
            )
        return Day((days.WeekdayOfWeek(weekday.value, move.days // 7),))

    def week_weekday(self, step: Token, unit: Token, weekday: Token) -> Day:
        return self.weekday_of_week(weekday, step, unit)

    def weekday_after_next(self, weekday: Token, _direction: Token, step: Token) -> Day:
        return Day((days.NextWeekday(weekday.value, step.value), Move(days=7 * step.value)))

    def weekday_from_day(self, weekday: Token, direction: Token, day: Day) -> Day:
        return Day((*day.steps, days.NextWeekday(weekday.value, direction.value)))

    def weekdays_from_now(self, number: Token, weekday: Token, direction: Token) -> Day:
        if not isinstance(number.value, int) or number.value < 1:
            raise NotADatetimeError(f'has "{number} {weekday}": write a whole number of them')
        return Day(
            (days.NextWeekday(weekday.value, direction.value), Move(days=7 * (number.value - 1) * direction.value))
        )

    def unit_after_next(self, unit: Token, _direction: Token, step: Token) -> Day:
        return Day((UNITS[singular_unit(unit)].times(2 * step.value),), None)

    def from_now(self, amount: Amount, direction: Token) -> Day:
        return Day((total(amount).times(direction.value),), None)

    def unit_from_now(self, unit: Token, direction: Token) -> Day:
        return Day((UNITS[singular_unit(unit)].times(direction.value),), None)

    def in_amount(self, amount: Amount) -> Day:
        return Day((total(amount),), None)

    def nth_weekday(self, nth: Token, weekday: Token, span: days.Span) -> Day:
        return Day((days.NthWeekday(span, _rank(nth), weekday.value),))

    def nth_day(self, nth: Token, _day_word: Token, span: days.Span) -> Day:
        return Day((days.NthDay(span, _rank(nth)),))

    def nth_of_month(self, nth: Token, period: days.Period) -> Day:
        if period.unit != "months":
            raise NotADatetimeError(f'has "{nth} of" a period that is not a month: write {nth} day of it')
        return Day((days.NthDay(period, _rank(nth)),))

    def nth_alone(self, nth: Token) -> Day:
        return Day((days.NthDay(days.Period("months"), _digits(nth)),))

    def weekday_nth_alone(self, weekday: Token, nth: Token) -> Day:
        return Day((days.NthDay(days.Period("months"), _digits(nth), weekday.value),))

    def month_day_of_step(self, month_day: tuple[int, int], step: Token, unit: Token) -> Day:
        if singular_unit(unit) != "years":
            raise NotADatetimeError(f"has a date of a {unit}: write its year")
        year = Move(months=12 * step.value)
        return Day((FIRST_OF_YEAR, year, days.YearlyDate(*month_day)))

    def boundary_of_span(self, boundary: Token, span: days.Span) -> Day:
        if isinstance(span, days.Period) and span.unit == "days":
            return Day((days.SpanEnd(span),), _clock_of(boundary))
        return Day((days.SpanEnd(span, last=boundary.type == "END"),))

    def boundary_of_day(self, boundary: Token, *words: Token) -> Day:
        return Day((Move(days=words[-1].value),), _clock_of(boundary))

    def month_of(self, month: Token, year: Token | None = None) -> days.Span:
        return days.Month(month.value, None if year is None else year.value)

    def month_of_step(self, step: Token, month: Token) -> days.Span:
        return days.Month(month.value, step=step.value)

    def month_in_step_year(self, month: Token, step: Token, unit: Token) -> days.Span:
        if singular_unit(unit) != "years":
            raise NotADatetimeError(f"has a month of a {unit}: write its year")
        return days.Month(month.value, years=step.value)

    def month_of_step_year(self, month: Token, step: Token, unit: Token) -> Day:
        return Day((days.SpanEnd(self.month_in_step_year(month, step, unit)),))

    def year_of(self, year: Token) -> days.Span:
        return days.Year(year.value)

    def period(self, *parts: Token) -> days.Span:
        unit, step = parts[-1], parts[0].value if len(parts) > 1 else 0
        if singular_unit(unit) not in days.PERIODS:
            raise NotADatetimeError(f'has "{unit}" where a day, week, month, quarter or year is expected')
        return days.Period(unit.value, step)

    def nth(self, token: Token) -> Token:
        return token


def _rank(nth: Token) -> int:
    """Return the number of ``third`` or ``3rd``, and -1 for ``last``."""
    if nth.type in ("NEXT", "THIS"):
        raise NotADatetimeError(f'has "{nth}" where first, second or last is expected')
    return 2 if nth.type == "SECOND" else int(nth.value)


def _digits(nth: Token) -> int:
    """Return the number of a day without a month, which has to be in digits: 15th."""
    if not nth[0].isdigit():
        raise NotADatetimeError(f'has "{nth}" alone: write the day in digits, like 15th')
    return _rank(nth)


def _clock_of(boundary: Token) -> time:
    return END_OF_DAY if boundary.type == "END" else MIDNIGHT


def _end(token: Token) -> int:
    return (token.start_pos or 0) + len(token)


MonthDay = tuple[int, int]


@v_args(inline=True)
class DateRules(Transformer[Token, object]):
    """Each method computes the value of the grammar rule with its name."""

    def iso_date(self, date: Token) -> Day:
        return Day((FixedDate(date.value),))

    def weekday_date(self, weekday: Token, date: Token) -> Day:
        if date.value.weekday() != weekday.value:
            raise NotADatetimeError(OTHER_WEEKDAY)
        return self.iso_date(date)

    def month_day_date(self, month_day: MonthDay, year: Token | None = None) -> Day:
        return _written(None, month_day, year)

    def weekday_month_day(self, weekday: Token, month_day: MonthDay, year: Token | None = None) -> Day:
        return _written(weekday.value, month_day, year)

    def year_first(self, year: Token, month: Token, number: Token) -> Day:
        return Day((fixed_date(year.value, month.value, number.value, None),))

    def month_year(self, month: Token, year: Token) -> Day:
        return Day((fixed_date(year.value, month.value, 1, None),))

    def year_month(self, year: Token, month: Token) -> Day:
        return self.month_year(month, year)

    def in_year(self, year: Token) -> Day:
        return Day((fixed_date(year.value, 1, 1, None),))

    def quarter_year(self, quarter: Token, year: Token) -> Day:
        return Day((fixed_date(year.value, 3 * quarter.value - 2, 1, None),))

    def year_quarter(self, year: Token, quarter: Token) -> Day:
        return self.quarter_year(quarter, year)

    def nth_quarter(self, nth: Token, unit: Token, year: Token) -> Day:
        number = 2 if nth.type == "SECOND" else nth.value
        if unit.value != "quarters" or not 1 <= number <= 4:
            raise NotADatetimeError(f'has "{nth} {unit}" before a year, which has four quarters')
        return Day((fixed_date(year.value, 3 * number - 2, 1, None),))

    def day_month(self, number: Token, month: Token) -> MonthDay:
        return month.value, 2 if number.type == "SECOND" else number.value

    def month_then_day(self, month: Token, number: Token) -> MonthDay:
        return self.day_month(number, month)

    def bare_month(self, month: Token) -> Day:
        return _written(None, (month.value, 1), None)


def _written(weekday: int | None, month_day: MonthDay, year: Token | None) -> Day:
    month, number = month_day
    if year is not None:
        return Day((fixed_date(year.value, month, number, weekday),))
    return Day((YearlyDate(month, number, weekday),), month_day=(month, number, weekday))
