"""Adding to an instant (T8), and the difference of two (T9)."""

from datetime import UTC, datetime, timedelta
from typing import Any, overload

from dateutil.relativedelta import relativedelta

from timeops.instants import Located, elapse, in_zone, out_of_range, settle
from timeops.parsing import EPOCH
from timeops.zones import UTC_ZONE
from utilitysvc.kit.rules import Choices

__all__ = ["UNITS", "add", "formatted", "total_seconds", "truncated"]

# The lengths of these are exact; months and years move the calendar.
SECONDS = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86_400, "weeks": 604_800}
MONTHS = {"months": 1, "years": 12}
UNIT_NAMES = (*SECONDS, *MONTHS)
UNITS = Choices("unit", UNIT_NAMES, {name.removesuffix("s"): name for name in UNIT_NAMES}, "Invalid time unit")

_PARTS = ("years", "months", "days", "hours", "minutes", "seconds")


def add(instant: datetime, amount: int, unit: str, disambiguation: str) -> Located:
    """Go on ``amount`` units: along the time line, or for months and years in the calendar of the instant's zone.

    A day that the month reached does not have becomes its last. Raises ServiceError beyond the years 1 to 9999.
    """
    if unit in SECONDS:
        return Located(elapse(instant, amount * SECONDS[unit]))
    wall_clock = instant.replace(tzinfo=None, fold=0)
    try:
        moved = wall_clock + relativedelta(months=amount * MONTHS[unit])
    except (OverflowError, ValueError):
        raise out_of_range() from None
    if moved == wall_clock:
        return Located(instant)  # the second of two equal local times stays the second
    return settle(moved, instant.tzinfo or UTC_ZONE, disambiguation)


def total_seconds(start: datetime, end: datetime) -> int:
    """Return the seconds from ``start`` to ``end`` on the time line, truncated toward zero."""
    return truncated((end - EPOCH) - (start - EPOCH), timedelta(seconds=1))


@overload
def truncated(dividend: int, divisor: int) -> int: ...
@overload
def truncated(dividend: timedelta, divisor: timedelta) -> int: ...
def truncated(dividend: Any, divisor: Any) -> int:
    """Divide and truncate toward zero, where ``//`` floors."""
    quotient: int = abs(dividend) // divisor
    return quotient if dividend == abs(dividend) else -quotient


def formatted(start: datetime, end: datetime) -> str:
    """Return the wall clock's way from ``start`` to ``end``, like ``1 year, 2 months, 3 days``.

    The clock is that of the zone or offset which both share, else that of UTC: the same whichever comes first.
    """
    if start.tzinfo != end.tzinfo:
        start, end = in_zone(start, UTC), in_zone(end, UTC)
    sign = "-" if end - EPOCH < start - EPOCH else ""
    first, last = (end, start) if sign else (start, end)
    clocks = last.replace(tzinfo=None) - first.replace(tzinfo=None)
    if clocks > timedelta(0):
        way = relativedelta(last.replace(tzinfo=None), first.replace(tzinfo=None))
    else:
        # Where a fold sets the clocks back, they show the later instant as no later: only the time line tells it then.
        way = relativedelta(seconds=total_seconds(first, last))
    counts = [(getattr(way, part), part) for part in _PARTS]
    text = ", ".join(f"{count} {part if count != 1 else part[:-1]}" for count, part in counts if count)
    return f"{sign}{text}" if text else "0 seconds"
