"""The words that phrases are made of: what each spelling means, and words that are refused with the reason (T3)."""

from timeops.names import DAYS, MONTHS
from timeops.steps import Move

__all__ = [
    "FIXED",
    "MONTH_NUMBERS",
    "NUMBERS",
    "ORDINALS",
    "PLURALS",
    "REFUSED",
    "TWO_WORDS",
    "TWO_WORD_ORDINALS",
    "UNITS",
    "UNIT_NAMES",
    "WEEKDAYS",
]

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE

#: The units by their names in the plural, as an answer has them (T8), and how far each goes.
UNITS = {
    "milliseconds": Move(microseconds=1_000),
    "seconds": Move(microseconds=SECOND),
    "minutes": Move(microseconds=MINUTE),
    "hours": Move(microseconds=HOUR),
    "days": Move(days=1),
    "weeks": Move(days=7),
    "fortnights": Move(days=14),
    "months": Move(months=1),
    "quarters": Move(months=3),
    "years": Move(months=12),
    "decades": Move(months=120),
    "centuries": Move(months=1200),
}
_SHORT_UNITS = {
    "milliseconds": "ms msec msecs millisecond",
    "seconds": "s sec secs",
    "minutes": "m min mins",
    "hours": "h hr hrs",
    "days": "d",
    "weeks": "w wk wks",
    "months": "mo mos mth mths",
    "years": "y yr yrs",
    "centuries": "century",
}

#: The name of a unit by each of its spellings.
UNIT_NAMES = (
    {name: name for name in UNITS}
    | {name.removesuffix("s"): name for name in UNITS if name != "centuries"}
    | {short: name for name, shorts in _SHORT_UNITS.items() for short in shorts.split()}
)

#: The spellings that mean more than one: days, hrs.
PLURALS = frozenset(word for word in UNIT_NAMES if word[-1] == "s" and len(word) > 2)

#: By the whole name and by its first three letters; Monday is 0, January 1.
WEEKDAYS = {spelling.lower(): number for number, name in enumerate(DAYS) for spelling in (name, name[:3])} | {
    "tues": 1,
    "weds": 2,
    "thur": 3,
    "thurs": 3,
}
MONTH_NUMBERS = {spelling.lower(): number for number, name in enumerate(MONTHS, 1) for spelling in (name, name[:3])} | {
    "sept": 9
}

_COUNTED = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
_RANKED = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
]
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
NUMBERS = {word: number for number, word in enumerate(_COUNTED, 1)} | _TENS
ORDINALS = {word: number for number, word in enumerate(_RANKED, 1)} | {"thirtieth": 30}

#: Numbers of two words, joined by a hyphen or a space.
TWO_WORDS = {f"{ten} {one}": _TENS[ten] + number for ten in _TENS for number, one in enumerate(_COUNTED[:9], 1)} | {
    "a hundred": 100,
    "one hundred": 100,
}
TWO_WORD_ORDINALS = {
    f"{ten} {one}": _TENS[ten] + number for ten in ("twenty", "thirty") for number, one in enumerate(_RANKED[:9], 1)
}

#: Words with a place of their own in the grammar: the terminal of phrases.lark, and the value.
FIXED: dict[str, tuple[str, object]] = {
    "now": ("NOW", None),
    "today": ("DAYWORD", 0),
    "tomorrow": ("DAYWORD", 1),
    "yesterday": ("DAYWORD", -1),
    "tonight": ("TONIGHT", None),
    "next": ("NEXT", 1), "coming": ("NEXT", 1), "upcoming": ("NEXT", 1),
    "last": ("LAST", -1), "previous": ("LAST", -1), "past": ("LAST", -1),
    "this": ("THIS", 0),
    "same": ("SAME", None),
    "a": ("ARTICLE", 1), "an": ("ARTICLE", 1),
    "the": ("THE", None),
    "in": ("IN", None),
    "on": ("ON", None),
    "of": ("OF", None),
    "and": ("AND", None),
    "ago": ("AGO", -1),
    "from": ("AFTER", 1), "after": ("AFTER", 1),
    "before": ("BEFORE", -1),
    "later": ("LATER", 1), "hence": ("LATER", 1), "earlier": ("LATER", -1),
    "to": ("TO", None), "till": ("TO", None), "until": ("TO", None),
    "start": ("START", None), "beginning": ("START", None),
    "end": ("END", None),
    "half": ("HALF", None),
    "plus": ("SIGN", 1), "minus": ("SIGN", -1),
    "day": ("DAY", "days"),
    "second": ("SECOND", "seconds"),
    "time": ("TIME_WORD", None),
    "morning": ("PART", "morning"),
    "afternoon": ("PART", "afternoon"),
    "evening": ("PART", "evening"),
    "night": ("PART", "night"),
}  # fmt: skip

_ROUGH = (
    "few couple several some many mid early late soon recently eventually "
    "about around approx approximately roughly almost nearly"
)
_HOLIDAYS = "christmas xmas easter thanksgiving halloween hanukkah ramadan diwali"
_SEASONS = "spring summer autumn winter fall"
_RECURRING = "every each daily weekly monthly yearly annually hourly"

#: Words that the grammar leaves out on purpose, and what is said of them.
REFUSED = (
    dict.fromkeys(_ROUGH.split(), "is not exact: write a number or a date")
    | dict.fromkeys(_HOLIDAYS.split(), "is a holiday: write its date")
    | dict.fromkeys(_SEASONS.split(), "is a season, which begins on different days: write the date")
    | dict.fromkeys(_RECURRING.split(), "says how often and not when: write one date")
    | dict.fromkeys(("weekend", "weekends"), "has two days: write saturday or sunday")
    | dict.fromkeys(
        ("weekday", "weekdays", "workday", "workdays", "business", "working"),
        "depends on the country which days are meant: write the number of days",
    )
    | dict.fromkeys(("eod", "cob", "eow", "eom", "eoy"), "is read in several ways: write end of day, end of month")
)
