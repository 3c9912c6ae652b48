"""What the rules of phrases.lark mean: each method makes, of what its rule has found, a day or the steps to an instant.

lark reads the grammar and builds the parser's tables when the first phrase is asked for. Its strict mode refuses to
build a grammar of which two rules could read the same phrase.
"""

from collections.abc import Callable, Iterator
from datetime import date, time
from fractions import Fraction
from functools import cache, partial
from importlib.resources import files
from typing import Any, NamedTuple, NoReturn

from lark import Lark, Token, Transformer, v_args
from lark.lexer import Lexer

from timeops import days
from timeops.amounts import moved
from timeops.parts_of_day import in_part, time_of
from timeops.refusal import NO_FORM, NO_SUCH_TIME, OTHER_WEEKDAY, NotADatetimeError
from timeops.steps import MIDNIGHT, Move, Step
from timeops.words import PLURALS, UNITS
from timeops.written_dates import Clock

__all__ = ["parse"]

END_OF_DAY = time(23, 59, 59)

Steps = tuple[Step, ...]
# The parts of a joined amount.
Amount = tuple[Move, ...]
Span = partial[tuple[date, date]]


class Day(NamedTuple):
    """The steps to a day. ``clock``: its time where none stands beside it; None keeps the time of day that it is now.

    ``part``: the part of the day that the words name, as tonight does. ``month_day``: month, day and weekday of a date
    without a year, which may still follow.
    """

    steps: Steps
    clock: time | None = MIDNIGHT
    part: str = ""
    month_day: tuple[int, int, int | None] | None = None


def parse(tokens: list[Token]) -> Steps:
    """Return the steps of a phrase. Raises lark's UnexpectedInput, or NotADatetimeError from a rule."""
    steps: Steps = _parser().parse(tokens)  # type: ignore[assignment]  # the lexer takes tokens; rules give steps
    return steps


class _Given(Lexer):
    """A lexer for what is lexed already."""

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, tokens: Any) -> Iterator[Token]:  # type: ignore[override]  # lark hands on whatever parse() was given
        return iter(tokens)


@cache
def _parser() -> Lark:
    grammar = files("timeops").joinpath("phrases.lark").read_text()
    return Lark(grammar, parser="lalr", lexer=_Given, transformer=_Rules(), strict=True)


