"""Business days and public holidays (T21). The package ``holidays`` knows those of countries; it is imported on use."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict

from timeops.errors import refusal
from timeops.names import DAYS, WEEKDAY_NUMBERS
from timeops.operations.arguments import answer, country_code
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.extras import Extra
from utilitysvc.kit.rules import Bounds, written
from utilitysvc.kit.service_error import ServiceError

HOLIDAYS = Extra("holidays", "holidays")

# For other years, the package warns that the Hindu holidays are missing.
_COMPLETE_YEARS = {"IN": (2001, 2035)}
ENGLISH = ("en_US", "en_GB", "en")

#: The bounds of what a country's holidays are asked for, day by day: 10,000 business days are about forty years.
AMOUNT = Bounds("amount", -10_000, 10_000)
MAX_DAYS = 15_000
WEEKEND = Bounds("weekend", 1, 6, "Invalid weekend specified", "Write {minimum} to {maximum} names of days")
OWN_HOLIDAYS = Bounds("holidays", 1, 1_000, "Invalid holidays specified", "Write {minimum} to {maximum} dates")
_DEFAULT_WEEKEND = frozenset((5, 6))


class BusinessCalendar(NamedTuple):
    """The rules that make a day a business day.

    ``weekend``: the days of the weekend, Monday is 0. If it is None, the country's weekend applies, which may differ
    from year to year. ``own_holidays``: holidays that the caller adds. ``country``: the package's holidays, if any.
    """

    weekend: frozenset[int] | None
    own_holidays: frozenset[date]
    country: Any = None

    def _is_business_day(self, day: date) -> bool:
        """Return whether ``day`` is one in the country, which may make up for a long holiday on a Saturday.

        Raises ServiceError if the country's holidays then are not known.
        """
        _check_year(self.country, day.year)
        if self.weekend is None:
            return day not in self.own_holidays and self.country.is_working_day(day)
        return day.weekday() not in self.weekend and day not in self.own_holidays and day not in self.country

    def _number(self, ordinal: int) -> int:
        """Return the number of business days without a country from 1 January of year 1, a Monday, to this day."""
        weekend = self.weekend or frozenset()
        weeks, rest = divmod(ordinal, 7)
        days = weeks * (7 - len(weekend)) + sum(day not in weekend for day in range(rest))
        return days - sum(day.toordinal() <= ordinal and day.weekday() not in weekend for day in self.own_holidays)

    def move(self, day: date, amount: int) -> date:
        """Return the ``amount``-th business day after ``day``, or before it if ``amount`` is negative.

        Raises ServiceError if ``amount`` is out of bounds, and ValueError outside of the years 1 to 9999.
        """
        if self.country is not None:
            step = timedelta(days=1 if AMOUNT.check(amount) > 0 else -1)
            for _ in range(abs(amount)):
                day += step
                while not self._is_business_day(day):
                    day += step
        elif amount:
            back, ordinals = amount < 0, range(date.max.toordinal() + 1)
            number = self._number(day.toordinal() - back) + amount + back
            day = date.fromordinal(bisect_left(ordinals, number, key=self._number))
        return day

    def number_between(self, start: date, end: date) -> int:
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
        return sign * sum(self._is_business_day(date.fromordinal(day)) for day in range(before + 1, last + 1))


def business_calendar(
    country: str | None, subdivision: str | None, weekend: Sequence[str] | None, holidays: Sequence[str | date] | None
) -> BusinessCalendar:
    """Make a calendar from the parameters of a request. Raises ServiceError."""
    if subdivision is not None and country is None:
        raise ServiceError("Invalid subdivision specified", "A subdivision needs its country")
    known = public_holidays(country, subdivision) if country is not None else None
    days = _DEFAULT_WEEKEND if known is None else None
    if weekend is not None:
        for name in weekend:
            if name.strip().lower() not in WEEKDAY_NUMBERS:
                raise refusal(WEEKEND.error, '"{}" is none of the days: ' + ", ".join(DAYS), name)
        days = frozenset(WEEKDAY_NUMBERS[name.strip().lower()] for name in weekend)
        WEEKEND.check(len(days))
    return BusinessCalendar(days, frozenset(_date(day) for day in holidays or ()), known)


def _date(day: str | date) -> date:
    if isinstance(day, date):
        return day
    try:
        return datetime.strptime(day.strip(), "%Y-%m-%d").date()  # noqa: DTZ007  # a date has no zone
    except ValueError:
        raise refusal(OWN_HOLIDAYS.error, '"{}" is not a date like 2026-12-24', day) from None


def public_holidays(country: str, subdivision: str | None) -> Any:
    """Return the package's holidays of an ISO 3166-1 country and ISO 3166-2 subdivision, in English if it has that.

    Raises ServiceError.
    """
    package = HOLIDAYS.load()
    countries: dict[str, list[str]] = package.list_supported_countries(include_aliases=False)
    code = country_code(country, countries, "its holidays are not known")
    region = None
    if subdivision is not None:
        wanted, known = subdivision.strip().upper().removeprefix(f"{code}-"), countries[code]
        region = next((name for name in known if name.upper() == wanted), None)
        if region is None:
            listed = f"Subdivisions of {code}: {', '.join(known)}" if known else f"{code} has none"
            raise refusal("Invalid subdivision specified", '"{}" is not known. ' + listed, subdivision)
    kind = getattr(package, code)
    language = next((name for name in ENGLISH if name in kind.supported_languages), None)
    return kind(subdiv=region, language=language)


def named(known: Any) -> dict[str, str]:
    """Return the part of an answer that says where a country's holidays come from: the package and its version."""
    return {} if known is None else {"calendar": f"holidays {HOLIDAYS.load().__version__}"}


