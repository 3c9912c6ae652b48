"""The rules of recurrences.lark for clauses: the days, months, times of day and bounds of a recurrence (T19)."""

from datetime import date, datetime, time
from typing import Any, NamedTuple

from lark import Token, Transformer, v_args

from timeops.calendar.steps import END_OF_DAY
from timeops.reading.phrases.parts_of_day import span_of, time_of
from timeops.reading.phrases.written_dates import Clock
from timeops.recurrence.building import Place
from timeops.recurrence.rule import WORKDAYS, MonthDay, Weekday, invalid_rule

WEEKEND = (Weekday(0, 5), Weekday(0, 6))


class Clause(NamedTuple):
    kind: str
    value: Any


@v_args(inline=True)
class ClauseRules(Transformer[Token, object]):
    """Each method computes the value of the grammar rule with its name, or with its name after the arrow."""

    # Days and months

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

    # Times of day

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
        return Clause("times", whole_number(number))

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


def whole_number(number: Token) -> int:
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
