"""Write a duration as seconds, ISO 8601, a clock and English. Years and months have no length in seconds.

Rule T20: docs/rules.md.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, NotRequired, TypedDict, cast

from timeops.calendar.steps import DAY, MINUTE, SECOND, Move
from utilitysvc.kit.service_error import ServiceError

#: The largest number of seconds or months. Whole numbers up to this one are exact in every JSON reader.
MAX_NUMBER = 10**15


class DurationParts(TypedDict):
    years: Annotated[int, "Years"]
    months: Annotated[int, "Months, at most 11"]
    days: Annotated[int, "Days of 24 hours"]
    hours: Annotated[int, "Hours, at most 23"]
    minutes: Annotated[int, "Minutes, at most 59"]
    seconds: Annotated[float, "Seconds, below 60"]


class DurationFields(TypedDict):
    seconds: NotRequired[Annotated[float, "Exact seconds; left out if there are years or months, which differ"]]
    iso8601: NotRequired[Annotated[str, "ISO 8601; left out if months and days have different signs"]]
    clock: NotRequired[Annotated[str, "Hours, minutes and seconds, like 25:30:00; left out like seconds"]]
    text: Annotated[str, "In English"]
    parts: Annotated[DurationParts, "The parts, all negative or zero in a negative duration"]


def duration_fields(move: Move) -> DurationFields:
    """Write a duration in all forms. Raises ServiceError if it is too long."""
    total = move.days * DAY + move.microseconds
    if abs(move.months) > MAX_NUMBER or abs(total) > MAX_NUMBER * SECOND:
        raise _too_long()
    parts = parts_in_days(move)
    fields = {
        "seconds": None if move.months else _seconds(total),
        "iso8601": iso_duration(parts),
        "clock": None if move.months else _clock(total),
        "text": in_words(parts) or "0 seconds",
        "parts": parts,
    }
    return cast(DurationFields, {name: value for name, value in fields.items() if value is not None})


def duration_parts(move: Move) -> dict[str, float]:
    """Return the years, months, days, hours, minutes and seconds of a move, each with its sign.

    Hours are not carried over into days, as a day may have 25.
    """
    minutes, rest = divided(move.microseconds, MINUTE)
    numbers = (*divided(move.months, 12), move.days, *divided(minutes, 60), _seconds(rest))
    return dict(zip(DurationParts.__annotations__, numbers, strict=True))


def parts_in_days(move: Move) -> dict[str, float]:
    """Return the parts of a duration, in which a day has 24 hours."""
    return duration_parts(Move(move.months, *divided(move.days * DAY + move.microseconds, DAY)))


def divided(number: int, size: int) -> tuple[int, int]:
    """Return quotient and remainder, truncated toward zero, where ``divmod`` would round negative numbers down."""
    quotient, rest = divmod(abs(number), size)
    return (-quotient, -rest) if number < 0 else (quotient, rest)


def iso_duration(parts: Mapping[str, float]) -> str | None:
    """Return a text like ``-P1Y2M3DT4H5M6.5S``, ``PT0S`` for zero, or None if the parts have different signs."""
    minus = "-" if min(parts.values()) < 0 else ""
    if minus and max(parts.values()) > 0:
        return None
    written = [f"{in_digits(abs(number))}{name[0].upper()}" if number else "" for name, number in parts.items()]
    date, time = "".join(written[:3]), "".join(written[3:])
    return f"{minus}P{date}T{time}" if time else f"{minus}P{date or 'T0S'}"


def in_words(parts: Mapping[str, float]) -> str:
    """Return the parts in English, like ``1 year, -3 days``, without those that are zero."""
    words = [(in_digits(number), name[:-1] if abs(number) == 1 else name) for name, number in parts.items() if number]
    return ", ".join(map(" ".join, words))


def in_digits(number: float) -> str:
    """Return a number with all its digits, where ``str`` would write 1e+16."""
    return format(Decimal(repr(number)), "f")


def _seconds(microseconds: int) -> float:
    """Return the seconds as an integer, or as a float that is written with the exact digits.

    Raises ServiceError if there is no such float.
    """
    if microseconds % SECOND == 0:
        return microseconds // SECOND
    seconds = microseconds / SECOND
    if Decimal(repr(seconds)) * SECOND != microseconds:
        raise _too_long()
    return seconds


def _clock(total: int) -> str:
    minutes, rest = divmod(abs(total), MINUTE)
    seconds = f"{rest / SECOND:09.6f}".rstrip("0").rstrip(".")
    return f"{'-' if total < 0 else ''}{minutes // 60}:{minutes % 60:02}:{seconds}"


def _too_long() -> ServiceError:
    return ServiceError("Result out of range", f"A duration has at most {MAX_NUMBER:,} seconds or months, exactly")
