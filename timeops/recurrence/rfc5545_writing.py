"""Write a recurrence in the notation of iCalendar (RFC 5545, sections 3.3.10 and 3.8.5)."""

from collections.abc import Iterator
from datetime import UTC, datetime, time, tzinfo
from itertools import product
from typing import Any
from zoneinfo import ZoneInfo

from timeops.recurrence.rfc5545 import PARTS, WEEKDAY_CODES
from timeops.recurrence.rule import MAX_TIMES, ByDay, Frequency, Recurrence, Rule
from timeops.zones.lookup import UTC_ZONE


def write_rfc5545(recurrence: Recurrence, zone: tzinfo | None) -> str | None:
    """Write a recurrence of completed rules, or return None if RFC 5545 cannot express it.

    It cannot express a union of several rules, nor exclude whole days from a rule that counts elapsed time. The result
    is the value of RRULE alone if there is no DTSTART, RDATE or EXDATE. Otherwise each of them has its own line; local
    times have the name of ``zone`` if it is a zone of the database, and none if ``zone`` is None.
    """
    excluded = _excluded(recurrence)
    if len(recurrence.rules) > 1 or excluded is None:
        return None
    parts = [f"{name}={_written(value)}" for name, value in _stated(recurrence.rules[0])]
    if recurrence.count is not None:
        parts.insert(1, f"COUNT={recurrence.count}")
    if recurrence.until:
        parts.insert(1, f"UNTIL={_written_until(recurrence.until, recurrence.anchor, zone)}")
    rule = ";".join(parts)
    if not (recurrence.anchor or recurrence.added or excluded):
        return rule
    lines = [_line("DTSTART", recurrence.anchor, zone)] if recurrence.anchor else []
    lines += [f"RRULE:{rule}"]
    lines += [_line("RDATE", moment, zone) for moment in recurrence.added]
    lines += [_line("EXDATE", moment, zone) for moment in excluded]
    return "\n".join(lines)


def _excluded(recurrence: Recurrence) -> list[datetime] | None:
    """Return the datetimes for EXDATE. An excluded day becomes all times of the rule on that day.

    This is because in other programs, a date in EXDATE does not exclude any datetime. Returns None if the rule counts
    elapsed time, or has more times a day than people write.
    """
    rule = recurrence.rules[0]
    if all(isinstance(moment, datetime) for moment in recurrence.excluded):
        times: list[time] = []
    elif rule.counts_elapsed_time or len(rule.hours) * len(rule.minutes) * len(rule.seconds) > MAX_TIMES:
        return None
    else:
        times = [time(*clock) for clock in product(rule.hours, rule.minutes, rule.seconds)]
    return [
        each
        for moment in recurrence.excluded
        for each in ([moment] if isinstance(moment, datetime) else [datetime.combine(moment, clock) for clock in times])
    ]


def _stated(rule: Rule) -> Iterator[tuple[str, Any]]:
    default = Rule(rule.frequency)
    for name, (field, _) in PARTS.items():
        value: Any = getattr(rule, field, None)
        if field and (name == "FREQ" or value != getattr(default, field)):
            yield name, WEEKDAY_CODES[value] if name == "WKST" else value


def _written(value: Any) -> str:
    match value:
        case Frequency():
            return value.name
        case ByDay(nth, day):
            return f"{nth or ''}{WEEKDAY_CODES[day]}"
        case tuple():
            return ",".join(_written(one) for one in value)
        case _:
            return str(value)


def _written_moment(moment: datetime) -> str:
    moment = moment.astimezone(UTC) if moment.tzinfo else moment
    # Not %Y, which writes fewer than four digits before the year 1000 on some platforms.
    return f"{moment.year:04}{moment:%m%dT%H%M%S}{'Z' if moment.tzinfo else ''}"


def _written_until(until: datetime, anchor: datetime | None, zone: tzinfo | None) -> str:
    """Write UNTIL, in UTC as RFC 5545 requires, unless DTSTART is written as a local time without a zone."""
    is_local = zone is None or (anchor and not isinstance(zone, ZoneInfo))
    return _written_moment(until if until.tzinfo or is_local else until.replace(tzinfo=zone))


def _line(name: str, moment: datetime, zone: tzinfo | None) -> str:
    """Write a line with an instant, or with a local time in ``zone``."""
    if moment.tzinfo is None and zone in (UTC, UTC_ZONE):
        moment = moment.replace(tzinfo=UTC)
    parameter = f";TZID={zone.key}" if moment.tzinfo is None and isinstance(zone, ZoneInfo) else ""
    return f"{name}{parameter}:{_written_moment(moment)}"
