"""The words of phrases, each with its terminal in phrases.lark and its value; and dates and times of day in digits.

``2026-11-21``, ``21.11.2026``, ``3:30 p.m.``; rules T2 and T3: docs/rules.md. The functions raise NotADatetimeError if
the date or time does not exist or is ambiguous.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import date, timedelta
from typing import Any, NamedTuple

from timeops.calendar.steps import Move
from timeops.calendar.units import MINUTE, UNIT_NAMES
from timeops.errors import HOUR_24, LEAP_SECOND, NO_SUCH_TIME, TWO_DIGITS, NotADatetimeError
from timeops.names import DAYS, MONTH_NUMBERS, WEEKDAY_NUMBERS, table

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

#: The pattern of a time of day, for texts in lower case: with minutes, am or pm, the letter h or o'clock. An hour alone
#: is not a time of day.
TIME = r"""
    (?: 12 (?: :00 )? \s (?: noon | midday | midnight )\b
      | [0-9]{1,2} [:.] [0-9]{2} (?: : [0-9]{2} (?: [.,][0-9]+ )? )? \s* [ap] (?: \.m\. | \.?m\b )
      | [0-9]{1,2} \s* [ap] (?: \.m\. | \.?m\b )
      | [0-9]{1,2} [ap]\b
      | [0-9]{1,2} : [0-9]{2} \s? [ap]\b
      | [0-9]{3,4} \s* [ap] (?: \.m\. | \.?m\b )
      | [0-9]{1,2} \s* o'?clock \s* [ap] (?: \.m\. | \.?m\b )
      | [0-9]{1,2} : [0-9]{2} \s? h\b
      | [0-9]{1,2} : [0-9]{2} (?: : [0-9]{2} (?: [.,][0-9]+ )? )? (?![0-9:])
      | [0-9]{1,2} h [0-9]{2} (?![0-9a-z])
      | (?: (?<=\bat\s) | (?<=@\s) | (?<=@) ) (?: [0-9]{1,2}h | [0-9]{4} | [0-9]{1,2}\.[0-9]{2} )(?! [.0-9] )\b
    )
"""

_CLOCK = re.compile(
    r"([0-9]{1,2}?)(?:[:.h]?([0-9]{2}))?(?:[:.]?([0-9]{2})(?:[.,]([0-9]+))?)?(?:\s?h|\s*o'?clock)?\s*(?:([ap])[.m]*)?"
)


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


def read_date(text: str) -> date:
    """Parse a text of the form DATE. A month means its first day."""
    found = sorted(_existing(*_orders(text)))
    if not found:
        raise NotADatetimeError(NO_SUCH_TIME)
    if len(found) > 1:
        raise NotADatetimeError(f"could be {found[0]} or {found[1]}: write the one you mean", [*map(str, found)])
    return found[0]


def _orders(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield the year, month and day that the parts of a date may be.

    Raises NotADatetimeError for a year of two digits, first or last, which may be one from 1900 to 2099.
    """
    if "w" in text:
        with suppress(ValueError):
            day = date.fromisoformat(text.upper())
            yield day.year, day.month, day.day
        return
    parts = [str(MONTH_NUMBERS.get(part, part)) for part in re.split(r"[-/.:]", text)]
    one, two, three = (int(part) for part in [*parts, "1"][:3])
    if len(parts[0]) == 4 and len(parts[1]) == 3:
        for first in _existing((one, 1, 1)):
            nth = first + timedelta(days=two - 1)
            yield nth.year * (nth.year == one), nth.month, nth.day
    elif len(parts[0]) == 4:
        yield one, two, three
    elif len(parts) == 2:
        yield two, one, 1
    elif len(parts[2]) == 2:
        years = [(three, two, one), (three, one, two), (one, two, three)]
        dates = [(century + year % 100, month, day) for year, month, day in years for century in (2000, 1900)]
        raise NotADatetimeError(TWO_DIGITS, [*map(str, _existing(*dates))])
    elif text[0].isalpha():
        yield three, one, two
    else:
        yield three, two, one
        if not ("." in text or any(map(str.isalpha, text))):  # with dots or a name the day comes first
            yield three, one, two


def _existing(*dates: tuple[int, int, int]) -> list[date]:
    found = []
    for year, month, day in dict.fromkeys(dates):
        with suppress(ValueError):
            found.append(date(year, month, day))
    return found


def read_time(text: str) -> Clock:
    """Parse a text of the form TIME."""
    if text.endswith(("noon", "midday", "midnight")):
        return Clock(0 if text.endswith("midnight") else 12)
    match = _CLOCK.fullmatch(text)
    if not match:
        raise NotADatetimeError(NO_SUCH_TIME)
    hour, minute, second = map(int, match.groups("0")[:3])
    if match[5]:
        if not 1 <= hour <= 12:
            raise NotADatetimeError("has an hour that no clock with am and pm shows")
        hour = hour % 12 + 12 * (match[5] == "p")
    elif hour == 24:
        raise NotADatetimeError(HOUR_24)
    if second == 60:
        raise NotADatetimeError(LEAP_SECOND)
    if hour > 23 or minute > 59 or second > 59:
        raise NotADatetimeError(NO_SUCH_TIME)
    microsecond = int((match[4] or "")[:6].ljust(6, "0"))
    return Clock(hour, minute, second, microsecond, half=bool(match[5]) or hour > 12 or match[1][0] == "0")


#: The terminal and the value of each word, or of several words that are one terminal.
Vocabulary = Mapping[str, tuple[str, Any]]

# The kinds of words whose values are made from the numbers in the table.
_MADE: dict[str, Callable[[int], object]] = {
    "TIME": Clock,
    "GLUED": lambda minutes: Move(microseconds=minutes * MINUTE),
}


def words_of(package: str) -> Vocabulary:
    """Read words.tsv of a package. A value in digits is a number."""
    found = {}
    for word, kind, *values in table(package, "words.tsv"):
        value: Any = values[0] if values else None
        value = int(value) if value and value.lstrip("-").isdigit() else value
        found[word] = (kind, _MADE[kind](value) if kind in _MADE else value)
    return found


def _spelled(kind: str, spellings: Mapping[str, object]) -> Vocabulary:
    return {word: (kind, value) for word, value in spellings.items()}


VOCABULARY: Vocabulary = {
    **_spelled("UNIT", UNIT_NAMES),
    **_spelled("WEEKDAY", WEEKDAY_NUMBERS),
    **_spelled("WEEKDAYS", {f"{name.lower()}s": number for number, name in enumerate(DAYS)}),
    **_spelled("MONTH", MONTH_NUMBERS),
    **words_of(__package__),
}
#: From each number in words to the number.
NUMBERS: dict[str, int] = {word: value for word, (kind, value) in VOCABULARY.items() if kind == "NUMBER"}
#: Words that are excluded on purpose, and the reasons, which complete a sentence that begins with the quoted word.
REFUSED: dict[str, str] = dict(table(__package__, "refused.tsv"))
