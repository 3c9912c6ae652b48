"""Write a duration as seconds, ISO 8601, a clock and English. Years and months have no length in seconds (T20)."""

from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, NotRequired, TypedDict, cast

from timeops.calendar.iso_durations import write_duration
from timeops.calendar.steps import Move
from timeops.calendar.units import DAY, SECOND
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
    parts = _parts(move.months, total)
    fields: dict[str, object] = {} if move.months else {"seconds": _seconds(total)}
    if (written := iso8601(move)) is not None:
        fields["iso8601"] = written
    if not move.months:
        fields["clock"] = _clock(total)
    return cast(DurationFields, {**fields, "text": _text(parts), "parts": parts})


def iso8601(move: Move) -> str | None:
    """Return the duration in ISO 8601, or None if its months and its remainder have different signs."""
    total = move.days * DAY + move.microseconds
    if move.months * total < 0:
        return None
    days, microseconds = divmod(abs(total), DAY)
    sign = "-" if move.months < 0 or total < 0 else ""
    return sign + write_duration(months=abs(move.months), days=days, microseconds=microseconds)


def _parts(months: int, total: int) -> DurationParts:
    month_sign, sign = (-1 if number < 0 else 1 for number in (months, total))
    years, months = divmod(abs(months), 12)
    days, rest = divmod(abs(total), DAY)
    minutes, microseconds = divmod(rest, 60 * SECOND)
    hours, minutes = divmod(minutes, 60)
    return {
        "years": month_sign * years,
        "months": month_sign * months,
        "days": sign * days,
        "hours": sign * hours,
        "minutes": sign * minutes,
        "seconds": _seconds(sign * microseconds),
    }


def _seconds(microseconds: int) -> float:
    """Return the seconds as an integer, or as a float that is written with the exact digits.

    Raises ServiceError if there is no such float.
    """
    if microseconds % SECOND == 0:
        return microseconds // SECOND
    seconds = microseconds / SECOND
    if Fraction(repr(seconds)) != Fraction(microseconds, SECOND):
        raise _too_long()
    return seconds


def _clock(total: int) -> str:
    seconds, fraction = divmod(abs(total), SECOND)
    minutes, second = divmod(seconds, 60)
    decimals = f".{fraction:06}".rstrip("0") if fraction else ""
    return f"{'-' if total < 0 else ''}{minutes // 60}:{minutes % 60:02}:{second:02}{decimals}"


def _text(parts: DurationParts) -> str:
    """Write each part with its own sign, so that reading the text gives the same duration."""
    counted: list[tuple[str, Any]] = [(name, number) for name, number in parts.items() if number]
    written = [f"{Decimal(repr(number)):f} {name[: -1 if abs(number) == 1 else None]}" for name, number in counted]
    return ", ".join(written) or "0 seconds"


def _too_long() -> ServiceError:
    return ServiceError("Result out of range", f"A duration has at most {MAX_NUMBER:,} seconds or months, exactly")
