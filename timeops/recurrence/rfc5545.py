"""Parse the notation of iCalendar: RRULE with DTSTART, RDATE and EXDATE (RFC 5545, sections 3.3.10 and 3.8.5)."""

import re
from collections.abc import Callable
from datetime import date, datetime, time, tzinfo
from functools import partial
from typing import Any

from timeops.calendar.steps import END_OF_DAY
from timeops.recurrence.rule import (
    MAX_NUMBER,
    WEEKS_OF_MONTH,
    WEEKS_OF_YEAR,
    ByDay,
    Frequency,
    Recurrence,
    Rule,
    invalid_rule,
)
from timeops.zones.lookup import UTC_ZONE, zone_of
from utilitysvc.kit.rules import MAX_QUOTED

WEEKDAY_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")

_BEGINS = re.compile(r"(?:RRULE|DTSTART|EXDATE|RDATE|EXRULE|BEGIN:)\b|FREQ\s*=|[A-Z]+=", re.IGNORECASE)
_LINE = re.compile(r"(RRULE|DTSTART|EXDATE|RDATE|EXRULE)((?:;[A-Z-]+=[^:;]*)*):(.*)", re.IGNORECASE)
_FOLDED = re.compile(r"\r?\n[ \t]")
_DATETIME = re.compile(r"([0-9]{8})(?:T([0-9]{6})(Z?))?")
_WEEKDAY = re.compile(r"([+-]?[0-9]{1,2})?(MO|TU|WE|TH|FR|SA|SU)")
_INTEGER = re.compile(r"[+-]?[0-9]{1,3}")
_COUNT = re.compile(rf"[0-9]{{1,{len(str(MAX_NUMBER))}}}")


def is_rfc5545(text: str) -> bool:
    return _BEGINS.match(text.strip()) is not None


def read_rfc5545(text: str) -> Recurrence:
    """Parse an RRULE, alone or with other lines of a calendar. Raises ServiceError ``Invalid recurrence rule``."""
    found: dict[str, list[tuple[dict[str, str], str]]] = {}
    for line in _FOLDED.sub("", text.strip()).splitlines():
        if not line.strip():
            continue
        name, parameters, value = _line(line.strip())
        found.setdefault(name, []).append((parameters, value))
    if "EXRULE" in found:
        raise invalid_rule("EXRULE is not accepted, because RFC 5545 has removed it: write EXDATE")
    for name in ("RRULE", "DTSTART"):
        if len(found.get(name, [])) > 1:
            raise invalid_rule(f"There are several lines {name}: write one")
    if "RRULE" not in found:
        where = ", on a line of its own" if "RRULE" in text.upper() else ""
        raise invalid_rule(f"There is no RRULE: write one, such as RRULE:FREQ=DAILY{where}")
    anchor, zone = _anchor(found)
    rule, count, until = _rule(found["RRULE"][0][1])
    return Recurrence(
        (rule,),
        anchor,
        zone,
        count,
        until,
        # an RDATE without a time of day has the time of DTSTART
        added=tuple(_timed(moment, anchor.time() if anchor else time()) for moment in _moments("RDATE", found)),
        excluded=tuple(_moments("EXDATE", found)),
    )


def _line(line: str) -> tuple[str, dict[str, str], str]:
    if match := _LINE.fullmatch(line):
        parameters = (parameter.partition("=") for parameter in match[2].split(";")[1:])
        return match[1].upper(), {name.upper(): value for name, _, value in parameters}, match[3]
    if "=" in line and ":" not in line:
        return "RRULE", {}, line
    raise invalid_rule(
        f'"{line[:MAX_QUOTED]}" is not a line of a rule: write RRULE:, DTSTART:, EXDATE: or RDATE:, each on a line'
    )


def _anchor(found: dict[str, list[tuple[dict[str, str], str]]]) -> tuple[datetime | None, tzinfo | None]:
    """Return DTSTART as a local time, and its zone."""
    if "DTSTART" not in found:
        return None, None
    [(parameters, value)] = found["DTSTART"]
    moment, zone = _moment("DTSTART", parameters, value)
    return _timed(moment, time()).replace(tzinfo=None), zone


