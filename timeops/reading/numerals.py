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
    instant = instant_of(Fraction(text))
    dates: list[str] = []
    times: list[str] = []
    is_nearly = False
    timestamp = f"timestamp={text} (in start and end @{text})"
    if dotted := _DOTTED.fullmatch(text):
        times, timestamp = [f"{int(dotted[1]):02}:{dotted[2]}"], f"@{text}"
    elif text.isdigit() and len(text) in (8, 12):
        dates, is_nearly = _dates_of(text)
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
    if is_nearly:
        reason = "is nearly a date, but there is no such day or time"
    raise NotADatetimeError(
        f"{reason}: write {', '.join(dates + times)}, or {timestamp} for {instant:%Y-%m-%dT%H:%M:%SZ}",
        [*dates, *times, f"@{text}"],
    )


def _dates_of(digits: str) -> tuple[list[str], bool]:
    """Return the dates that 8 or 12 digits could be, and whether they are nearly a date, which does not exist.

    Their order may be 20261121, 21112026, 11212026 or 20262111; other orders than the usual one need a year of YEARS.
    For what is nearly a date, they are the nearest date in the same month, and the one that counting on into the next
    month gives: for 30 February, 28 February and 2 March.
    """
    a, b, c, d, hour, minute = (int(digits[at : at + 2] or 0) for at in range(0, 12, 2))
    usual, *others = (100 * a + b, c, d), (100 * c + d, b, a), (100 * c + d, a, b), (100 * a + b, d, c)
    found: set[datetime] = set()
    for orders in ([usual], [order for order in others if order[0] in YEARS]):
        for order in orders:
            with suppress(ValueError):
                found.add(datetime(*order, hour, minute))  # noqa: DTZ001  # a local time
        if found:
            return [_written(local, digits) for local in sorted(found)], False
    for least, (year, month, day) in zip((0, 1, 1), (usual, *others), strict=False):
        if year in YEARS and least <= month <= 12 and day < 40 and hour <= 24 and minute <= 60:
            first = datetime(year, month or 1, 1)  # noqa: DTZ001  # a local time
            nearest = min(max(day, 1), monthrange(year, first.month)[1])
            within = first + timedelta(days=nearest - 1, hours=hour % 24, minutes=minute % 60)
            counted_on = first + timedelta(days=day - 1, hours=hour, minutes=minute)
            return [*dict.fromkeys((_written(within, digits), _written(counted_on, digits)))], True
    return [], False


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
