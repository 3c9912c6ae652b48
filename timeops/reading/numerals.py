"""Parse numbers: Unix timestamps in seconds or finer units, and dates without separators, like 20261121120000 (T2)."""

import re
from calendar import monthrange
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from math import floor

from timeops.calendar.instants import EPOCH
from timeops.errors import NO_SUCH_TIME, NotADatetimeError

FIRST = Fraction((datetime.min.replace(tzinfo=UTC) - EPOCH) // timedelta(seconds=1))
LAST = Fraction((datetime.max.replace(tzinfo=UTC) - EPOCH) // timedelta(microseconds=1) + 1, 1_000_000)

NUMERAL = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")
#: ASN.1's GeneralizedTime, which LDAP uses, without its zone: fourteen digits, and optionally a fraction of a second.
GENERALIZED_TIME = re.compile(r"([0-9]{14})(?:[.,]([0-9]+))?")

# Four digits in this range are probably a year.
YEARS = range(1900, 2200)
# The strptime patterns of dates and times of day that fewer than eight digits could be (T18).
_PATTERNS = {4: ("%Y", "%H%M"), 6: ("%y%m%d", "%Y%m", "%H%M%S"), 7: ("%Y%j",)}
# A time of day with a dot.
_DOTTED = re.compile(r"([01]?[0-9]|2[0-3])\.([0-5][0-9])")


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

    Raises NotADatetimeError if the text could be a date or a time of day as well as a timestamp.
    """
    if len(text) == 14 and (local := _parsed(text, "%Y%m%d%H%M%S")):
        return local
    instant, is_near = instant_of(Fraction(text)), False
    dates: list[str] = []
    times: list[str] = []
    if dotted := _DOTTED.fullmatch(text):
        times = [f"{int(dotted[1]):02}:{dotted[2]}"]
    elif text.isdigit() and len(text) in (8, 12):
        dates = _whole_dates(text)
        is_near = not dates
        dates = dates or _nearest_dates(text)
    elif text.isdigit():
        for pattern in _PATTERNS.get(len(text), ()):
            local = _parsed(text, pattern)
            if local and "%H" in pattern:
                times.append(local.time().isoformat("minutes" if len(text) == 4 else "seconds"))
            elif local and (local.year in YEARS or len(text) == 7):
                dates.append(local.date().isoformat())
    if not (dates or times):
        return instant
    kinds = ["a date"] * bool(dates) + ["a time of day"] * bool(times)
    reason = f"could be {', '.join(kinds)} or a Unix timestamp"
    if is_near:
        reason = "is nearly a date, but there is no such day or time"
    timestamp = f"@{text}" if dotted else f"timestamp={text} (in start and end @{text})"
    timestamp += f" for {instant:%Y-%m-%dT%H:%M:%SZ}"
    raise NotADatetimeError(f"{reason}: write {', '.join(dates + times)}, or {timestamp}", [*dates, *times, f"@{text}"])


def _orders(digits: str) -> list[tuple[int, int, int]]:
    """Return the year, month and day of 8 or 12 digits, in each order: 20261121, 21112026, 11212026, 20262111."""
    a, b, c, d = (int(digits[at : at + 2]) for at in (0, 2, 4, 6))
    return [(100 * a + b, c, d), (100 * c + d, b, a), (100 * c + d, a, b), (100 * a + b, d, c)]


def _whole_dates(digits: str) -> list[str]:
    """Return the dates that 8 or 12 digits could be. Other orders than the usual one need a year of YEARS."""
    usual, *others = _orders(digits)
    for orders in ([usual], [order for order in others if order[0] in YEARS]):
        found = set()
        for order in orders:
            with suppress(ValueError):
                found.add(datetime(*order, int(digits[8:10] or 0), int(digits[10:] or 0)))  # noqa: DTZ001  # a local time
        if found:
            return [_written(local, digits) for local in sorted(found)]
    return []


def _nearest_dates(digits: str) -> list[str]:
    """Return the dates that are meant by digits that are nearly a date: the month lacks the day, or the hour is 24.

    These are the nearest date in the same month, and the date that counting on into the next month gives: for 30
    February, 28 February and 2 March.
    """
    hour, minute = int(digits[8:10] or 0), int(digits[10:] or 0)
    for least, (year, month, day) in zip((0, 1, 1), _orders(digits), strict=False):
        if year in YEARS and least <= month <= 12 and day < 40 and hour <= 24 and minute <= 60:
            first = datetime(year, month or 1, 1)  # noqa: DTZ001  # a local time
            last = monthrange(year, first.month)[1]
            clock, clock_within = timedelta(hours=hour, minutes=minute), timedelta(hours=hour % 24, minutes=minute % 60)
            within = first + timedelta(days=min(max(day, 1), last) - 1) + clock_within
            counted_on = first + timedelta(days=day - 1) + clock
            return [*dict.fromkeys((_written(within, digits), _written(counted_on, digits)))]
    return []


def _written(local: datetime, digits: str) -> str:
    return local.isoformat(timespec="minutes") if len(digits) == 12 else local.date().isoformat()


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
