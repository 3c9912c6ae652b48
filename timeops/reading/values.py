"""The values in a phrase: amounts of time, days, and hours, which may need a word like morning (T3: docs/rules.md)."""

import re
from collections.abc import Callable, Mapping
from datetime import date, time
from fractions import Fraction
from typing import Any, NamedTuple

from lark import Token

from timeops.calendar.steps import MIDNIGHT, Move, Steps
from timeops.calendar.units import DAY, PLURALS, UNITS
from timeops.errors import NO_SUCH_TIME, OTHER_WEEKDAY, NotADatetimeError, either
from timeops.reading.words import Clock

#: From the name of a rule of a grammar, or the name after its arrow, to the function of its parts that gives its value.
Rules = Mapping[str, Callable[..., Any]]

#: The parts of an amount, like 1 day and 2 hours, each with the position in the text at which it begins.
Amount = tuple[tuple[Move, int], ...]


def span_of(token: Token) -> tuple[int, int]:
    """Return the start and end of a terminal in the phrase."""
    start = token.start_pos or 0
    return start, start + len(token)


def move_for(number: Fraction, unit: str) -> Move:
    """Return the move of ``number`` units. A fraction of a day is a part of 24 hours.

    Raises NotADatetimeError for a fraction of a month or longer, because months differ in length.
    """
    months, days, microseconds = (number * size for size in UNITS[unit])
    if months.denominator != 1:
        raise NotADatetimeError(f"has a part of {unit}, which differ in length: write days")
    whole_days = int(days)
    return Move(int(months), whole_days, int(microseconds + (days - whole_days) * DAY))


def amount_of(number: Fraction | int, first: Token, unit: str = "minutes") -> Amount:
    """Return the amount of a number of units, which begins with the terminal ``first``."""
    return ((move_for(Fraction(number), unit), first.start_pos or 0),)


def total(amount: Amount | Token) -> Move:
    """Return the sum of the parts of an amount, or the length of a unit that has no number."""
    if isinstance(amount, Token):
        return UNITS[singular(amount)]
    return Move(*map(sum, zip(*(move for move, _ in amount), strict=True)))


def singular(unit: Token) -> str:
    """Return the name of a unit without a number, as in ``next week``. The plural, as in ``days ago``, is refused."""
    if unit.lower() in PLURALS:
        raise NotADatetimeError(f'has "{unit}" without a number: write one')
    return str(unit.value)


class PartOfDay(NamedTuple):
    """A part of the day in a phrase, such as ``at night``. ``span``: its start and end in the phrase.

    ``day``: the day that the same words name: today for ``tonight``.
    """

    name: str
    span: tuple[int, int]
    day: str = ""


class Day(NamedTuple):
    """The steps to a day.

    ``clock``: the time of day if the phrase has none; None keeps the current time of day. ``part``: the part of the day
    that the words name, as ``tonight`` does. ``month_day``: the month, day and weekday of a date without a year, which
    may follow later in the phrase.
    """

    steps: Steps
    clock: time | None = MIDNIGHT
    part: PartOfDay | None = None
    month_day: tuple[int, int, int | None] | None = None


def fixed_date(year: int, month: int, number: int = 1, weekday: int | None = None) -> date:
    """Return a date. Raises NotADatetimeError if it does not exist or is on another weekday."""
    try:
        day = date(year, month, number)
    except ValueError:
        raise NotADatetimeError(NO_SUCH_TIME) from None
    if weekday not in (None, day.weekday()):
        raise NotADatetimeError(OTHER_WEEKDAY)
    return day


# The hours of each part of the day. The night has only those before midnight, because the day of 2 at night is unclear:
# the day that is named or the one after it.
_PARTS = {"morning": range(12), "afternoon": range(12, 19), "evening": range(16, 24), "night": range(18, 24)}
# For an hour of a part of the day that is not clear, each hour that may be meant, with the number of days after the day
# that is named. Midnight and the hours after it may be in the night that begins on that day, or in the one that ends on
# it; 5 at night may also be in the afternoon.
_UNCLEAR: dict[tuple[str, int], tuple[tuple[int, int], ...]] = {
    ("morning", 0): ((0, 0), (12, 0)),
    ("evening", 0): ((0, 0), (0, 1)),
    **{("night", hour): ((hour, 0), (hour, 1)) for hour in range(4)},
    **{("night", hour): ((hour, 0), (hour, 1), (hour + 12, 0)) for hour in (4, 5)},
}
# The name of the day after a day, if there is a shorter one than "1 day after".
_DAY_AFTER = {"today": "tomorrow", "tomorrow": "the day after tomorrow", "yesterday": "today"}
_CLOCK_FIRST = re.compile(r"(?:(?:at|@) )?([0-9:.]+)(?: (today|tomorrow|yesterday))?")


class UnclearHourError(NotADatetimeError):
    """An hour with a part of the day has several meanings. Each is an hour, and a number of days later."""

    def __init__(self, clock: Clock, part: PartOfDay, meanings: tuple[tuple[int, int], ...]) -> None:
        super().__init__(f"has an hour of the {part.name} that is not clear")
        self._clock, self._part, self._meanings = clock, part, meanings

    def within(self, text: str) -> NotADatetimeError:
        """Return the error with the phrase of each meaning: its time of day for the hour and the part of the day."""
        writes = []
        for hour, later in self._meanings:
            clock = time(hour, *self._clock[1:4])
            words = (self._clock.span, clock.isoformat("auto" if clock.second else "minutes")), self._part[1:]
            write = text
            for (start, end), word in sorted(words, reverse=True):
                write = f"{write[:start]} {word} {write[end:]}"
            write = " ".join(write.split())
            if match := _CLOCK_FIRST.fullmatch(write):
                write = f"{match[2] or 'today'} at {match[1]}"
            if later:
                day, _, rest = write.partition(" ")
                write = f"{_DAY_AFTER[day]} {rest}" if day in _DAY_AFTER else f"1 day after {write}"
            writes.append(write)
        return NotADatetimeError(f"{self}: write {either(writes)}", writes)


def in_part(clock: Clock, part: PartOfDay) -> Clock:
    """Return the time that ``clock`` means in this part of the day. Raises NotADatetimeError if it is unclear."""
    hours = [clock.hour] if clock.half else [clock.hour % 12, clock.hour % 12 + 12]
    fitting = [hour for hour in hours if hour in _PARTS[part.name] and not (clock.alone and hour == 0)]
    if len(fitting) == 1:
        return clock._replace(hour=fitting[0], half=True, alone=False)
    meanings = _UNCLEAR.get((part.name, hours[0]), ())
    if meanings:  # at night, the last meaning of some hours is in the other half of the day
        raise UnclearHourError(clock, part, meanings[:2] if clock.half else meanings)
    raise NotADatetimeError(f"has an hour that is not plainly of the {part.name}: write the day, and am or pm")


def hour_alone(reason: str, hour: int, span: tuple[int, int], purpose: str = "") -> NotADatetimeError:
    """Return the error of an hour without minutes, which up to 12 may be in either half of the day."""
    halves = [f"{hour}am", f"{hour}pm"] if 0 < hour <= 12 else []
    return NotADatetimeError(f"{reason}: write {either([*halves, f'{hour:02}:00'])}{purpose}", halves, span)


def time_of(clock: Clock) -> time:
    """Return the time of day. Raises NotADatetimeError if ``clock`` is only an hour."""
    if clock.alone and not clock.half:
        raise hour_alone("has an hour without its half of the day", clock.hour, clock.span)
    if clock.alone:
        raise NotADatetimeError(f"has an hour alone: write {clock.hour:02}:00")
    return time(*clock[:4])
