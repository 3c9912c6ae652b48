"""The rules of phrases.lark for written dates: ``21 November 2026``, ``Nov 21st``, ``2026-11-21`` (T2)."""

from collections.abc import Callable
from functools import partial

from lark import Token

from timeops.calendar import days
from timeops.reading.errors import OTHER_WEEKDAY, NotADatetimeError
from timeops.reading.phrases.day_value import Day, day_by, on_the

__all__ = ["RULES"]


def iso_date(date: Token) -> Day:
    return day_by(days.on, day=date.value)


def weekday_date(weekday: Token, date: Token) -> Day:
    if date.value.weekday() != weekday.value:
        raise NotADatetimeError(OTHER_WEEKDAY)
    return day_by(days.on, day=date.value)


def month_day_date(month_day: tuple[int, int], year: Token | None = None) -> Day:
    return _written(None, month_day, year)


def weekday_month_day(weekday: Token, month_day: tuple[int, int], year: Token | None = None) -> Day:
    return _written(weekday.value, month_day, year)


def year_first(year: Token, month: Token, number: Token) -> Day:
    return Day((on_the(year.value, month.value, number.value, None),))


def month_year(month: Token, year: Token) -> Day:
    return Day((on_the(year.value, month.value, 1, None),))


def year_month(year: Token, month: Token) -> Day:
    return month_year(month, year)


def day_month(number: Token, month: Token) -> tuple[int, int]:
    return month.value, 2 if number.type == "SECOND" else number.value


def month_then_day(month: Token, number: Token) -> tuple[int, int]:
    return day_month(number, month)


def bare_month(month: Token) -> Day:
    return _written(None, (month.value, 1), None)


RULES: dict[str, Callable[..., object]] = {
    "iso_date": iso_date,
    "weekday_date": weekday_date,
    "month_day_date": month_day_date,
    "weekday_month_day": weekday_month_day,
    "year_first": year_first,
    "month_year": month_year,
    "year_month": year_month,
    "day_month": day_month,
    "month_then_day": month_then_day,
    "bare_month": bare_month,
}


def _written(weekday: int | None, month_day: tuple[int, int], year: Token | None) -> Day:
    month, number = month_day
    if year is not None:
        return Day((on_the(year.value, month, number, weekday),))
    rule = partial(days.written, day=number, month=month, number=weekday)
    return Day((rule,), month_day=(month, number, weekday))
