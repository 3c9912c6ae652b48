"""Parse numbers: Unix timestamps in seconds or finer units, and dates without separators, like 20261121120000 (T2)."""

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
#: ASN.1's GeneralizedTime, which LDAP uses, without its zone: fourteen digits, and optionally a fraction of a second.
GENERALIZED_TIME = re.compile(r"([0-9]{14})(?:[.,]([0-9]+))?")

# Four digits in this range are probably a year.
YEARS = range(1900, 2200)
# The strptime patterns of dates and times of day that a person could mean, by the number of digits (T18).
_DATES = {4: ("%Y",), 6: ("%y%m%d", "%Y%m"), 7: ("%Y%j",), 8: ("%Y%m%d",), 12: ("%Y%m%d%H%M",)}
_TIMES = {4: "%H%M", 6: "%H%M%S"}
# The patterns of dates in another order. They are tried if none of _DATES matches.
_REORDERED = {8: ("%d%m%Y", "%m%d%Y", "%Y%d%m"), 12: ("%d%m%Y%H%M", "%m%d%Y%H%M", "%Y%d%m%H%M")}
# Digits that are nearly a date: the month does not have the day, or the hour is 24.
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
    """Return the instant of a Unix timestamp, rounded down to the microsecond.

    Its unit is the first of seconds, milliseconds, microseconds and nanoseconds that gives a year from 1 to 9999.
    Raises NotADatetimeError if none does.
    """
    for exponent in (0, 3, 6, 9):
        seconds = Fraction(number) / 10**exponent
        if FIRST <= seconds < LAST:
            return EPOCH + timedelta(microseconds=floor(seconds * 1_000_000))
    side = "before the year 1" if number < 0 else "beyond the year 9999"
    raise NotADatetimeError(f"lies {side}, even as a timestamp in nanoseconds")


def read_numeral(text: str) -> datetime:
    """Parse a text of the form NUMERAL: an instant, or a local time if 14 digits are a valid YYYYMMDDhhmmss.

    Raises NotADatetimeError if the digits could be a date or a time of day as well as a timestamp.
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
    """Yield the dates that digits of the form _NEARLY may mean.

    These are the nearest date in the same month, and the date that counting on into the next month gives: for 30
    February, 28 February and 2 March.
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
    """Yield each date, or date and time, that the digits could mean, in ISO 8601."""
    usual = [local for pattern in _DATES.get(len(digits), ()) if (local := _parsed(digits, pattern))]
    usual = [local for local in usual if local.year in YEARS or len(digits) > 6]
    reordered = () if usual else _REORDERED.get(len(digits), ())
    found = {local for pattern in reordered if (local := _parsed(digits, pattern)) and local.year in YEARS}
    for local in usual or sorted(found):
        yield local.isoformat(timespec="minutes") if len(digits) == 12 else local.date().isoformat()


def _times(digits: str) -> Iterator[str]:
    """Yield the time of day that the digits could mean, if any."""
    if (pattern := _TIMES.get(len(digits))) and (local := _parsed(digits, pattern)):
        yield local.time().isoformat("minutes" if len(digits) == 4 else "seconds")


def read_generalized_time(match: re.Match[str]) -> datetime:
    """Return the local time of a match of GENERALIZED_TIME. Raise NotADatetimeError if it does not exist."""
    local = _parsed(match[1], "%Y%m%d%H%M%S")
    if local is None:
        raise NotADatetimeError(NO_SUCH_TIME)
    return local.replace(microsecond=int((match[2] or "")[:6].ljust(6, "0")))


def _parsed(digits: str, pattern: str) -> datetime | None:
    """Parse digits by a strptime pattern in which each part has a fixed width. Return None if they do not match."""
    with suppress(ValueError):
        local = datetime.strptime(digits, pattern)  # noqa: DTZ007  # a local time
        # strptime reads day 366 of a year with 365 days as the first day of the next year.
        return local if pattern != "%Y%j" or local.year == int(digits[:4]) else None
    return None
