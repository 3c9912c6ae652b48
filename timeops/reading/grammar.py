"""The parser of phrases.lark, and its rules for amounts, times of day and whole phrases (T3: docs/rules.md).

A function gets the parts of its rule: tokens, and the values of other rules. The value of a phrase is the steps from
now to an instant.

The parser is built, or loaded from a file, when the first phrase is parsed: lark takes a tenth of a second to build the
tables of a grammar, and a tenth of that to load them. lark's strict mode refuses to build an ambiguous grammar, in
which two rules could match the same phrase.
"""

import sys
from datetime import time, timedelta
from fractions import Fraction
from functools import cache
from importlib.resources import files
from importlib.util import cache_from_source
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

from lark import Lark, Token, v_args
from lark.lexer import Lexer

from timeops.calendar.instants import EPOCH
from timeops.calendar.steps import DAY, MIDNIGHT, Move, Steps
from timeops.errors import NO_FORM, SIGNS, NotADatetimeError
from timeops.reading.day_rules import DATES, DAYS, Amount, Day, Rules, amount_of, moved, span_of, total
from timeops.reading.words import Clock, PartOfDay, fixed_date, hour_alone, in_part

# The highest hour of a 12-hour clock.
LAST_HOUR = 12


def _signed(sign: Token, amount: Amount) -> Day:
    """Return the day, and the time of day, of an amount after a sign.

    Raises NotADatetimeError if a minus is before several parts, because it could be for the first one or for all.
    """
    if sign.value < 0 and len(amount) > 1:
        raise NotADatetimeError(
            'has an amount of several parts after a minus, which could be for the first or for all: write "- 1 day '
            '- 2 hours" or "- 1 day + 2 hours"',
            SIGNS,
            *((start, start) for _, start in amount[1:]),
        )
    return moved(amount, sign)


def _from_clock(amount: Amount | Token, direction: Token, clock: Clock, day: Day | None = None) -> Steps:
    """Return the steps of ``5 minutes to 3pm``, or of ``ten past 3pm``, whose number is of minutes."""
    is_before = direction.type == "_TO"
    if not is_before and direction.lower() != "past":
        raise NotADatetimeError(NO_FORM)
    if isinstance(amount, Token):
        if is_before and amount.type == "INT" and amount.value <= LAST_HOUR:
            raise NotADatetimeError(
                'could be two times, from {number} on, or minutes: write "{number} minutes to", or one time',
                ("{number} minutes to {clock}", "{clock}"),
                (span_of(amount)[0], clock.span[1]),
                number=amount,
                clock=time(*clock[:4]).isoformat().removesuffix(":00"),
            )
        amount = amount_of(amount.value, amount)
    move = total(amount)
    steps = (time_of(clock),) if day is None else _timed(day, clock)
    if move.months or move.days:
        raise NotADatetimeError("counts days to a time of day: write before or after")
    if is_before and steps == (MIDNIGHT,) and 0 < move.microseconds < DAY:  # the one that begins today or that ends it
        before = (EPOCH - timedelta(microseconds=move.microseconds)).time().isoformat()
        raise NotADatetimeError(
            "could be before the midnight that begins today or that ends it: "
            "write yesterday at {clock} or today at {clock}",
            ("yesterday at {clock}", "today at {clock}"),
            clock=before.removesuffix(":00"),
        )
    return (*steps, move.times(-1 if is_before else 1))


def _ago_day(amount: Amount, ago: Token, dayword: Token) -> Steps:
    if total(amount).microseconds:
        raise NotADatetimeError("counts hours back from a day: write from which time of day")
    return (Move(days=dayword.value), MIDNIGHT, total(amount).times(ago.value))


def _whole_day(day: Day) -> Steps:
    if day.part:
        _no_hour()
    return day.steps if day.clock is None else (*day.steps, day.clock)


def _no_hour(*_: object) -> NoReturn:
    raise NotADatetimeError("names a part of the day and no hour: write one, as in tonight at 8")


