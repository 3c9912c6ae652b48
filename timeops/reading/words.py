"""What phrases consist of: words, dates in digits, hours in a part of the day (T2 and T3: docs/rules.md).

``2026-11-21``, ``21.11.2026``, ``9 in the morning``. The functions raise NotADatetimeError if the date or time does not
exist or is ambiguous.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date, time
from typing import Any, NamedTuple

from timeops.calendar.steps import UNIT_NAMES
from timeops.errors import NO_SUCH_TIME, OTHER_WEEKDAY, TWO_DIGITS, NotADatetimeError, joined
from timeops.names import DAYS, MONTH_NUMBERS, WEEKDAY_NUMBERS, table
from timeops.reading.programs import parsed, read_iso8601

MONTH = "|".join(sorted(MONTH_NUMBERS, key=len, reverse=True))

#: The pattern of a date in digits, for texts in lower case.
DATE = r"""
    (?: [0-9]{4}-?w[0-9]{2}(?:-?[0-9])?
      | [0-9]{4}-[0-9]{3}(?![0-9])
      | [0-9]{4}(?P<_a>[-/.])[0-9]{1,2}(?P=_a)[0-9]{1,2}
      | [0-9]{4}[-/][0-9]{2}(?![0-9:])
      | [0-9]{1,2}[-/](?:19|2[01])[0-9]{2}(?![-/0-9])
      | [0-9]{1,2}(?P<_b>[-/.])[0-9]{1,2}(?P=_b)[0-9]{2}(?:[0-9]{2})?
      | [0-9]{4}:[0-9]{2}:[0-9]{2}(?=\s[0-9])
      | [0-9]{1,2}(?P<_c>[-/.])(?:MONTH)(?P=_c)[0-9]{2}(?:[0-9]{2})?
      | (?:MONTH)(?P<_d>[-/])[0-9]{1,2}(?P=_d)[0-9]{4}
      | [0-9]{4}(?P<_e>[-/])(?:MONTH)(?P=_e)[0-9]{1,2}
    )
    (?! [0-9] )
