"""The words of phrases, each with its terminal in phrases.lark and its value (T3: docs/rules.md)."""

from collections.abc import Callable, Mapping
from typing import Any

from timeops.calendar.units import MINUTE, UNIT_NAMES, Move
from timeops.names import DAYS, MONTH_NUMBERS, WEEKDAY_NUMBERS, table
from timeops.reading.digits import Clock

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


_SPELLED: dict[str, Mapping[str, object]] = {
    "UNIT": UNIT_NAMES,
    "WEEKDAY": WEEKDAY_NUMBERS,
    "WEEKDAYS": {f"{name.lower()}s": number for number, name in enumerate(DAYS)},
    "MONTH": MONTH_NUMBERS,
}
_WORDS: Vocabulary = {word: (kind, value) for kind, spellings in _SPELLED.items() for word, value in spellings.items()}
VOCABULARY: Vocabulary = {**_WORDS, **words_of(__package__)}
#: From each number in words to the number.
NUMBERS: dict[str, int] = {word: value for word, (kind, value) in VOCABULARY.items() if kind == "NUMBER"}
#: Words that are excluded on purpose, and the reasons, which complete a sentence that begins with the quoted word.
REFUSED: dict[str, str] = dict(table(__package__, "refused.tsv"))
