"""Parse an English phrase or a written date, and explain the error if it cannot be parsed (T2, T3: docs/rules.md)."""

import re

from lark import Token
from lark.exceptions import UnexpectedToken

from timeops.calendar.steps import Move, Steps
from timeops.errors import FOUR_DIGITS, NO_TIME_AFTER_AT, SIGNS, TWO_DIGITS, NotADatetimeError
from timeops.reading.day_rules import Amount, span_of, total
from timeops.reading.grammar import parser, place_of
from timeops.reading.lexer import lex
from timeops.reading.words import hour_alone
from timeops.writing.formats import directives_of

# An amount that may be a time of day: 15h, and in military notation 1430 hours.
_HOURS = re.compile(r"(?i)([01][0-9]|2[0-3])([0-5][0-9]) ?(?:hours?|hrs?|h)|(?P<hour>[01]?[0-9]|2[0-3]) ?h")
# The hyphen of a span whose second hour is written with h: 9h30 - 11h, nov 12-14h.
_GLUED_HOURS = r"(?i)[0-9](?:h|st|nd|rd|th)?\s?-\s?[0-9]+h"
# A year that may be a time of day: 21 Nov 0900.
_EARLY_YEAR = re.compile("0[0-9][0-5][0-9]")
# The kinds of a date that ends with its year, but not of the third friday of a month.
_DATE_AND_YEAR = r"(?!.*WEEKDAY.*_OF)(?=.*(?:INT|ORDINAL))(?:(?:WEEKDAY|INT|ORDINAL|_OF|MONTH|YEAR) )*YEAR"
# The kinds of the tokens up to the one that the grammar rejects, and of the one after it.
_NO_SIGN = r"\b(?:GLUED \S+|(?:INT|DIGITS|DECIMAL|NUMBER|ARTICLE|YEAR) (?:UNIT|DAY|SECOND))$"
_YEAR_AFTER_DATE = r"\bMONTH (?:_AT )?(?:(?!YEAR )\S+ )?INT \S+$"
_HOUR_LAST = r"(?:\bMONTH YEAR|(?<!\S)(?!(?:INT|DIGITS|DECIMAL|NUMBER|ARTICLE|YEAR) )\S+) (?:INT|NUMBER) \S+$"
_HOUR_FIRST = r"^INT (?:DAYWORD|DAYPART|WEEKDAY|_ON) \S+$"
# The kinds of two times or days with a hyphen or ``to`` between them. Before a unit, the second is an amount.
_SPAN = re.compile(
    r"(?<!\S)(?P<left>(?:TIME|HOURS?|INT|ORDINAL) -|TIME _TO) "
    r"(?:HOURS|(?:TIME|HOUR|INT|ORDINAL)(?!\S)(?! (?:UNIT|DAY|SECOND)(?!\S)))"
)
# A number from here on is not an hour.
_HOURS_OF_A_DAY = 24


def read(text: str) -> Steps:
    """Parse a phrase with single spaces and without a zone. Its case does not matter.

    Raises NotADatetimeError for any other text, with the reason if it can be found.
    """
    if not text.isascii():
        foreign = re.sub(r"[\x00-\x7f]", "", text)[0]
        raise NotADatetimeError(f'has "{foreign}", which no accepted form has: write English words and ASCII digits')
    if hours := _HOURS.fullmatch(text):
        hour, minute = hours["hour"] or hours[1], hours[2] or ""
        raise NotADatetimeError(
            "could be the time {clock} or an amount: write {clock} or in {number} hours",
            ("{clock}", "in {number} hours"),
            clock=f"{hour:0>2}:{minute or '00'}",
            number=int(hour + minute),
        )
    try:
        tokens = lex(text)
    except NotADatetimeError:
        if directives_of(text):
            raise NotADatetimeError("is the pattern of a format: write the date, like 2026-11-21") from None
        raise
    kinds = [token.type for token in tokens]
    if "SIGN" in kinds or "_TO" in kinds:
        _refuse_span(tokens, text)
    try:
        steps: Steps = parser().parse(tokens, start="start")  # type: ignore[assignment]  # not a tree
    except UnexpectedToken as exc:
        raise _error(tokens, place_of(exc.token, tokens)) from None
    year = tokens[-1]
    if _EARLY_YEAR.fullmatch(year) and re.fullmatch(_DATE_AND_YEAR, " ".join(kinds)):
        clock = f"{year[:2]}:{year[2:]}"
        reason = "could end with the time {clock} or with a year: write {clock}, or the date in ISO 8601"
        raise NotADatetimeError(reason, ("{clock}", "00:00 {year}"), span_of(year), clock=clock, year=year)
    return steps