def time_of(clock: Clock) -> time:
    """Return the time of day. Raises NotADatetimeError if ``clock`` is only an hour."""
    if clock.alone and not clock.half:
        raise hour_alone("has an hour without its half of the day", clock.hour, clock.span)
    if clock.alone:
        raise NotADatetimeError(f"has an hour alone: write {clock.hour:02}:00")
    return time(*clock[:4])


def _timed(day: Day, clock: Clock) -> Steps:
    if isinstance(day.steps[0], Move) and day.steps[0].microseconds:  # only an amount is shorter than a day: one step
        raise NotADatetimeError("has an amount that gives the time of day, and another time of day beside it")
    if day.clock not in (None, MIDNIGHT):
        raise NotADatetimeError("has two times of day: the end of a day is 23:59:59")
    return (*day.steps, time_of(in_part(clock, day.part) if day.part else clock))


def _year_last(day: Day, clock: Clock, year: Token) -> Steps:
    if not day.month_day:
        raise NotADatetimeError(NO_FORM)
    return (fixed_date(year.value, *day.month_day), time_of(clock))


#: The function for the value of each rule of phrases.lark.
RULES: Rules = {
    **DATES,
    **DAYS,
    "now": lambda: (),
    "time_alone": lambda clock: (time_of(clock),),
    "shifted": lambda steps, sign, amount: (*steps, *_signed(sign, amount).steps),
    "moved": lambda amount, direction, steps=(): (*steps, total(amount).times(direction.value)),
    "from_clock": _from_clock,
    "ago_day": _ago_day,
    "whole_day": _whole_day,
    "timed": _timed,
    "time_first": lambda clock, day: _timed(day, clock),
    "timed_in_part": lambda clock, day, part: _timed(day, in_part(clock, part)),
    "part_alone": _no_hour,
    "same_time": lambda *parts: _whole_day(parts[-1]._replace(clock=None)),
    "signed": _signed,
    "year_last": _year_last,
    "clock": lambda token: token.value,
    "part": lambda part: PartOfDay(part.value, span_of(part)),
    "clock_in_part": in_part,
    "part_then_clock": lambda part, clock: in_part(clock, part),
    "terms": lambda *amounts: sum(amounts, ()),
    "term": lambda number, unit: amount_of(number.value, number, unit.value),
    "and_a_half": lambda number, unit: amount_of(number.value + Fraction(1, 2), number, unit.value),
    "half": lambda *parts: amount_of(Fraction(1, 2), parts[0], parts[-1].value),
    "glued": lambda amount: ((amount.value, span_of(amount)[0]),),
}


class GivenTokens(Lexer):
    """A lexer that passes on the tokens that the caller has made already."""

    def __init__(self, _conf: object) -> None:
        pass

    lex = staticmethod(iter)  # type: ignore[assignment]  # lark passes on the argument of parse()


def place_of(token: Token, tokens: list[Token]) -> int:
    """Return the index of this very token, or the number of tokens for the end that lark adds to them."""
    return next((index for index, other in enumerate(tokens) if other is token), len(tokens))


def grammar_text() -> str:
    return files(__package__).joinpath("phrases.lark").read_text()


@cache
def parser() -> Lark:
    """Return the parser of phrases, which gives their steps, and from ``terms`` the parts of an amount.

    It raises lark's UnexpectedInput, or NotADatetimeError from a rule.
    """
    return parser_for(grammar_text(), RULES, ["start", "terms"])


def parser_for(grammar: str, rules: Rules, start: list[str]) -> Lark:
    """Return lark's parser for a grammar, whose ``rules`` compute its values.

    Its tables are cached in a file next to Python's bytecode. lark builds them again if it cannot load the file, or if
    another grammar, or another version of lark or Python, wrote it.
    """
    of_parts = v_args(inline=True)  # lark passes a list of them
    file = Path(cache_from_source(__file__)).with_suffix(f".{start[0]}")
    return Lark(
        grammar,
        parser="lalr",
        strict=True,
        lexer=GivenTokens,
        transformer=SimpleNamespace(**{name: of_parts(rule) for name, rule in rules.items()}),
        start=start,
        cache=str(file) if file.exists() or not sys.dont_write_bytecode else False,
    )
