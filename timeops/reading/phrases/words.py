"""The words of phrases and their meanings, and the words that are refused, with the reasons (T3)."""

_COUNTED = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
_RANKED = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
NUMBERS = {word: number for number, word in enumerate(_COUNTED.split(), 1)} | _TENS
ORDINALS = {word: number for number, word in enumerate(_RANKED.split(), 1)} | {"thirtieth": 30}

#: Numbers of two words, joined by a hyphen or a space.
TWO_WORDS = {
    f"{ten} {one}": _TENS[ten] + number for ten in _TENS for number, one in enumerate(_COUNTED.split()[:9], 1)
} | {"a hundred": 100, "one hundred": 100}
TWO_WORD_ORDINALS = {
    f"{ten} {one}": _TENS[ten] + number
    for ten in ("twenty", "thirty")
    for number, one in enumerate(_RANKED.split()[:9], 1)
}

#: Words that the grammar mentions one by one: the terminal of phrases.lark, and the value.
FIXED: dict[str, tuple[str, object]] = {
    "now": ("_NOW", None),
    "today": ("DAYWORD", 0),
    "tomorrow": ("DAYWORD", 1),
    "yesterday": ("DAYWORD", -1),
    "tonight": ("TONIGHT", None),
    "next": ("NEXT", 1), "coming": ("NEXT", 1), "upcoming": ("NEXT", 1),
    "last": ("LAST", -1), "previous": ("LAST", -1), "past": ("LAST", -1),
    "this": ("THIS", 0), "current": ("THIS", 0),
    "same": ("_SAME", None),
    "a": ("ARTICLE", 1), "an": ("ARTICLE", 1),
    "the": ("_THE", None),
    "at": ("_AT", None),
    "in": ("_IN", None),
    "on": ("_ON", None),
    "of": ("_OF", None),
    "and": ("_AND", None),
    "ago": ("AGO", -1),
    "from": ("AFTER", 1), "after": ("AFTER", 1),
    "before": ("BEFORE", -1),
    "later": ("LATER", 1), "hence": ("LATER", 1), "earlier": ("LATER", -1),
    "to": ("_TO", None), "till": ("_TO", None), "until": ("_TO", None),
    "start": ("START", None), "beginning": ("START", None),
    "end": ("END", None),
    "half": ("_HALF", None),
    "plus": ("SIGN", 1), "minus": ("SIGN", -1),
    "day": ("DAY", "days"),
    "second": ("SECOND", "seconds"),
    "time": ("_TIME_WORD", None),
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

#: Words that are excluded on purpose, and the reasons, which complete a sentence that begins with the quoted word.
REFUSED = (
    dict.fromkeys(_ROUGH.split(), "is not exact: write a number or a date")
    | dict.fromkeys(_HOLIDAYS.split(), "is a holiday: write its date, or ask for operation=holidays")
    | dict.fromkeys(_SEASONS.split(), "is a season, which begins on different days: write the date")
    | dict.fromkeys(_RECURRING.split(), "says how often and not when: write one date")
    | dict.fromkeys(("weekend", "weekends"), "has two days: write saturday or sunday")
    | dict.fromkeys(
        ("weekday", "weekdays", "workday", "workdays", "business", "working"),
        "depends on the country which days are meant: write the number of days",
    )
    | dict.fromkeys(("eod", "cob", "eow", "eom", "eoy"), "is read in several ways: write end of day, end of month")
)