def _moments(name: str, found: dict[str, list[tuple[dict[str, str], str]]]) -> list[date]:
    moments: list[date] = []
    for parameters, values in found.get(name, []):
        if parameters.get("VALUE", "").upper() == "PERIOD":
            raise invalid_rule(f"{name} has periods, which are not read: write their starts")
        moments += [_moment(name, parameters, value)[0] for value in values.split(",")]
    return moments


def _moment(name: str, parameters: dict[str, str], value: str) -> tuple[date, tzinfo | None]:
    """Return a date, a local time, or with a zone an instant; and the zone, if there is one."""
    if unknown := parameters.keys() - {"TZID", "VALUE"}:
        raise invalid_rule(f"{name} has the parameter {min(unknown)[:MAX_QUOTED]}, which is not read")
    match = _DATETIME.fullmatch(value.strip().upper())
    if not match:
        raise invalid_rule(f'{name} has "{value[:MAX_QUOTED]}": write it like 20261121T090000 or 20261121T090000Z')
    try:
        day = datetime.strptime(match[1], "%Y%m%d").date()  # noqa: DTZ007  # a date has no zone
        clock = datetime.strptime(match[2] or "000000", "%H%M%S").time()  # noqa: DTZ007
    except ValueError:
        raise invalid_rule(f'{name} has "{value[:MAX_QUOTED]}", which is not a date and time that exists') from None
    if match[3]:
        return datetime.combine(day, clock, UTC_ZONE), UTC_ZONE
    zone = zone_of(parameters["TZID"].strip('"')) if "TZID" in parameters else None
    if not match[2]:
        return day, zone
    return datetime.combine(day, clock, zone), zone


def _timed(moment: date, clock: time) -> datetime:
    """Return ``moment``, or if it is only a date, that date at the time ``clock``."""
    return moment if isinstance(moment, datetime) else datetime.combine(moment, clock)


def _rule(text: str) -> tuple[Rule, int | None, datetime | None]:
    """Parse the value of RRULE. Return the rule, COUNT and UNTIL."""
    parts: dict[str, str] = {}
    for part in text.strip().strip(";").split(";"):
        name, equals, value = (piece.strip().upper() for piece in part.partition("="))
        if not equals or not value:
            raise invalid_rule(f'"{part[:MAX_QUOTED]}" is not a part of a rule: write NAME=value')
        if name not in _PARTS:
            known = ", ".join(_PARTS)
            raise invalid_rule(f'"{name[:MAX_QUOTED]}" is not a part of a rule. Parts: {known}')
        if name in parts:
            raise invalid_rule(f"{name} occurs twice")
        parts[name] = value
    if "FREQ" not in parts:
        raise invalid_rule("FREQ is missing: write FREQ=DAILY, or another frequency")
    if "COUNT" in parts and "UNTIL" in parts:
        raise invalid_rule("COUNT and UNTIL exclude each other: write one of them")
    values = {name: _PARTS[name](name, value) for name, value in parts.items()}
    _check_combination(values)
    until = values.get("UNTIL")
    fields = {FIELDS[name]: value for name, value in values.items() if name in FIELDS}
    return Rule(**fields), values.get("COUNT"), until and _timed(until, END_OF_DAY)


def _check_combination(values: dict[str, Any]) -> None:
    """Raise ServiceError for parts that RFC 5545 does not allow together."""
    frequency: Frequency = values["FREQ"]
    name = frequency.name
    if "BYWEEKNO" in values and frequency is not Frequency.YEARLY:
        raise invalid_rule(f"BYWEEKNO is for FREQ=YEARLY alone, not for {name}")
    if "BYYEARDAY" in values and frequency in (Frequency.DAILY, Frequency.WEEKLY, Frequency.MONTHLY):
        raise invalid_rule(f"BYYEARDAY is not for FREQ={name}")
    if "BYMONTHDAY" in values and frequency is Frequency.WEEKLY:
        raise invalid_rule("BYMONTHDAY is not for FREQ=WEEKLY")
    if any(nth for nth, _ in values.get("BYDAY", ())):
        if frequency not in (Frequency.MONTHLY, Frequency.YEARLY):
            raise invalid_rule(f"BYDAY has a number, which is for FREQ=MONTHLY and YEARLY, not for {name}")
        if "BYWEEKNO" in values:
            raise invalid_rule("BYDAY has a number, which is not for a rule with BYWEEKNO")
        is_of_month = frequency is Frequency.MONTHLY or "BYMONTH" in values
        if is_of_month and any(abs(nth) > WEEKS_OF_MONTH for nth, _ in values["BYDAY"]):
            raise invalid_rule(
                f"BYDAY has a number of more than {WEEKS_OF_MONTH}, the most that a month has of a weekday"
            )
    if "BYSETPOS" in values and not any(part in values for part in _CHOOSING):
        raise invalid_rule(f"BYSETPOS needs another BY part to choose from: {', '.join(_CHOOSING)}")


