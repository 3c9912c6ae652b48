"""The rules of phrases.lark for written dates: ``21 November 2026``, ``Nov 21st``, ``2026-11-21`` (T2)."""

from lark import Token, Transformer, v_args

from timeops.calendar.days import FixedDate, YearlyDate
from timeops.errors import OTHER_WEEKDAY, NotADatetimeError
from timeops.reading.phrases.day_value import Day, fixed_date

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
