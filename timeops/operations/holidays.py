"""The public holidays of countries (T21), from the package ``holidays``, which is imported on first use."""

from datetime import date
from typing import Any

from timeops.operations.results import HolidaysResult
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.extras import Extra
from utilitysvc.kit.rules import MAX_QUOTED, written
from utilitysvc.kit.service_error import ServiceError

HOLIDAYS = Extra("holidays", "holidays")

# For other years, the package warns that the Hindu holidays are missing.
_COMPLETE_YEARS = {"IN": (2001, 2035)}

ENGLISH = ("en_US", "en_GB", "en")


class PublicHolidays:
    """The holidays of one country or one of its subdivisions, for the years that the package knows."""

    def __init__(self, known: Any, name: str) -> None:
        self._known = known
        self.country: str = known.country
        self.subdivision: str = known.subdiv or ""
        self._first, self._last = _COMPLETE_YEARS.get(known.country, (known.start_year, known.end_year))
        self.name = name

    def __contains__(self, day: date) -> bool:
        return day in self._known

    def is_working_day(self, day: date) -> bool:
        """Return whether this is a working day there. It may be a Saturday that makes up for a long holiday."""
        working: bool = self._known.is_working_day(day)
        return working

    def check_year(self, year: int) -> None:
        if not self._first <= year <= self._last:
            raise ServiceError(
                "Invalid time range",
                f"The holidays of {self.country} are known from {self._first} to {self._last}, not in {written(year)}",
            )

    def of_year(self, year: int) -> list[tuple[date, str]]:
        """Return the holidays of a year with their names, which are in English if the package has them."""
        self.check_year(year)
        self._known.get(date(year, 1, 1))  # makes the package compute the whole year
        return sorted((day, name) for day, name in self._known.items() if day.year == year)


def public_holidays(country: str, subdivision: str | None) -> PublicHolidays:
    """Return the holidays of an ISO 3166-1 country and ISO 3166-2 subdivision. Raises ServiceError."""
    package = HOLIDAYS.load()
    code = country.strip().upper()
    code = "GB" if code == "UK" else code  # ISO 3166-1 reserves UK for the same country
    countries: dict[str, list[str]] = package.list_supported_countries(include_aliases=False)
    if code not in countries:
        raise ServiceError(
            "Invalid country specified",
            f'"{country[:MAX_QUOTED]}" is not a two-letter ISO 3166-1 code like DE, or its holidays are not known',
        )
    region = None if subdivision is None else _subdivision(code, subdivision, countries[code])
    kind = getattr(package, code)
    language = next((name for name in ENGLISH if name in kind.supported_languages), None)
    return PublicHolidays(kind(subdiv=region, language=language), f"holidays {package.__version__}")


def _subdivision(country: str, text: str, known: list[str]) -> str:
    """Return the package's spelling of a subdivision: BY for BY, DE-BY or by."""
    wanted = text.strip().upper().removeprefix(f"{country}-")
    found = next((name for name in known if name.upper() == wanted), None)
    if found is None:
        listed = f"Subdivisions of {country}: {', '.join(known)}" if known else f"{country} has none"
        raise ServiceError("Invalid subdivision specified", f'"{text[:MAX_QUOTED]}" is not known. {listed}')
    return found


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
    found = known.of_year(year)
    return {
        "operation": "holidays",
        "country": known.country,
        **({"subdivision": known.subdivision} if known.subdivision else {}),  # type: ignore[typeddict-item]  # as typed
        "year": year,
        "count": len(found),
        "holidays": [{"date": str(day), "name": name} for day, name in found],
        "calendar": known.name,
    }
