"""The rules of recurrences.lark for the frequency of a recurrence, and for the whole recurrence (T19).

The clauses of a text are collected in a dict by their kind. timeops/recurrence/building.py makes a recurrence of it.
"""

from fractions import Fraction

from lark import Token, v_args

from timeops.calendar.steps import Move
from timeops.calendar.units import UNITS
from timeops.names import DAYS
from timeops.reading.phrases.amounts import move_for
from timeops.reading.phrases.recurrence_clauses import Clause, ClauseRules, whole_number
from timeops.recurrence.building import Clauses, Place, Repetition, build
from timeops.recurrence.rule import Frequency, Recurrence, Weekday, invalid_rule
from utilitysvc.kit.service_error import Reading

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


@v_args(inline=True)
class RecurrenceRules(ClauseRules):
    """Each method computes the value of the grammar rule with its name, or with its name after the arrow."""

    def recurrence(self, repetition: Repetition, *parts: tuple[Clause, ...] | Clause) -> Recurrence:
        clauses: Clauses = {}
        for part in parts:
            for clause in (part,) if isinstance(part, Clause) else part:
                if clause.kind in clauses:
                    raise invalid_rule(f"The rule says twice {_KINDS[clause.kind]}")
                clauses[clause.kind] = clause.value
        return build(repetition, clauses)

    def clauses(self, *clauses: Clause) -> tuple[Clause, ...]:
        return clauses

    # Frequencies

    def every_unit(self, unit: Token) -> Repetition:
        return Repetition(*_frequency(unit, 1))

    def every_units(self, number: Token, unit: Token) -> Repetition:
        return Repetition(*_frequency(unit, whole_number(number)))

    def every_other(self, unit: Token) -> Repetition:
        return Repetition(*_frequency(unit, 2), needs_anchor=True)

    def every_other_weekday(self, weekday: Token) -> Repetition:
        return Repetition(Frequency.WEEKLY, 2, days=("weekdays", (Weekday(0, weekday.value),)), needs_anchor=True)

    def every_half(self, *parts: Token) -> Repetition:
        return Repetition(*_frequency_of(move_for(Fraction(1, 2), parts[-1].value)))

    def every_amount(self, amount: Token) -> Repetition:
        return Repetition(*_frequency_of(amount.value))

    def every_weekday(self, weekdays: tuple[Weekday, ...]) -> Repetition:
        return Repetition(Frequency.WEEKLY, days=("weekdays", weekdays))

    def every_date(self, dates: tuple[tuple[int, int], ...]) -> Repetition:
        return Repetition(Frequency.YEARLY, days=("dates", dates))

    def adverb(self, word: Token) -> Repetition:
        if isinstance(word.value, str):
            return Repetition(*_UNITS[word.value])
        one, other = word.value
        raise invalid_rule(
            f'"{word.lower()}" has two meanings: write "{one}", or "{other}"',
            (
                Reading(write=one, means="once in two of the periods"),
                Reading(write=other, means="twice in each period; name the days that you mean"),
            ),
        )

    def every_place(self, places: tuple[Place, ...], *parts: Token) -> Repetition:
        number = whole_number(parts[0]) if len(parts) > 1 else 1
        frequency, interval = _frequency(parts[-1], number)
        if frequency not in (Frequency.MONTHLY, Frequency.YEARLY):
            raise invalid_rule(f'"{parts[-1]}" has no such day: write of every month, or of every year')
        return Repetition(frequency, interval, days=("places", places))

    def every_place_of(self, places: tuple[Place, ...], months: Clause) -> Repetition:
        return Repetition(Frequency.YEARLY, days=("places", places), months=months.value)

    def every_place_alone(self, place: Place) -> Repetition:
        readings = [Reading(write=f"the {place.text} of every month", means="once a month")]
        if place.nth > 1 and place.weekday:
            write = f"every {place.nth} weeks on {DAYS[place.weekday.day]}"
            readings.append(Reading(write=write, means=f"once in {place.nth} weeks"))
        elif place.nth > 1 and not place.is_workday:
            readings.append(Reading(write=f"every {place.nth} days", means=f"once in {place.nth} days"))
        written = '", or "'.join(reading["write"] for reading in readings)
        raise invalid_rule(f'"every {place.text}" does not say of what: write "{written}"', tuple(readings))


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


def _frequency_of(move: Move) -> tuple[Frequency, int]:
    """Return a move as a whole number of the longest possible unit: 90 minutes for an hour and a half."""
    for unit in ("months", "days", "hours", "minutes", "seconds"):
        number = sum(move) // sum(UNITS[unit])
        if number and UNITS[unit].times(number) == move:
            return _UNITS[unit][0], number
    raise invalid_rule("The interval of a rule is a whole number of one unit: write every 36 hours, or every 2 days")


def _frequency(unit: Token, number: int) -> tuple[Frequency, int]:
    if unit.value not in _UNITS:
        raise invalid_rule(f'"{unit}" is too short for a rule: the shortest unit is a second')
    frequency, size = _UNITS[unit.value]
    return frequency, number * size
