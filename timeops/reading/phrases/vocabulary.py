"""The vocabulary of phrases: from each word to its terminal in phrases.lark and its value."""

from collections.abc import Mapping

from timeops.calendar.units import UNIT_NAMES
from timeops.names import DAYS, MONTH_NUMBERS, WEEKDAY_NUMBERS
from timeops.reading.phrases.words import FIXED, NUMBERS, ORDINALS
from timeops.reading.phrases.written_dates import Clock

#: The terminal and the value of each word.
Vocabulary = Mapping[str, tuple[str, object]]


def _vocabulary() -> dict[str, tuple[str, object]]:
    words: dict[str, tuple[str, object]] = {word: ("UNIT", name) for word, name in UNIT_NAMES.items()}
    words |= {word: ("WEEKDAY", number) for word, number in WEEKDAY_NUMBERS.items()}
    words |= {f"{name.lower()}s": ("WEEKDAYS", number) for number, name in enumerate(DAYS)}
    words |= {word: ("MONTH", number) for word, number in MONTH_NUMBERS.items()}
    words |= {word: ("NUMBER", number) for word, number in NUMBERS.items()}
    words |= {word: ("ORDINAL", number) for word, number in ORDINALS.items()}
    words |= {"noon": ("TIME", Clock(12)), "midday": ("TIME", Clock(12)), "midnight": ("TIME", Clock(0))}
    return words | FIXED


VOCABULARY = _vocabulary()
