"""ISO 8601 durations, such as ``P1Y2M10DT2H30M``: read them as moves (T8), and write differences as them (T9)."""

import re
from fractions import Fraction

from timeops.calendar.steps import Move
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import ServiceError

MAX_CHARACTERS = 128

# ISO 8601-2 allows the sign, and weeks together with other parts. So do JavaScript's Temporal and java.time.
_DURATION = re.compile(
    r"""
    (?P<sign>[-+]?) P (?=[0-9T])
    (?:(?P<years>[0-9]+)Y)? (?:(?P<months>[0-9]+)M)? (?:(?P<weeks>[0-9]+)W)? (?:(?P<days>[0-9]+)D)?
    (?: T (?=[0-9]) (?:(?P<hours>[0-9]+(?:[.,][0-9]+)?)H)? (?:(?P<minutes>[0-9]+(?:[.,][0-9]+)?)M)?
        (?:(?P<seconds>[0-9]+(?:[.,][0-9]+)?)S)? )?
    """,
    re.VERBOSE,
)
_DECIMAL_BEFORE_THE_END = re.compile(r"[.,][0-9]+[A-Z].*[0-9]")
_DECIMAL_OF_DATE = re.compile(r"[^T]*[.,][0-9]+[YMWD]")
_MICROSECONDS = {"hours": 3_600_000_000, "minutes": 60_000_000, "seconds": 1_000_000}


class Duration(str):
    """The text of an ISO 8601 duration. ``step``: the move that it stands for."""

    __slots__ = ("step",)

    step: Move


def read_duration(text: str) -> Duration:
    """Read a duration, in any case: a sign, years, months, weeks, days, then T and hours, minutes, seconds.

    The last part may have a decimal fraction if it is hours, minutes or seconds. The fraction is truncated to
    microseconds. Raises ServiceError ``Invalid duration format``.
    """
    spelled = text.strip().upper()
    match = _DURATION.fullmatch(spelled) if len(text) <= MAX_CHARACTERS and text.isascii() else None
    if not match or _DECIMAL_BEFORE_THE_END.search(spelled):
        raise _invalid(text, _reason(text, spelled))
    whole = {name: int(match[name] or 0) for name in ("years", "months", "weeks", "days")}
    microseconds = sum(
        (Fraction((match[name] or "0").replace(",", ".")) * size for name, size in _MICROSECONDS.items()), Fraction(0)
    )
    step = Move(whole["years"] * 12 + whole["months"], whole["weeks"] * 7 + whole["days"], int(microseconds))
    duration = Duration(spelled)
    duration.step = step.times(-1) if match["sign"] == "-" else step
    return duration


def write_duration(*, months: int, days: int, microseconds: int) -> str:
    """Return a text like ``P1Y2M3DT4H5M6.5S``, or ``PT0S`` if all parts are zero. No part may be negative."""
    years, months = divmod(months, 12)
    seconds, fraction = divmod(microseconds, 1_000_000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    second = f"{seconds}.{fraction:06}".rstrip("0") if fraction else str(seconds)
    date = "".join(f"{number}{letter}" for number, letter in ((years, "Y"), (months, "M"), (days, "D")) if number)
    time = "".join(f"{number}{letter}" for number, letter in ((hours, "H"), (minutes, "M")) if number)
    if second != "0" or not (date or time):
        time += f"{second}S"
    return f"P{date}" + (f"T{time}" if time else "")


def _reason(text: str, spelled: str) -> str:
    if len(text) > MAX_CHARACTERS:
        return f"has more than {MAX_CHARACTERS} characters"
    if _DECIMAL_OF_DATE.match(spelled):
        return "has a decimal of days or longer, which differ in length: write hours"
    if _DECIMAL_BEFORE_THE_END.search(spelled):
        return "has a decimal before its last part"
    if re.fullmatch(r"[-+]?P.*[0-9][HS].*", spelled) and "T" not in spelled:
        return "lacks the T that begins the time"
    if re.match(r"P[0-9A-Z.,]*-[0-9.,]+[A-Z]", spelled):
        return "has a minus inside: write it before the P, for all parts"
    return "is not an ISO 8601 duration"


def _invalid(text: str, reason: str) -> ServiceError:
    return ServiceError(
        "Invalid duration format",
        f'duration "{text[:MAX_QUOTED]}" {reason}. Accepted: P1Y2M10DT2H30M, P2W, -PT90S, PT1.5H',
    )
