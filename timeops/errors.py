"""The errors of texts that are not a date and time, or that have several meanings (T2, G19: docs/rules.md).

A reason completes a sentence that begins with the quoted text: ``"2026-13-01" is not a date and time that exists``.
"""

import re
from collections.abc import Iterable, Sequence

from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import Reading, ServiceError

ACCEPTED = (
    "Accepted: a Unix timestamp, ISO 8601 (2026-11-21, 2026-11-21 12:00:00, 2026-11-21T12:00:00Z), RFC 2822 (Sat, 21 "
    "Nov 2026 12:00:00 +0000), a written date (21 November 2026) or a phrase like now, tomorrow at 3pm, 2 days ago"
)

NO_FORM = "has no accepted form"
NO_SUCH_TIME = "is not a date and time that exists"
NO_SUCH_DAY = "names a day that does not exist, or not on that day of the week"
LEAP_SECOND = "has a leap second (:60), which neither Unix time nor the time zones count"
HOUR_24 = "has hour 24, which is 00:00 of the day after"
OTHER_WEEKDAY = "falls on another day of the week"
NO_TIME_AFTER_AT = 'has "at" without a time of day in digits after it: write it like at 9am or at 21:00'
TWO_DIGITS = "has a year of two digits: write four"
#: What to write for a year of two digits.
FOUR_DIGITS = ("20{year}", "19{year}")
#: What to write before an amount whose sign is missing.
SIGNS = (" + ", " - ")

# The words and signs that join two amounts: 1 day, and 2 hours.
_JOIN = re.compile(r"(?i)[\s,]*(?:\band)?\s*$")


class NotADatetimeError(ServiceError):
    """The ``text`` has no meaning as a date and time, or several. Its details are the reason alone.

    The instants of the meanings depend on the parameter's zone and on now; ``refused`` in operations/arguments.py knows
    both, and makes the error that users see.

    ``suggestions``: for a text with several meanings, what to write for each of them. If only parts of the text are
    ambiguous, they replace these parts, which begin and end at ``spans``; at an empty span, they replace a comma and
    ``and`` before it. A caller that knows the whole text then calls ``within``. ``values``: what stands for the names
    in braces in the reason and the suggestions.
    """

    text = ""

    def __init__(self, reason: str, suggestions: Sequence[str] = (), *spans: tuple[int, int], **values: object) -> None:
        reason, *suggestions = (text.format(**values) if values else text for text in (reason, *suggestions))
        super().__init__("Invalid datetime format", reason)
        self.suggestions = tuple(suggestions)
        self.spans = spans

    def within(self, text: str, ending: str = "") -> "NotADatetimeError":
        """Return the error with suggestions for the whole ``text``, each with an ``ending`` that the text has lost."""
        writes = []
        for suggestion in self.suggestions:
            write = text
            for start, end in sorted(self.spans, reverse=True) or [(0, len(text))]:
                before = text[:start] if start < end else _JOIN.sub("", text[:start])
                write = f"{before}{suggestion}{write[end:]}"
            writes.append(write + ending)
        return NotADatetimeError(self.details, writes)


def joined(words: Iterable[str], conjunction: str = "and") -> str:
    """Return ``A``, ``A and B``, or ``A, B and C``; an empty text of no words."""
    *others, last = [*words] or [""]
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def refusal(error: str, details: str, *quoted: object, readings: Sequence[Reading] = ()) -> ServiceError:
    """Return an error. ``details``: a template for the values ``quoted``, each of which is cut if it is long."""
    if quoted:
        details = details.format(*(str(value)[:MAX_QUOTED] for value in quoted))
    return ServiceError(error, details, readings=readings)
