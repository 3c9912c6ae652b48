"""Parse the five fields of cron, with the package cronsim.

cronsim was chosen because it follows Debian's cron where parsers differ: day of month and day of week are joined by
*and* if one begins with ``*``, and a job at a fixed time runs once when the clocks go back. (croniter 7 joins them by
*or*, and runs the job twice.) Only its parser is used, because its occurrences move a skipped time to the end of the
gap, while T5 shifts it by the length of the gap.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from cronsim import CronSim, CronSimError

from timeops.recurrence.rule import ALL_HOURS, WORKDAYS, Frequency, Recurrence, Rule, Weekday, invalid_rule
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import Reading, ServiceError

FIELDS = ("minute", "hour", "day of month", "month", "day of week")
NICKNAMES = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}

EITHER_DAY = "cron occurs where the day of month or the day of week fits, since neither field begins with *"
BOTH_DAYS = "cron occurs where the day of month and the day of week both fit, since one of the fields begins with *"

_FIELD = re.compile(
    r"(?:[0-9*?]|L|(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|MON|TUE|WED|THU|FRI|SAT|SUN)\b)[^ ]*"
)
_EVERY_DAY_OF_MONTH = frozenset(range(1, 32))
_EVERY_MONTH = frozenset(range(1, 13))
_EVERY_WEEKDAY = frozenset(range(8))
_ANY_DATE = datetime(2000, 1, 1)  # noqa: DTZ001  # cronsim needs a start, which does not affect parsing


def is_cron(text: str) -> bool:
    """Return whether ``text`` is meant as cron: it has a nickname, a star, or five fields and no word as the hour."""
    fields = text.upper().split()
    if text.strip().startswith("@") or "*" in text:
        return True
    return len(fields) >= 5 and all(_FIELD.fullmatch(field) for field in fields) and not fields[1].isalpha()


def read_cron(text: str) -> Recurrence:
    """Parse five fields or a nickname. Raises ServiceError ``Invalid recurrence rule``."""
    fields = _fields(text)
    try:
        cron = CronSim(" ".join(fields), _ANY_DATE)
    except CronSimError:
        raise invalid_rule(_reason(fields)) from None
    days: set[int] = cron.days
    weekdays: set[int | tuple[int, int]] = set(cron.weekdays)
    months = () if _EVERY_MONTH.issubset(cron.months) else tuple(sorted(cron.months))
    base = Rule(Frequency.DAILY, months=months, seconds=(0,))
    month_days = tuple(sorted(-1 if day == CronSim.LAST else day for day in days))
    by_month_day = replace(base, frequency=Frequency.MONTHLY, month_days=month_days)
    by_weekday = _by_weekday(base, weekdays)
    notes: tuple[str, ...] = ()
    if CronSim.LAST_WEEKDAY in days:
        if len(days) > 1 or weekdays != _EVERY_WEEKDAY:
            raise invalid_rule("LW has to be the only day of month, with * as the day of week")
        chosen = [replace(base, frequency=Frequency.MONTHLY, weekdays=WORKDAYS, positions=(-1,))]
    elif weekdays == _EVERY_WEEKDAY:
        chosen = [base if days == _EVERY_DAY_OF_MONTH else by_month_day]
    elif days == _EVERY_DAY_OF_MONTH:
        chosen = [by_weekday]
    elif cron.day_and:
        chosen, notes = [replace(by_month_day, weekdays=by_weekday.weekdays)], (BOTH_DAYS,)
    else:
        chosen, notes = [by_month_day, by_weekday], (EITHER_DAY,)
    counts_elapsed_time = any(field.startswith("*") for field in fields[:2])
    timed = [_timed(rule, cron, counts_elapsed_time=counts_elapsed_time) for rule in chosen]
    return Recurrence(tuple(rule for rules in timed for rule in rules), notes=notes)


def _fields(text: str) -> list[str]:
    text = text.strip()
    if text.startswith("@"):
        if text.lower() not in NICKNAMES:
            reason = "names no time" if text.lower() == "@reboot" else "is not a nickname of cron"
            raise invalid_rule(f'"{text[:MAX_QUOTED]}" {reason}. Nicknames: {", ".join(NICKNAMES)}')
        text = NICKNAMES[text.lower()]
    fields = text.upper().split()
    if "?" in fields:
        raise invalid_rule("cron has no ?, which Quartz writes for any day: write *, and no seconds in front")
    if len(fields) == 6 and _FIELD.fullmatch(fields[5]):
        raise invalid_rule(
            "cron has five fields; of six the first is the seconds for some programs and the last for others: leave "
            "the seconds out",
            tuple(_without_seconds(fields)),
        )
    if len(fields) != 5:
        command = ", and no command" if len(fields) > 5 else ""
        raise invalid_rule(f"cron has five fields ({', '.join(FIELDS)}){command}, not {len(fields)}")
    return fields


def _without_seconds(fields: list[str]) -> Iterator[Reading]:
    """Yield the two readings of six fields, without the first or without the last one, if they are valid."""
    for kept, left_out in ((fields[1:], f"{fields[0]} in front"), (fields[:5], f"{fields[5]} at the end")):
        with suppress(ServiceError):
            read_cron(" ".join(kept))
            yield Reading(write=" ".join(kept), means=f"without the {left_out}")


def _reason(fields: list[str]) -> str:
    """Return the reason why the fields are invalid: the field that is invalid even if all others are stars."""
    for place, name in enumerate(FIELDS):
        alone = ["*"] * 5
        alone[place] = fields[place]
        try:
            CronSim(" ".join(alone), _ANY_DATE)
        except CronSimError:
            return f'"{fields[place][:MAX_QUOTED]}" is not a value of the {name} in cron'
    return "No month of the rule has the day of month"


def _by_weekday(base: Rule, weekdays: set[int | tuple[int, int]]) -> Rule:
    """Return the rule of the weekdays. In cron, Sunday is 0 and 7."""
    found = set()
    for weekday in weekdays:
        day, nth = weekday if isinstance(weekday, tuple) else (weekday, 0)
        found.add(Weekday(-1 if nth == CronSim.LAST else nth, (day + 6) % 7))
    frequency = Frequency.MONTHLY if any(nth for nth, _ in found) else Frequency.WEEKLY
    return replace(base, frequency=frequency, weekdays=tuple(sorted(found)))


def _timed(rule: Rule, cron: CronSim, *, counts_elapsed_time: bool) -> list[Rule]:
    """Return the rules with the minutes and hours of cron."""
    hours, minutes = tuple(sorted(cron.hours)), tuple(sorted(cron.minutes))
    if counts_elapsed_time:
        if rule.positions or any(nth for nth, _ in rule.weekdays):
            raise invalid_rule("LW, # and L of a weekday need a fixed hour and minute, without *")
        frequency = Frequency.MINUTELY if len(minutes) == 60 else Frequency.HOURLY
        hours, minutes = hours if hours != ALL_HOURS else (), minutes if len(minutes) < 60 else ()
        return [replace(rule, frequency=frequency, hours=hours, minutes=minutes)]
    if rule.positions:  # they count all times of a month together, so each time of day needs a separate rule
        return [replace(rule, hours=(hour,), minutes=(minute,)) for hour in hours for minute in minutes]
    return [replace(rule, hours=hours, minutes=minutes)]
