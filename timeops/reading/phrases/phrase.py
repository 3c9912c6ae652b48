"""A phrase in English, or a written date: terminals, grammar, and the zone at its end (T2, T3)."""

import re
from datetime import UTC, datetime, time, timedelta, timezone
from functools import partial

from lark import Token
from lark.exceptions import UnexpectedToken

from timeops.calendar import days
from timeops.calendar.steps import ParsedDatetime
from timeops.reading.errors import NO_SUCH_TIME, TWO_DIGITS, NotADatetimeError
from timeops.reading.phrases.day_value import Steps
from timeops.reading.phrases.grammar import parse
from timeops.reading.phrases.lexer import lex
from timeops.reading.zone_suffix import OwnZone
from timeops.writing.letter_patterns import directives_of
from timeops.zones.lookup import offset_text
from utilitysvc.kit.service_error import ServiceError

__all__ = ["read"]

# As armies write a time of day.
_HOURS = re.compile(r"([01][0-9]|2[0-3])([0-5][0-9]) ?(?:hours?|hrs?|h)", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
_DATE_TO_YEAR = frozenset(("WEEKDAY", "INT", "ORDINAL", "_OF", "MONTH", "YEAR"))
_NUMBERS = frozenset(("INT", "DIGITS", "DECIMAL", "NUMBER", "ARTICLE", "YEAR"))
_UNITS = frozenset(("UNIT", "DAY", "SECOND"))
_DAYS = frozenset(("DAYWORD", "DAYPART", "WEEKDAY", "_ON"))


def read(text: str) -> ParsedDatetime:
    """Read a phrase, in any case. Raises NotADatetimeError where it is none, with the reason if one can be told."""
    if hours := _HOURS.fullmatch(text):
        clock, number = f"{hours[1]}:{hours[2]}", int(hours[1] + hours[2])
        raise NotADatetimeError(f"could be the time {clock} or an amount: write {clock} or in {number} hours")
    try:
        lexed = lex(_SPACES.sub(" ", text))
    except NotADatetimeError:
        if directives_of(text):
            raise NotADatetimeError("is the pattern of a format: write the date, like 2026-11-21") from None
        raise
    except ServiceError as exc:
        raise NotADatetimeError(f"has a zone that is not clear: {exc.details}") from None
    if lexed.zone and [token.type for token in lexed.tokens] == ["DIGITS"]:
        raise NotADatetimeError("has a zone after a timestamp: leave it out, the answer's zone is that of timezone")
    try:
        steps = parse(lexed.tokens)
    except UnexpectedToken as exc:
        raise NotADatetimeError(_reason(lexed.tokens, exc.token)) from None
    if clock := _clock_or_year(lexed.tokens):
        raise NotADatetimeError(
            f"could end with the time {clock} or with a year: write {clock}, or the date in ISO 8601"
        )
    return _in_zone(steps, lexed.zone) if lexed.zone else ParsedDatetime(steps)


def _in_zone(steps: Steps, own: OwnZone) -> ParsedDatetime:
    """Give the steps their own zone. Of an offset beside the zone's name only a whole date and time can be made."""
    if own.offset is None and not own.is_utc_instant:
        return ParsedDatetime(steps, own.zone)
    match steps:
        case (partial() as rule, time() as clock) if rule.func is days.on:
            wall_clock = datetime.combine(rule.keywords["day"], clock)
        case _:
            raise NotADatetimeError("has a zone in brackets after an offset, which only a whole date and time may have")
    instant = wall_clock.replace(tzinfo=UTC if own.offset is None else timezone(own.offset))
    try:
        local = instant.astimezone(own.zone)
    except OverflowError:
        raise NotADatetimeError(NO_SUCH_TIME) from None
    if own.offset is not None and local.utcoffset() != own.offset:
        offset = offset_text(local.utcoffset() or timedelta(0))
        raise NotADatetimeError(f"has an offset that differs from its zone's, which is {offset} then")
    return ParsedDatetime((instant,), own.zone)


def _clock_or_year(tokens: list[Token]) -> str:
    """Return the time that the year of a date may be, as in 21 Nov 0900; nothing where it can only be a year."""
    year, kinds = tokens[-1], {token.type for token in tokens}
    of_month = kinds <= _DATE_TO_YEAR and kinds & {"INT", "ORDINAL"} and not kinds >= {"WEEKDAY", "_OF"}
    if year.type != "YEAR" or year[0] != "0" or not of_month:
        return ""
    return f"{year[:2]}:{year[2:]}" if year[2] < "6" else ""


def _reason(tokens: list[Token], wrong: Token) -> str:
    """Say why the grammar cannot go on at a token, where that can be told."""
    place = next((index for index, token in enumerate(tokens) if token is wrong), len(tokens))
    before = [*tokens[:place]]
    after = tokens[place + 1 :]
    if not before:
        return f'begins with "{wrong}", as no accepted form does'
    if place == len(tokens):
        return f'is not complete: something has to follow "{before[-1]}"'
    if wrong.type == "GLUED" or (wrong.type in _NUMBERS and after and after[0].type in _UNITS):
        amount = wrong if wrong.type == "GLUED" else f"{wrong} {after[0]}"
        hour = f", or {wrong}:00 for a time of day" if after and after[0] == "h" and wrong.type == "INT" else ""
        return f'has no sign before "{amount}": write + or -, in a query string %2B or -{hour}'
    if wrong.type == "INT" and len(wrong) == 2 and any(token.type == "MONTH" for token in before[-2:]):
        return TWO_DIGITS
    if wrong.type in ("INT", "NUMBER") and before[-1].type not in _NUMBERS and wrong.value < 24:
        return _hour_alone(wrong)
    if before[-1].type == "INT" and len(before) == 1 and wrong.type in _DAYS and before[-1].value < 24:
        return _hour_alone(before[-1])
    return f'has "{wrong}" after "{before[-1]}", where no accepted form has it'


def _hour_alone(number: Token) -> str:
    halves = f"{number.value}am, {number.value}pm or " if 0 < number.value <= 12 else ""
    return f"has the number {number} alone: write {halves}{number.value:02}:00 for an hour"
