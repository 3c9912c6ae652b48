"""The time between two instants: years, months and days of the calendar, and the exact remainder (T9)."""

from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from timeops.calendar.instants import COMPATIBLE, in_zone, resolve_local_time
from timeops.calendar.steps import months_later
from timeops.calendar.timeline import EPOCH

_MICROSECOND = timedelta(microseconds=1)


class Parts(NamedTuple):
    """Months and days of the calendar and the exact remainder. They are not negative: ``sign`` is 1 or -1 for all."""

    sign: int
    months: int
    days: int
    microseconds: int


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
        anchor = resolve_local_time(local, start.tzinfo or UTC, COMPATIBLE).instant
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
