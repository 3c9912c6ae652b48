"""Parse an English phrase or a written date, and explain the error if it cannot be parsed (T2, T3)."""

import re

from lark import Token
from lark.exceptions import UnexpectedToken

from timeops.calendar.steps import Move, Steps
from timeops.errors import NO_TIME_AFTER_AT, TWO_DIGITS, MissingSignError, NotADatetimeError
from timeops.reading.phrases.amounts import total
from timeops.reading.phrases.grammar import parse, parse_amount, place_of
from timeops.reading.phrases.lexer import lex
from timeops.reading.phrases.parts_of_day import span_of
from timeops.writing.formats import directives_of

# A military time of day: 1430 hours.
_HOURS = re.compile(r"([01][0-9]|2[0-3])([0-5][0-9]) ?(?:hours?|hrs?|h)", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
# What is before and after the hyphen of a span whose second hour is written with h: 9h30 - 11h, nov 12-14h.
_HOUR_BEFORE_HYPHEN = re.compile(r"(?:[0-9]|[0-9]h|[0-9](?:st|nd|rd|th))\s?$", re.IGNORECASE)
_GLUED_HOUR = re.compile(r"-\s?[0-9]+h", re.IGNORECASE)
_DATE_TO_YEAR = frozenset(("WEEKDAY", "INT", "ORDINAL", "_OF", "MONTH", "YEAR"))
_NUMBERS = frozenset(("INT", "DIGITS", "DECIMAL", "NUMBER", "ARTICLE", "YEAR"))
_TIMES = frozenset(("TIME", "HOUR"))
_ENDS_OF_SPAN = _TIMES | {"INT", "ORDINAL"}
_UNITS = frozenset(("UNIT", "DAY", "SECOND"))
_DAYS = frozenset(("DAYWORD", "DAYPART", "WEEKDAY", "_ON"))
# Hours up to 12 may be in either half of the day. A number from 24 on is not an hour.
_LAST_HOUR, _HOURS_OF_A_DAY = 12, 24


def read(text: str) -> Steps:
    """Parse a phrase without a zone. Its case does not matter.

    Raises NotADatetimeError for any other text, with the reason if it can be found.
    """
    text = _SPACES.sub(" ", text)
    if hours := _HOURS.fullmatch(text):
        raise _hour_or_amount(f"{hours[1]}:{hours[2]}", int(hours[1] + hours[2]))
    try:
        tokens = lex(text)
    except NotADatetimeError:
        if directives_of(text):
            raise NotADatetimeError("is the pattern of a format: write the date, like 2026-11-21") from None
        raise
    if len(tokens) == 2 and _is_hour(tokens):
        raise _hour_or_amount(f"{tokens[0].value:02}:00", tokens[0].value)
    try:
        _refuse_span(tokens, text)
        steps = parse(tokens)
    except UnexpectedToken as exc:
        raise _error(tokens, exc.token).within(text) from None
    except NotADatetimeError as exc:
        raise exc.within(text) from None
    if tokens[-1].type == "YEAR" and (clock := _clock_or_year(tokens)):
        raise NotADatetimeError(
            f"could end with the time {clock} or with a year: write {clock}, or the date in ISO 8601",
            (clock, f"00:00 {tokens[-1]}"),
            span_of(tokens[-1]),
        ).within(text)
    return steps


def _is_hour(tokens: list[Token], end: int = _HOURS_OF_A_DAY) -> bool:
    """Return whether the tokens begin with an hour like ``15h``, before ``end``."""
    kinds = [token.type for token in tokens[:2]]
    return kinds == ["INT", "UNIT"] and tokens[1].lower() == "h" and tokens[0].value < end


def _hour_or_amount(clock: str, number: int) -> NotADatetimeError:
    suggestions = (clock, f"in {number} hours")
    return NotADatetimeError(f"could be the time {clock} or an amount: write {' or '.join(suggestions)}", suggestions)


def _refuse_span(tokens: list[Token], text: str) -> None:
    """Raise NotADatetimeError if a hyphen or ``to`` is between two times or days: 9h30 - 11h, nov 12-14h, 9-11am.

    3pm - 2h is no span, nor are noon - 2h and 2026-11-21 12:00 - 2h: behind a word, or a whole date, 2h is an amount.
    """
    if [token.type for token in tokens].count("SIGN") > 1:
        return
    for place, sign in enumerate(tokens[1:-1], 1):
        before, after = tokens[:place], tokens[place + 1 :]
        left = before[-2:] if _is_hour(before[-2:]) else before[-1:]
        right = after[:2] if _is_hour(after, _HOURS_OF_A_DAY + 1) else after[:1]
        is_minus = sign.type == "SIGN" and sign.value < 0
        if not (is_minus or (sign.type == "_TO" and left[0].type == "TIME")):
            continue
        if len(right) == 2:
            at = span_of(sign)[0]
            is_glued = _HOUR_BEFORE_HYPHEN.search(text, 0, at) and _GLUED_HOUR.match(text, at)
            has_date = any(token.type in ("YEAR", "DATE") for token in before)
            is_amount = is_minus and (has_date or not is_glued)
        else:
            is_amount = after[1:2] != [] and after[1].type in _UNITS
        if not is_amount and {left[0].type, right[0].type} <= _ENDS_OF_SPAN:
            raise _span(text, left, right, follows_month=[token.type for token in before[-2:-1]] == ["MONTH"])


def _span(text: str, left: list[Token], right: list[Token], *, follows_month: bool) -> NotADatetimeError:
    is_day = left[0].type == "ORDINAL" or (len(left) == 1 and follows_month)
    is_hour = left[0].type == "INT" and len(right) == 2 and not is_day
    first = f"{left[0].value:02}:00" if len(left) == 2 or is_hour else str(left[0])
    second = f"{right[0].value:02}:00" if len(right) == 2 else str(right[0])
    if is_day and (len(right) == 2 or right[0].type in _TIMES):
        second = f"{first} {second}"
    spans = [(span_of(words[0])[0], span_of(words[-1])[1]) for words in (left, right)]
    suggestions = [f"{text[: spans[0][0]]}{one}{text[spans[1][1] :]}" for one in (first, second)]
    shown = " to ".join(f'"{text[start:end]}"' for start, end in spans)
    return NotADatetimeError(
        f"is a span from {shown}: write one of its ends", [write for write in suggestions if not write.isdigit()]
    )


def _clock_or_year(tokens: list[Token]) -> str:
    """Return the time that the year of a date may mean, as in 21 Nov 0900, or "" if it can only be a year."""
    year, kinds = tokens[-1], {token.type for token in tokens}
    of_month = kinds <= _DATE_TO_YEAR and kinds & {"INT", "ORDINAL"} and not kinds >= {"WEEKDAY", "_OF"}
    if year[0] != "0" or not of_month:
        return ""
    return f"{year[:2]}:{year[2:]}" if year[2] < "6" else ""


def _error(tokens: list[Token], wrong: Token) -> NotADatetimeError:
    """Return the error of a phrase that the grammar rejects at the token ``wrong``, with the reason if it is known."""
    place = place_of(wrong, tokens)
    before, after = tokens[:place], tokens[place + 1 :]
    if before and before[-1].type == "_AT" and wrong.type not in _TIMES:
        return NotADatetimeError(NO_TIME_AFTER_AT)
    before = [token for token in before if token.type != "_AT"]
    if not before:
        return NotADatetimeError(f'begins with "{wrong}", as no accepted form does')
    last, after_month = before[-1], any(token.type == "MONTH" for token in before[-2:])
    if place == len(tokens):
        if last[0].isdigit():
            return NotADatetimeError(f"ends with the number {last}: write its unit, or a time of day like 13:00")
        return NotADatetimeError(f'is not complete: something has to follow "{last}"')
    if wrong.type == "GLUED" or (wrong.type in _NUMBERS and after and after[0].type in _UNITS):
        amount = wrong if wrong.type == "GLUED" else f"{wrong} {after[0]}"
        hour = f", or {wrong}:00 for a time of day" if after and after[0].lower() == "h" and wrong.type == "INT" else ""
        reason = f'has no sign before "{amount}": write + or -, in a query string %2B or -{hour}'
        return MissingSignError(reason, [wrong.start_pos or 0])
    if wrong.type == "INT" and len(wrong) == 2 and after_month and last.type != "YEAR":
        return NotADatetimeError(TWO_DIGITS, (f"20{wrong}", f"19{wrong}"), span_of(wrong))
    is_hour = last.type not in _NUMBERS or (last.type == "YEAR" and after_month)
    if wrong.type in ("INT", "NUMBER") and is_hour and wrong.value < _HOURS_OF_A_DAY:
        return _hour_alone(wrong)
    if last.type == "INT" and len(before) == 1 and wrong.type in _DAYS and last.value < _HOURS_OF_A_DAY:
        return _hour_alone(last)
    return NotADatetimeError(f'has an unexpected "{wrong}" after "{last}"')


def _hour_alone(number: Token) -> NotADatetimeError:
    halves = [f"{number.value}am", f"{number.value}pm"] if 0 < number.value <= _LAST_HOUR else []
    written = f"{', '.join(halves)} or " if halves else ""
    reason = f"has the number {number} alone: write {written}{number.value:02}:00 for an hour"
    return NotADatetimeError(reason, halves, span_of(number))


def read_length(text: str) -> tuple[Move, Move]:
    """Return the length, and the length with its first part negated.

    The caller compares the second one if there is a minus sign before the text. Raises NotADatetimeError for any other
    text.
    """
    try:
        first, *others = parse_amount(lex(_SPACES.sub(" ", text)))
    except UnexpectedToken:
        raise NotADatetimeError("is not a duration") from None
    return total((first, *others)), total((first._replace(move=first.move.times(-1)), *others))
