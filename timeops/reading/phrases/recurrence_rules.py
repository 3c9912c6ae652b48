"""What the rules of recurrences.lark make of their parts: how often, on which days, at what times, within which bounds.

The clauses of a text become a dict by their kind, and timeops/recurrence/building.py makes a recurrence of it.
"""

from datetime import date, datetime, time
from typing import Any, NamedTuple

from lark import Token, Transformer, v_args

from timeops.names import DAYS
from timeops.reading.phrases.parts_of_day import span_of, time_of
from timeops.reading.phrases.written_dates import Clock
from timeops.recurrence.building import Clauses, Often, Place, build
from timeops.recurrence.rule import WORKDAYS, Frequency, MonthDay, Recurrence, Weekday, invalid_rule
from utilitysvc.kit.service_error import Reading

__all__ = ["RecurrenceRules"]

END_OF_DAY = time(23, 59, 59)
WEEKEND = (Weekday(0, 5), Weekday(0, 6))

_UNITS = {
    "seconds": (Frequency.SECONDLY, 1),
    "minutes": (Frequency.MINUTELY, 1),
    "hours": (Frequency.HOURLY, 1),
    "days": (Frequency.DAILY, 1),
    "weeks": (Frequency.WEEKLY, 1),
    "fortnights": (Frequency.WEEKLY, 2),
    "months": (Frequency.MONTHLY, 1),
    "quarters": (Frequency.MONTHLY, 3),
    "years": (Frequency.YEARLY, 1),
    "decades": (Frequency.YEARLY, 10),
    "centuries": (Frequency.YEARLY, 100),
}


class Clause(NamedTuple):
    kind: str
    value: Any


