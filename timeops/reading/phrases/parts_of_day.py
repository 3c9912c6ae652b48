"""The value of a day in a phrase, and the half of the day that an hour belongs to, by a word like morning (T3)."""

import re
from datetime import date, time
from typing import NamedTuple

from lark import Token

from timeops.calendar.days import FixedDate
from timeops.calendar.steps import MIDNIGHT, Steps
from timeops.errors import NO_SUCH_TIME, OTHER_WEEKDAY, NotADatetimeError
from timeops.reading.phrases.written_dates import Clock

# The hours of each part of the day. The night has only those before midnight, because the day of 2 at night is unclear:
# the day that is named or the one after it.
PARTS = {"morning": range(12), "afternoon": range(12, 19), "evening": range(16, 24), "night": range(18, 24)}
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
_CLOCK_FIRST = re.compile(rf"(?:(?:at|@) )?([0-9:.]+)(?: ({'|'.join(_DAY_AFTER)}))?")


class PartOfDay(NamedTuple):
    """A part of the day in a phrase, such as ``at night``. ``span``: its start and end in the phrase.

    ``day``: the day that the same words name: today for ``tonight``.
    """

    name: str
    span: tuple[int, int]
    day: str = ""


class UnclearHourError(NotADatetimeError):
    """An hour with a part of the day has several meanings. Each is a time of day, and a number of days later."""

    def __init__(self, clock: Clock, part: PartOfDay, meanings: list[tuple[time, int]]) -> None:
        super().__init__(f"has an hour of the {part.name} that is not clear")
        self._spans = clock.span, part.span
        self._day = part.day
        self._meanings = meanings

    def within(self, text: str, _start: int = 0, _end: int | None = None) -> NotADatetimeError:
        writes = [self._write(text, clock, later) for clock, later in self._meanings]
        return NotADatetimeError(f"{self}: write {', '.join(writes[:-1])} or {writes[-1]}", writes)

    def _write(self, text: str, clock: time, later: int) -> str:
        """Return the phrase of one meaning, with its time of day instead of the hour and the part of the day."""
        words = clock.isoformat("auto" if clock.second else "minutes"), self._day
        for (start, end), word in sorted(zip(self._spans, words, strict=True), reverse=True):
            text = f"{text[:start]} {word} {text[end:]}"
        text = " ".join(text.split())
        if match := _CLOCK_FIRST.fullmatch(text):
            text = f"{match[2] or 'today'} at {match[1]}"
        day, _, rest = text.partition(" ")
        if not later:
            return text
        return f"{_DAY_AFTER[day]} {rest}" if day in _DAY_AFTER else f"1 day after {text}"


def in_part(clock: Clock, part: PartOfDay) -> Clock:
    """Return the time that ``clock`` means in this part of the day. Raises NotADatetimeError if it is unclear."""
    hours = [clock.hour] if clock.half else [clock.hour % 12, clock.hour % 12 + 12]
    fitting = [hour for hour in hours if hour in PARTS[part.name] and not (clock.alone and hour == 0)]
    if len(fitting) == 1:
        return clock._replace(hour=fitting[0], half=True, alone=False)
    meanings = _UNCLEAR.get((part.name, hours[0]), ())
    if len(hours) == 1 and part.name == "night":  # the half of the day is certain
        meanings = meanings[:2]
    if meanings:
        raise UnclearHourError(clock, part, [(clock.time().replace(hour=hour), later) for hour, later in meanings])
    raise NotADatetimeError(f"has an hour that is not plainly of the {part.name}: write the day, and am or pm")


def span_of(token: Token) -> tuple[int, int]:
    """Return the start and end of a terminal in the phrase."""
    start = token.start_pos or 0
    return start, start + len(token)


def time_of(clock: Clock) -> time:
    """Return the time of day. Raises NotADatetimeError if ``clock`` is only an hour."""
    if clock.alone and not clock.half:
        hour = clock.hour % 12 or 12
        raise NotADatetimeError(
            f"has an hour without its half of the day: write {hour}am, {hour}pm or {clock.hour:02}:00",
            (f"{hour}am", f"{hour}pm"),
            clock.span,
        )
    if clock.alone:
        raise NotADatetimeError(f"has an hour alone: write {clock.hour:02}:00")
    return clock.time()


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


def fixed_date(year: int, month: int, number: int, weekday: int | None = None) -> FixedDate:
    """Return a step to this date. Raises NotADatetimeError if it does not exist or is on another weekday."""
    try:
        day = date(year, month, number)
    except ValueError:
        raise NotADatetimeError(NO_SUCH_TIME) from None
    if weekday not in (None, day.weekday()):
        raise NotADatetimeError(OTHER_WEEKDAY)
    return FixedDate(day)
