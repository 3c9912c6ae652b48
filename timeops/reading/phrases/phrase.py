"""Parse an English phrase or a written date, and explain the error if it cannot be parsed (T2, T3)."""

import re

from lark import Token
from lark.exceptions import UnexpectedToken

from timeops.calendar.steps import Steps
from timeops.errors import NO_TIME_AFTER_AT, TWO_DIGITS, MissingSignError, NotADatetimeError
from timeops.reading.phrases.grammar import parse
from timeops.reading.phrases.lexer import lex
from timeops.reading.phrases.parts_of_day import span_of
from timeops.writing.letter_patterns import directives_of

# A military time of day: 1430 hours.
_HOURS = re.compile(r"([01][0-9]|2[0-3])([0-5][0-9]) ?(?:hours?|hrs?|h)", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
# A range of times: 9h30 - 11h, 10:00-12h, nov 12-14h. The group "before" is the text before the first time.
_SPAN = re.compile(
    r"(?P<before>.*?)"
    r"(?P<first>[0-9]{1,2}(?::[0-9]{2}|h[0-9]{2}|h|(?::[0-9]{2})?\s?[ap]m)|(?<=[a-z]\s)[0-9]{1,2}(?:st|nd|rd|th)?)"
    r"\s?-\s?(?P<second>[0-9]{1,2}(?::[0-9]{2}|(?::[0-9]{2})?\s?[ap]m|h[0-9]{2}|h))",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])")
_DATE_TO_YEAR = frozenset(("WEEKDAY", "INT", "ORDINAL", "_OF", "MONTH", "YEAR"))
_NUMBERS = frozenset(("INT", "DIGITS", "DECIMAL", "NUMBER", "ARTICLE", "YEAR"))
_ENDS_OF_SPAN = frozenset(("INT", "ORDINAL", "TIME", "HOUR"))
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
        clock, number = f"{hours[1]}:{hours[2]}", int(hours[1] + hours[2])
        writes = (clock, f"in {number} hours")
        raise NotADatetimeError(f"could be the time {clock} or an amount: write {clock} or in {number} hours", writes)
    if "-" in text and (span := _SPAN.fullmatch(text)):
        _refuse_span(span)
    try:
        tokens = lex(text)
    except NotADatetimeError:
        if directives_of(text):
            raise NotADatetimeError("is the pattern of a format: write the date, like 2026-11-21") from None
        raise
    if _is_hour_or_amount(tokens):
        clock = f"{tokens[0].value:02}:00"
        writes = (clock, f"in {tokens[0].value} hours")
        raise NotADatetimeError(f"could be the time {clock} or an amount: write {writes[0]} or {writes[1]}", writes)
    try:
        steps = parse(tokens)
    except UnexpectedToken as exc:
        raise (_span_error(tokens, text) or _error(tokens, exc.token).within(text)) from None
    except NotADatetimeError as exc:
        raise exc.within(text) from None
    if clock := _clock_or_year(tokens):
        raise NotADatetimeError(
            f"could end with the time {clock} or with a year: write {clock}, or the date in ISO 8601",
            _with_clock_or_year(text, tokens[-1], clock),
        )
    return steps


def _is_hour_or_amount(tokens: list[Token]) -> bool:
    """Return whether the phrase is only an hour like ``15h``."""
    kinds = [token.type for token in tokens]
    return kinds == ["INT", "UNIT"] and tokens[1].lower() == "h" and tokens[0].value < _HOURS_OF_A_DAY


def _refuse_span(span: re.Match[str]) -> None:
    """Raise NotADatetimeError for a range of times. ``3pm - 2h`` is none, because its second part is an amount."""
    before, first, second = span.group("before", "first", "second")
    if second[-1:].lower() == "h" and (_YEAR.search(before) or first[-1:].lower() == "m"):
        return
    hour, _, minute = second.lower().rstrip("h").replace("h", ":").partition(":")
    write = second if second[-1:].lower() == "m" else f"{int(hour):02}:{minute or '00'}"
    day = f"{before}{first} " if first[-1].isdigit() and not re.search("[:h]", first, re.IGNORECASE) else before
    day = f"{before}{first} " if first[-2:].lower() in ("st", "nd", "rd", "th") else day
    start = day.strip() if day != before else f"{before}{first}"
    start = re.sub(r"([0-9]{1,2})h$", lambda hours: f"{int(hours[1]):02}:00", start, flags=re.IGNORECASE)
    raise NotADatetimeError(f'is a span from "{first}" to "{second}": write one of its ends', (start, f"{day}{write}"))