def _refuse_span(tokens: list[Token], text: str) -> None:
    """Raise NotADatetimeError if a hyphen or ``to`` is between two times or days: 9h30 - 11h, nov 12-14h, 9-11am.

    3pm - 2h is no span, nor are noon - 2h and 2026-11-21 12:00 - 2h: behind a word, or a whole date, 2h is an amount.
    """
    ends: list[Token] = []  # the tokens, with an hour like 15h as one
    for token in tokens:
        end = token
        if token.lower() == "h" and ends and ends[-1].type == "INT" and ends[-1].value <= _HOURS_OF_A_DAY:
            hour = ends.pop()
            start, _ = span_of(hour)
            kind = "HOURS" if hour.value < _HOURS_OF_A_DAY else "HOURS_24"
            end = Token(kind, text[start : span_of(token)[1]], start)
            end.value = hour.value
        ends.append(end)
    kinds = " ".join(["-" if end.type == "SIGN" and end.value < 0 else end.type for end in ends])
    match = _SPAN.search(kinds)
    if not match or kinds.count("SIGN") + kinds.count("-") > 1:
        return
    before = kinds[: match.start("left")]
    left, sign, right = ends[before.count(" ") :][:3]
    is_hours = right.type.startswith("HOURS")
    has_date = re.search("YEAR|DATE", before)
    if is_hours and sign.type == "SIGN" and (has_date or not re.search(_GLUED_HOURS, text)):
        return
    is_day = left.type == "ORDINAL" or (left.type != "HOURS" and before.endswith("MONTH "))
    is_hour = left.type == "HOURS" or (left.type == "INT" and is_hours and not is_day)
    first = f"{left.value:02}:00" if is_hour else left
    second = f"{right.value:02}:00" if is_hours else right
    if is_day and right.type not in ("INT", "ORDINAL"):
        second = f"{first} {second}"
    writes = [f"{text[: span_of(left)[0]]}{one}{text[span_of(right)[1] :]}" for one in (first, second)]
    raise NotADatetimeError(
        f'is a span from "{left}" to "{right}": write one of its ends',
        [write for write in writes if not write.isdigit()],
    )


def _error(tokens: list[Token], place: int) -> NotADatetimeError:
    """Return the error of a phrase that the grammar rejects at this token, with the reason if it is known."""
    ended = [*tokens, Token("$END", "")]
    wrong, *after = ended[place : place + 2]
    kind, kinds = wrong.type, " ".join(token.type for token in ended[: place + 2])
    is_after_at = ended[place - 1].type == "_AT"
    last = ended[place - 1 - is_after_at]
    reason = 'has an unexpected "{wrong}" after "{last}"'
    if is_after_at and kind not in ("TIME", "HOUR"):
        reason = NO_TIME_AFTER_AT
    elif not place:
        reason = 'begins with "{wrong}", as no accepted form does'
    elif kind == "$END" and last[0].isdigit():
        reason = "ends with the number {last}: write its unit, or a time of day like 13:00"
    elif kind == "$END":
        reason = 'is not complete: something has to follow "{last}"'
    elif re.search(_NO_SIGN, kinds):
        amount = " ".join((wrong, *after[: kind != "GLUED"]))
        hour = f", or {wrong}:00 for a time of day" if kind == "INT" and after[0].lower() == "h" else ""
        reason = f'has no sign before "{amount}": write + or -, in a query string %2B or -{hour}'
        start, _ = span_of(wrong)
        return NotADatetimeError(reason, SIGNS, (start, start))
    elif len(wrong) == 2 and re.search(_YEAR_AFTER_DATE, kinds):
        return NotADatetimeError(TWO_DIGITS, FOUR_DIGITS, span_of(wrong), year=wrong)
    else:
        for number, pattern in ((wrong, _HOUR_LAST), (last, _HOUR_FIRST)):
            if re.search(pattern, kinds) and number.value < _HOURS_OF_A_DAY:
                return hour_alone(f"has the number {number} alone", number.value, span_of(number), " for an hour")
    return NotADatetimeError(reason, wrong=wrong, last=last)


def read_length(text: str) -> tuple[Move, Move]:
    """Return the length of an amount with single spaces, and of its first part.

    Raises NotADatetimeError for any other text.
    """
    try:
        amount: Amount = parser().parse(lex(text), start="terms")  # type: ignore[assignment]  # not a tree
    except UnexpectedToken:
        raise NotADatetimeError("is not a duration") from None
    return total(amount), amount[0][0]
