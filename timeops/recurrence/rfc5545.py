"""The notation of iCalendar: RRULE with DTSTART, RDATE and EXDATE (RFC 5545, sections 3.3.10 and 3.8.5)."""

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, tzinfo
from itertools import chain
from typing import Any
from zoneinfo import ZoneInfo

from timeops.calendar.steps import END_OF_DAY, MIDNIGHT
from timeops.names import table
from timeops.recurrence.rule import (
    DAILY,
    MAX_TIMES,
    MONTHLY,
    WEEKLY,
    WEEKS_OF_MONTH,
    WEEKS_OF_YEAR,
    YEARLY,
    ByDay,
    Frequency,
    Recurrence,
    Rule,
    invalid_rule,
)
from timeops.zones.lookup import UTC_ZONE, zone_of

WEEKDAY_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")

_BEGINS = re.compile(r"(?:RRULE|DTSTART|EXDATE|RDATE|EXRULE|BEGIN:)\b|FREQ\s*=|[A-Z]+=", re.IGNORECASE)
_LINE = re.compile(r"(RRULE|DTSTART|EXDATE|RDATE|EXRULE)((?:;[A-Z-]+=[^:;]*)*):(.*)", re.IGNORECASE)
_FOLDED = re.compile(r"\r?\n[ \t]")
_DATETIME = re.compile(r"([0-9]{8})(?:T([0-9]{6})(Z?))?")
_WEEKDAY = re.compile(r"([+-]?[0-9]{1,2})?(MO|TU|WE|TH|FR|SA|SU)")
_NUMBER, _NUMBERS = re.compile(r"([0-9]{1,9})"), re.compile(r"([+-]?[0-9]{1,3})")
_PARAMETER = re.compile(r";([^=]+)=([^;]*)")

#: The field of Rule or Recurrence for each part of a rule, how the error of an invalid value ends, and the bounds of
#: numbers. BYSECOND=60, a leap second, is refused as in datetimes.
PARTS = {
    name: (field, hint.format(*bounds), [*map(int, bounds)])
    for name, field, hint, *bounds in table(__package__, "parts.tsv")
}
#: The greatest INTERVAL and COUNT.
MAX_NUMBER = PARTS["INTERVAL"][2][1]
#: The parts that are lists. All but the last one, BYSETPOS, choose days and times.
_LISTS = [name for name in PARTS if name.startswith("BY")]
_CHOOSING = _LISTS[:-1]
_OF_MONTHS = "BYDAY has a number, which is for FREQ=MONTHLY and YEARLY, not for {}"
_TOO_MANY_WEEKS = f"BYDAY has a number of more than {WEEKS_OF_MONTH}, the most that a month has of a weekday"
_NOTHING_TO_CHOOSE_FROM = f"BYSETPOS needs another BY part to choose from: {', '.join(_CHOOSING)}"


def is_rfc5545(text: str) -> bool:
    return _BEGINS.match(text) is not None


def read_rfc5545(text: str) -> Recurrence:
    """Parse an RRULE, alone or with other lines of a calendar. Raises ServiceError ``Invalid recurrence rule``."""
    found = defaultdict[str, list[re.Match[str]]](list)
    for line in filter(None, map(str.strip, _FOLDED.sub("", text).splitlines())):
        match = _LINE.fullmatch(f"RRULE:{line}" if "=" in line and ":" not in line else line)
        if not match:
            raise invalid_rule(
                '"{}" is not a line of a rule: write RRULE:, DTSTART:, EXDATE: or RDATE:, each on a line', line
            )
        found[match[1].upper()].append(match)
    if "EXRULE" in found:
        raise invalid_rule("EXRULE is not accepted, because RFC 5545 has removed it: write EXDATE")
    for name in ("RRULE", "DTSTART"):
        if len(found[name]) > 1:
            raise invalid_rule("There are several lines {}: write one", name)
    if not found["RRULE"]:
        where = ", on a line of its own" if "RRULE" in text.upper() else ""
        raise invalid_rule("There is no RRULE: write one, such as RRULE:FREQ=DAILY{}", where)
    start = next(_moments(found["DTSTART"]), None)
    fields = _fields(found["RRULE"][0][3])
    number, until = fields.pop("number", None), fields.pop("until", None)
    return Recurrence(
        (Rule(**fields),),
        start,
        number,
        until,
        # an RDATE without a time of day has the time of DTSTART
        tuple(_moments(found["RDATE"], start.time() if start else MIDNIGHT)),
        tuple(_moments(found["EXDATE"])),
    )