@v_args(inline=True)
class _Rules(Transformer[Token, Steps]):
    """A method for each rule, in the order of phrases.lark. A number is a Token whose value it is."""

    def start(self, steps: Steps) -> Steps:
        return steps

    def earlier(self, amount: Amount, way: Token) -> Steps:
        return (_total(amount).times(way.value),)

    def now(self) -> Steps:
        return ()

    def now_at(self, clock: Clock) -> Steps:
        return (time_of(clock),)

    def shifted(self, steps: Steps, sign: Token, amount: Amount) -> Steps:
        return (*steps, _signed(sign, amount))

    def moved(self, amount: Amount, way: Token, steps: Steps) -> Steps:
        return (*steps, _total(amount).times(way.value))

    def unit_moved(self, unit: Token, way: Token, steps: Steps) -> Steps:
        return (*steps, UNITS[_one(unit)].times(way.value))

    the_unit_moved = unit_moved

    def minutes_to(self, amount: Amount, clock: Clock) -> Steps:
        return (time_of(clock), _exact(amount).times(-1))

    def minutes_past(self, amount: Amount, past: Token, clock: Clock) -> Steps:
        if past.lower() != "past":
            raise NotADatetimeError(NO_FORM)
        return (time_of(clock), _exact(amount))

    def ago_day(self, amount: Amount, ago: Token, dayword: Token) -> Steps:
        if _total(amount).microseconds:
            raise NotADatetimeError("counts hours back from a day: write from which time of day")
        return (Move(days=dayword.value), MIDNIGHT, _total(amount).times(ago.value))

    # ---- days with and without a time of day

    def whole_day(self, day: Day) -> Steps:
        if day.part:
            return self.part_alone()
        return day.steps if day.clock is None else (*day.steps, day.clock)

    def timed(self, one: Day | Clock, other: Day | Clock) -> Steps:
        day, clock = (one, other) if isinstance(one, Day) else (other, one)
        assert isinstance(day, Day)  # noqa: S101  # the grammar has one of each
        assert isinstance(clock, Clock)  # noqa: S101
        if any(isinstance(step, Move) and step.microseconds for step in day.steps):
            raise NotADatetimeError("has an amount that gives the time of day, and another time of day beside it")
        if day.clock not in (None, MIDNIGHT):
            raise NotADatetimeError("has two times of day: the end of a day is 23:59:59")
        return (*day.steps, time_of(in_part(clock, day.part) if day.part else clock))

    def time_alone(self, clock: Clock) -> Steps:
        return (time_of(clock),)

    def timed_in_part(self, clock: Clock, day: Day, part: Token) -> Steps:
        return self.timed(day, in_part(clock, part.value))

    def part_alone(self, *_: object) -> NoReturn:
        raise NotADatetimeError("names a part of the day and no hour: write one, as in tonight at 8")

    def same_time(self, *parts: Any) -> Steps:
        day: Day = parts[-1]
        if day.part:
            self.part_alone()
        return day.steps

    def signed(self, sign: Token, amount: Amount) -> Steps:
        return (_signed(sign, amount),)

    def signed_at(self, sign: Token, amount: Amount, clock: Clock) -> Steps:
        return self.timed(Day((_signed(sign, amount),), None), clock)

    def year_last(self, day: Day, clock: Clock, year: Token) -> Steps:
        if not day.month_day:
            raise NotADatetimeError(NO_FORM)
        month, number, weekday = day.month_day
        return (_on(year.value, month, number, weekday), time_of(clock))

    def zone_year_last(self, day: Day, clock: Clock, _zone: Token, year: Token) -> Steps:
        return self.year_last(day, clock, year)

    # ---- the time of day

    def clock(self, token: Token) -> Clock:
        clock: Clock = token.value
        return clock

    def clock_in_part(self, one: Clock | Token, other: Clock | Token) -> Clock:
        clock, part = (one, other) if isinstance(one, Clock) else (other, one)
        assert isinstance(clock, Clock)  # noqa: S101  # the grammar has one of each
        assert isinstance(part, Token)  # noqa: S101
        return in_part(clock, part.value)

    # ---- which day

    def weekday(self, weekday: Token) -> Day:
        return _day(days.weekday, number=weekday.value, step=0)

    def on_date(self, date: Day) -> Day:
        return date

    def dayword(self, dayword: Token) -> Day:
        return Day((Move(days=dayword.value),) if dayword.value else ())

    def day_part(self, day_part: Token) -> Day:
        number, part = day_part.value
        return Day((Move(days=number),), part=part)

    def step_unit(self, step: Token, unit: Token) -> Day:
        return Day((UNITS[_one(unit)].times(step.value),), None)

    def step_weekday(self, step: Token, weekday: Token) -> Day:
        return _day(days.weekday, number=weekday.value, step=step.value)

    def step_month(self, step: Token, month: Token) -> Day:
        return _day(days.month_by_step, month=month.value, step=step.value)

    def weekday_of_week(self, weekday: Token, step: Token, unit: Token) -> Day:
        if _one(unit) != "weeks":
            raise NotADatetimeError(f'has "{weekday}" of a {unit}, which has several: write first {weekday} of it')
        return _day(days.day_of_week, number=weekday.value, step=step.value)

    def week_weekday(self, step: Token, unit: Token, weekday: Token) -> Day:
        return self.weekday_of_week(weekday, step, unit)

    def weekday_after_next(self, weekday: Token, _way: Token, step: Token) -> Day:
        first = partial(days.weekday, number=weekday.value, step=step.value)
        return Day((first, Move(days=7 * step.value)))

    def unit_after_next(self, unit: Token, _way: Token, step: Token) -> Day:
        return Day((UNITS[_one(unit)].times(2 * step.value),), None)

    def from_now(self, amount: Amount, way: Token) -> Day:
        return Day((_total(amount).times(way.value),), None)

    def unit_from_now(self, unit: Token, way: Token) -> Day:
        return Day((UNITS[_one(unit)].times(way.value),), None)

    def in_amount(self, amount: Amount) -> Day:
        return Day((_total(amount),), None)

    amount_alone = in_amount

    def nth_weekday(self, nth: Token, weekday: Token, span: Span) -> Day:
        return _day(days.nth_weekday, span=span, nth=_rank(nth), number=weekday.value)

    def nth_day(self, nth: Token, _day_word: Token, span: Span) -> Day:
        return _day(days.nth_day, span=span, nth=_rank(nth))

    def nth_of_month(self, nth: Token, period: Span) -> Day:
        if period.keywords["unit"] != "months":
            raise NotADatetimeError(f'has "{nth} of" a period that is no month: write {nth} day of it')
        return _day(days.nth_day, span=period, nth=_rank(nth))

    def nth_alone(self, nth: Token) -> Day:
        if not nth[0].isdigit():
            raise NotADatetimeError(f'has "{nth}" alone: write the day in digits, like 15th')
        return _day(days.nth_day, span=THIS_MONTH, nth=_rank(nth))

    def edge_of_span(self, edge: Token, span: Span) -> Day:
        if span.keywords.get("unit") == "days":
            return Day((partial(days.edge, span=span, last=False),), _edge_clock(edge))
        return _day(days.edge, span=span, last=edge.type == "END")

    def edge_of_year(self, edge: Token, year: Token) -> Day:
        return _day(days.edge, span=partial(days.year_span, year=year.value), last=edge.type == "END")

    def edge_of_day(self, edge: Token, dayword: Token) -> Day:
        return Day((Move(days=dayword.value),), _edge_clock(edge))

    # ---- stretches of days

    def month_of(self, month: Token, year: Token | None = None) -> Span:
        return partial(days.month_span, month=month.value, year=None if year is None else year.value)

    def month_of_step(self, step: Token, month: Token) -> Span:
        return partial(days.month_span, month=month.value, step=step.value)

    def period(self, *parts: Token) -> Span:
        unit, step = parts[-1], parts[0].value if len(parts) > 1 else 0
        if _one(unit) not in days.PERIODS:
            raise NotADatetimeError(f'has "{unit}" in the place of a day, week, month, quarter or year')
        return partial(days.period_span, unit=unit.value, step=step)

    def nth(self, token: Token) -> Token:
        return token

    # ---- written dates

    def iso_date(self, date: Token) -> Day:
        return _day(days.on, day=date.value)

    def weekday_date(self, weekday: Token, date: Token) -> Day:
        if date.value.weekday() != weekday.value:
            raise NotADatetimeError(OTHER_WEEKDAY)
        return _day(days.on, day=date.value)

    def month_day_date(self, month_day: tuple[int, int], year: Token | None = None) -> Day:
        return _written(None, month_day, year)

    def weekday_month_day(self, weekday: Token, month_day: tuple[int, int], year: Token | None = None) -> Day:
        return _written(weekday.value, month_day, year)

    def year_first(self, year: Token, month: Token, number: Token) -> Day:
        return Day((_on(year.value, month.value, number.value, None),))

    def month_year(self, month: Token, year: Token) -> Day:
        return Day((_on(year.value, month.value, 1, None),))

    def year_month(self, year: Token, month: Token) -> Day:
        return self.month_year(month, year)

    def day_month(self, number: Token, month: Token) -> tuple[int, int]:
        return month.value, 2 if number.type == "SECOND" else number.value

    def month_then_day(self, month: Token, number: Token) -> tuple[int, int]:
        return self.day_month(number, month)

    def bare_month(self, month: Token) -> Day:
        return _written(None, (month.value, 1), None)

    # ---- amounts

    def terms(self, *parts: Amount) -> Amount:
        return tuple(move for moves in parts for move in moves)

    def term(self, number: Token, unit: Token) -> Amount:
        return (moved(Fraction(number.value), unit.value),)

    def and_a_half(self, number: Token, unit: Token) -> Amount:
        return (moved(number.value + Fraction(1, 2), unit.value),)

    and_a_half_between = and_a_half

    def half(self, *parts: Token) -> Amount:
        return (moved(Fraction(1, 2), parts[-1].value),)

    def glued(self, amount: Token) -> Amount:
        return (amount.value,)