def _span_error(tokens: list[Token], text: str) -> NotADatetimeError | None:
    """Return the error if the phrase has a hyphen or ``to`` between two times or days, else None."""
    if [token.type for token in tokens].count("SIGN") > 1:
        return None
    for first, sign, second in zip(tokens, tokens[1:], tokens[2:], strict=False):
        joins = (sign.type == "SIGN" and sign.value < 0) or (sign.type == "_TO" and first.type == "TIME")
        if joins and {first.type, second.type} <= _ENDS_OF_SPAN:
            (start, end), (next_start, next_end) = span_of(first), span_of(second)
            writes = [f"{text[:end]}{text[next_end:]}", f"{text[:start]}{text[next_start:]}"]
            reason = f'is a span from "{first}" to "{second}": write one of its ends'
            return NotADatetimeError(reason, [write for write in writes if not write.isdigit()])
    return None


def _with_clock_or_year(text: str, year: Token, clock: str) -> tuple[str, str]:
    start = year.start_pos or 0
    return f"{text[:start]}{clock}", f"{text[:start]}00:00 {year}"


def _clock_or_year(tokens: list[Token]) -> str:
    """Return the time that the year of a date may mean, as in 21 Nov 0900, or "" if it can only be a year."""
    year, kinds = tokens[-1], {token.type for token in tokens}
    of_month = kinds <= _DATE_TO_YEAR and kinds & {"INT", "ORDINAL"} and not kinds >= {"WEEKDAY", "_OF"}
    if year.type != "YEAR" or year[0] != "0" or not of_month:
        return ""
    return f"{year[:2]}:{year[2:]}" if year[2] < "6" else ""


def _error(tokens: list[Token], wrong: Token) -> NotADatetimeError:
    """Return the error of a phrase that the grammar rejects at the token ``wrong``, with the reason if it is known."""
    place = next((index for index, token in enumerate(tokens) if token is wrong), len(tokens))
    before = [*tokens[:place]]
    after = tokens[place + 1 :]
    if before and before[-1].type == "_AT":
        return NotADatetimeError(NO_TIME_AFTER_AT)
    if not before:
        return NotADatetimeError(f'begins with "{wrong}", as no accepted form does')
    if place == len(tokens):
        if before[-1][0].isdigit():
            return NotADatetimeError(f"ends with the number {before[-1]}: write its unit, or a time of day like 13:00")
        return NotADatetimeError(f'is not complete: something has to follow "{before[-1]}"')
    if wrong.type == "GLUED" or (wrong.type in _NUMBERS and after and after[0].type in _UNITS):
        amount = wrong if wrong.type == "GLUED" else f"{wrong} {after[0]}"
        hour = f", or {wrong}:00 for a time of day" if after and after[0].lower() == "h" and wrong.type == "INT" else ""
        reason = f'has no sign before "{amount}": write + or -, in a query string %2B or -{hour}'
        return MissingSignError(reason, [wrong.start_pos or 0])
    last, after_month = before[-1].type, any(token.type == "MONTH" for token in before[-2:])
    if wrong.type == "INT" and len(wrong) == 2 and after_month and last != "YEAR":
        return NotADatetimeError(TWO_DIGITS, (f"20{wrong}", f"19{wrong}"), span_of(wrong))
    is_hour = last not in _NUMBERS or (last == "YEAR" and after_month)
    if wrong.type in ("INT", "NUMBER") and is_hour and wrong.value < _HOURS_OF_A_DAY:
        return _hour_alone(wrong)
    if before[-1].type == "INT" and len(before) == 1 and wrong.type in _DAYS and before[-1].value < _HOURS_OF_A_DAY:
        return _hour_alone(before[-1])
    return NotADatetimeError(f'has an unexpected "{wrong}" after "{before[-1]}"')


def _hour_alone(number: Token) -> NotADatetimeError:
    writes = [f"{number.value:02}:00"]
    if 0 < number.value <= _LAST_HOUR:
        writes = [f"{number.value}am", f"{number.value}pm"]
    halves = f"{number.value}am, {number.value}pm or " if 0 < number.value <= _LAST_HOUR else ""
    reason = f"has the number {number} alone: write {halves}{number.value:02}:00 for an hour"
    return NotADatetimeError(reason, writes if len(writes) > 1 else (), span_of(number))
