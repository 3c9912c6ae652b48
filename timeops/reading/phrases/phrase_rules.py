"""The rules of phrases.lark for whole phrases and the time of day: the steps that lead from now to an instant (T3)."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

from lark import Token

from timeops.calendar.steps import MIDNIGHT, Move
from timeops.calendar.units import UNITS
from timeops.reading.errors import NO_FORM, NotADatetimeError
from timeops.reading.phrases.amounts import Amount, exact, move_for, signed_move, singular_unit, total
from timeops.reading.phrases.day_value import Day, Steps, on_the
from timeops.reading.phrases.parts_of_day import in_part, time_of
from timeops.reading.phrases.written_dates import Clock

__all__ = ["RULES"]

# The last hour of a clock with am and pm.
LAST_HOUR = 12


def start(steps: Steps) -> Steps:
    return steps


def earlier(amount: Amount, way: Token) -> Steps:
    return (total(amount).times(way.value),)


def now() -> Steps:
    return ()


def now_at(clock: Clock) -> Steps:
    return (time_of(clock),)


def shifted(steps: Steps, sign: Token, amount: Amount) -> Steps:
    return (*steps, signed_move(sign, amount))


def moved(amount: Amount, way: Token, steps: Steps) -> Steps:
    return (*steps, total(amount).times(way.value))


def unit_moved(unit: Token, way: Token, steps: Steps) -> Steps:
    return (*steps, UNITS[singular_unit(unit)].times(way.value))


def minutes_to(amount: Amount, clock: Clock) -> Steps:
    return (time_of(clock), exact(amount).times(-1))


def minutes_past(amount: Amount, past: Token, clock: Clock) -> Steps:
    if past.lower() != "past":
        raise NotADatetimeError(NO_FORM)
    return (time_of(clock), exact(amount))


def number_to(number: Token, clock: Clock) -> Steps:
    if number.type == "INT" and number.value <= LAST_HOUR:
        raise NotADatetimeError(
            f'could be two times, from {number} on, or minutes: write "{number} minutes to", or one time'
        )
    return minutes_to(_minutes(number), clock)


def number_past(number: Token, past: Token, clock: Clock) -> Steps:
    return minutes_past(_minutes(number), past, clock)


def _minutes(number: Token) -> Amount:
    return (move_for(Fraction(number.value), "minutes"),)


def ago_day(amount: Amount, ago: Token, dayword: Token) -> Steps:
    if total(amount).microseconds:
        raise NotADatetimeError("counts hours back from a day: write from which time of day")
    return (Move(days=dayword.value), MIDNIGHT, total(amount).times(ago.value))


def whole_day(day: Day) -> Steps:
    if day.part:
        return part_alone()
    return day.steps if day.clock is None else (*day.steps, day.clock)


def timed(one: Day | Clock, other: Day | Clock) -> Steps:
    day, clock = (one, other) if isinstance(one, Day) else (other, one)
    assert isinstance(day, Day)  # noqa: S101  # the grammar has one of each
    assert isinstance(clock, Clock)  # noqa: S101
    if any(isinstance(step, Move) and step.microseconds for step in day.steps):
        raise NotADatetimeError("has an amount that gives the time of day, and another time of day beside it")
    if day.clock not in (None, MIDNIGHT):
        raise NotADatetimeError("has two times of day: the end of a day is 23:59:59")
    return (*day.steps, time_of(in_part(clock, day.part) if day.part else clock))


def time_alone(clock: Clock) -> Steps:
    return (time_of(clock),)


def timed_in_part(clock: Clock, day: Day, part: Token) -> Steps:
    return timed(day, in_part(clock, part.value))


def part_alone(*_: object) -> NoReturn:
    raise NotADatetimeError("names a part of the day and no hour: write one, as in tonight at 8")


def same_time(*parts: Any) -> Steps:
    day: Day = parts[-1]
    if day.part:
        part_alone()
    return day.steps


def signed(sign: Token, amount: Amount) -> Steps:
    return (signed_move(sign, amount),)


def signed_at(sign: Token, amount: Amount, clock: Clock) -> Steps:
    return timed(Day((signed_move(sign, amount),), None), clock)


def year_last(day: Day, clock: Clock, year: Token) -> Steps:
    if not day.month_day:
        raise NotADatetimeError(NO_FORM)
    month, number, weekday = day.month_day
    return (on_the(year.value, month, number, weekday), time_of(clock))


def zone_year_last(day: Day, clock: Clock, _zone: Token, year: Token) -> Steps:
    return year_last(day, clock, year)


def clock(token: Token) -> Clock:
    clock: Clock = token.value
    return clock


def clock_in_part(one: Clock | Token, other: Clock | Token) -> Clock:
    clock, part = (one, other) if isinstance(one, Clock) else (other, one)
    assert isinstance(clock, Clock)  # noqa: S101  # the grammar has one of each
    assert isinstance(part, Token)  # noqa: S101
    return in_part(clock, part.value)


RULES: dict[str, Callable[..., object]] = {
    "start": start,
    "earlier": earlier,
    "now": now,
    "now_at": now_at,
    "shifted": shifted,
    "moved": moved,
    "unit_moved": unit_moved,
    "minutes_to": minutes_to,
    "minutes_past": minutes_past,
    "number_to": number_to,
    "number_past": number_past,
    "ago_day": ago_day,
    "whole_day": whole_day,
    "timed": timed,
    "time_alone": time_alone,
    "timed_in_part": timed_in_part,
    "part_alone": part_alone,
    "same_time": same_time,
    "signed": signed,
    "signed_at": signed_at,
    "year_last": year_last,
    "zone_year_last": zone_year_last,
    "clock": clock,
    "clock_in_part": clock_in_part,
    "the_unit_moved": unit_moved,
}
