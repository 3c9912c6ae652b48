"""Parse the fields of cron, with the package cronsim.

cronsim was chosen because it follows Debian's cron where parsers differ: day of month and day of week are joined by
*and* if one begins with ``*``, and a job at a fixed time runs once when the clocks go back. (croniter 7 joins them by
*or*, and runs the job twice.) Only its parser is used, because its occurrences move a skipped time to the end of the
gap, while T5 shifts it by the length of the gap.
"""

import re
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import product

from cronsim import CronSim, CronSimError

from timeops.recurrence.rfc5545 import write_rfc5545
from timeops.recurrence.rule import (
    WORKDAYS,
    ByDay,
    Frequency,
    Recurrence,
    Rule,
    invalid_rule,
)
from timeops.zones.lookup import UTC_ZONE
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
_YEAR = re.compile(r"[0-9]{4}")
_EVERY_MONTH_DAY, _EVERY_MONTH, _EVERY_WEEKDAY = set(range(1, 32)), set(range(1, 13)), set(range(7))
_ANY_DATE = datetime(2000, 1, 1)  # noqa: DTZ001  # cronsim needs a start, which does not affect parsing


def is_cron(text: str) -> bool:
    """Return whether ``text`` is meant as cron: it has a nickname, a star, or five fields and no word as the hour."""
    fields = text.upper().split()
    if text.strip().startswith("@") or "*" in text:
        return True
    return len(fields) >= 5 and all(_FIELD.fullmatch(field) for field in fields) and not fields[1].isalpha()


def read_cron(text: str) -> Recurrence:
    """Parse five fields, six with seconds, or a nickname. Raises ServiceError ``Invalid recurrence rule``."""
    shown = " ".join(text.split())
    fields = (_nickname(shown) if shown.startswith("@") else shown).upper().split()
    if "?" in fields:
        raise invalid_rule("cron has no ?, which Quartz writes for any day: write *, and no seconds in front")
    if len(fields) == 6 and _FIELD.fullmatch(fields[5]):
        return _with_seconds(fields)
    if len(fields) != 5:
        command = ", and no command" if len(fields) > 5 else ""
        raise invalid_rule(f"cron has five fields ({', '.join(FIELDS)}){command}, not {len(fields)}")
    return replace(_read("0", fields), cron=shown)


def _nickname(text: str) -> str:
    if text.lower() in NICKNAMES:
        return NICKNAMES[text.lower()]
    reason = "names no time" if text.lower() == "@reboot" else "is not a nickname of cron"
    raise invalid_rule(f'"{text[:MAX_QUOTED]}" {reason}. Nicknames: {", ".join(NICKNAMES)}')


def _with_seconds(fields: list[str]) -> Recurrence:
    """Read six fields: some programs have the seconds first, others last. If both are possible, they are refused."""
    found: list[tuple[str, Recurrence]] = []
    for place, seconds, others in (("first", fields[0], fields[1:]), ("last", fields[5], fields[:5])):
        with suppress(ServiceError):
            rule = _read(seconds, others)
            found.append((place, replace(rule, cron=" ".join(others) if rule.rules[0].seconds == (0,) else None)))
    if len({rule.rules for _, rule in found}) == 1:
        return found[0][1]
    if _YEAR.fullmatch(fields[5]):
        raise invalid_rule(f"cron has no year: leave {fields[5]} out, and give start and end")
    writes = ((place, rule.cron or write_rfc5545(rule, UTC_ZONE)) for place, rule in found)
    raise invalid_rule(
        "cron has five fields; of six the first is the seconds for some programs and the last for others: leave "
        "the seconds out",
        tuple(Reading(write=write, means=f"with the seconds {place}") for place, write in writes if write),
    )


def _read(seconds: str, fields: list[str]) -> Recurrence:
    try:
        cron = CronSim(" ".join((seconds, *fields)), _ANY_DATE)
    except CronSimError:
        raise invalid_rule(_reason(fields)) from None
    chosen, note = _on_days(cron)
    return Recurrence(tuple(rule for each in chosen for rule in _timed(each, cron)), notes=(note,) if note else ())


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


def _on_days(cron: CronSim) -> tuple[list[Rule], str]:
    """Return the rules for the days of cron, without times, and the note about how their fields are joined."""
    months = () if cron.months == _EVERY_MONTH else tuple(sorted(cron.months))
    every_day = Rule(Frequency.DAILY, months=months)
    monthly = replace(every_day, frequency=Frequency.MONTHLY)
    limits = []
    if not cron.days >= _EVERY_MONTH_DAY:
        days = tuple(sorted(-1 if day == CronSim.LAST else day for day in cron.days))
        limits.append(replace(monthly, month_days=days))
    weekdays = _weekdays(cron.weekdays)
    if {day for nth, day in weekdays if not nth} != _EVERY_WEEKDAY:
        frequency = Frequency.MONTHLY if any(nth for nth, _ in weekdays) else Frequency.WEEKLY
        limits.append(replace(every_day, frequency=frequency, weekdays=weekdays))
    if CronSim.LAST_WEEKDAY in cron.days:
        if len(cron.days) > 1 or len(limits) > 1 or not cron.day_and:
            raise invalid_rule("LW has to be the only day of month, with * as the day of week")
        return [replace(monthly, weekdays=WORKDAYS, positions=(-1,))], ""
    if len(limits) == 2:
        return ([replace(limits[0], weekdays=weekdays)], BOTH_DAYS) if cron.day_and else (limits, EITHER_DAY)
    return limits if limits and cron.day_and else [every_day], ""


def _weekdays(found: set[int | tuple[int, int]]) -> tuple[ByDay, ...]:
    """Return the weekdays of cron, where Sunday is 0 and 7."""
    pairs = [day if isinstance(day, tuple) else (day, 0) for day in found]
    return tuple(sorted({ByDay(-1 if nth == CronSim.LAST else nth, (day + 6) % 7) for day, nth in pairs}))


def _timed(rule: Rule, cron: CronSim) -> list[Rule]:
    """Return the rules with the times of cron. A star at the start of one of its fields counts elapsed time."""
    hours, minutes, seconds = (tuple(sorted(found)) for found in (cron.hours, cron.minutes, cron.seconds))
    if any(field.startswith("*") for field in cron.parts[:3]):
        if rule.positions or any(nth for nth, _ in rule.weekdays):
            raise invalid_rule("LW, # and L of a weekday need a fixed hour and minute, without *")
        frequency = Frequency.MINUTELY if len(minutes) == 60 else Frequency.HOURLY
        hours, minutes = hours if len(hours) < 24 else (), minutes if len(minutes) < 60 else ()
        return [replace(rule, frequency=frequency, hours=hours, minutes=minutes, seconds=seconds)]
    if rule.positions:  # they count all times of a month together, so each time of day needs a separate rule
        times = product(hours, minutes, seconds)
        return [replace(rule, hours=(hour,), minutes=(minute,), seconds=(second,)) for hour, minute, second in times]
    return [replace(rule, hours=hours, minutes=minutes, seconds=seconds)]