def _check_year(known: Any, year: int) -> None:
    first, last = _COMPLETE_YEARS.get(known.country, (known.start_year, known.end_year))
    if not first <= year <= last:
        details = "The holidays of {} are known from {} to {}, not in {}"
        raise refusal("Invalid time range", details, known.country, first, last, written(year))


class Holiday(TypedDict):
    date: Annotated[str, "ISO 8601"]
    name: Annotated[str, "Its name, in English if the package has it"]


class HolidaysResult(TypedDict):
    operation: Annotated[Literal["holidays"], "Operation performed"]
    country: Annotated[str, "Country, ISO 3166-1"]
    subdivision: NotRequired[Annotated[str, "Subdivision, ISO 3166-2 without the country"]]
    year: Annotated[int, "Year"]
    count: Annotated[int, "How many"]
    holidays: Annotated[list[Holiday], "The public holidays, in order"]
    calendar: Annotated[str, "Package and version that they come from"]


def holidays(
    *, country: str, subdivision: str | None = None, year: int | None = None, clock: Clock = utc_now
) -> HolidaysResult:
    """List the public holidays of a ``country`` in ``year``, by default the current year.

    ``country`` is an ISO 3166-1 code and ``subdivision`` an ISO 3166-2 code, with or without its country. Names are in
    English if the package holidays has them. Raises ServiceError for a country, subdivision or year that the package
    does not know, and with status 501 if the package is not installed.

    >>> holidays(country="DE", subdivision="BY", year=2026)["holidays"][0]
    {'date': '2026-01-01', 'name': "New Year's Day"}
    """
    year = clock().year if year is None else year
    known = public_holidays(country, subdivision)
    _check_year(known, year)
    known.get(date(year, 1, 1))  # makes the package compute the whole year
    found = [{"date": str(day), "name": name} for day, name in sorted(known.items()) if day.year == year]
    return answer(
        HolidaysResult,
        {
            "operation": "holidays",
            "country": known.country,
            "subdivision": known.subdiv or None,
            "year": year,
            "count": len(found),
            "holidays": found,
            **named(known),
        },
    )
