"""Read the forms that programs write: timestamps and other digits, ISO 8601, the dates of e-mail.

Rules T2 and T18: docs/rules.md. Each reader returns None for a text that does not have its form, and raises
NotADatetimeError if the date does not exist, or if the text has several meanings.
"""

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from fractions import Fraction
from math import floor

from dateutil.relativedelta import relativedelta

from timeops.calendar.instants import EPOCH
from timeops.errors import HOUR_24, LEAP_SECOND, NO_SUCH_TIME, OTHER_WEEKDAY, NotADatetimeError
from timeops.names import DAYS, MONTHS, WEEKDAY_NUMBERS

# ---- timestamps, and dates and times of day in digits alone

NUMERAL = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")

# Four digits in this range are probably a year.
_YEARS = range(1900, 2200)
_ORDERS = "%Y%m%d", "%d%m%Y", "%m%d%Y", "%Y%d%m"
_DAY = slice(10)
# What so many digits could be (T18): strptime patterns, each with the part of the ISO text that says it.
_PATTERNS = {
    4: {"%Y": _DAY, "%H%M": slice(11, 16)},
    6: {"%y%m%d": _DAY, "%Y%m": _DAY, "%H%M%S": slice(11, 19)},
    7: {"%Y%j": _DAY},
    8: dict.fromkeys(_ORDERS, _DAY),
    12: {f"{order}%H%M": slice(16) for order in _ORDERS},
}


def instant_of(number: Fraction | int) -> datetime:
    """Return the instant of a Unix timestamp, rounded down to the microsecond.

    Its unit is the first of seconds, milliseconds, microseconds and nanoseconds that gives a year from 1 to 9999.
    Raises NotADatetimeError if none does.
    """
    for exponent in (0, 3, 6, 9):
        with suppress(OverflowError):
            return EPOCH + timedelta(microseconds=floor(Fraction(number, 10**exponent) * 1_000_000))
    side = "before the year 1" if number < 0 else "beyond the year 9999"
    raise NotADatetimeError(f"lies {side}, even as a timestamp in nanoseconds")


def read_numeral(text: str) -> datetime:
    """Read a text of the form NUMERAL: an instant, or a local time if 14 digits are a valid YYYYMMDDhhmmss.

    Raises NotADatetimeError if the text could be a date or a time of day as well as a timestamp.
    """
    if len(text) == 14 and (local := parsed(text, "%Y%m%d%H%M%S")):
        return local
    instant = instant_of(Fraction(text))
    writes = _meanings(text)
    timestamp = f"timestamp={text} (in start and end @{text})"
    if re.fullmatch(r"(?:[01]?[0-9]|2[0-3])\.[0-5][0-9]", text):  # a time of day with a dot
        writes, timestamp = [text.replace(".", ":").zfill(5)], f"@{text}"
    kinds = dict.fromkeys("a time of day" if write[2] == ":" else "a date" for write in writes)
    reason = f"could be {', '.join(kinds)} or a Unix timestamp"
    if not writes and text.isdigit() and len(text) in (8, 12):
        writes, reason = _near_dates(text), "is nearly a date, but there is no such day or time"
    if not writes:
        return instant
    raise NotADatetimeError(
        f"{reason}: write {', '.join(writes)}, or {timestamp} for {instant:%Y-%m-%dT%H:%M:%SZ}", [*writes, f"@{text}"]
    )


def _meanings(digits: str) -> list[str]:
    """Return the dates and times of day that digits could be.

    From seven digits on, the usual order, which is the first one, takes any year, and the others count only without it.
    """
    found: dict[str, None] = {}
    for pattern, part in _PATTERNS.get(len(digits), {}).items():
        local = parsed(digits, pattern)
        is_usual = len(digits) > 6 and pattern.startswith(("%Y%m", "%Y%j"))
        if local and (is_usual or local.year in _YEARS):
            found[local.isoformat()[part]] = None
            if is_usual:
                break
    return sorted(found) if len(digits) > 6 else [*found]


def _near_dates(digits: str) -> list[str]:
    """Return what is meant by digits that are nearly a date: for 30 February, 28 February and 2 March.

    That is the nearest date in the same month, and the one that counting on into the next month gives.
    """
    a, b, c, d, hour, minute = (int(digits[at : at + 2] or 0) for at in range(0, 12, 2))
    for least, year, month, day in ((0, 100 * a + b, c, d), (1, 100 * c + d, b, a), (1, 100 * c + d, a, b)):
        if year in _YEARS and least <= month <= 12 and day < 40 and hour <= 24 and minute <= 60:
            first = datetime(year, month or 1, 1)  # noqa: DTZ001  # a local time
            within = first + relativedelta(day=max(day, 1), hours=hour % 24, minutes=minute % 60)
            counted_on = first + timedelta(days=day - 1, hours=hour, minutes=minute)
            part = slice(16 if digits[8:] else 10)
            return [*dict.fromkeys(local.isoformat()[part] for local in (within, counted_on))]
    return []


def parsed(digits: str, pattern: str) -> datetime | None:
    """Parse digits by a strptime pattern in which each part has a fixed width. Return None if they do not match."""
    with suppress(ValueError):
        local = datetime.strptime(digits, pattern)  # noqa: DTZ007  # a local time
        # strptime reads day 366 of a year with 365 days as the first day of the next year.
        return local if "%j" not in pattern or local.year == int(digits[:4]) else None
    return None


# ---- ISO 8601