@v_args(inline=True)
class RecurrenceRules(Transformer[Token, object]):
    """The method of the name behind the arrow in the grammar, or of the rule itself."""

    def recurrence(self, often: Often, *parts: tuple[Clause, ...] | Clause) -> Recurrence:
        clauses: Clauses = {}
        for part in parts:
            for clause in (part,) if isinstance(part, Clause) else part:
                if clause.kind in clauses:
                    raise invalid_rule(f"The rule says twice {_KINDS[clause.kind]}")
                clauses[clause.kind] = clause.value
        return build(often, clauses)

    def where(self, *clauses: Clause) -> tuple[Clause, ...]:
        return clauses

    # How often

    def every_unit(self, unit: Token) -> Often:
        return Often(*_frequency(unit, 1))

    def every_units(self, number: Token, unit: Token) -> Often:
        return Often(*_frequency(unit, _count(number)))

    def every_other(self, unit: Token) -> Often:
        return Often(*_frequency(unit, 2), needs_anchor=True)

    def every_weekday(self, weekdays: tuple[Weekday, ...]) -> Often:
        return Often(Frequency.WEEKLY, days=("weekdays", weekdays))

    def every_date(self, dates: tuple[tuple[int, int], ...]) -> Often:
        return Often(Frequency.YEARLY, days=("dates", dates))

    def adverb(self, word: Token) -> Often:
        if isinstance(word.value, str):
            return Often(*_UNITS[word.value])
        one, other = word.value
        raise invalid_rule(
            f'"{word.lower()}" has two meanings: write "{one}", or "{other}"',
            (
                Reading(write=one, means="once in two of the periods"),
                Reading(write=other, means="twice in each period; name the days that you mean"),
            ),
        )

    def every_place(self, places: tuple[Place, ...], *parts: Token) -> Often:
        number = _count(parts[0]) if len(parts) > 1 else 1
        frequency, interval = _frequency(parts[-1], number)
        if frequency not in (Frequency.MONTHLY, Frequency.YEARLY):
            raise invalid_rule(f'"{parts[-1]}" has no such day: write of every month, or of every year')
        return Often(frequency, interval, days=("places", places))

    def every_place_of(self, places: tuple[Place, ...], months: Clause) -> Often:
        return Often(Frequency.YEARLY, days=("places", places), months=months.value)

    def every_place_alone(self, place: Place) -> Often:
        readings = [Reading(write=f"the {place.text} of every month", means="once a month")]
        if place.nth > 1 and place.weekday:
            write = f"every {place.nth} weeks on {DAYS[place.weekday.day]}"
            readings.append(Reading(write=write, means=f"once in {place.nth} weeks"))
        elif place.nth > 1 and not place.is_workday:
            readings.append(Reading(write=f"every {place.nth} days", means=f"once in {place.nth} days"))
        written = '", or "'.join(reading["write"] for reading in readings)
        raise invalid_rule(f'"every {place.text}" does not say of what: write "{written}"', tuple(readings))

    # On which days

    def on_weekdays(self, weekdays: tuple[Weekday, ...]) -> Clause:
        return Clause("weekdays", weekdays)

    def on_places(self, places: tuple[Place, ...]) -> Clause:
        return Clause("places", places)

    def on_dates(self, dates: tuple[tuple[int, int], ...]) -> Clause:
        return Clause("dates", dates)

    def in_months(self, months: Clause) -> Clause:
        return months

    def months(self, *parts: Token | Clause) -> Clause:
        found = [month for part in parts for month in (part.value if isinstance(part, Clause) else (part.value,))]
        return Clause("months", tuple(sorted(set(found))))

    def one_weekday(self, weekday: Token) -> tuple[Weekday, ...]:
        return (Weekday(0, weekday.value),)

    def weekday_range(self, first: Token, last: Token) -> tuple[Weekday, ...]:
        days = (last.value - first.value) % 7 + 1
        return tuple(Weekday(0, (first.value + day) % 7) for day in range(days))

    def workdays(self, *_: object) -> tuple[Weekday, ...]:
        return WORKDAYS

    def weekend(self, _: Token) -> tuple[Weekday, ...]:
        return WEEKEND

    def weekdays(self, *parts: tuple[Weekday, ...]) -> tuple[Weekday, ...]:
        return tuple(sorted({weekday for part in parts for weekday in part}))

    plural_weekdays = weekdays

    def workday(self, *parts: Token) -> str:
        return str(parts[-1])

    def nth(self, nth: Token) -> Token:
        return nth

    def month_day_place(self, nth: Token, *day: Token) -> Place:
        return Place(_nth(nth), " ".join((nth, *day)))

    def last_day(self, *_: Token) -> Place:
        return Place(-1, "last day")

    def weekday_place(self, nth: Token, weekday: Token) -> Place:
        return Place(_nth(nth), f"{nth} {weekday}", Weekday(_nth(nth), weekday.value))

    def workday_place(self, nth: Token, _workday: str) -> Place:
        return Place(_nth(nth), f"{nth} business day", is_workday=True)

    def places(self, *parts: Place | tuple[Place, ...]) -> tuple[Place, ...]:
        return tuple(place for part in parts for place in ((part,) if isinstance(part, Place) else part))

    def day_of_month(self, day: Token, month: Token) -> tuple[int, int]:
        if not _exists(month.value, _nth(day)):
            raise invalid_rule(f'"{day} {month}" is not a day of any year')
        return month.value, _nth(day)

    def month_and_day(self, month: Token, day: Token) -> tuple[int, int]:
        return self.day_of_month(day, month)

    def dates(self, *parts: Any) -> tuple[tuple[int, int], ...]:
        if len(parts) == 1:
            return (parts[0],)
        return (*parts[0], parts[1])

    # At what times

    def clock(self, clock: Token) -> time:
        value: Clock = clock.value
        moment = time_of(value._replace(span=span_of(clock)))
        if moment.microsecond:
            raise invalid_rule("The rule has a fraction of a second")
        return moment

    def hours(self, *parts: time | Clause) -> Clause:
        found = [clock for part in parts for clock in (part.value if isinstance(part, Clause) else (part,))]
        return Clause("hours", tuple(sorted(set(found))))

    def between(self, first: time, last: time) -> Clause:
        return Clause("between", (first, last))

    # Within which bounds

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
        return Clause("times", _count(number))

    def except_weekdays(self, weekdays: tuple[Weekday, ...]) -> Clause:
        return Clause("except_weekdays", weekdays)

    def except_dates(self, dates: tuple[date, ...]) -> Clause:
        return Clause("except_dates", dates)

    def plain_dates(self, *parts: Token | tuple[date, ...]) -> tuple[date, ...]:
        return tuple(day for part in parts for day in ((part.value,) if isinstance(part, Token) else part))

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


_KINDS = {
    "weekdays": "on which days",
    "places": "on which days",
    "dates": "on which days",
    "months": "in which months",
    "between": "between which times",
    "hours": "at what time",
    "until": "until when",
    "starting": "when it starts",
    "times": "how many times",
    "except_weekdays": "which weekdays are left out",
    "except_dates": "which dates are left out",
}


def _frequency(unit: Token, number: int) -> tuple[Frequency, int]:
    if unit.value not in _UNITS:
        raise invalid_rule(f'"{unit}" is too short for a rule: the shortest unit is a second')
    frequency, size = _UNITS[unit.value]
    return frequency, number * size


def _count(number: Token) -> int:
    count: int = number.value
    if count < 1:
        raise invalid_rule(f'The rule has "{number}": write a number from 1')
    return count


def _nth(nth: Token) -> int:
    number: int = 2 if nth.type == "SECOND" else nth.value
    return number


def _exists(month: int, day: int) -> bool:
    try:
        date(2000, month, day)
    except ValueError:
        return False
    return True
