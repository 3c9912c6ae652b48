"""The units of time, and a datetime after parsing: the steps that lead to it from now, and the zone that it states.

``tomorrow at 3pm`` has two steps, a move and a time of day; ``2 hours ago`` is a move, ``2026-11-21`` a date, ``next
friday`` a rule, and ``3 days after 2026-11-21`` a date followed by a move. instants.py follows the steps.

A DayRule returns a day that depends on the current day. A Span returns the days of a period that depends on the current
day, such as a week or a month, as ``date.toordinal`` counts them. ``step`` is 1 for next, -1 for last and 0 for this.
Monday is 0. All of them raise OverflowError or ValueError outside of the years 1 to 9999.

Rules T3 and T8: docs/rules.md.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta, tzinfo
from fractions import Fraction
from typing import NamedTuple

from dateutil.relativedelta import relativedelta

from timeops.errors import NO_SUCH_DAY, NotADatetimeError
from timeops.names import table
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import Reading, ServiceError

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Move(NamedTuple):
    """A distance: first months and days of the calendar, which keep the time of day, then elapsed microseconds."""

    months: int = 0
    days: int = 0
    microseconds: int = 0

    def times(self, count: int) -> "Move":
        return Move(*(part * count for part in self))


def sum_of(moves: Iterable[Move]) -> Move:
    return Move(*map(sum, zip(*moves, strict=True)))


_ROWS = table(__package__, "units.tsv")
#: The length of each unit, by the plural name that answers use (T8).
UNITS = {name: Move(int(months), int(days), int(rest)) for name, months, days, rest, _ in _ROWS}
#: The name of the unit for each spelling.
UNIT_NAMES = {spelling: name for name, *_, others in _ROWS for spelling in (name, *others.split())}


class UnitChoices(Choices):
    """Names of units. ``M`` is refused, because some programs write it for minutes and others for months (G2)."""

    __slots__ = ()

    def check(self, text: str) -> str:
        if text.strip() != "M":
            return super().check(text)
        units = [unit for unit in self.values if unit.startswith(("minute", "month"))]
        details = f"{self.details}. M could be {' or '.join(units)}: write one of them"
        raise ServiceError(self.error, details, readings=[Reading(write=unit, means=unit) for unit in units])


#: A unit without a fixed length: it depends on a country and its holidays, which are other parameters (T21).
BUSINESS_DAYS = "business_days"

#: The listed names are those of the specification, then milliseconds and business_days. All other units and spellings
#: of phrases are accepted too.
UNIT_CHOICES = UnitChoices(
    "unit",
    ("seconds", "minutes", "hours", "days", "weeks", "months", "years", "milliseconds", BUSINESS_DAYS),
    UNIT_NAMES | {"business_day": BUSINESS_DAYS},
    "Invalid time unit",
)


def move_for(number: Fraction, unit: str) -> Move:
    """Return the move of ``number`` units. A fraction of a day is a part of 24 hours.

    Raises NotADatetimeError for a fraction of a month or longer, because months differ in length.
    """
    months, days, microseconds = (number * size for size in UNITS[unit])
    if months.denominator != 1:
        raise NotADatetimeError(f"has a part of {unit}, which differ in length: write days")
    whole_days = int(days)
    return Move(int(months), whole_days, int(microseconds + (days - whole_days) * DAY))


def step_of(amount: int, unit: str) -> Move:
    """Return the move of ``amount`` units. Days and weeks have an exact length here; months and longer do not."""
    step = UNITS[unit].times(amount)
    return Move(step.months, 0, step.microseconds + step.days * DAY)


MIDNIGHT, END_OF_DAY = time(0), time(23, 59, 59)

PERIODS = ("days", "weeks", "months", "quarters", "years")

#: A range of days that depends on the current day.
Span = Callable[[date], range]

#: A rule that chooses a day from the current one, as ``next monday`` does. Functions below return it.
DayRule = Callable[[date], date]

# A time sets the time of day, a date or a rule the day, and each keeps the other. A datetime replaces now: an aware one
# is an instant, a naive one a local time.
Step = Move | DayRule | time | date
Steps = tuple[Step, ...]


class ParsedDatetime(NamedTuple):
    """A date and time after parsing.

    ``zone``: the zone that the text states (T4), if any. ``text``: the whole text, for errors. ``standard_offset``: the
    offset that the name of the zone also means throughout the year, as ``CET`` does. If the zone has another offset at
    that time, the datetime has two meanings; ``rewritten`` is what to write for them, first with the offset and then
    with the zone.
    """

    steps: Steps
    zone: tzinfo | None = None
    text: str = ""
    standard_offset: timedelta | None = None
    rewritten: Sequence[str] = ()


NOW = ParsedDatetime(())


def nth(days: range, number: int) -> Sequence[int]:
    """Return the day with this number, from 1 on or from -1 back, if there is one."""
    return (days[number - (number > 0)],) if 1 <= abs(number) <= len(days) else ()


def weekdays(days: range, weekday: int) -> range:
    """Return the Mondays, or other days of the week, among some days."""
    return days[(weekday + 1 - days.start) % 7 :: 7]  # day 1, the first of the year 1, is a Monday


def next_weekday(number: int, step: int = 0) -> DayRule:
    """Choose a day of the week: by step 1 the first after today, by -1 the last before, by 0 today or the next."""

    def chosen(today: date) -> date:
        nearest, sign = today + timedelta(days=step), step or 1
        return nearest + timedelta(days=sign * ((number - nearest.weekday()) * sign % 7))

    return chosen


def weekday_of_week(number: int, step: int) -> DayRule:
    """Choose a day of the week in this week, or ``step`` weeks later. Weeks start on Monday."""
    return lambda today: today + timedelta(days=number - today.weekday() + 7 * step)


def nth_day(span: Span, number: int, weekday: int | None = None) -> DayRule:
    """Choose a day of a span: the first is 1, and -1 is the last. If ``weekday`` is given, it has to fall on it.

    Raises NotADatetimeError if there is no such day: 29 February 2026, the fifth monday of february.
    """

    def chosen(today: date) -> date:
        for day in map(date.fromordinal, nth(span(today), number)):
            if weekday in (None, day.weekday()):
                return day
        raise NotADatetimeError(NO_SUCH_DAY)

    return chosen


def nth_weekday(span: Span, number: int, weekday: int) -> DayRule:
    """Choose among the Mondays, or other days of the week, of a span: the first is 1, and -1 is the last."""
    return nth_day(lambda today: weekdays(span(today), weekday), number)


def month_of(month: int, year: int | None = None, years: int = 0) -> Span:
    """Choose the days of a month in ``year``, or by None in the year that is ``years`` from now."""
    return lambda today: Period("months")(date(today.year + years if year is None else year, month, 1))


def month_by_step(month: int, step: int) -> Span:
    """Choose the days of the next or the previous such month, which is not the current one, or of that of this year."""

    def chosen(today: date) -> range:
        distance = (month - today.month) % 12 if step else month - today.month
        if step < 0 or not distance:
            distance += 12 * step
        return Period("months", distance)(today)

    return chosen


def year_of(year: int) -> Span:
    return lambda _: Period("years")(date(year, 1, 1))


@dataclass(frozen=True)
class Period:
    """A Span: the current day, week, month, quarter or year (PERIODS), or the one ``step`` units later."""

    unit: str
    step: int = 0

    def __call__(self, today: date) -> range:
        months, days, _ = UNITS[self.unit]
        if months:
            first = today.replace(day=1, month=(today.month - 1) // months * months + 1)
            first += relativedelta(months=self.step * months)
            # The last day is not computed from the next period, which does not exist after the year 9999.
            last = first + relativedelta(months=months - 1, day=31)  # or the last day that the month has
            return range(first.toordinal(), last.toordinal() + 1)
        start = today.toordinal() - today.weekday() % days + self.step * days
        return range(start, start + days)
