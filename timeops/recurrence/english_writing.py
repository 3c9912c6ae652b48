"""Write a recurrence in English. Parsing the text gives the same rule (T19)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, tzinfo
from itertools import pairwise, product

from timeops.calendar.steps import END_OF_DAY
from timeops.names import DAYS, MONTHS
from timeops.reading.phrases.words import VOCABULARY
from timeops.recurrence.rule import ALL_HOURS, MAX_TIMES, UNITS, WORKDAYS, Frequency, Recurrence, Rule

UNIT_OF = {frequency: unit.removesuffix("s") for unit, frequency in UNITS.items()}
#: The places that are written as words. The others are written as 6th, 7th, ...
PLACES = {number: word for word, (kind, number) in VOCABULARY.items() if kind == "ORDINAL" and number <= 5} | {
    2: "second"  # in phrases also a unit
}


def write_english(recurrence: Recurrence, zone: tzinfo) -> str | None:
    """Write completed rules with local times in ``zone``, or return None if our English cannot express them."""
    rule = recurrence.rules[0]
    same = {replace(one, hours=(), minutes=(), seconds=()) for one in recurrence.rules}
    excluded = _excluded_days(recurrence, zone)
    if recurrence.added or excluded is None:
        return None
    if len(same) > 1:
        text = _on_dates(recurrence.rules)
    elif rule.counts_elapsed_time:
        text = _elapsed_time(recurrence.rules)
    else:
        text = _on_days(rule, _times(recurrence.rules))
    return f"{text}{_bounds(recurrence, zone, excluded)}" if text else None


def _excluded_days(recurrence: Recurrence, zone: tzinfo) -> list[date] | None:
    """Return the excluded days, or None if only some of the times of a day are excluded."""
    days = {moment for moment in recurrence.excluded if not isinstance(moment, datetime)}
    clocks: defaultdict[date, set[time]] = defaultdict(set)
    for moment in recurrence.excluded:
        if isinstance(moment, datetime):
            local = moment.astimezone(zone) if moment.tzinfo else moment
            clocks[local.date()].add(local.time())
    if clocks:
        times = {time(second // 3_600, second // 60 % 60, second % 60) for second in _times(recurrence.rules)}
        if recurrence.rules[0].counts_elapsed_time or any(found != times for found in clocks.values()):
            return None
    return sorted(days | clocks.keys())


def _on_days(rule: Rule, times: list[int]) -> str | None:
    days = _days(rule)
    at = _at_times(times)
    return f"{days} {at}" if days and at else None


def _on_dates(rules: Sequence[Rule]) -> str | None:
    """Write several dates of the year that have the same times."""
    dates = sorted({(rule.months, rule.month_days) for rule in rules})
    timed = {date: [rule for rule in rules if (rule.months, rule.month_days) == date] for date in dates}
    each = [_on_days(found[0], _times(found)) for found in timed.values()]
    if not all(text and text.startswith("every year on ") and "the" not in text.split() for text in each):
        return None
    frequencies = {str(text).partition(" on ")[0] for text in each}
    at = {str(text).partition(" at ")[2] for text in each}
    if len(frequencies) > 1 or len(at) > 1:
        return None
    days = [str(text).partition(" on ")[2].partition(" at ")[0] for text in each]
    return f"{frequencies.pop()} on {_joined(days)} at {at.pop()}"


def _days(rule: Rule) -> str | None:
    """Write the frequency and the days."""
    every = f"every {_units(rule)}"
    in_months = f" in {_joined([MONTHS[month - 1] for month in rule.months])}" if rule.months else ""
    if rule.week_numbers or rule.year_days or (rule.month_days and rule.weekdays):
        return None
    match rule.frequency:
        case Frequency.DAILY if not (rule.chooses_days or rule.positions):
            return every + in_months
        case Frequency.WEEKLY if not (rule.positions or rule.week_start):
            days = _weekdays(rule)
            return (f"every {days}" if rule.interval == 1 else f"{every} on {days}") + in_months
        case Frequency.MONTHLY:
            places = _places(rule)
            return f"{every} on {places}{in_months}" if places else None
        case Frequency.YEARLY if not rule.positions:
            return _of_year(rule, every, in_months)
        case _:
            return None


def _of_year(rule: Rule, every: str, in_months: str) -> str | None:
    if len(rule.months) == len(rule.month_days) == 1 and rule.month_days[0] > 0:
        return f"{every} on {rule.month_days[0]} {MONTHS[rule.months[0] - 1]}"
    if rule.month_days and not rule.months:
        return None
    places = _places(rule)
    return f"{every} on {places}{in_months}" if places else None


def _places(rule: Rule) -> str | None:
    """Write the days of a month: the 15th and the last day, the second Tuesday, the first business day."""
    if rule.positions:
        is_workday = rule.weekdays == WORKDAYS and len(rule.positions) == 1 and not rule.month_days
        return f"the {_nth(rule.positions[0])} business day" if is_workday else None
    if not all(nth for nth, _ in rule.weekdays):
        return None
    days = [f"the {_ordinal(day)}" if day > 0 else f"the {_nth(day)} day" for day in rule.month_days]
    return _joined(days + [f"the {_nth(nth)} {DAYS[day]}" for nth, day in rule.weekdays])


def _elapsed_time(rules: Sequence[Rule]) -> str | None:
    """Write a rule that counts elapsed time, all day or between two times of the day."""
    rule = rules[0]
    if rule.month_days or rule.year_days or rule.week_numbers or rule.positions or any(nth for nth, _ in rule.weekdays):
        return None
    when = f" on {_weekdays(rule, plural='s')}" if rule.weekdays else ""
    when += f" in {_joined([MONTHS[month - 1] for month in rule.months])}" if rule.months else ""
    if not (rule.hours or rule.minutes or rule.seconds):
        return f"every {_units(rule)}{when}" if len(rules) == 1 else None
    if any(one.interval > 1 or (one.frequency is Frequency.HOURLY and not one.minutes) for one in rules):
        return None
    times = _times(rules)
    steps = {later - earlier for earlier, later in pairwise(times)}
    if len(steps) != 1 or (step := steps.pop()) % 60:
        return None
    unit, size = ("hour", 3_600) if step % 3_600 == 0 else ("minute", 60)
    number = f"{step // size} {unit}s" if step > size else unit
    return f"every {number} between {_clock(times[0])} and {_clock(times[-1])}{when}"


def _times(rules: Sequence[Rule]) -> list[int]:
    """Return the times of day at which the rules occur, in seconds since midnight."""
    every = tuple(range(60))
    return sorted(
        hour * 3_600 + minute * 60 + second
        for rule in rules
        for hour, minute, second in product(rule.hours or ALL_HOURS, rule.minutes or every, rule.seconds)
    )


def _bounds(recurrence: Recurrence, zone: tzinfo, excluded: list[date]) -> str:
    text = f" starting {_moment(recurrence.anchor)}" if recurrence.anchor else ""
    if recurrence.until:
        until = recurrence.until
        until = until.astimezone(zone).replace(tzinfo=None) if until.tzinfo else until
        text += f" until {until.date() if until.time() == END_OF_DAY else _moment(until)}"
    if recurrence.count is not None:
        text += f" for {recurrence.count} times"
    if excluded:
        text += f" except {_joined([str(day) for day in excluded])}"
    return text


def _moment(local: datetime) -> str:
    return f"{local.date()} {_clock(local.hour * 3_600 + local.minute * 60 + local.second)}"


def _at_times(times: list[int]) -> str | None:
    return f"at {_joined([_clock(second) for second in times])}" if len(times) <= MAX_TIMES else None


def _clock(second_of_day: int) -> str:
    minutes, second = divmod(second_of_day, 60)
    return f"{minutes // 60:02}:{minutes % 60:02}" + (f":{second:02}" if second else "")


def _units(rule: Rule) -> str:
    unit = UNIT_OF[rule.frequency]
    return unit if rule.interval == 1 else f"{rule.interval} {unit}s"


def _weekdays(rule: Rule, plural: str = "") -> str:
    if rule.weekdays == WORKDAYS:
        return "weekday" + (plural or "s" * (rule.interval > 1))
    return _joined([DAYS[day] + plural for _, day in rule.weekdays])


def _nth(number: int) -> str:
    if number < 0:
        return "last" if number == -1 else f"{_nth(-number)} last"
    return PLACES.get(number) or _ordinal(number)


def _ordinal(number: int) -> str:
    suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def _joined(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else ""
