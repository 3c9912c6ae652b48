"""The fields of cron, which the package cronsim parses.

cronsim was chosen because it follows Debian's cron where parsers differ: day of month and day of week are joined by
*and* if one begins with ``*``, and a job at a fixed time runs once when the clocks go back. (croniter 7 joins them by
*or*, and runs the job twice.) Only its parser is used, because its occurrences move a skipped time to the end of the
gap, while T5 shifts it by the length of the gap.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta, tzinfo
from itertools import groupby
from typing import Any

from cronsim.cronsim import DAYS_IN_MONTH, CronSim, CronSimError, Field

from timeops.calendar.instants import offset_of, unix
from timeops.names import table
from timeops.recurrence.rfc5545 import write_rfc5545
from timeops.recurrence.rule import (
    DAILY,
    EVERY_DAY,
    HOURLY,
    MONTHLY,
    SECONDLY,
    WORKDAYS,
    ByDay,
    Recurrence,
    Rule,
    at_times,
    completed,
    invalid_rule,
    verified,
)
from timeops.zones.database import transitions_after
from timeops.zones.lookup import UTC_ZONE
from utilitysvc.kit.service_error import ServiceError

FIELDS = ("second", "minute", "hour", "day of month", "month", "day of week")
NICKNAMES: dict[str, str] = dict(table(__package__, "nicknames.tsv"))
#: The time in which changes of clocks are checked. Clocks that change every year change at the same hours.
SECONDS_CHECKED = 2 * 366 * 86_400

EITHER_DAY = "cron occurs where the day of month or the day of week fits, since neither field begins with *"
BOTH_DAYS = "cron occurs where the day of month and the day of week both fit, since one of the fields begins with *"

_FIELD = re.compile(
    r"(?:[0-9*?]|L|(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|MON|TUE|WED|THU|FRI|SAT|SUN)\b)[^ ]*"
)
_YEAR = re.compile(r"[0-9]{4}")


def is_cron(text: str) -> bool:
    """Return whether ``text`` is meant as cron: it has a nickname, a star, or five fields and no word as the hour."""
    fields = text.upper().split()
    if text.startswith("@") or "*" in text:
        return True
    return len(fields) >= 5 and all(_FIELD.fullmatch(field) for field in fields) and not fields[1].isalpha()


def read_cron(text: str) -> Recurrence:
    """Parse five fields, six with seconds, or a nickname. The text must have single spaces.

    Raises ServiceError ``Invalid recurrence rule``.
    """
    if text.startswith("@") and text.lower() not in NICKNAMES:
        reason = "names no time" if text.lower() == "@reboot" else "is not a nickname of cron"
        raise invalid_rule('"{}" {}. Nicknames: ' + ", ".join(NICKNAMES), text, reason)
    fields = NICKNAMES.get(text.lower(), text).upper().split()
    if "?" in fields:
        raise invalid_rule("cron has no ?, which Quartz writes for any day: write *, and no seconds in front")
    if len(fields) == 6 and _FIELD.fullmatch(fields[5]):
        return _with_seconds(fields)
    if len(fields) != 5:
        command = ", and no command" if len(fields) > 5 else ""
        raise invalid_rule(f"cron has five fields ({', '.join(FIELDS[1:])}){command}, not {len(fields)}")
    return _read(["0", *fields])._replace(cron=text)


def _with_seconds(fields: list[str]) -> Recurrence:
    """Read six fields: some programs have the seconds first, others last. If both are possible, they are refused."""
    found: dict[str, Recurrence] = {}
    for place, ordered in (("first", fields), ("last", [fields[5], *fields[:5]])):
        with suppress(ServiceError):
            found[place] = _read(ordered)
    if len({rule.rules for rule in found.values()}) == 1:
        return next(iter(found.values()))
    if _YEAR.fullmatch(fields[5]):
        raise invalid_rule("cron has no year: leave {} out, and give start and end", fields[5])
    writes = ((place, rule.cron or write_rfc5545(rule, UTC_ZONE)) for place, rule in found.items())
    raise invalid_rule(
        "cron has five fields; of six the first is the seconds for some programs and the last for others: leave "
        "the seconds out",
        meanings={write: f"with the seconds {place}" for place, write in writes if write},
    )


def _read(fields: list[str]) -> Recurrence:
    """Parse six fields, the seconds first."""
    starred = [text.startswith("*") for text in fields]
    values: list[set[Any]] = []
    for field, text in zip(Field, fields, strict=True):
        try:
            values.append(field.parse(text))
        except CronSimError:
            raise invalid_rule('"{}" is not a value of the {} in cron', text, FIELDS[field]) from None
    second, minute, hour, month = (tuple(sorted(values[field])) for field in (0, 1, 2, 4))
    is_elapsed, are_joined = any(starred[:3]), starred[3] or starred[5]  # joined: both days have to fit
    days, numbers = values[3], {-1 if day == CronSim.LAST else day for day in values[3]}
    if are_joined and all(DAYS_IN_MONTH[number] < min(days) for number in month):
        raise invalid_rule("No month of the rule has the day of month")
    pairs = (day if isinstance(day, tuple) else (day, 0) for day in values[5])  # Sunday is 0 and 7
    by_days = {ByDay(-1 if nth == CronSim.LAST else nth, (day + 6) % 7) for day, nth in pairs}
    month_days = () if numbers.issuperset(range(1, 32)) else tuple(sorted(numbers))
    weekdays = () if by_days.issuperset(EVERY_DAY) else tuple(sorted(by_days))
    positions = (-1,) if CronSim.LAST_WEEKDAY in days else ()
    if positions:
        if len(days) > 1 or weekdays or not are_joined:
            raise invalid_rule("LW has to be the only day of month, with * as the day of week")
        month_days, weekdays = (), WORKDAYS
    elif not (are_joined or (month_days and weekdays)):  # one of them fits every day
        month_days = weekdays = ()
    if is_elapsed and (positions or any(nth for nth, _ in weekdays)):
        raise invalid_rule("LW, # and L of a weekday need a fixed hour and minute, without *")
    rule = Rule(
        HOURLY if is_elapsed else MONTHLY if month_days or weekdays else DAILY,
        months=month if len(month) < 12 else (),
        month_days=month_days,
        weekdays=weekdays,
        hours=hour,
        minutes=minute,
        seconds=second,
        positions=positions,
    )
    rules = at_times(rule, rule.times) if positions else [rule]
    notes = (BOTH_DAYS,) if month_days and weekdays else ()
    if notes and not are_joined:
        rules, notes = [rule._replace(weekdays=()), rule._replace(month_days=())], (EITHER_DAY,)
    return Recurrence(tuple(map(completed, rules)), notes=notes, cron=" ".join(fields[1:]) if second == (0,) else None)


def write_cron(recurrence: Recurrence, anchor: datetime, zone: tzinfo) -> str | None:
    """Return the fields for completed rules, or None if cron cannot express them: if reading them gives another rule.

    cron has no seconds, no intervals except those that divide the hour, no end, no single dates, and no days counted
    from the end.
    ``anchor`` is the instant from which the rules count, and ``zone`` the zone of their local times.
    """
    rule, *others = recurrence.rules
    is_bounded = recurrence.number or recurrence.until or recurrence.added or recurrence.excluded
    if others or is_bounded or rule.frequency is SECONDLY:
        return None
    minutes, hours = _written(rule.minutes), _written(rule.hours)
    if rule.counts_elapsed_time:  # cron counts elapsed time only if minutes or hours have a star
        rule = _by_the_hour(rule, anchor, zone)
        minutes, hours = _written(rule.minutes, 60), _written(rule.hours, 24)
        if "*" not in minutes + hours:
            # If the clocks do not change in these hours, a rule of local times has the same occurrences.
            if all(touched.isdisjoint(rule.hours) for _, touched in _changes(anchor, zone)):
                rule = completed(rule._replace(frequency=DAILY), anchor)
            elif minutes == "0":
                minutes = "*/60"
            elif hours == "0":
                hours = "*/24"
    weekdays = sorted((day + 1) % 7 for _, day in rule.weekdays)
    text = " ".join((minutes, hours, *map(_written, (rule.month_days, rule.months, weekdays))))
    return verified(text, read_cron, [rule])


def _by_the_hour(rule: Rule, anchor: datetime, zone: tzinfo) -> Rule:
    """Convert an interval of minutes that divides the hour, or of one hour, to the minutes of every hour.

    This changes its meaning where the clocks change by a part of the interval.
    """
    if anchor.second == 0 and not rule.seconds:
        rule = rule._replace(seconds=(0,))
    minutes = rule.elapsed_seconds // 60
    if rule.minutes or minutes == 1 or 60 % minutes:
        return rule
    if any(length % rule.elapsed_seconds for length, _ in _changes(anchor, zone)):
        return rule
    return rule._replace(frequency=HOURLY, interval=1, minutes=tuple(range(anchor.minute % minutes, 60, minutes)))


def _changes(anchor: datetime, zone: tzinfo) -> Iterator[tuple[int, set[int]]]:
    """Yield the changes of clocks in the time that is checked.

    Each is the seconds of local time that are skipped or repeated, with the hours of the day of which they are a part.
    """
    for at in transitions_after(zone, unix(anchor), unix(anchor) + SECONDS_CHECKED):
        offsets = (offset_of(datetime.fromtimestamp(second, zone)) for second in (at - 1, at))
        start, end = sorted(at + offset // timedelta(seconds=1) for offset in offsets)
        yield end - start, {second // 3_600 % 24 for second in range(start, end, 60)}


def _written(values: Sequence[int], size: int = 0) -> str:
    """Write a field: ``*`` if it is empty, else numbers, and ranges of three or more: ``1-5,7``.

    ``size``: the number of all values of a field in which a star changes nothing. It is then written with one if
    possible: ``*/15`` for 0, 15, 30 and 45.
    """
    if len(values) in (0, size):
        return "*"
    if size and values[1:] and values == tuple(range(0, size, values[1])):
        return f"*/{values[1]}"
    runs = [[value for _, value in run] for _, run in groupby(enumerate(values), lambda pair: pair[1] - pair[0])]
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in runs)
