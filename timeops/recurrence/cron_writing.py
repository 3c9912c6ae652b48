"""Write a recurrence as the five fields of cron, if they can express it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from timeops.calendar.instants import unix
from timeops.recurrence.rule import Frequency, Recurrence, Rule, are_same, completed
from timeops.zones.transitions import next_transition
from utilitysvc.kit.service_error import ServiceError

#: The time in which changes of clocks are checked. Clocks that change every year change at the same hours.
SECONDS_CHECKED = 2 * 366 * 86_400


def write_cron(recurrence: Recurrence, anchor: datetime, zone: tzinfo) -> str | None:
    """Return the fields for completed rules, or None if cron cannot express them: if reading them gives another rule.

    cron has no intervals except those that divide the hour, no end, no single dates, and no days counted from the end.
    ``anchor`` is the instant from which the rules count, and ``zone`` the zone of their local times.
    """
    if recurrence.count or recurrence.until or recurrence.added or recurrence.excluded or len(recurrence.rules) > 1:
        return None
    rule = _by_the_hour(recurrence.rules[0], anchor, zone)
    minutes, hours = _listed(rule.minutes), _listed(rule.hours)
    if rule.counts_elapsed_time:  # cron counts elapsed time only if minutes or hours have a star
        minutes, hours = _starred(rule.minutes, 60), _starred(rule.hours, 24)
        if "*" not in minutes + hours:
            if _have_no_change_of_clocks(rule.hours, anchor, zone):
                rule = completed(replace(rule, frequency=Frequency.DAILY), anchor)
            elif minutes == "0":
                minutes = "*/60"
            elif hours == "0":
                hours = "*/24"
    weekdays = sorted((day + 1) % 7 for _, day in rule.weekdays)
    days = [_listed(values) if values else "*" for values in (rule.month_days, rule.months, weekdays)]
    text = " ".join((minutes, hours, *days))
    from timeops.recurrence.cron import read_cron  # imported late, because it imports cronsim

    try:
        found = read_cron(text).rules
    except ServiceError:
        return None
    return text if are_same([completed(one, anchor) for one in found], [rule]) else None


def _by_the_hour(rule: Rule, anchor: datetime, zone: tzinfo) -> Rule:
    """Convert an interval of minutes that divides the hour, or of one hour, to the minutes of every hour.

    This changes its meaning where the clocks change by a part of the interval.
    """
    if anchor.second == 0 and rule.counts_elapsed_time and not rule.seconds:
        rule = replace(rule, seconds=(0,))
    minutes = {Frequency.MINUTELY: rule.interval, Frequency.HOURLY: 60 * rule.interval}.get(rule.frequency, 0)
    if rule.minutes or not 1 < minutes <= 60 or 60 % minutes:
        return rule
    if any((after - before) % timedelta(minutes=minutes) for before, after in _changes(anchor, zone)):
        return rule
    every = tuple(range(anchor.minute % minutes, 60, minutes))
    return replace(rule, frequency=Frequency.HOURLY, interval=1, minutes=every)


def _have_no_change_of_clocks(hours: tuple[int, ...], anchor: datetime, zone: tzinfo) -> bool:
    """Return whether no change of clocks skips or repeats any part of these hours.

    If so, a rule of local times and a rule of elapsed time have the same occurrences.
    """
    for change in _changes(anchor, zone):
        local, end = sorted(change)
        while local < end:
            if local.hour in hours:
                return False
            local = local.replace(minute=0) + timedelta(hours=1)
    return True


def _changes(anchor: datetime, zone: tzinfo) -> Iterator[tuple[datetime, datetime]]:
    """Yield the local times before and after each change of clocks in the time that is checked."""
    if not isinstance(zone, ZoneInfo):
        return
    time = next_transition(zone, unix(anchor))
    while time is not None and time < unix(anchor) + SECONDS_CHECKED:
        before, after = (datetime.fromtimestamp(at, zone).replace(tzinfo=None, fold=0) for at in (time - 1, time))
        yield before + timedelta(seconds=1), after
        time = next_transition(zone, time)


def _starred(values: tuple[int, ...], size: int) -> str:
    """Write a field, with a star if possible: ``*/15`` for 0, 15, 30 and 45."""
    if not values or len(values) == size:
        return "*"
    step = values[1] - values[0] if len(values) > 1 else 1
    return f"*/{step}" if step > 1 and values == tuple(range(0, size, step)) else _listed(values)


def _listed(values: Iterable[int]) -> str:
    """Write a field without a star, which would change the meaning: numbers, and ranges of three or more: ``1-5,7``."""
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in runs)