# The forms that fromisoformat accepts, and ASN.1's GeneralizedTime, which LDAP uses: fourteen digits. fromisoformat is
# not called without this check, because it would also read 12.5 as 12:00:00.5, and versions of Python disagree on hour
# 24. Any character may separate date and time, except a digit and a sign, which could begin an offset, and what could
# be within a date: the last colon of 2026-07-12:00, where a month could have an offset, and the space of
# 2026-12-25 2026-12.
ISO = re.compile(
    r"""(?isx)
    ( [0-9]{4}-[0-9]{2}-[0-9]{2} | [0-9]{8} | [0-9]{4}-W[0-9]{2}(?:-[0-9])? | [0-9]{4}W[0-9]{2,3} )
    (?:
        (?:
            (?! \s[0-9]{4}-[0-9]{2}$ | (?<=^[0-9]{4}-[0-9]{2}-[0-9]{2}) :(?!(?:[0-9]{2}:?){2}[0-9]{2}) ) [^\d+-]
            | (?<=^[0-9]{8}) (?=[0-9]{6})
        )
        (?P<clock>
            ([0-9]{2})
            (?: :[0-9]{2}(?: :([0-9]{2})(?:[.,][0-9]+)?)? | [0-9]{2}(?:([0-9]{2})(?:[.,][0-9]+)?)? )?
        )
        ( Z | [+-][0-9]{2}(?: :[0-5][0-9](?: :[0-5][0-9](?:\.[0-9]{1,6})?)? | [0-5][0-9](?:[0-5][0-9])? )? )?
    )?
    """
)


def read_iso8601(text: str) -> datetime | None:
    """Read a date and time of ISO 8601. The result is aware if the text has an offset."""
    match = ISO.fullmatch(text)
    if not match:
        return None
    day, clock, hour, second, basic_second, offset = match.groups("")
    if hour == "24":
        raise NotADatetimeError(HOUR_24)
    if "60" in (second, basic_second):
        raise NotADatetimeError(LEAP_SECOND)
    try:
        return datetime.fromisoformat(f"{day}T{clock}{offset}".upper() if clock else day.upper())
    except ValueError:
        raise NotADatetimeError(NO_SUCH_TIME) from None


# ---- e-mail: RFC 2822, 3.3, with comments (3.2.3) and the obsolete forms (4.3)

# https://www.rfc-editor.org/rfc/rfc2822#section-3.3
# The standard library reads them, behind a guard: it would guess a date from many other texts.
# 4.3: some zones are accepted only after a weekday and its comma, which show that the text is an e-mail date:
# elsewhere, CST is ambiguous. Programs disagreed on the sign of the single letters, so each of them means UTC.
# The whole name of a weekday begins HTTP's obsolete date, from RFC 850 (RFC 9110, 5.6.7), which has only one layout:
# Sunday, 06-Nov-94 08:49:37 GMT.
_MONTH, _WEEKDAY = ("|".join(name[:3].lower() for name in names) for names in (MONTHS, DAYS))
_DATE = (
    r"""(?x)
    \s* (?: (?P<weekday> WEEKDAY | (?P<old> FULL )(?=,\ [0-9]{2}-[a-z]{3}-[0-9]{2}\ [0-9:]{8}\ gmt$) ) \s* , \s* )?
    (?P<day>[0-9]{1,2}) (?(old)-|\s+) (?P<month>MONTH) (?(old)-|\s+) (?P<year>[0-9]{2,5}) \s+
    (?P<clock>[0-9]{2} \s* : \s* [0-9]{2} (?:\s* : \s* (?P<second>[0-9]{2}))?) \s+
    (?P<zone>[+-]? (?:[01][0-9]|2[0-3]) [0-5][0-9] | gmt | ut | z | (?(weekday) (?: [ecmp][sd]t | [a-ik-z] ) | (?!) ) )
    \s*
""".replace("MONTH", _MONTH)
    .replace("WEEKDAY", _WEEKDAY)
    .replace("FULL", "|".join(DAYS).lower())
)


def read_rfc2822(text: str) -> datetime | None:
    """Read a date of e-mail with its offset.

    A missing sign of the offset is read as ``+``, because query strings turn ``+`` into a space.
    """
    plain = text.lower()
    while (shorter := re.sub(r"(?s)\([^()\\]*(?:\\.[^()\\]*)*\)", " ", plain)) != plain:  # comments may be nested
        plain = shorter
    match = re.fullmatch(_DATE, plain)
    if not match:
        return None
    if match["second"] == "60":
        raise NotADatetimeError(LEAP_SECOND)
    digits, clock = match["year"], "".join(match["clock"].split())
    # 4.3: what is added to years of two digits below 50 and from 50 on, and to years of three
    century = {2: 1900 if digits >= "50" else 2000, 3: 1900}.get(len(digits), 0)
    try:  # the library would change years below 100; a zone of which it knows nothing, as RFC 2822 has it, is UTC
        date = parsedate_to_datetime(f"{match['day']} {match['month']} 2000 {clock} {match['zone']}")
        bases = (1900, 2000) if match["old"] else (century,)
        dates = [date.replace(year=int(digits) + base, tzinfo=date.tzinfo or UTC) for base in bases]
    except ValueError:
        raise NotADatetimeError(NO_SUCH_TIME) from None
    for date in dates:  # of two centuries, only one has the weekday
        if WEEKDAY_NUMBERS.get(match["weekday"]) in (None, date.weekday()):
            return date
    raise NotADatetimeError(OTHER_WEEKDAY)
