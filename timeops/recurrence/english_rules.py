"""The rules of english.lark: what each part of a text says about a recurrence (T19)."""

from calendar import monthrange
from collections.abc import Callable, Sequence
from datetime import date, datetime, time
from fractions import Fraction
from typing import Any, NamedTuple

from lark import Token, Transformer, v_args

from timeops.calendar.steps import END_OF_DAY, Move
from timeops.calendar.units import UNITS as LENGTHS
from timeops.names import DAYS
from timeops.reading.phrases.amounts import move_for
from timeops.reading.phrases.parts_of_day import span_of, time_of
from timeops.reading.phrases.written_dates import Clock
from timeops.recurrence.english_building import Clauses, Place, Repetition, build
from timeops.recurrence.rule import (
    DAYS_IN_WEEK,
    MAX_NUMBER,
    WORKDAYS,
    ByDay,
    Frequency,
    MonthDay,
    Recurrence,
    invalid_rule,
)
from timeops.recurrence.words import UNITS
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import Reading

WEEKEND = (ByDay(0, 5), ByDay(0, 6))
#: Any leap year.
_LEAP_YEAR = 2000

#: A text names its days in one of these ways.
_DAYS = frozenset(("weekdays", "places", "dates"))
#: What the error of a second clause of the same kind says.
_TWICE = {
    "months": "twice in which months",
    "hours": "twice at what time",
    "until": "twice until when",
    "starting": "twice when it starts",
    "times": "twice how many times",
    "except_weekdays": "twice which weekdays are left out",
    "except_dates": "twice which dates are left out",
    "between": "twice between which times",
}


class Clause(NamedTuple):
    """The value of a field of Clauses, which has the name ``kind``."""

    kind: str
    value: Any


#: What a rule of the grammar gives: how often, or clauses, or both.
Said = list[Repetition | Clause]


def _clause(kind: str) -> Callable[[object, object], Clause]:
    return lambda _rules, value: Clause(kind, value)


