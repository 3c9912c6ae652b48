"""Parse an English phrase or a written date, and explain the error if it cannot be parsed (T2, T3: docs/rules.md)."""

import re

from lark import Token
from lark.exceptions import UnexpectedToken

from timeops.calendar.steps import Steps
from timeops.calendar.units import Move
from timeops.errors import FOUR_DIGITS, NO_TIME_AFTER_AT, SIGNS, TWO_DIGITS, NotADatetimeError
from timeops.reading.day_rules import Amount, span_of, total
from timeops.reading.digits import hour_alone
from timeops.reading.grammar import parse, place_of
from timeops.reading.lexer import lex
from timeops.writing.formats import directives_of

# An amount that may be a time of day: 15h, and in military notation 1430 hours.
_HOURS = re.compile(r"(?i)([01][0-9]|2[0-3])([0-5][0-9]) ?(?:hours?|hrs?|h)|(?P<hour>[01]?[0-9]|2[0-3]) ?h")
_SPACES = re.compile(r"\s+")
# The hyphen of a span whose second hour is written with h: 9h30 - 11h, nov 12-14h.
_GLUED_HOURS = re.compile(r"(?i)[0-9](?:h|st|nd|rd|th)?\s?-\s?[0-9]+h")
# Four digits at the end of a date that may be a time of day: 21 Nov 0900.
_EARLY_YEAR = re.compile("0[0-9][0-5][0-9]")
_OF_DATE = frozenset(("WEEKDAY", "INT", "ORDINAL", "_OF", "MONTH", "YEAR"))
_NUMBERS = frozenset(("INT", "DIGITS", "DECIMAL", "NUMBER", "ARTICLE", "YEAR"))
_TIMES = frozenset(("TIME", "HOUR"))
_UNITS = frozenset(("UNIT", "DAY", "SECOND"))
_DAYS = frozenset(("DAYWORD", "DAYPART", "WEEKDAY", "_ON"))
# A number from here on is not an hour.
_HOURS_OF_A_DAY = 24


def read(text: str) -> Steps:
    """Parse a phrase without a zone. Its case does not matter.

    Raises NotADatetimeError for any other text, with the reason if it can be found.
    """
    text = _SPACES.sub(" ", text)
    try:
        return _read(text)
    except NotADatetimeError as exc:
        raise exc.within(text) from None


def _read(text: str) -> Steps:
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
    _refuse_span(tokens, text)
    try:
        steps: Steps = parse(tokens)
    except UnexpectedToken as exc:
        raise _error(tokens, place_of(exc.token, tokens)) from None
    year, kinds = tokens[-1], {token.type for token in tokens}
    is_date = kinds <= _OF_DATE and kinds & {"INT", "ORDINAL"} and not kinds >= {"WEEKDAY", "_OF"}
    if year.type == "YEAR" and is_date and _EARLY_YEAR.fullmatch(year):
        clock = f"{year[:2]}:{year[2:]}"
        reason = "could end with the time {clock} or with a year: write {clock}, or the date in ISO 8601"
        raise NotADatetimeError(reason, ("{clock}", "00:00 {year}"), span_of(year), clock=clock, year=year)
    return steps


def _is_hour(tokens: list[Token], end: int) -> bool:
    """Return whether the tokens are an hour like ``15h``, before ``end``."""
    return [token.type for token in tokens] == ["INT", "UNIT"] and tokens[1].lower() == "h" and tokens[0].value < end


def _refuse_span(tokens: list[Token], text: str) -> None:
    """Raise NotADatetimeError if a hyphen or ``to`` is between two times or days: 9h30 - 11h, nov 12-14h, 9-11am.

    3pm - 2h is no span, nor are noon - 2h and 2026-11-21 12:00 - 2h: behind a word, or a whole date, 2h is an amount.
    """
    kinds = [token.type for token in tokens]
    if kinds.count("SIGN") > 1:
        return
    for place, sign in enumerate(tokens[1:-1], 1):
        is_minus = sign.type == "SIGN" and sign.value < 0
        if not (is_minus or kinds[place - 1 : place + 1] == ["TIME", "_TO"]):
            continue
        left, right = tokens[:place][-2:], tokens[place + 1 : place + 3]
        left = left if _is_hour(left, _HOURS_OF_A_DAY) else left[-1:]
        if _is_hour(right, _HOURS_OF_A_DAY + 1):
            has_date = not {"YEAR", "DATE"}.isdisjoint(kinds[:place])
            is_amount = is_minus and (has_date or not _GLUED_HOURS.search(text))
        else:
            is_amount = len(right) > 1 and right[1].type in _UNITS
            right = right[:1]
        if not is_amount and {left[0].type, right[0].type} <= _TIMES | {"INT", "ORDINAL"}:
            is_day = left[0].type == "ORDINAL" or (len(left) == 1 and kinds[max(place - 2, 0) : place - 1] == ["MONTH"])
            raise _span(text, left, right, is_day=is_day)


