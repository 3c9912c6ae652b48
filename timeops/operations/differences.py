"""The operation that compares two datetimes (T9)."""

from collections.abc import Sequence
from datetime import UTC, date, timedelta

from timeops.calendar.instants import COMPATIBLE, EPOCH, in_zone, iso8601, parts_between
from timeops.calendar.units import DAY, HOUR, MINUTE, SECOND
from timeops.operations.arguments import DatetimeInput, Zone, located, zone_given
from timeops.operations.business_days import business_calendar
from timeops.operations.results import DifferenceResult
from timeops.writing.durations import duration_parts, in_words, iso_duration
from utilitysvc.kit.clock import Clock, utc_now


def difference(
    *,
    timezone: Zone | None = None,
    start: DatetimeInput,
    end: DatetimeInput,
    disambiguation: str = COMPATIBLE,
    business: bool = False,
    country: str | None = None,
    subdivision: str | None = None,
    weekend: Sequence[str] | None = None,
    holidays: Sequence[str | date] | None = None,
    clock: Clock = utc_now,
) -> DifferenceResult:
    """Measure the time from ``start`` to ``end``: in totals, and in years, months, days and the exact remainder.

    The totals are in units from milliseconds to weeks, truncated toward zero, and negative if ``end`` is before
    ``start``. Both arguments take the same values as ``datetime`` of ``current``. With ``business``, the result also
    has the number of business days after the day of ``start`` up to and including the day of ``end``, for a country
    over at most 15,000 days; ``country``, ``subdivision``, ``weekend`` and ``holidays`` are those of ``add``. The other
    arguments are those of ``current``. Raises ServiceError as it does.

    >>> difference(start="2026-01-31", end="2026-03-01 12:00")["difference"]["formatted"]
    '1 month, 1 day, 12 hours'
    """
    now, zone = clock(), zone_given(timezone)
    first = located(start, None, zone, disambiguation, now, "start").instant
    last = located(end, None, zone, disambiguation, now, "end").instant
    elapsed = ((last - EPOCH) - (first - EPOCH)) // timedelta(microseconds=1)
    sign, months, days, rest = parts_between(first, last)
    minus = "-" if sign < 0 else ""
    words = ", ".join(in_words(duration_parts(months, days, rest // SECOND * SECOND)))

    def total(unit: int) -> int:  # truncated toward zero, where // alone would round negative numbers down
        return sign * (abs(elapsed) // unit)

    result: DifferenceResult = {
        "operation": "difference",
        "start": iso8601(first),
        "end": iso8601(last),
        "difference": {
            "total_seconds": total(SECOND),
            "total_minutes": total(MINUTE),
            "total_hours": total(HOUR),
            "total_days": total(DAY),
            "total_weeks": total(7 * DAY),
            "formatted": minus + words if words else "0 seconds",
            "total_milliseconds": total(1_000),
            "iso8601_duration": minus + iso_duration(duration_parts(months, days, rest)),
        },
    }
    if business:
        calendar = business_calendar(country, subdivision, weekend, holidays)
        result["difference"]["business_days"] = calendar.count(first.date(), in_zone(last, first.tzinfo or UTC).date())
        if calendar.name:
            result["calendar"] = calendar.name
    return result