@v_args(inline=True)
class RecurrenceRules(Transformer[Token, object]):
    """Each method computes the value of the grammar rule with its name, or with its name after the arrow."""

    def recurrence(self, *parts: Repetition | Clause | Said) -> Recurrence:
        said = [one for part in parts for one in (part if isinstance(part, list) else [part])]
        [repetition] = (one for one in said if isinstance(one, Repetition))
        if repetition.interval > 1 and isinstance(said[0], Clause):  # descriptions of cron count from the 1st then
            raise invalid_rule(
                "An interval after a time of day may count from the start or from the 1st: write it first, as in "
                '"every 2 days at 9am"'
            )
        return build(repetition, _collected([one for one in said if isinstance(one, Clause)]))

    def clauses(self, *clauses: Clause) -> list[Clause]:
        return list(clauses)

    # Frequencies

    def every_unit(self, *parts: Token) -> Repetition:
        return _repetition(parts[-1])

    def every_units(self, number: Token, unit: Token) -> Repetition:
        return _repetition(unit, _whole_number(number))

    def every_other(self, unit: Token) -> Repetition:
        return _repetition(unit, 2)._replace(needs_anchor=True)

    def every_other_weekday(self, weekday: Token) -> Said:
        repetition = Repetition(Frequency.WEEKLY, 2, needs_anchor=True, begins_on_weekday=True)
        return [repetition, Clause("weekdays", self.one_weekday(weekday))]

    def every_half(self, *parts: Token) -> Repetition:
        return _repetition_of(move_for(Fraction(1, 2), parts[-1].value))

    def every_amount(self, amount: Token) -> Repetition:
        return _repetition_of(amount.value)

    def every_weekday(self, weekdays: tuple[ByDay, ...]) -> Said:
        return [Repetition(Frequency.WEEKLY), Clause("weekdays", weekdays)]

    def every_range(self, first: Token, last: Token) -> Said:
        return self.every_weekday(self.weekday_range(first, last))

    def every_date(self, dates: tuple[tuple[int, int], ...]) -> Said:
        return [Repetition(Frequency.YEARLY), Clause("dates", dates)]

    def adverb(self, word: Token) -> Repetition:
        if isinstance(word.value, str):
            return Repetition(*UNITS[word.value], word.value == "quarters")
        one, other = word.value
        raise invalid_rule(
            f'"{word.lower()}" has two meanings: write "{one}", or "{other}"',
            (
                Reading(write=one, means="once in two of the periods"),
                Reading(write=other, means="twice in each period; name the days that you mean"),
            ),
        )

    def every_place(self, places: tuple[Place, ...], *parts: Token) -> Said:
        repetition = _repetition(parts[-1], _whole_number(parts[0]) if len(parts) > 1 else 1)
        if repetition.frequency not in (Frequency.MONTHLY, Frequency.YEARLY):
            raise invalid_rule(f'"{parts[-1]}" has no such day: write of every month, or of every year')
        return [repetition, Clause("places", places)]

    def every_place_of(self, places: tuple[Place, ...], months: Clause, unit: Token | None = None) -> Said:
        if unit and unit.value != "years":
            raise invalid_rule(f'A month occurs once a year: write "every year" in the place of "every {unit}"')
        return [Repetition(Frequency.YEARLY), Clause("places", places), months]

    def every_place_alone(self, place: Place) -> Repetition:
        readings = [Reading(write=f"the {place.text} of every month", means="once a month")]
        if place.nth > 1 and place.weekday is not None:
            write = f"every {place.nth} weeks on {DAYS[place.weekday]}"
            readings.append(Reading(write=write, means=f"once in {place.nth} weeks"))
        elif place.nth > 1 and not place.is_workday:
            readings.append(Reading(write=f"every {place.nth} days", means=f"once in {place.nth} days"))
        written = '", or "'.join(reading["write"] for reading in readings)
        raise invalid_rule(f'"every {place.text}" does not say of what: write "{written}"', tuple(readings))

    # Days and months

    on_weekdays, on_places, on_dates = _clause("weekdays"), _clause("places"), _clause("dates")

    def in_months(self, months: Clause) -> Clause:
        return months

    def months(self, *months: Token) -> Clause:
        return Clause("months", tuple(sorted({month.value for month in months})))

    def one_weekday(self, weekday: Token) -> tuple[ByDay, ...]:
        return (ByDay(0, weekday.value),)

    def weekday_range(self, first: Token, last: Token) -> tuple[ByDay, ...]:
        days = (last.value - first.value) % DAYS_IN_WEEK + 1
        return tuple(ByDay(0, (first.value + day) % DAYS_IN_WEEK) for day in range(days))

    def workdays(self, *_: object) -> tuple[ByDay, ...]:
        return WORKDAYS

    def weekend(self, _: Token) -> tuple[ByDay, ...]:
        return WEEKEND

    def weekdays(self, *parts: tuple[ByDay, ...]) -> tuple[ByDay, ...]:
        return tuple(sorted({weekday for part in parts for weekday in part}))

    def nth(self, nth: Token) -> Token:
        return nth

    def workday(self, *_: Token) -> None:
        pass

    def month_day_place(self, nth: Token, *day: Token) -> Place:
        return Place(_nth(nth), " ".join((nth, *day)))

    def weekday_place(self, nth: Token, weekday: Token) -> Place:
        return Place(_nth(nth), f"{nth} {weekday}", weekday.value)

    def workday_place(self, nth: Token, _workday: None) -> Place:
        return Place(_nth(nth), f"{nth} business day", is_workday=True)

    def day_of_month(self, day: Token, month: Token) -> tuple[int, int]:
        number: int = month.value
        if not 1 <= _nth(day) <= monthrange(_LEAP_YEAR, number)[1]:
            raise invalid_rule(f'"{day} {month}" is not a day of any year')
        return number, _nth(day)

    def month_and_day(self, month: Token, day: Token) -> tuple[int, int]:
        return self.day_of_month(day, month)

    def places(self, *places: Place) -> tuple[Place, ...]:
        return places

    def dates(self, *dates: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        return dates

    # Times of day

    def clock(self, clock: Token) -> time:
        value: Clock = clock.value
        moment = time_of(value._replace(span=span_of(clock)))
        if moment.microsecond:
            raise invalid_rule("The rule has a fraction of a second")
        return moment

    def hours(self, *clocks: time) -> Clause:
        return Clause("hours", tuple(sorted(set(clocks))))

    def between(self, first: time, last: time) -> Clause:
        return Clause("between", (first, last))

    # Bounds

    def until(self, limit: tuple[date | tuple[int, int], time | None]) -> Clause:
        day, clock = limit
        if isinstance(day, date):
            return Clause("until", datetime.combine(day, clock or END_OF_DAY))
        return Clause("until", MonthDay(*day, clock or END_OF_DAY))

    def starting(self, limit: tuple[date | tuple[int, int], time | None]) -> Clause:
        day, clock = limit
        if not isinstance(day, date):
            raise invalid_rule("The day on which the rule starts has no year: write one")
        return Clause("starting", datetime.combine(day, clock or time()))

    def times(self, number: Token) -> Clause:
        return Clause("times", _whole_number(number))

    def except_weekdays(self, weekdays: tuple[ByDay, ...], *hours: Clause) -> list[Clause]:
        return [Clause("except_weekdays", weekdays), *hours]

    def except_dates(self, dates: tuple[date, ...]) -> Clause:
        return Clause("except_dates", dates)

    def plain_dates(self, *dates: Token) -> tuple[date, ...]:
        return tuple(day.value for day in dates)

    def limit(
        self, day: date | tuple[int, int], clock: time | None = None
    ) -> tuple[date | tuple[int, int], time | None]:
        return day, clock

    def limit_date(self, day: Token) -> date:
        found: date = day.value
        return found

    def limit_yearly(self, month_day: tuple[int, int], year: Token | None = None) -> date | tuple[int, int]:
        if year is None:
            return month_day
        try:
            return date(year.value, *month_day)
        except ValueError:
            raise invalid_rule(f"{year} has no such day") from None


def _collected(clauses: Sequence[Clause]) -> Clauses:
    """Return the clauses as one object. Raises ServiceError if the text says a thing twice."""
    found: dict[str, Any] = {}
    for kind, value in clauses:
        if kind in found or (kind in _DAYS and not _DAYS.isdisjoint(found)):
            raise invalid_rule(f"The rule says {_TWICE.get(kind, 'in two ways on which days it occurs')}")
        found[kind] = value
    return Clauses(**found)


def _repetition(unit: Token, number: int = 1) -> Repetition:
    if unit.value not in UNITS:
        raise invalid_rule(f'"{unit}" is too short for a rule: the shortest unit is a second')
    frequency, periods = UNITS[unit.value]
    if number * periods > MAX_NUMBER:
        raise invalid_rule(f'The rule has "{number} {unit}", which is too long an interval')
    return Repetition(frequency, number * periods, is_of_quarters=unit.value == "quarters")


def _repetition_of(move: Move) -> Repetition:
    """Return a move as a whole number of the longest possible unit: 90 minutes for an hour and a half."""
    for unit in ("months", "days", "hours", "minutes", "seconds"):
        number = sum(move) // sum(LENGTHS[unit])
        if 0 < number <= MAX_NUMBER and LENGTHS[unit].times(number) == move:
            return Repetition(UNITS[unit][0], number)
    raise invalid_rule("The interval of a rule is a whole number of one unit: write every 36 hours, or every 2 days")


def _whole_number(number: Token) -> int:
    count: int = number.value
    if not 1 <= count <= MAX_NUMBER:
        raise invalid_rule(f'The rule has "{number[:MAX_QUOTED]}": write a number from 1 to {MAX_NUMBER:,}')
    return count


def _nth(nth: Token) -> int:
    number: int = 2 if nth.type == "SECOND" else nth.value
    return number
