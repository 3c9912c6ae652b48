"""The operations that show one datetime, or compare two.

Parameters have the same names as in a request; None means not given. arguments.py defines the datetimes and zones that
callers may pass. Each operation takes the clock as a parameter.
"""

from collections.abc import Sequence
from datetime import UTC, date

from timeops.calendar.business_days import business_calendar
from timeops.calendar.differences import difference as measure
from timeops.calendar.instants import COMPATIBLE, in_zone
from timeops.calendar.steps import ParsedDatetime
from timeops.operations.arguments import (
    DatetimeInput,
    Zone,
    disambiguation_name,
    located,
    missing_parameters,
    zone_given,
)
from timeops.operations.results import (
    ComponentsResult,
    ConversionResult,
    CurrentResult,
    DifferenceResult,
    FormatResult,
    with_status,
)
from timeops.writing import fields as moments
from timeops.writing import formats as formatting
from timeops.writing.fields import instant_fields, iso8601
from timeops.zones.lookup import name_of
from utilitysvc.kit.clock import Clock, utc_now


def current(
    *,
    timezone: Zone | None = None,
    timestamp: int | ParsedDatetime | None = None,
    datetime: DatetimeInput | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> CurrentResult:
    """Describe now, or ``datetime``, in ``timezone``.

    ``datetime`` is a text (ISO 8601, RFC 2822, a written date, a phrase such as ``next monday``), a Unix timestamp, or
    a Python ``datetime``. Without an offset it is a local time in ``timezone``, which is a name, an offset or a
    ``tzinfo``, by default UTC. ``timestamp``, in seconds since 1970, replaces ``datetime`` if that is not given.
    ``disambiguation`` chooses the instant of a local time that a change of clocks repeats or skips: compatible,
    earlier, later, or reject. ``clock`` returns the current time. Raises ServiceError for a text that cannot be read,
    and for a result outside of the years 1 to 9999.

    >>> current(datetime="2026-11-21 12:00", timezone="Europe/Berlin")["iso8601"]
    '2026-11-21T12:00:00+01:00'
    """
    now = clock()
    here = located(datetime, timestamp, zone_given(timezone), disambiguation_name(disambiguation), now)
    result: CurrentResult = {"operation": "current", **instant_fields(here.instant, now)}
    return with_status(result, here.status)


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
    now, zone, disambiguation = clock(), zone_given(timezone), disambiguation_name(disambiguation)
    first = located(start, None, zone, disambiguation, now, "start").instant
    last = located(end, None, zone, disambiguation, now, "end").instant
    result: DifferenceResult = {
        "operation": "difference",
        "start": iso8601(first),
        "end": iso8601(last),
        "difference": measure(first, last),
    }
    if business:
        calendar = business_calendar(country, subdivision, weekend, holidays)
        result["difference"]["business_days"] = calendar.count(first.date(), in_zone(last, first.tzinfo or UTC).date())
        if calendar.name:
            result["calendar"] = calendar.name
    return result


def convert_timezone(
    *,
    timestamp: int | ParsedDatetime | None = None,
    datetime: DatetimeInput | None = None,
    from_timezone: Zone,
    to_timezone: Zone,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ConversionResult:
    """Show the instant of ``datetime``, a local time of ``from_timezone``, in ``to_timezone``.

    If ``datetime`` has an offset, its instant does not depend on ``from_timezone``. The arguments take the same values
    as those of ``current``. Raises ServiceError as it does, and if neither ``datetime`` nor ``timestamp`` is given.

    >>> convert_timezone(datetime="2026-11-21 12:00", from_timezone="CET", to_timezone="Asia/Tokyo")["converted"]
    '2026-11-21T20:00:00+09:00'
    """
    if datetime is None and timestamp is None:
        raise missing_parameters("convert_timezone", "datetime")
    source, target = zone_given(from_timezone, "from_timezone"), zone_given(to_timezone, "to_timezone")
    now = clock()
    here = located(datetime, timestamp, source, disambiguation_name(disambiguation), now)
    converted = in_zone(here.instant, target)
    result: ConversionResult = {
        "operation": "convert_timezone",
        "original": iso8601(here.instant),
        "from_timezone": name_of(source),
        "to_timezone": name_of(target),
        "converted": iso8601(converted),
        **instant_fields(converted, now),
    }
    return with_status(result, here.status)


def format_datetime(
    *,
    timezone: Zone | None = None,
    timestamp: int | ParsedDatetime | None = None,
    datetime: DatetimeInput | None = None,
    disambiguation: str = COMPATIBLE,
    format: str,
    clock: Clock = utc_now,
) -> FormatResult:
    """Write now, or ``datetime``, in a format: a name of FORMAT_NAMES or a strftime pattern.

    A pattern has at most 128 characters, with the directives of Python and of ``date`` in GNU coreutils. The other
    arguments are those of ``current``. Raises ServiceError as it does, and for an unknown format.

    >>> format_datetime(datetime="2026-11-21", format="%-d %B %Y")["formatted"]
    '21 November 2026'
    """
    now, zone, disambiguation = clock(), zone_given(timezone), disambiguation_name(disambiguation)
    format = formatting.canonical_format(format)
    here = located(datetime, timestamp, zone, disambiguation, now)
    result: FormatResult = {
        "operation": "format",
        "format": format,
        "formatted": formatting.format_instant(here.instant, format, now),
        **instant_fields(here.instant, now),
    }
    return with_status(result, here.status)


def components(
    *,
    timezone: Zone | None = None,
    timestamp: int | ParsedDatetime | None = None,
    datetime: DatetimeInput | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ComponentsResult:
    """Describe now, or ``datetime``, as ``current`` does, and also give its components as integers.

    The arguments are those of ``current``. Raises ServiceError as it does.

    >>> components(datetime="2026-11-21")["components"]["quarter"]
    4
    """
    now = clock()
    here = located(datetime, timestamp, zone_given(timezone), disambiguation_name(disambiguation), now)
    result: ComponentsResult = {
        "operation": "components",
        **instant_fields(here.instant, now),
        "components": moments.components(here.instant),
    }
    return with_status(result, here.status)
