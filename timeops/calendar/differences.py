"""The way from one instant to another (T9): in total on the time line, and in years, months, days and what is left."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, NamedTuple, NotRequired, TypedDict

from timeops.calendar.instants import COMPATIBLE, in_zone, resolve_local_time
from timeops.calendar.iso_durations import write_duration
from timeops.calendar.steps import months_later
from timeops.calendar.timeline import EPOCH
from timeops.zones.lookup import UTC_ZONE

_MICROSECOND = timedelta(microseconds=1)


class Difference(TypedDict):
    """From start to end; negative where end is before start."""

    total_seconds: Annotated[int, "Total seconds"]
    total_minutes: Annotated[int, "Total minutes, truncated"]
    total_hours: Annotated[int, "Total hours, truncated"]
    total_days: Annotated[int, "Total days of 24 hours, truncated"]
    total_weeks: Annotated[int, "Total weeks, truncated"]
    formatted: Annotated[str, "Human-readable difference: years, months and days of the calendar, then exact time"]
    total_milliseconds: Annotated[int, "Total milliseconds, truncated"]
    iso8601_duration: Annotated[str, "The same parts as a duration of ISO 8601"]
    business_days: NotRequired[Annotated[int, "Business days after start up to end, if business asks for them"]]


class Parts(NamedTuple):
    """Months and days on the calendar and the exact rest, none negative; ``sign`` is -1 for the way back, else 1."""

    sign: int
    months: int
    days: int
    microseconds: int


def difference(start: datetime, end: datetime) -> Difference:
    """Measure the way from ``start`` to ``end``."""
    microseconds = ((end - EPOCH) - (start - EPOCH)) // _MICROSECOND
    seconds = _truncated(microseconds, 1_000_000)
    way = parts(start, end)
    sign = "-" if way.sign < 0 else ""
    return {
        "total_seconds": seconds,
        "total_minutes": _truncated(seconds, 60),
        "total_hours": _truncated(seconds, 3_600),
        "total_days": _truncated(seconds, 86_400),
        "total_weeks": _truncated(seconds, 604_800),
        "formatted": _formatted(way),
        "total_milliseconds": _truncated(microseconds, 1_000),
        "iso8601_duration": sign + write_duration(months=way.months, days=way.days, microseconds=way.microseconds),
    }


def parts(start: datetime, end: datetime) -> Parts:
    """Count months and days from ``start`` as many as fit on the calendar, and what is left exactly.

    Temporal does the same, but for the ends of months. Moving ``start`` by them, calendar first, gives ``end``. The
    calendar is that of the zone which both share, else that of UTC. The last day of a month stands for one that it does
    not have: 29 February to 28 February is a year.
    """
    if start.tzinfo != end.tzinfo:
        start, end = in_zone(start, UTC), in_zone(end, UTC)
    whole = ((end - EPOCH) - (start - EPOCH)) // _MICROSECOND
    sign = -1 if whole < 0 else 1
    first = start.date()
    day = end.date()
    rest = whole
    # The day on which the rest begins: the end's, or the one before it where the time of day of start is not yet over.
    while (day - first).days * sign > 0:
        local = datetime.combine(day, start.time().replace(fold=0))
        anchor = resolve_local_time(local, start.tzinfo or UTC_ZONE, COMPATIBLE).instant
        rest = ((end - EPOCH) - (anchor - EPOCH)) // _MICROSECOND
        if rest * sign >= 0:
            break
        day -= timedelta(days=sign)
    else:
        day, rest = first, whole
    months = _months(first, day, sign)
    return Parts(sign, abs(months), abs((day - months_later(first, months)).days), abs(rest))


def _months(first: date, last: date, sign: int) -> int:
    months = (last.year - first.year) * 12 + last.month - first.month
    return months - sign if (months_later(first, months) - last).days * sign > 0 else months


def in_words(way: Parts) -> list[str]:
    """Return what the way consists of, like ``["1 year", "3 days"]``, without the parts that are zero."""
    years, months = divmod(way.months, 12)
    minutes, seconds = divmod(way.microseconds // 1_000_000, 60)
    hours, minutes = divmod(minutes, 60)
    names = ("year", "month", "day", "hour", "minute", "second")
    counts = zip((years, months, way.days, hours, minutes, seconds), names, strict=True)
    return [f"{count} {name}{'s' * (count != 1)}" for count, name in counts if count]


def _formatted(way: Parts) -> str:
    text = ", ".join(in_words(way)) or "0 seconds"
    return f"-{text}" if way.sign < 0 and text != "0 seconds" else text


def _truncated(dividend: int, divisor: int) -> int:
    """Divide and truncate toward zero, where ``//`` floors."""
    quotient = abs(dividend) // divisor
    return quotient if dividend >= 0 else -quotient
