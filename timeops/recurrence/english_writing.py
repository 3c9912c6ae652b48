"""Write a recurrence in English, with the words that english_reading.py reads (T19)."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime, tzinfo
from itertools import pairwise, product

from timeops.calendar.steps import END_OF_DAY
from timeops.names import DAYS, MONTHS
from timeops.reading.phrases.words import VOCABULARY
from timeops.recurrence.rule import (
    MAX_TIMES,
    UNITS,
    WORKDAYS,
    Frequency,
    Recurrence,
    Rule,
    are_same,
    completed,
    second_of_day,
)
from utilitysvc.kit.service_error import ServiceError

_UNIT_OF = {frequency: unit.removesuffix("s") for unit, frequency in UNITS.items()}
#: The places that are written as words. The others are written as 6th, 7th, ...
_PLACES = {number: word for word, (kind, number) in VOCABULARY.items() if kind == "ORDINAL" and number <= 5} | {
    2: "second"  # in phrases also a unit
}


def write_english(recurrence: Recurrence, zone: tzinfo) -> str | None:
    """Write completed rules with local times in ``zone``, or return None if our English cannot express them.

    It can if reading the text gives the same rules.
    """
    excluded = _excluded_days(recurrence, zone)
    if recurrence.added or excluded is None:
        return None
    from timeops.recurrence.english_reading import read  # imported late, because it imports lark

    text = _written(recurrence.rules)
    try:
        rules = read(text).rules
    except ServiceError:
        return None
    # English states the day and the time of day, so the start adds nothing to the rules.
    found = [completed(rule, recurrence.anchor or datetime(1, 1, 1)) for rule in rules]  # noqa: DTZ001  # a local time
    return text + _bounds(recurrence, zone, excluded) if are_same(found, recurrence.rules) else None


def _excluded_days(recurrence: Recurrence, zone: tzinfo) -> list[date] | None:
    """Return the excluded days, or None if only some of the times of a day are excluded."""
    clocks: defaultdict[date, set[int]] = defaultdict(set)
    for moment in recurrence.excluded:
        if isinstance(moment, datetime):
            local = moment.astimezone(zone) if moment.tzinfo else moment
            clocks[local.date()].add(second_of_day(local))
    times = set(_times(recurrence.rules))
    if clocks and (recurrence.rules[0].counts_elapsed_time or any(found != times for found in clocks.values())):
        return None
    return sorted({day for day in recurrence.excluded if not isinstance(day, datetime)} | clocks.keys())


def _written(rules: Sequence[Rule]) -> str:
    """Write the rules without their bounds, as far as English can."""
    rule, times = rules[0], _times(rules)
    every = f"every {_counted(rule.interval, _UNIT_OF[rule.frequency])}"
    months = f" in {_joined([MONTHS[month - 1] for month in rule.months])}" if rule.months else ""
    if rule.counts_elapsed_time:
        weekdays = f" on {_weekdays(rule, 's')}" if rule.weekdays else ""
        return f"{_between(times) if times else every}{weekdays}{months}"
    dates = sorted({(one.months, one.month_days) for one in rules})
    if rule.frequency is Frequency.YEARLY and all(len(one) == len(days) == 1 and days[0] > 0 for one, days in dates):
        days = f"{every} on {_joined([f'{day} {MONTHS[month - 1]}' for (month,), (day,) in dates])}"
    elif rule.frequency >= Frequency.MONTHLY:
        days = f"{every} on {_places(rule)}{months}"
    elif rule.frequency is Frequency.WEEKLY:
        weekdays = _weekdays(rule, "s" if rule.weekdays == WORKDAYS and rule.interval > 1 else "")
        days = (f"every {weekdays}" if rule.interval == 1 else f"{every} on {weekdays}") + months
    else:
        days = every + months
    return f"{days} at {_joined([_clock(second) for second in times[:MAX_TIMES]])}"


def _between(times: list[int]) -> str:
    step = min((later - earlier for earlier, later in pairwise(times)), default=60)
    unit, size = ("hour", 3_600) if step % 3_600 == 0 else ("minute", 60)
    return f"every {_counted(step // size, unit)} between {_clock(times[0])} and {_clock(times[-1])}"


def _places(rule: Rule) -> str:
    """Write the days of a month: the 15th and the last day, the second Tuesday, the first business day."""
    if rule.positions:
        return f"the {_nth(rule.positions[0])} business day"
    days = [f"the {_ordinal(day)}" if day > 0 else f"the {_nth(day)} day" for day in rule.month_days]
    return _joined(days + [f"the {_nth(nth)} {DAYS[day]}" for nth, day in rule.weekdays])


def _weekdays(rule: Rule, plural: str) -> str:
    names = ["weekday"] if rule.weekdays == WORKDAYS else [DAYS[day] for _, day in rule.weekdays]
    return _joined([name + plural for name in names])


def _times(rules: Sequence[Rule]) -> list[int]:
    """Return the times of day at which the rules occur, in seconds since midnight."""
    every = range(60)
    clocks = (product(rule.hours or range(24), rule.minutes or every, rule.seconds) for rule in rules)
    return sorted({hour * 3_600 + minute * 60 + second for times in clocks for hour, minute, second in times})


def _bounds(recurrence: Recurrence, zone: tzinfo, excluded: list[date]) -> str:
    text = f" starting {_moment(recurrence.anchor)}" if recurrence.anchor else ""
    if isinstance(until := recurrence.until, datetime):
        until = until.astimezone(zone).replace(tzinfo=None) if until.tzinfo else until
        text += f" until {until.date() if until.time() == END_OF_DAY else _moment(until)}"
    if recurrence.count is not None:
        text += f" for {recurrence.count} times"
    return text + (f" except {_joined([str(day) for day in excluded])}" if excluded else "")


def _moment(local: datetime) -> str:
    return f"{local.date()} {_clock(second_of_day(local))}"


def _clock(second_of_day: int) -> str:
    minutes, second = divmod(second_of_day, 60)
    return f"{minutes // 60:02}:{minutes % 60:02}" + (f":{second:02}" if second else "")


def _counted(number: int, unit: str) -> str:
    return unit if number == 1 else f"{number} {unit}s"


def _nth(number: int) -> str:
    if number < 0:
        return "last" if number == -1 else f"{_nth(-number)} last"
    return _PLACES.get(number) or _ordinal(number)


def _ordinal(number: int) -> str:
    suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def _joined(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else ""
