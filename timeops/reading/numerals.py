"""Numbers as datetimes: Unix timestamps in seconds or finer units, and digits that are a date written together (T2)."""

import re
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from math import floor

from timeops.calendar.timeline import EPOCH
from timeops.reading.errors import NotADatetimeError

__all__ = ["NUMERAL", "instant_of", "read_numeral"]

FIRST = Fraction((datetime.min.replace(tzinfo=UTC) - EPOCH) // timedelta(seconds=1))
LAST = Fraction((datetime.max.replace(tzinfo=UTC) - EPOCH) // timedelta(microseconds=1) + 1, 1_000_000)

NUMERAL = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")

# The years that a number of 4, 8 or 12 digits is likely to mean.
YEARS = range(1900, 2200)
_LENGTHS = (4, 8, 12, 14)
_WRITTEN = {4: "%Y-01-01", 8: "%Y-%m-%d", 12: "%Y-%m-%dT%H:%M"}


def instant_of(number: Fraction | int) -> datetime:
    """Return the instant of a Unix timestamp, floored to the microsecond.

    It counts seconds or, where that lies outside of the years 1 to 9999, milliseconds, microseconds or nanoseconds: the
    first of these that lies within. Raises NotADatetimeError where none does.
    """
    for exponent in (0, 3, 6, 9):
        seconds = Fraction(number) / 10**exponent
        if FIRST <= seconds < LAST:
            return EPOCH + timedelta(microseconds=floor(seconds * 1_000_000))
    side = "before the year 1" if number < 0 else "beyond the year 9999"
    raise NotADatetimeError(f"lies {side}, even as a timestamp in nanoseconds")


def read_numeral(text: str) -> datetime:
    """Return what a text of the form NUMERAL says: an instant, or a local time for 14 digits that are one.

    Raises NotADatetimeError for digits that could be a date as well as a timestamp.
    """
    local = _local_time(text)
    if local and len(text) == 14:
        return local
    instant = instant_of(Fraction(text))
    if local and local.year in YEARS:
        date = local.strftime(_WRITTEN[len(text)])
        raise NotADatetimeError(
            f"could be a date or a Unix timestamp: write {date}, or timestamp={text} (in start and end @{text}) for "
            f"{instant:%Y-%m-%dT%H:%M:%SZ}"
        )
    return instant


def _local_time(text: str) -> datetime | None:
    """Return the local time that the digits are, all parts of full width, or None."""
    if not text.isdigit() or len(text) not in _LENGTHS:
        return None
    parts = [int(text[:4]), *(int(text[at : at + 2]) for at in range(4, len(text), 2))]
    try:
        return datetime(parts[0], *(parts[1:] or [1, 1]))  # type: ignore[arg-type]  # noqa: DTZ001  # a local time
    except ValueError:
        return None
