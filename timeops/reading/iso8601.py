"""Parse the dates and times of ISO 8601 that ``datetime.fromisoformat`` accepts (T2), with or without an offset."""

import re
from datetime import datetime

from timeops.errors import HOUR_24, LEAP_SECOND, NO_SUCH_TIME, NotADatetimeError

# The form that most programs write. It is tried first, because it takes a microsecond, and the other forms many.
_COMMON = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"(?:[T ](?:[01][0-9]|2[0-3]):[0-9]{2}(?::[0-5][0-9](?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:[0-5][0-9])?)?"
)

# The other forms that fromisoformat accepts. It is not called without this check, because it would also read 12.5 as
# 12:00:00.5, and versions of Python disagree on hour 24. Any character may separate date and time, except a digit and
# a sign, which could begin an offset.
_LOCAL = re.compile(
    r"""
    ([0-9]{4}-[0-9]{2}-[0-9]{2} | [0-9]{8} | [0-9]{4}-W[0-9]{2}(?:-[0-9])? | [0-9]{4}W[0-9]{2,3})
    (?:
        [^\d+-]
        (
            ([0-9]{2})
            (?: :[0-9]{2}(?: :([0-9]{2})(?:[.,][0-9]+)?)? | [0-9]{2}(?:([0-9]{2})(?:[.,][0-9]+)?)? )?
        )
    )?
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


def read_common(text: str) -> datetime | None:
    """Parse the most common form. The result is aware if the text has an offset, and None if it has another form."""
    if _COMMON.fullmatch(text):
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            return None  # read_local raises the error
    return None


def read_local(text: str) -> datetime | None:
    """Parse a local time, or return None if ``text`` does not have this form.

    Raises NotADatetimeError if the date or time does not exist.
    """
    match = _LOCAL.fullmatch(text)
    if not match:
        return None
    day, clock, hour, second, basic_second = match.groups()
    if hour == "24":
        raise NotADatetimeError(HOUR_24)
    if (second or basic_second) == "60":
        raise NotADatetimeError(LEAP_SECOND)
    try:
        return datetime.fromisoformat(f"{day.upper()}T{clock}" if clock else day.upper())
    except ValueError:
        raise NotADatetimeError(NO_SUCH_TIME) from None
