"""The words of recurrences in English (T19). Reading and writing share them."""

from timeops.reading.phrases.words import ORDINALS
from timeops.recurrence.rule import Frequency

#: The frequency of each unit, and how many of its periods the unit has.
UNITS = {
    "seconds": (Frequency.SECONDLY, 1),
    "minutes": (Frequency.MINUTELY, 1),
    "hours": (Frequency.HOURLY, 1),
    "days": (Frequency.DAILY, 1),
    "weeks": (Frequency.WEEKLY, 1),
    "fortnights": (Frequency.WEEKLY, 2),
    "months": (Frequency.MONTHLY, 1),
    "quarters": (Frequency.MONTHLY, 3),
    "years": (Frequency.YEARLY, 1),
    "decades": (Frequency.YEARLY, 10),
    "centuries": (Frequency.YEARLY, 100),
}
#: The unit that is written for each frequency, in the singular.
UNIT_OF = {frequency: unit.removesuffix("s") for unit, (frequency, periods) in UNITS.items() if periods == 1}
#: The places that are written as words. The others are written as 6th, 7th, ...
PLACES = {number: word for word, number in ORDINALS.items() if number <= 5}

#: Words that only recurrences have: the terminal of english.lark, and the value. The value of an ambiguous adverb is
#: what to write for each of its meanings.
WORDS: dict[str, tuple[str, object]] = {
    "every": ("_EVERY", None), "each": ("_EVERY", None),
    "once": ("_ONCE", None),
    "other": ("_OTHER", None),
    "hourly": ("ADVERB", "hours"),
    "daily": ("ADVERB", "days"), "everyday": ("ADVERB", "days"),
    "weekly": ("ADVERB", "weeks"),
    "fortnightly": ("ADVERB", "fortnights"),
    "monthly": ("ADVERB", "months"),
    "quarterly": ("ADVERB", "quarters"),
    "yearly": ("ADVERB", "years"), "annually": ("ADVERB", "years"),
    "biweekly": ("ADVERB", ("every 2 weeks", "every week on monday and thursday")),
    "bimonthly": ("ADVERB", ("every 2 months", "every month on the 1st and the 15th")),
    "biannually": ("ADVERB", ("every 2 years", "every 6 months")),
    "weekday": ("WORKDAY", None), "workday": ("WORKDAY", None),
    "weekdays": ("WORKDAYS", None), "workdays": ("WORKDAYS", None),
    "weekend": ("WEEKEND", None),
    "weekends": ("WEEKENDS", None),
    "business": ("_BUSINESS", None), "working": ("_BUSINESS", None),
    "between": ("_BETWEEN", None),
    "through": ("_TO", None),
    "until": ("_UNTIL", None), "till": ("_UNTIL", None),
    "starting": ("_STARTING", None),
    "for": ("_FOR", None),
    "times": ("_TIMES", None), "occurrences": ("_TIMES", None),
    "except": ("_EXCEPT", None),
}  # fmt: skip
