"""Parse the dates of e-mail: RFC 2822, section 3.3, with comments (3.2.3) and the obsolete forms (4.3).

https://www.rfc-editor.org/rfc/rfc2822#section-3.3
"""

import re
from datetime import UTC, datetime, timedelta, timezone

from timeops.errors import LEAP_SECOND, NO_SUCH_TIME, OTHER_WEEKDAY, NotADatetimeError
from timeops.names import MONTH_NUMBERS, WEEKDAY_NUMBERS

# RFC 2822, 4.3. Programs disagreed on the sign of the single letters, so each of them means -0000, which is UTC. Except
# for the names of UTC, these zones are accepted only after a weekday and its comma, which show that the text is an
# e-mail date: elsewhere, CST is ambiguous.
UTC_NAMES = ("ut", "gmt", "z")
ZONE_HOURS = {
    "ut": 0, "gmt": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
} | dict.fromkeys("abcdefghiklmnopqrstuvwxyz", 0)  # fmt: skip

_COMMENT_OR_TEXT = re.compile(r"\\.|[()]|[^\\()]+", re.DOTALL)
_DATE = re.compile(
    r"""
    \s* (?:(?P<weekday>[a-z]{3}) \s* , \s*)?
    (?P<day>[0-9]{1,2}) \s+ (?P<month>[a-z]{3}) \s+ (?P<year>[0-9]{2,5}) \s+
    (?P<hour>[0-9]{2}) \s* : \s* (?P<minute>[0-9]{2}) (?:\s* : \s* (?P<second>[0-9]{2}))? \s+
    (?:(?P<sign>[+-]?) (?P<zone_hours>[01][0-9]|2[0-3]) (?P<zone_minutes>[0-5][0-9]) | (?P<zone>[a-z]{1,3}))
    \s*
    """,
    re.VERBOSE,
)


# The obsolete date of HTTP, from RFC 850 (RFC 9110, 5.6.7): Sunday, 06-Nov-94 08:49:37 GMT.
_RFC850 = (
    r"(?P<weekday>[a-z]{6,9}), (?P<day>[0-9]{2})-(?P<month>[a-z]{3})-(?P<year>[0-9]{2}) "
    r"(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2}) gmt"
)


def read(text: str) -> datetime | None:
    """Parse a date with its offset, or return None if ``text`` does not have this form.

    A missing sign of the offset is read as ``+``, because query strings turn ``+`` into a space. Raises
    NotADatetimeError if the date does not exist or is on another day of the week.
    """
    if ":" not in text:
        return None
    if "-" in text and (match := re.fullmatch(_RFC850, text.lower())):
        return _with_century(match)
    match = _DATE.fullmatch(_without_comments(text.lower()))
    if not match or match["month"] not in MONTH_NUMBERS or (match["weekday"] or "mon") not in WEEKDAY_NUMBERS:
        return None
    offset = _offset(match)
    if offset is None:
        return None
    if match["second"] == "60":
        raise NotADatetimeError(LEAP_SECOND)
    date = _datetime(match, _year(match["year"]))
    if match["weekday"] and WEEKDAY_NUMBERS[match["weekday"]] != date.weekday():
        raise NotADatetimeError(OTHER_WEEKDAY)
    return date.replace(tzinfo=timezone(offset))


def _with_century(match: re.Match[str]) -> datetime | None:
    """Return the date in the 20th or the 21st century, whichever matches the weekday. Both never match."""
    if match["month"] not in MONTH_NUMBERS or match["weekday"] not in WEEKDAY_NUMBERS:
        return None
    dates = [_datetime(match, century + int(match["year"])) for century in (1900, 2000)]
    found = [date for date in dates if date.weekday() == WEEKDAY_NUMBERS[match["weekday"]]]
    if not found:
        raise NotADatetimeError(OTHER_WEEKDAY)
    return found[0]


def _datetime(match: re.Match[str], year: int) -> datetime:
    time = (int(match["hour"]), int(match["minute"]), int(match["second"] or 0))
    try:
        return datetime(year, MONTH_NUMBERS[match["month"]], int(match["day"]), *time, tzinfo=UTC)
    except ValueError:
        raise NotADatetimeError(NO_SUCH_TIME) from None


def _offset(match: re.Match[str]) -> timedelta | None:
    if match["zone"]:
        hours = ZONE_HOURS.get(match["zone"]) if match["weekday"] or match["zone"] in UTC_NAMES else None
        return None if hours is None else timedelta(hours=hours)
    offset = timedelta(hours=int(match["zone_hours"]), minutes=int(match["zone_minutes"]))
    return -offset if match["sign"] == "-" else offset


def _year(digits: str) -> int:
    """Return the year. Two digits mean 1950 to 2049, and three digits are added to 1900 (4.3)."""
    year = int(digits)
    if len(digits) == 2:
        return year + (2000 if year < 50 else 1900)
    return year + 1900 if len(digits) == 3 else year


def _without_comments(text: str) -> str:
    """Replace each comment by a space. Comments may be nested, and a backslash escapes the next character."""
    if "(" not in text:
        return text
    depth = 0
    kept = []
    for piece in _COMMENT_OR_TEXT.findall(text):
        if piece == "(":
            depth += 1
            kept.append(" ")
        elif piece == ")":
            depth -= 1
        elif not depth:
            kept.append(piece)
    return "".join(kept) if not depth else text