def _moments(lines: list[re.Match[str]], clock: time | None = None) -> Iterator[Any]:
    for line in lines:
        name, parameters = line[1].upper(), {key.upper(): value for key, value in _PARAMETER.findall(line[2])}
        if parameters.get("VALUE", "").upper() == "PERIOD":
            raise invalid_rule("{} has periods, which are not read: write their starts", name)
        for value in [line[3]] if name == "DTSTART" else line[3].split(","):
            yield _moment(name, parameters, value, clock)


def _moment(name: str, parameters: dict[str, str], value: str, clock: time | None) -> date:
    """Return a local time, or with a zone an instant. A date is at the time ``clock``, or stays one if that is None."""
    if unknown := parameters.keys() - {"TZID", "VALUE"}:
        raise invalid_rule("{} has the parameter {}, which is not read", name, min(unknown))
    match = _DATETIME.fullmatch(value.strip().upper())
    if not match:
        raise invalid_rule('{} has "{}": write it like 20261121T090000 or 20261121T090000Z', name, value)
    try:
        local = datetime.strptime(match[1] + (match[2] or "000000"), "%Y%m%d%H%M%S")  # noqa: DTZ007  # its zone follows
    except ValueError:
        raise invalid_rule('{} has "{}", which is not a date and time that exists', name, value) from None
    zone = UTC_ZONE if match[3] else zone_of(parameters["TZID"].strip('"')) if "TZID" in parameters else None
    if not match[2] and name != "DTSTART":
        return datetime.combine(local, clock) if clock else local.date()
    return local.replace(tzinfo=zone)


def _fields(text: str) -> dict[str, Any]:
    """Parse the value of RRULE. Return the values of the fields of Rule and Recurrence."""
    parts: dict[str, str] = {}
    for part in text.strip().strip(";").split(";"):
        name, _, value = (piece.strip().upper() for piece in part.partition("="))
        if not value:
            raise invalid_rule('"{}" is not a part of a rule: write NAME=value', part)
        if name not in PARTS:
            raise invalid_rule('"{}" is not a part of a rule. Parts: ' + ", ".join(PARTS), name)
        if name in parts:
            raise invalid_rule("{} occurs twice", name)
        parts[name] = value
    if "FREQ" not in parts:
        raise invalid_rule("FREQ is missing: write FREQ=DAILY, or another frequency")
    values = {name: _value(name, text) for name, text in parts.items()}
    _check_combination(values)
    return {PARTS[name][0]: value for name, value in values.items()}


def _value(name: str, text: str) -> Any:
    _, hint, bounds = PARTS[name]
    found = set()
    for piece in text.split(",") if name in _LISTS else (text,):
        try:
            value = _single_value(name, piece.strip(), *bounds)
        except (KeyError, ValueError):
            raise invalid_rule('{} has "{}"' + hint, name, piece) from None
        found.add(value)
    return tuple(sorted(found)) if name in _LISTS else value


def _single_value(name: str, text: str, least: int = 0, most: int = 0) -> Any:
    """Parse a value. If ``least`` is negative, numbers also count from the end, and 0 is none.

    Raises KeyError or ValueError if it is invalid.
    """
    if name == "FREQ":
        return Frequency[text]
    if name == "UNTIL":
        return _moment(name, {}, text, END_OF_DAY)
    if name == "WKST":
        return WEEKDAY_CODES.index(text)
    match = (_WEEKDAY if name == "BYDAY" else _NUMBERS if name in _LISTS else _NUMBER).fullmatch(text)
    if not match:
        raise ValueError
    number = int(match[1] or 0)
    if match[1] and not (least <= number <= most and (number or not least)):
        raise ValueError
    return ByDay(number, WEEKDAY_CODES.index(match[2])) if name == "BYDAY" else number


