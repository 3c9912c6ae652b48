"""The public holidays of countries (T21), from the package ``holidays``, which is imported on first use."""

from datetime import date
from typing import Any

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
