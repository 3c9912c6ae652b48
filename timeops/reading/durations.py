"""Parse durations in all accepted forms: ISO 8601, ``1h30m``, ``1:30:00``, ``2 hours and 5 minutes``.

Rule T20: docs/rules.md.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from timeops.calendar.steps import Move, move_for, sum_of
from timeops.errors import NotADatetimeError
from timeops.writing.durations import iso_duration, parts_in_days
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import Reading, ServiceError

MAX_CHARACTERS = 128

# These patterns are texts, because compiling them at import would slow down each start by a millisecond.
# ISO 8601-2 allows the sign, and weeks together with other parts. So do JavaScript's Temporal and java.time.
_ISO = (
    r"(?!.*[.,][0-9]+[A-Z].*[0-9])([-+]?)P(?=[0-9T])(?:([0-9]+)Y)?(?:([0-9]+)M)?(?:([0-9]+)W)?(?:([0-9]+)D)?"
    r"(?:T(?=[0-9])(?:([0-9]+(?:[.,][0-9]+)?)H)?(?:([0-9]+(?:[.,][0-9]+)?)M)?(?:([0-9]+(?:[.,][0-9]+)?)S)?)?"
)
_PARTS = ("years", "months", "weeks", "days", "hours", "minutes", "seconds")
#: What the error says of a text in which the pattern is found.
_REASONS = {
    r"^[^T]*[.,][0-9]+[YMWD]": "has a decimal of days or longer, which differ in length: write hours",
    r"[.,][0-9]+[A-Z].*[0-9]": "has a decimal before its last part",
    r"^[-+]?P[^T\n]*[0-9][HS][^T\n]*\Z": "lacks the T that begins the time",
    r"^P[0-9A-Z.,]*-[0-9.,]+[A-Z]": "has a minus inside: write it before the P, for all parts",
    "": "is not an ISO 8601 duration",
}
INVALID = "Invalid duration format"
TOO_LONG = f"has more than {MAX_CHARACTERS} characters"
#: The most readings that an error lists for a list of durations.
MAX_MEANINGS = 64
ISO_ACCEPTED = "Accepted: P1Y2M10DT2H30M, P2W, -PT90S, PT1.5H"
ACCEPTED = "Accepted: PT1H30M, 1h30m, 1:30:00, 90 min, 2 hours and 5 minutes"

# A comma separates if an ISO duration, a sign, an amount or a clock follows. Directly between digits it is decimal.
_COMMA = r"(?i),(?=\s*[-+]?P|\s*[-+]|(?<![0-9],)\s*[0-9]|\s+[0-9.]+\s*[a-z]|\s*[0-9]+:)"
_SIGN = r"(?s)([-+]?)\s*(.*)"
# A clock, of which a half has two meanings.
_CLOCK = r"([0-9]{1,12}):([0-5][0-9])(?::([0-5][0-9](?:\.[0-9]{1,6})?))?"
_NUMBER = r"[0-9]+(?:\.[0-9]+)?"
_MANY_DIGITS = r"[0-9]{13}"


class Duration(NamedTuple):
    """The text of an ISO 8601 duration, and the move that it stands for."""

    text: str
    step: Move


class AmbiguousDurationError(ServiceError):
    """A duration with several ``meanings``: what to write for each, and what it means. ``text``: the part with them."""

    def __init__(self, text: str, *meanings: tuple[str, str]) -> None:
        self.text = text.strip()
        self.meanings = [Reading(write=write, means=means) for write, means in meanings if write]
        written = ", or ".join(reading["write"] for reading in self.meanings)
        details = f'duration "{self.text[:MAX_QUOTED]}" has several meanings: write {written}'
        super().__init__(INVALID, details, readings=self.meanings)


def split_durations(text: str) -> list[str]:
    """Split a text at its commas, except decimal ones as in ``PT1,5H``."""
    return [part for part in re.split(_COMMA, text) if part.strip()]


def read_duration(text: str) -> Duration:
    """Read a duration, in any case: a sign, years, months, weeks, days, then T and hours, minutes, seconds.

    The last part may have a decimal fraction if it is hours, minutes or seconds. The fraction is truncated to
    microseconds. Raises ServiceError ``Invalid duration format``.
    """
    if len(text) > MAX_CHARACTERS:
        raise _invalid(text, TOO_LONG, ISO_ACCEPTED)
    spelled = text.strip().upper()
    match = re.fullmatch(_ISO, spelled) if text.isascii() else None
    if not match:
        reason = next(reason for pattern, reason in _REASONS.items() if re.search(pattern, spelled))
        raise _invalid(text, reason, ISO_ACCEPTED)
    sign, *numbers = match.groups()
    step = sum_of(
        move_for(Fraction(number.replace(",", ".")), name)
        for name, number in zip(_PARTS, numbers, strict=True)
        if number
    )
    return Duration(spelled, step.times(-1 if sign == "-" else 1))


def read_durations(texts: Sequence[str]) -> list[Move]:
    """Parse each duration. Raises ServiceError.

    If one has several meanings, the readings are of the whole list, as one text in which commas separate the durations.
    There are none if another duration cannot be read, or is a sum with commas, which the text would take apart.
    """
    try:
        return [read_any_duration(text) for text in texts]
    except AmbiguousDurationError as exc:
        exc.extra = {}
        parts, separator = [text.strip() for text in texts], ", "
        if len(parts) == 1:
            parts, separator = split_durations(parts[0]), ","
        if all(len(split_durations(part)) == 1 for part in parts):
            with suppress(ServiceError):
                if readings := _of_whole_list(parts, separator):
                    exc.extra = {"readings": readings}
        raise


def _of_whole_list(parts: Sequence[str], separator: str) -> list[Reading]:
    """Return each combination of the meanings of durations, or none if there are more than MAX_MEANINGS."""
    combinations: list[list[Reading]] = [[]]
    for part in parts:
        meanings = [*islice(_meanings(part), MAX_MEANINGS + 1)]
        combinations = [[*chosen, meaning] for chosen in combinations for meaning in meanings]
        if len(combinations) > MAX_MEANINGS:
            return []
    return [
        Reading(
            write=separator.join(meaning["write"] for meaning in chosen),
            means=", ".join(meaning["means"] for meaning in chosen if meaning["means"]),
        )
        for chosen in combinations
    ]


def _meanings(text: str, *means: str) -> Iterator[Reading]:
    """Yield the meanings of a duration: itself if it is clear. ``means``: what is chosen for its parts already."""
    try:
        read_any_duration(text)
    except AmbiguousDurationError as exc:
        for reading in exc.meanings:
            yield from _meanings(text.replace(exc.text, reading["write"], 1), *means, reading["means"])
    else:
        yield Reading(write=text, means=", ".join(means))


def read_any_duration(text: str) -> Move:
    """Parse a duration, or the sum of several that are separated by commas. Raises ServiceError."""
    if len(text) > MAX_CHARACTERS:
        raise _invalid(text, TOO_LONG)
    return sum_of(map(_read_one, split_durations(text) or [text]))


def _read_one(text: str) -> Move:
    if re.search(_MANY_DIGITS, text):
        raise _invalid(text, "has a number of more than 12 digits")
    sign, spelled = re.fullmatch(_SIGN, text.strip()).groups()  # type: ignore[union-attr]  # it matches any text
    if spelled[:1] in ("P", "p"):
        return read_duration(text).step
    if match := re.fullmatch(_CLOCK, spelled):
        first, second, third = match.groups()
        if third is None:
            minutes = f"{sign}{int(first) // 60}:{int(first) % 60:02}:{second}"
            raise AmbiguousDurationError(
                text, (f"{sign}{spelled}:00", "hours and minutes"), (minutes, "minutes and seconds")
            )
        return read_duration(f"{sign}PT{first}H{second}M{third}S").step
    if ":" in spelled:
        raise _invalid(text, "is not a clock like 1:30:00, of which minutes and seconds go to 59")
    if re.fullmatch(_NUMBER, spelled):
        raise AmbiguousDurationError(
            text, *((f"{sign}{spelled} {unit}", unit) for unit in ("seconds", "minutes", "hours"))
        )
    return _amount(text, sign, spelled)


def _amount(text: str, sign: str, spelled: str) -> Move:
    from timeops.reading.phrases import read_length  # imported late, because it imports lark

    plain = re.sub(r"\s+", " ", spelled)
    try:
        length, first = read_length(plain)
    except NotADatetimeError as exc:
        if exc.suggestions:
            writes = [f"{sign}{write}" for write in exc.within(plain).suggestions]
            raise AmbiguousDurationError(text, *zip(writes, map(str.strip, exc.suggestions), strict=True)) from None
        raise _invalid(text, exc.details) from None
    if sign != "-":
        return length
    negated = length.times(-1)
    if length != first:
        meanings = (negated, "the sign for all parts"), (sum_of((length, first.times(-2))), "for the first part")
        raise AmbiguousDurationError(
            text, *((iso_duration(parts_in_days(move)) or "", means) for move, means in meanings)
        )
    return negated


def _invalid(text: str, reason: str, accepted: str = ACCEPTED) -> ServiceError:
    return ServiceError(INVALID, f'duration "{text[:MAX_QUOTED]}" {reason}. {accepted}')
