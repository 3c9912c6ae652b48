"""The time between two instants (T9): the totals of elapsed time, and years, months, days and the exact remainder."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, NamedTuple, NotRequired, TypedDict

from timeops.calendar.instants import COMPATIBLE, in_zone, resolve_local_time
from timeops.calendar.iso_durations import write_duration
from timeops.calendar.steps import months_later
from timeops.calendar.timeline import EPOCH
from timeops.zones.lookup import UTC_ZONE

_MICROSECOND = timedelta(microseconds=1)


class Difference(TypedDict):
    """From start to end; negative if end is before start."""

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
    """Months and days of the calendar and the exact remainder. They are not negative: ``sign`` is 1 or -1 for all."""

    sign: int
    months: int
    days: int
    microseconds: int


def difference(start: datetime, end: datetime) -> Difference:
    """Measure the time from ``start`` to ``end``."""
    microseconds = ((end - EPOCH) - (start - EPOCH)) // _MICROSECOND
    seconds = _truncated(microseconds, 1_000_000)
    between = parts(start, end)
    sign = "-" if between.sign < 0 else ""
    duration = write_duration(months=between.months, days=between.days, microseconds=between.microseconds)
    return {
        "total_seconds": seconds,
        "total_minutes": _truncated(seconds, 60),
        "total_hours": _truncated(seconds, 3_600),
        "total_days": _truncated(seconds, 86_400),
        "total_weeks": _truncated(seconds, 604_800),
        "formatted": _formatted(between),
        "total_milliseconds": _truncated(microseconds, 1_000),
        "iso8601_duration": sign + duration,
    }


def parts(start: datetime, end: datetime) -> Parts:
    """Count as many whole months and then days from ``start`` to ``end`` as fit, and measure the remainder exactly.

    Moving ``start`` by the months, the days and then the remainder gives ``end``. Two instants in different zones are
    converted to UTC. If a month does not have a day, its last day is used: 29 February to 28 February is a year.
    JavaScript's Temporal does the same, except at the ends of months.
    """
    if start.tzinfo != end.tzinfo:
        start, end = in_zone(start, UTC), in_zone(end, UTC)
    whole = ((end - EPOCH) - (start - EPOCH)) // _MICROSECOND
    sign = -1 if whole < 0 else 1
    first = start.date()
    day = end.date()
    rest = whole
    # The remainder begins on the day of the end, or a day earlier if the end has an earlier time of day than the start.
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


def in_words(between: Parts) -> list[str]:
    """Return the parts in English, like ``["1 year", "3 days"]``, without those that are zero."""
    years, months = divmod(between.months, 12)
    minutes, seconds = divmod(between.microseconds // 1_000_000, 60)
    hours, minutes = divmod(minutes, 60)
    names = ("year", "month", "day", "hour", "minute", "second")
    counts = zip((years, months, between.days, hours, minutes, seconds), names, strict=True)
    return [f"{count} {name}{'s' * (count != 1)}" for count, name in counts if count]


def _formatted(between: Parts) -> str:
    text = ", ".join(in_words(between)) or "0 seconds"
    return f"-{text}" if between.sign < 0 and text != "0 seconds" else text


def _truncated(dividend: int, divisor: int) -> int:
    """Divide and truncate toward zero. ``//`` would round negative numbers down."""
    quotient = abs(dividend) // divisor
    return quotient if dividend >= 0 else -quotient