""".replace("MONTH", MONTH)

_YEAR_LAST = "%d-%m-%Y", "%m-%d-%Y"
# The orders that the parts of a date may have, with numbers for months, by the first of these patterns that it has.
_ORDERS = {
    r".*w.*": "week",
    r"[0-9]{4}-[0-9]{3}": "%Y-%j",
    r"[0-9]{4}[-/].{2}": "%Y-%m",
    r"[0-9]{4}.*": "%Y-%m-%d",
    r"[0-9]+.[0-9]{4}": "%m-%Y",
    r".*[^0-9][0-9]{2}": "",  # a year of two digits
    r"[a-z].*": "%m-%d-%Y",
    r".*[.a-z].*": "%d-%m-%Y",  # with dots or a name the day comes first
    r".*": " ".join(_YEAR_LAST),
}


class Clock(NamedTuple):
    """A time of day as it is written.

    ``half``: whether the half of the day is certain, as in ``9pm`` and ``21:00``. In ``9:00`` it is not, because a word
    like evening may change it. ``alone``: the time is only an hour, like ``at 9``, and needs such a word. ``span``: the
    start and end of the time in the phrase.
    """

    hour: int
    minute: int = 0
    second: int = 0
    microsecond: int = 0
    half: bool = True
    alone: bool = False
    span: tuple[int, int] = (0, 0)


#: The terminal and the value of each word, or of several words that are one terminal.
Vocabulary = dict[str, tuple[str, Any]]


def words_of(package: str) -> Vocabulary:
    """Read words.tsv of a package. A value in digits is a number."""
    found = {}
    for word, kind, *values in table(package, "words.tsv"):
        value: Any = values[0] if values else ""
        value = int(value) if value.lstrip("-").isdigit() else value
        found[word] = (kind, Clock(value) if kind == "TIME" else value)
    return found


_SPELLED: dict[str, Mapping[str, object]] = {
    "UNIT": UNIT_NAMES,
    "WEEKDAY": WEEKDAY_NUMBERS,
    "WEEKDAYS": {f"{name.lower()}s": number for number, name in enumerate(DAYS)},
    "MONTH": MONTH_NUMBERS,
}
VOCABULARY: Vocabulary = {
    word: (kind, value) for kind, spellings in _SPELLED.items() for word, value in spellings.items()
} | words_of(__package__)
#: From each number in words to the number.
NUMBERS: dict[str, int] = {word: value for word, (kind, value) in VOCABULARY.items() if kind == "NUMBER"}
#: Words that are excluded on purpose, and the reasons, which complete a sentence that begins with the quoted word.
REFUSED: dict[str, str] = dict(table(__package__, "refused.tsv"))


def refuse(text: str, refused: Mapping[str, Sequence[str]]) -> None:
    """Raise NotADatetimeError if the text has one of the patterns, with its reason and what to write."""
    for pattern, (reason, *writes) in refused.items():
        if match := re.fullmatch(pattern, text):
            raise NotADatetimeError(reason, writes, **match.groupdict())


def read_date(text: str) -> date:
    """Parse a text of the form DATE. A month means its first day.

    A year of two digits, first or last, is refused. It may be one from 1900 to 2099.
    """
    orders = next(orders for pattern, orders in _ORDERS.items() if re.fullmatch(pattern, text)).split()
    plain = "-".join(str(MONTH_NUMBERS.get(part, part)).zfill(2) for part in re.split(r"[-/.:]", text))
    if not orders:
        days = [
            parsed(f"{century}{plain}" if order[1] == "Y" else f"{plain[:-2]}{century}{plain[-2:]}", order)
            for order in (*_YEAR_LAST, "%Y-%m-%d")
            for century in (20, 19)
        ]
        raise NotADatetimeError(TWO_DIGITS, [*dict.fromkeys(str(day.date()) for day in days if day)])
    days = [read_iso8601(text)] if "w" in text else [parsed(plain, order) for order in orders]
    found = sorted({day.date() for day in days if day})
    if not found:
        raise NotADatetimeError(NO_SUCH_TIME)
    if len(found) > 1:
        raise NotADatetimeError(f"could be {found[0]} or {found[1]}: write the one you mean", [*map(str, found)])
    return found[0]


def fixed_date(year: int, month: int, number: int = 1, weekday: int | None = None) -> date:
    """Return a date. Raises NotADatetimeError if it does not exist or is on another weekday."""
    try:
        day = date(year, month, number)
    except ValueError:
        raise NotADatetimeError(NO_SUCH_TIME) from None
    if weekday not in (None, day.weekday()):
        raise NotADatetimeError(OTHER_WEEKDAY)
    return day


class PartOfDay(NamedTuple):
    """A part of the day in a phrase, such as ``at night``. ``span``: its start and end in the phrase.

    ``day``: the day that the same words name: today for ``tonight``.
    """

    name: str
    span: tuple[int, int]
    day: str = ""


# Of each part of the day: its hours, the hour before which an hour is not clear, and how many hours later the other
# meaning of that is. The night has only the hours before midnight, because the day of 2 at night is unclear: the night
# may begin on the day that is named or end on it.
_PARTS = {
    "morning": (range(12), 1, 12),
    "afternoon": (range(12, 19), 0, 0),
    "evening": (range(16, 24), 1, 24),
    "night": (range(18, 24), 6, 24),
}
# From this hour on, an hour at night may also be in the afternoon.
_LATE = 4
# The name of the day after a day, if there is a shorter one than "1 day after".
_DAY_AFTER = {"today": "tomorrow", "tomorrow": "the day after tomorrow", "yesterday": "today"}


class UnclearHourError(NotADatetimeError):
    """An hour with a part of the day has several meanings, each so many hours later than ``clock``."""

    def __init__(self, clock: Clock, part: PartOfDay, meanings: Sequence[int]) -> None:
        super().__init__(f"has an hour of the {part.name} that is not clear")
        self._clock, self._part, self._meanings = clock, part, meanings

    def within(self, text: str, ending: str = "") -> NotADatetimeError:
        """Return the error with the phrase of each meaning: its time of day for the hour and the part of the day."""
        writes = []
        for hours_later in self._meanings:
            later, hour = divmod(self._clock.hour + hours_later, 24)
            clock = time(hour, *self._clock[1:4])
            words = (self._clock.span, clock.isoformat().removesuffix(":00")), self._part[1:]
            write = text
            for (start, end), word in sorted(words, reverse=True):
                write = f"{write[:start]} {word} {write[end:]}"
            write = " ".join(write.split())
            if match := re.fullmatch(r"(?:(?:at|@) )?([0-9:.]+)(?: (today|tomorrow|yesterday))?", write):
                write = f"{match[2] or 'today'} at {match[1]}"
            if later:
                day, _, rest = write.partition(" ")
                write = f"{_DAY_AFTER.get(day, f'1 day after {day}')} {rest}"
            writes.append(write)
        return NotADatetimeError(f"{self.details}: write {joined(writes, 'or')}", [write + ending for write in writes])


def in_part(clock: Clock, part: PartOfDay) -> Clock:
    """Return the time that ``clock`` means in this part of the day. Raises NotADatetimeError if it is unclear."""
    hours = [clock.hour] if clock.half else [clock.hour % 12, clock.hour % 12 + 12]
    among, clear, later = _PARTS[part.name]
    fitting = [hour for hour in hours if hour in among and not (clock.alone and hour == 0)]
    if len(fitting) == 1:
        return clock._replace(hour=fitting[0], half=True, alone=False)
    if hours[0] < clear:  # if the half is certain, the third meaning is not possible
        meanings = (0, later) if clock.half or hours[0] < _LATE else (0, later, 12)
        raise UnclearHourError(clock._replace(hour=hours[0]), part, meanings)
    raise NotADatetimeError(f"has an hour that is not plainly of the {part.name}: write the day, and am or pm")


def hour_alone(reason: str, hour: int, span: tuple[int, int], purpose: str = "") -> NotADatetimeError:
    """Return the error of an hour without minutes, which up to 12 may be in either half of the day."""
    halves = [f"{hour}am", f"{hour}pm"] if 0 < hour <= 12 else []
    return NotADatetimeError(f"{reason}: write {joined([*halves, f'{hour:02}:00'], 'or')}{purpose}", halves, span)