def _span(text: str, left: list[Token], right: list[Token], *, is_day: bool) -> NotADatetimeError:
    """Return the error of a span from ``left`` to ``right``, which are tokens of an hour, or one token."""
    is_hour = left[0].type == "INT" and len(right) == 2 and not is_day
    first = f"{left[0].value:02}:00" if len(left) == 2 or is_hour else str(left[0])
    second = f"{right[0].value:02}:00" if len(right) == 2 else str(right[0])
    if is_day and (len(right) == 2 or right[0].type in _TIMES):
        second = f"{first} {second}"
    (start, middle), (other, end) = ((span_of(words[0])[0], span_of(words[-1])[1]) for words in (left, right))
    writes = [f"{text[:start]}{one}{text[end:]}" for one in (first, second)]
    return NotADatetimeError(
        f'is a span from "{text[start:middle]}" to "{text[other:end]}": write one of its ends',
        [write for write in writes if not write.isdigit()],
    )


def _error(tokens: list[Token], place: int) -> NotADatetimeError:
    """Return the error of a phrase that the grammar rejects at this token, with the reason if it is known."""
    wrong, *after = tokens[place : place + 2] or [Token("$END", "")]
    before = [token for token in tokens[:place] if token.type != "_AT"]
    kind, last = wrong.type, before[-1] if before else wrong
    after_month = "MONTH" in [token.type for token in before[-2:]]
    number = wrong if kind in ("INT", "NUMBER") else last
    if number is wrong:
        is_hour = last.type not in _NUMBERS or (last.type == "YEAR" and after_month)
    else:
        is_hour = last.type == "INT" and len(before) == 1 and kind in _DAYS
    reason = 'has an unexpected "{wrong}" after "{last}"'
    if place and tokens[place - 1].type == "_AT" and kind not in _TIMES:
        reason = NO_TIME_AFTER_AT
    elif not before:
        reason = 'begins with "{wrong}", as no accepted form does'
    elif kind == "$END" and last[0].isdigit():
        reason = "ends with the number {last}: write its unit, or a time of day like 13:00"
    elif kind == "$END":
        reason = 'is not complete: something has to follow "{last}"'
    elif kind == "GLUED" or (kind in _NUMBERS and after and after[0].type in _UNITS):
        amount = " ".join((wrong, *after[: kind != "GLUED"]))
        hour = f", or {wrong}:00 for a time of day" if kind == "INT" and after[0].lower() == "h" else ""
        reason = f'has no sign before "{amount}": write + or -, in a query string %2B or -{hour}'
        start, _ = span_of(wrong)
        return NotADatetimeError(reason, SIGNS, (start, start))
    elif kind == "INT" and len(wrong) == 2 and after_month and last.type != "YEAR":
        return NotADatetimeError(TWO_DIGITS, FOUR_DIGITS, span_of(wrong), year=wrong)
    elif is_hour and number.value < _HOURS_OF_A_DAY:
        return hour_alone(f"has the number {number} alone", number.value, span_of(number), " for an hour")
    return NotADatetimeError(reason, wrong=wrong, last=last)


def read_length(text: str) -> tuple[Move, Move]:
    """Return the length of an amount and of its first part. Raises NotADatetimeError for any other text."""
    text = _SPACES.sub(" ", text)
    try:
        amount: Amount = parse(lex(text), "terms")
    except UnexpectedToken:
        raise NotADatetimeError("is not a duration") from None
    except NotADatetimeError as exc:
        raise exc.within(text) from None
    return total(amount), amount[0][0]
