"""The rules of phrases.lark for times of day and for whole phrases, whose value is the steps from now (T3)."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import NoReturn

from lark import Token, Transformer, v_args

from timeops.calendar.steps import MIDNIGHT, Move, Steps
from timeops.calendar.units import DAY, UNITS
from timeops.errors import NO_FORM, NotADatetimeError
from timeops.reading.phrases.amounts import Amount, Part, exact, move_for, signed_move, singular_unit, total
from timeops.reading.phrases.parts_of_day import Day, PartOfDay, fixed_date, in_part, span_of, time_of
from timeops.reading.phrases.written_dates import Clock

# The highest hour of a 12-hour clock.
LAST_HOUR = 12


@v_args(inline=True)
class PhraseRules(Transformer[Token, object]):
    """Each method computes the value of the grammar rule with its name."""

    def earlier(self, amount: Amount, direction: Token) -> Steps:
        return (total(amount).times(direction.value),)

    def now(self) -> Steps:
        return ()

    def now_at(self, clock: Clock) -> Steps:
        return (time_of(clock),)

    def shifted(self, steps: Steps, sign: Token, amount: Amount) -> Steps:
        return (*steps, signed_move(sign, amount))

    def moved(self, amount: Amount, direction: Token, steps: Steps) -> Steps:
        return (*steps, total(amount).times(direction.value))

    def unit_moved(self, unit: Token, direction: Token, steps: Steps) -> Steps:
        return (*steps, UNITS[singular_unit(unit)].times(direction.value))

    def minutes_to(self, amount: Amount, clock: Clock, day: Day | None = None) -> Steps:
        if day is None and time_of(clock) == MIDNIGHT and 0 < exact(amount).microseconds < DAY:
            raise _before_which_midnight(exact(amount))
        return (*self._at(clock, day), exact(amount).times(-1))

    def minutes_past(self, amount: Amount, past: Token, clock: Clock, day: Day | None = None) -> Steps:
        if past.lower() != "past":
            raise NotADatetimeError(NO_FORM)
        return (*self._at(clock, day), exact(amount))

    def number_to(self, number: Token, clock: Clock, day: Day | None = None) -> Steps:
        if number.type == "INT" and number.value <= LAST_HOUR:
            raise NotADatetimeError(
                f'could be two times, from {number} on, or minutes: write "{number} minutes to", or one time',
                (f"{number} minutes to {clock.time():%H:%M}", f"{clock.time():%H:%M}"),
                (number.start_pos or 0, clock.span[1]),
            )
        return self.minutes_to(_minutes(number), clock, day)

    def number_past(self, number: Token, past: Token, clock: Clock, day: Day | None = None) -> Steps:
        return self.minutes_past(_minutes(number), past, clock, day)

    def _at(self, clock: Clock, day: Day | None) -> Steps:
        return (time_of(clock),) if day is None else self.timed(clock, day)

    def ago_day(self, amount: Amount, ago: Token, dayword: Token) -> Steps:
        if total(amount).microseconds:
            raise NotADatetimeError("counts hours back from a day: write from which time of day")
        return (Move(days=dayword.value), MIDNIGHT, total(amount).times(ago.value))

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
        return self.timed(day, in_part(clock, PartOfDay(part.value, span_of(part))))

    def part_alone(self, *_: object) -> NoReturn:
        raise NotADatetimeError("names a part of the day and no hour: write one, as in tonight at 8")

    def same_time(self, *parts: object) -> Steps:
        day = parts[-1]
        assert isinstance(day, Day)  # noqa: S101  # the rule ends with one
        return self.part_alone() if day.part else day.steps

    def signed(self, sign: Token, amount: Amount) -> Steps:
        return (signed_move(sign, amount),)

    def signed_at(self, sign: Token, amount: Amount, clock: Clock) -> Steps:
        return self.timed(Day((signed_move(sign, amount),), None), clock)

    def year_last(self, day: Day, clock: Clock, year: Token) -> Steps:
        if not day.month_day:
            raise NotADatetimeError(NO_FORM)
        month, number, weekday = day.month_day
        return (fixed_date(year.value, month, number, weekday), time_of(clock))

    def clock(self, token: Token) -> Clock:
        clock: Clock = token.value
        return clock._replace(span=span_of(token))

    def clock_in_part(self, one: Clock | Token, other: Clock | Token) -> Clock:
        clock, part = (one, other) if isinstance(one, Clock) else (other, one)
        assert isinstance(clock, Clock)  # noqa: S101  # the grammar has one of each
        assert isinstance(part, Token)  # noqa: S101
        return in_part(clock, PartOfDay(part.value, span_of(part)))


def _minutes(number: Token) -> Amount:
    return (Part(move_for(Fraction(number.value), "minutes"), number.start_pos or 0),)


def _before_which_midnight(amount: Move) -> NotADatetimeError:
    """Return the error of a time before midnight without a day: the one that begins today, or the one that ends it."""
    clock = (datetime(1, 1, 2, tzinfo=UTC) - timedelta(microseconds=amount.microseconds)).time().isoformat("auto")
    suggestions = [f"{day} at {clock.removesuffix(':00')}" for day in ("yesterday", "today")]
    reason = f"could be before the midnight that begins today or that ends it: write {' or '.join(suggestions)}"
    return NotADatetimeError(reason, suggestions)