THIS_MONTH = partial(days.period_span, unit="months", step=0)


def _day(rule: Callable[..., date], **arguments: object) -> Day:
    return Day((partial(rule, **arguments),))


def _one(unit: Token) -> str:
    """Return the name of a unit that stands without a number, as in ``next week``; ``days ago`` says no number."""
    if unit.lower() in PLURALS:
        raise NotADatetimeError(f'has "{unit}" without a number: write one')
    name: str = unit.value
    return name


def _total(amount: Amount) -> Move:
    total = Move()
    for move in amount:
        total = total.plus(move)
    return total


def _exact(amount: Amount) -> Move:
    total = _total(amount)
    if total.months or total.days:
        raise NotADatetimeError("counts days to a time of day: write before or after")
    return total


def _signed(sign: Token, amount: Amount) -> Move:
    if sign.value < 0 and len(amount) > 1:
        raise NotADatetimeError(
            'has an amount of several parts after a minus, which could be for the first or for all: write "- 1 day '
            '- 2 hours" or "- 1 day + 2 hours"'
        )
    return _total(amount).times(sign.value)


def _rank(nth: Token) -> int:
    """Return the number of ``third`` or ``3rd``; -1 is the last."""
    if nth.type in ("NEXT", "THIS"):
        raise NotADatetimeError(f'has "{nth}" in the place of first, second or last')
    return 2 if nth.type == "SECOND" else int(nth.value)


def _edge_clock(edge: Token) -> time:
    return END_OF_DAY if edge.type == "END" else MIDNIGHT


def _written(weekday: int | None, month_day: tuple[int, int], year: Token | None) -> Day:
    month, number = month_day
    if year is not None:
        return Day((_on(year.value, month, number, weekday),))
    rule = partial(days.written, day=number, month=month, number=weekday)
    return Day((rule,), month_day=(month, number, weekday))


def _on(year: int, month: int, number: int, weekday: int | None) -> Step:
    try:
        day = date(year, month, number)
    except ValueError:
        raise NotADatetimeError(NO_SUCH_TIME) from None
    if weekday not in (None, day.weekday()):
        raise NotADatetimeError(OTHER_WEEKDAY)
    return partial(days.on, day=day)
