"""Dates and times of ISO 8601, as ``datetime.fromisoformat`` takes them (T2), without an offset or with one."""

import re
from datetime import datetime

from timeops.errors import HOUR_24, LEAP_SECOND, NO_SUCH_TIME, NotADatetimeError

# What most programs write. It is matched before all else, because this takes a microsecond and the other forms many.
_COMMON = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"(?:[T ](?:[01][0-9]|2[0-3]):[0-9]{2}(?::[0-5][0-9](?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:[0-5][0-9])?)?"
)

# The other forms that fromisoformat takes. It would also read 12.5 as 12:00:00.5, and its versions differ in hour 24.
# Any character may stand between date and time, but no digit, and no sign, which could begin an offset.
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
    """Return the datetime of the most usual forms, which is aware if it has an offset, or None for another text."""
    if _COMMON.fullmatch(text):
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            return None  # read_local says why
    return None


def read_local(text: str) -> datetime | None:
    """Return the local time that ``text`` states, or None where it has not that form.

    Raises NotADatetimeError for a date or time that does not exist.
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
