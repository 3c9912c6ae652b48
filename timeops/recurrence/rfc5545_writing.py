"""Write a recurrence in the notation of iCalendar (RFC 5545, sections 3.3.10 and 3.8.5)."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from timeops.recurrence.rfc5545 import FIELDS, WEEKDAY_CODES
from timeops.recurrence.rule import Frequency, Recurrence, Rule, Weekday
from timeops.zones.lookup import UTC_ZONE

__all__ = ["write_rfc5545"]


def write_rfc5545(recurrence: Recurrence, zone: tzinfo) -> str | None:
    """Write a recurrence of completed rules, or return None for a union of several, which RFC 5545 does not have.

    Without DTSTART, EXDATE and RDATE it is the value of RRULE alone. Otherwise each stands on its line, its local times
    with the name of ``zone`` if this is one of the database.
    """
    if len(recurrence.rules) > 1:
        return None
    parts = [f"{name}={_written(value)}" for name, value in _stated(recurrence.rules[0])]
    if recurrence.count is not None:
        parts.insert(1, f"COUNT={recurrence.count}")
    if recurrence.until:
        parts.insert(1, f"UNTIL={_written_until(recurrence.until, recurrence.anchor, zone)}")
    rule = ";".join(parts)
    if not (recurrence.anchor or recurrence.added or recurrence.excluded):
        return rule
    parameter = f";TZID={zone.key}" if isinstance(zone, ZoneInfo) and zone is not UTC_ZONE else ""
    utc = "Z" if zone is UTC_ZONE else ""
    lines = [f"DTSTART{parameter}:{_written_moment(recurrence.anchor)}{utc}"] if recurrence.anchor else []
    lines += [f"RRULE:{rule}"]
    for name, moments in (("RDATE", recurrence.added), ("EXDATE", recurrence.excluded)):
        lines += [_dated_line(name, moment, parameter) for moment in moments]
    return "\n".join(lines)


def _stated(rule: Rule) -> Iterator[tuple[str, Any]]:
    default = Rule(rule.frequency)
    for name, field in FIELDS.items():
        value = getattr(rule, field)
        if name == "FREQ" or value != getattr(default, field):
            yield name, WEEKDAY_CODES[value] if name == "WKST" else value


def _written(value: Any) -> str:
    match value:
        case Frequency():
            return value.name
        case Weekday(nth, day):
            return f"{nth or ''}{WEEKDAY_CODES[day]}"
        case tuple():
            return ",".join(_written(one) for one in value)
        case _:
            return str(value)


def _written_moment(moment: date) -> str:
    if not isinstance(moment, datetime):
        return f"{moment:%Y%m%d}"
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}" if moment.tzinfo else f"{moment:%Y%m%dT%H%M%S}"


def _written_until(until: datetime, anchor: datetime | None, zone: tzinfo) -> str:
    """Write UNTIL; beside a DTSTART with a zone RFC 5545 wants it in UTC."""
    has_zone = until.tzinfo or (anchor and isinstance(zone, ZoneInfo))
    return _written_moment(until if until.tzinfo or not has_zone else until.replace(tzinfo=zone))


def _dated_line(name: str, moment: date, parameter: str) -> str:
    if not isinstance(moment, datetime):
        return f"{name};VALUE=DATE:{_written_moment(moment)}"
    return f"{name}{'' if moment.tzinfo else parameter}:{_written_moment(moment)}"
