"""Parse the dates of e-mail: RFC 2822, section 3.3, with comments (3.2.3) and the obsolete forms (4.3).

The standard library reads them, behind a guard: it would guess a date from many other texts.
https://www.rfc-editor.org/rfc/rfc2822#section-3.3
"""

import re
from datetime import datetime
from email.utils import parsedate_to_datetime

from timeops.errors import LEAP_SECOND, NO_SUCH_TIME, OTHER_WEEKDAY, NotADatetimeError
from timeops.names import MONTH_NUMBERS, WEEKDAY_NUMBERS

# RFC 2822, 4.3: zones that are accepted only after a weekday and its comma, which show that the text is an e-mail date:
# elsewhere, CST is ambiguous. Programs disagreed on the sign of the single letters, so each of them means UTC.
_OLD_ZONES = tuple(f"{region}{kind}t" for region in "ecmp" for kind in "sd")
_LETTER = re.compile("[a-ik-z]")
# RFC 2822, 4.3: what is added to years of two digits below 50 and from 50 on, and to longer ones.
_CENTURIES = {2: (2000, 1900), 3: (1900, 1900), 4: (0, 0), 5: (0, 0)}
_COMMENT = re.compile(r"\([^()\\]*(?:\\.[^()\\]*)*\)", re.DOTALL)
_DATE = re.compile(
    r"""
    \s* (?:(?P<weekday>[a-z]{3}) \s* , \s*)?
    (?P<day>[0-9]{1,2}) \s+ (?P<month>[a-z]{3}) \s+ (?P<year>[0-9]{2,5}) \s+
    (?P<clock>[0-9]{2} \s* : \s* [0-9]{2} (?:\s* : \s* (?P<second>[0-9]{2}))?) \s+
    (?P<zone>[+-]? (?:[01][0-9]|2[0-3]) [0-5][0-9] | [a-z]{1,3})
    \s*
    """,
    re.VERBOSE,
)
# The obsolete date of HTTP, from RFC 850 (RFC 9110, 5.6.7): Sunday, 06-Nov-94 08:49:37 GMT.
_RFC850 = (
    r"(?P<weekday>[a-z]{6,9}), (?P<day>[0-9]{2})-(?P<month>[a-z]{3})-(?P<year>[0-9]{2}) "
    r"(?P<clock>[0-9]{2}:[0-9]{2}:(?P<second>[0-9]{2})) (?P<zone>gmt)"
)


def read(text: str) -> datetime | None:
    """Parse a date with its offset, or return None if ``text`` does not have this form.

    A missing sign of the offset is read as ``+``, because query strings turn ``+`` into a space. Raises
    NotADatetimeError if the date does not exist or is on another day of the week.
    """
    if ":" not in text:
        return None
    plain = _without_comments(text.lower())
    old = re.fullmatch(_RFC850, plain)
    match = old or _DATE.fullmatch(plain)
    if not match or match["month"] not in MONTH_NUMBERS or (match["weekday"] or "mon") not in WEEKDAY_NUMBERS:
        return None
    zone = match["zone"]
    if zone in ("z", "ut", "-0000") or (match["weekday"] and _LETTER.fullmatch(zone)):
        zone = "gmt"
    elif zone.isalpha() and zone != "gmt" and not (match["weekday"] and zone in _OLD_ZONES):
        return None
    if match["second"] == "60":
        raise NotADatetimeError(LEAP_SECOND)
    number = int(match["year"])
    years = [1900 + number, 2000 + number] if old else [number + _CENTURIES[len(match["year"])][number >= 50]]
    weekday = WEEKDAY_NUMBERS.get(match["weekday"])
    for date in [_date(match, year, zone) for year in years]:  # of two centuries, only one has the weekday
        if weekday in (None, date.weekday()):
            return date
    raise NotADatetimeError(OTHER_WEEKDAY)


def _date(match: re.Match[str], year: int, zone: str) -> datetime:
    """Return the date in this year, which the library would change if it is below 100."""
    clock = "".join(match["clock"].split())
    try:
        return parsedate_to_datetime(f"{match['day']} {match['month']} 2000 {clock} {zone}").replace(year=year)
    except ValueError:
        raise NotADatetimeError(NO_SUCH_TIME) from None


def _without_comments(text: str) -> str:
    """Replace each comment by a space. Comments may be nested, and a backslash escapes the next character."""
    while (shorter := _COMMENT.sub(" ", text)) != text:
        text = shorter
    return text