def _frequency(_name: str, value: str) -> Frequency:
    try:
        return Frequency[value]
    except KeyError:
        known = ", ".join(frequency.name for frequency in reversed(Frequency))
        raise invalid_rule(f'FREQ has "{value[:MAX_QUOTED]}". Frequencies: {known}') from None


def _positive(name: str, value: str) -> int:
    number = int(value) if _COUNT.fullmatch(value) else 0
    if number < 1:
        raise invalid_rule(f'{name} has "{value[:MAX_QUOTED]}": write a number from 1 to {MAX_NUMBER}')
    return number


def _integers(least: int, most: int, name: str, value: str) -> tuple[int, ...]:
    """Parse a list of numbers. If ``least`` is negative, negative numbers count from the end, and 0 is not allowed."""
    numbers = set()
    for piece in value.split(","):
        number = int(piece) if _INTEGER.fullmatch(piece.strip()) else None
        if number is None or not least <= number <= most or (number == 0 and least < 0):
            bounds = f"{least} to -1 and 1 to {most}" if least < 0 else f"{least} to {most}"
            raise invalid_rule(f'{name} has "{piece[:MAX_QUOTED]}": write numbers from {bounds}')
        numbers.add(number)
    return tuple(sorted(numbers))


def _weekdays(name: str, value: str) -> tuple[ByDay, ...]:
    days = set()
    for piece in value.split(","):
        match = _WEEKDAY.fullmatch(piece.strip())
        nth = int(match[1]) if match and match[1] else 0
        if not match or (match[1] and not 1 <= abs(nth) <= WEEKS_OF_YEAR):
            raise invalid_rule(f'{name} has "{piece[:MAX_QUOTED]}": write MO to SU, or 1MO to 53MO and -1MO to -53MO')
        days.add(ByDay(nth, WEEKDAY_CODES.index(match[2])))
    return tuple(sorted(days))


def _week_start(name: str, value: str) -> int:
    if value not in WEEKDAY_CODES:
        raise invalid_rule(f'{name} has "{value[:MAX_QUOTED]}": write MO to SU')
    return WEEKDAY_CODES.index(value)


#: The parts of a rule and their parsers. BYSECOND=60, a leap second, is refused as in datetimes.
_PARTS: dict[str, Callable[[str, str], Any]] = {
    "FREQ": _frequency,
    "INTERVAL": _positive,
    "COUNT": _positive,
    "UNTIL": lambda name, value: _moment(name, {}, value)[0],
    "BYMONTH": partial(_integers, 1, 12),
    "BYWEEKNO": partial(_integers, -53, 53),
    "BYYEARDAY": partial(_integers, -366, 366),
    "BYMONTHDAY": partial(_integers, -31, 31),
    "BYDAY": _weekdays,
    "BYHOUR": partial(_integers, 0, 23),
    "BYMINUTE": partial(_integers, 0, 59),
    "BYSECOND": partial(_integers, 0, 59),
    "BYSETPOS": partial(_integers, -366, 366),
    "WKST": _week_start,
}
#: From parts to fields of Rule, in the order in which RFC 5545 evaluates the parts, and in which they are written.
FIELDS = {
    "FREQ": "frequency",
    "INTERVAL": "interval",
    "BYMONTH": "months",
    "BYWEEKNO": "week_numbers",
    "BYYEARDAY": "year_days",
    "BYMONTHDAY": "month_days",
    "BYDAY": "weekdays",
    "BYHOUR": "hours",
    "BYMINUTE": "minutes",
    "BYSECOND": "seconds",
    "BYSETPOS": "positions",
    "WKST": "week_start",
}
_CHOOSING = tuple(name for name in _PARTS if name.startswith("BY") and name != "BYSETPOS")
