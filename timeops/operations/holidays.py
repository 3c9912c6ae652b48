"""The operation that lists the public holidays of a country (T21)."""

from timeops.operations.public_holidays import public_holidays
from timeops.operations.results import HolidaysResult
from utilitysvc.kit.clock import Clock, utc_now


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
