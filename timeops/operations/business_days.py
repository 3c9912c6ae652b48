"""Business days: which days are business days, and how to move and count by them (T21)."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from timeops.names import DAYS, WEEKDAY_NUMBERS
from timeops.operations.holidays import PublicHolidays, public_holidays
from utilitysvc.kit.rules import MAX_QUOTED, Bounds
from utilitysvc.kit.service_error import ServiceError

#: The bounds of what a country's holidays are asked for, day by day: 10,000 business days are about forty years.
AMOUNT = Bounds("amount", -10_000, 10_000)
MAX_DAYS = 15_000
WEEKEND = Bounds("weekend", 1, 6, "Invalid weekend specified", "Write {minimum} to {maximum} names of days")
OWN_HOLIDAYS = Bounds("holidays", 1, 1_000, "Invalid holidays specified", "Write {minimum} to {maximum} dates")

#: The arguments country, subdivision, weekend and holidays, in this order.
CalendarArguments = tuple[str | None, str | None, Sequence[str] | None, Sequence[str | date] | None]

_DEFAULT_WEEKEND = frozenset((5, 6))
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class BusinessCalendar:
    """The rules that make a day a business day.

    ``weekend``: the days of the weekend, Monday is 0. If it is None, the country's weekend applies, which may differ
    from year to year. ``own_holidays``: holidays that the caller adds.
    """

    weekend: frozenset[int] | None
    own_holidays: frozenset[date]
    country: PublicHolidays | None = None

    @property
    def name(self) -> str:
        """The package that the country's holidays come from, with its version."""
        return self.country.name if self.country else ""

    def is_business_day(self, day: date) -> bool:
        """Return whether ``day`` is one in the country. Raises ServiceError if its holidays then are not known."""
        assert self.country is not None  # noqa: S101  # days without a country are counted by arithmetic
        self.country.check_year(day.year)
        if self.weekend is None:
            return day not in self.own_holidays and self.country.is_working_day(day)
        return day.weekday() not in self.weekend and day not in self.own_holidays and day not in self.country

    def move(self, day: date, amount: int) -> date:
        """Return the ``amount``-th business day after ``day``, or before it if ``amount`` is negative.

        Raises ServiceError if ``amount`` is out of bounds, and OverflowError outside of the years 1 to 9999.
        """
        if self.country is None:
            return self._move_by_arithmetic(day, amount)
        AMOUNT.check(amount)
        step = _DAY if amount > 0 else -_DAY
        left = abs(amount)
        while left:
            day += step
            left -= self.is_business_day(day)
        return day

    def _move_by_arithmetic(self, day: date, amount: int) -> date:
        if amount == 0:
            return day
        number = self._number(day.toordinal() - (amount < 0)) + amount + (amount < 0)
        if not 1 <= number <= self._number(date.max.toordinal()):
            raise OverflowError
        days = range(1, date.max.toordinal() + 1)
        return date.fromordinal(days[bisect_left(days, number, key=self._number)])

    def _number(self, ordinal: int) -> int:
        """Return the number of business days without a country from 1 January of year 1, a Monday, to this day."""
        weekend = self.weekend or frozenset()
        weeks, rest = divmod(ordinal, 7)
        days = weeks * (7 - len(weekend)) + sum(day not in weekend for day in range(rest))
        return days - sum(day.toordinal() <= ordinal and day.weekday() not in weekend for day in self.own_holidays)

    def count(self, start: date, end: date) -> int:
        """Count the business days after ``start`` up to and including ``end``.

        If ``end`` is before ``start``, count those before ``start`` from ``end`` on, as a negative number.
        """
        before, last, sign = start.toordinal(), end.toordinal(), 1
        if end < start:
            before, last, sign = last - 1, before - 1, -1
        if self.country is None:
            return sign * (self._number(last) - self._number(before))
        if last - before > MAX_DAYS:
            raise ServiceError("Invalid time range", f"Business days are counted over at most {MAX_DAYS:,} days")
        return sign * sum(self.is_business_day(date.fromordinal(day)) for day in range(before + 1, last + 1))


def business_calendar(
    country: str | None, subdivision: str | None, weekend: Sequence[str] | None, holidays: Sequence[str | date] | None
) -> BusinessCalendar:
    """Make a calendar from the parameters of a request. Raises ServiceError."""
    if subdivision is not None and country is None:
        raise ServiceError("Invalid subdivision specified", "A subdivision needs its country")
    known = public_holidays(country, subdivision) if country is not None else None
    days = None if weekend is None else _weekend(weekend)
    own = frozenset(_date(day) for day in holidays or ())
    return BusinessCalendar(_DEFAULT_WEEKEND if days is None and known is None else days, own, known)


def _weekend(names: Sequence[str]) -> frozenset[int]:
    days = set()
    for name in names:
        number = WEEKDAY_NUMBERS.get(name.strip().lower())
        if number is None:
            raise ServiceError(WEEKEND.error, f'"{name[:MAX_QUOTED]}" is none of the days: {", ".join(DAYS)}')
        days.add(number)
    WEEKEND.check(len(days))
    return frozenset(days)


def _date(day: str | date) -> date:
    if isinstance(day, date):
        return day
    try:
        return datetime.strptime(day.strip(), "%Y-%m-%d").date()  # noqa: DTZ007  # a date has no zone
    except ValueError:
        raise ServiceError(OWN_HOLIDAYS.error, f'"{day[:MAX_QUOTED]}" is not a date like 2026-12-24') from None