def _check_combination(values: dict[str, Any]) -> None:
    """Raise ServiceError for parts that RFC 5545 does not allow together."""
    frequency: Frequency = values["FREQ"]
    numbers = [abs(nth) for nth, _ in values.get("BYDAY", ()) if nth]
    most = WEEKS_OF_MONTH if frequency is MONTHLY or "BYMONTH" in values else WEEKS_OF_YEAR
    for part, is_refused, reason in (
        ("COUNT", "UNTIL" in values, "COUNT and UNTIL exclude each other: write one of them"),
        ("BYWEEKNO", frequency is not YEARLY, "BYWEEKNO is for FREQ=YEARLY alone, not for {}"),
        ("BYYEARDAY", frequency in (DAILY, WEEKLY, MONTHLY), "BYYEARDAY is not for FREQ={}"),
        ("BYMONTHDAY", frequency is WEEKLY, "BYMONTHDAY is not for FREQ={}"),
        ("BYDAY", numbers and frequency < MONTHLY, _OF_MONTHS),
        ("BYWEEKNO", numbers, "BYDAY has a number, which is not for a rule with BYWEEKNO"),
        ("BYDAY", max(numbers, default=0) > most, _TOO_MANY_WEEKS),
        ("BYSETPOS", values.keys().isdisjoint(_CHOOSING), _NOTHING_TO_CHOOSE_FROM),
    ):
        if part in values and is_refused:
            raise invalid_rule(reason, frequency.name)


def write_rfc5545(recurrence: Recurrence, zone: tzinfo | None) -> str | None:
    """Write a recurrence of completed rules, or return None if RFC 5545 cannot express it.

    It cannot express a union of several rules, nor exclude whole days from a rule that counts elapsed time: in other
    programs, a date in EXDATE excludes no datetime, so that a day becomes all times of the rule on it, if they are not
    more than people write. The result is the value of RRULE alone if there is no DTSTART, RDATE or EXDATE. Otherwise
    each of them has its own line; local times have the name of ``zone`` if it is a zone of the database, and none if
    ``zone`` is None.
    """
    rule, *others = recurrence.rules
    anchor, until, times = recurrence.anchor, recurrence.until, rule.times
    if rule.counts_elapsed_time or len(times) > MAX_TIMES:
        times = []
    excluded = [
        [day] if isinstance(day, datetime) else [datetime.combine(day, clock) for clock in times]
        for day in recurrence.excluded
    ]
    if others or [] in excluded:
        return None
    # RFC 5545 requires UNTIL in UTC, unless DTSTART is written as a local time without a zone.
    if isinstance(until, datetime) and not until.tzinfo and (isinstance(zone, ZoneInfo) or not anchor):
        until = until.replace(tzinfo=zone)
    parts = {
        "FREQ": rule.frequency.name,
        "COUNT": recurrence.number,
        "UNTIL": isinstance(until, datetime) and _written(until),
        "INTERVAL": rule.interval > 1 and rule.interval,
        **{name: _written(getattr(rule, PARTS[name][0])) for name in _LISTS},
        "WKST": rule.week_start and WEEKDAY_CODES[rule.week_start],
    }
    text = ";".join(f"{name}={value}" for name, value in parts.items() if value)
    named = {
        "DTSTART": [anchor.replace(tzinfo=None)] if anchor else [],
        "RDATE": recurrence.added,
        "EXDATE": chain(*excluded),
    }
    lines = [_written_line(name, moment, zone) for name, moments in named.items() for moment in moments]
    if not lines:
        return text
    lines.insert(bool(anchor), f"RRULE:{text}")
    return "\n".join(lines)


def _written(value: Any) -> str:
    match value:
        case ByDay(nth, day):
            return f"{nth or ''}{WEEKDAY_CODES[day]}"
        case tuple():
            return ",".join(map(_written, value))
        case datetime():
            moment = value.astimezone(UTC) if value.tzinfo else value
            # Not %Y, which writes fewer than four digits before the year 1000 on some platforms.
            return f"{moment.year:04}{moment:%m%dT%H%M%S}{'Z' if moment.tzinfo else ''}"
        case _:
            return str(value)


def _written_line(name: str, moment: datetime, zone: tzinfo | None) -> str:
    """Write a line with an instant, or with a local time in ``zone``."""
    if moment.tzinfo is None and zone is UTC_ZONE:
        moment = moment.replace(tzinfo=UTC)
    parameter = f";TZID={zone.key}" if moment.tzinfo is None and isinstance(zone, ZoneInfo) else ""
    return f"{name}{parameter}:{_written(moment)}"
