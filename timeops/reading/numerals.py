"""Numbers as datetimes: Unix timestamps in seconds or finer units, and digits that are a date written together (T2)."""

import re
from calendar import monthrange
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from math import floor

from timeops.calendar.timeline import EPOCH
from timeops.errors import NO_SUCH_TIME, NotADatetimeError

FIRST = Fraction((datetime.min.replace(tzinfo=UTC) - EPOCH) // timedelta(seconds=1))
LAST = Fraction((datetime.max.replace(tzinfo=UTC) - EPOCH) // timedelta(microseconds=1) + 1, 1_000_000)

NUMERAL = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")
#: The GeneralizedTime of ASN.1, as LDAP has it, without its zone: fourteen digits, and a fraction of a second.
GENERALIZED_TIME = re.compile(r"([0-9]{14})(?:[.,]([0-9]+))?")

# The years that a person is likely to mean by four digits at the beginning, or at the end of eight.
YEARS = range(1900, 2200)
# Patterns of strptime by the number of digits: what a person could mean by them as a date or a time of day (T18).
_DATES = {4: ("%Y",), 6: ("%y%m%d", "%Y%m"), 7: ("%Y%j",), 8: ("%Y%m%d",), 12: ("%Y%m%d%H%M",)}
_TIMES = {4: "%H%M", 6: "%H%M%S"}
# Digits that are a date only in another order.
_REORDERED = {8: ("%d%m%Y", "%m%d%Y", "%Y%d%m"), 12: ("%d%m%Y%H%M", "%m%d%Y%H%M", "%Y%d%m%H%M")}
# Digits that come close to a date: a day that its month does not have, hour 24.
_YEAR = "(?P<year>(?:19|2[01])[0-9]{2})"
_MONTH = "(?P<month>0[1-9]|1[0-2])"
_DAY = "(?P<day>[0-3][0-9])"
_CLOCK = "(?:(?P<hour>[01][0-9]|2[0-4])(?P<minute>[0-5][0-9]|60))?"
_NEARLY = (
    f"{_YEAR}(?P<month>0[0-9]|1[0-2]){_DAY}{_CLOCK}",
    f"{_DAY}{_MONTH}{_YEAR}{_CLOCK}",
    f"{_MONTH}{_DAY}{_YEAR}{_CLOCK}",
)


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

    Raises NotADatetimeError for digits that could be a date or a time of day as well as a timestamp.
    """
    if len(text) == 14 and (local := _parsed(text, "%Y%m%d%H%M%S")):
        return local
    instant = instant_of(Fraction(text))
    if not text.isdigit():
        return instant
    timestamp = f"timestamp={text} (in start and end @{text}) for {instant:%Y-%m-%dT%H:%M:%SZ}"
    dates, times = [*_dates(text)], [*_times(text)]
    if dates or times:
        kinds = ["a date"] * bool(dates) + ["a time of day"] * bool(times)
        writes = ", ".join(dates + times)
        reason = f"could be {', '.join(kinds)} or a Unix timestamp: write {writes}, or {timestamp}"
        raise NotADatetimeError(reason, [*dates, *times, f"@{text}"])
    if match := next(filter(None, (re.fullmatch(pattern, text) for pattern in _NEARLY)), None):
        near = [*dict.fromkeys(_near(match.groupdict()))]
        reason = f"is nearly a date, but there is no such day or time: write {', '.join(near)}, or {timestamp}"
        raise NotADatetimeError(reason, [*near, f"@{text}"])
    return instant


def _near(parts: dict[str, str | None]) -> Iterator[str]:
    """Yield the dates that digits like _NEARLY may be meant for: the nearest that there is, and what counting on gives.

    30 February is the 28th, and 2 March.
    """
    year, month, day, hour, minute = (int(parts[name] or 0) for name in ("year", "month", "day", "hour", "minute"))
    first = datetime(year, month or 1, 1)  # noqa: DTZ001  # a local time
    last = monthrange(first.year, first.month)[1]
    for local in (
        first + timedelta(days=min(max(day, 1), last) - 1, hours=hour % 24, minutes=minute % 60),
        first + timedelta(days=day - 1, hours=hour, minutes=minute),
    ):
        yield local.isoformat(timespec="minutes") if parts["hour"] else local.date().isoformat()


def _dates(digits: str) -> Iterator[str]:
    """Yield each date, or date and time, that the digits could be, in ISO 8601."""
    usual = [local for pattern in _DATES.get(len(digits), ()) if (local := _parsed(digits, pattern))]
    usual = [local for local in usual if local.year in YEARS or len(digits) > 6]
    reordered = () if usual else _REORDERED.get(len(digits), ())
    found = {local for pattern in reordered if (local := _parsed(digits, pattern)) and local.year in YEARS}
    for local in usual or sorted(found):
        yield local.isoformat(timespec="minutes") if len(digits) == 12 else local.date().isoformat()


def _times(digits: str) -> Iterator[str]:
    """Yield the time of day that the digits could be."""
    if (pattern := _TIMES.get(len(digits))) and (local := _parsed(digits, pattern)):
        yield local.time().isoformat("minutes" if len(digits) == 4 else "seconds")


def read_generalized_time(match: re.Match[str]) -> datetime:
    """Return the local time of a match of GENERALIZED_TIME, or raise NotADatetimeError."""
    local = _parsed(match[1], "%Y%m%d%H%M%S")
    if local is None:
        raise NotADatetimeError(NO_SUCH_TIME)
    return local.replace(microsecond=int((match[2] or "")[:6].ljust(6, "0")))


def _parsed(digits: str, pattern: str) -> datetime | None:
    """Return the local time that the digits are by a pattern of which every part has its full width, or None."""
    with suppress(ValueError):
        local = datetime.strptime(digits, pattern)  # noqa: DTZ007  # a local time
        # The 366th day of a year that has 365 becomes the first of the next.
        return local if pattern != "%Y%j" or local.year == int(digits[:4]) else None
    return None
