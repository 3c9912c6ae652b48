"""Parse the notation of iCalendar: RRULE with DTSTART, RDATE and EXDATE (RFC 5545, sections 3.3.10 and 3.8.5)."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, tzinfo
from typing import Any, NamedTuple

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

#: The parser of a part: from its name, for errors, and its text to the value.
Parser = Callable[[str, str], Any]
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
    found: defaultdict[str, list[Line]] = defaultdict(list)
    for line in _FOLDED.sub("", text.strip()).splitlines():
        if line.strip():
            parsed = _line(line.strip())
            found[parsed.name].append(parsed)
    if "EXRULE" in found:
        raise invalid_rule("EXRULE is not accepted, because RFC 5545 has removed it: write EXDATE")
    for name in ("RRULE", "DTSTART"):
        if len(found[name]) > 1:
            raise invalid_rule(f"There are several lines {name}: write one")
    if not found["RRULE"]:
        where = ", on a line of its own" if "RRULE" in text.upper() else ""
        raise invalid_rule(f"There is no RRULE: write one, such as RRULE:FREQ=DAILY{where}")
    start, zone = _moment(*found["DTSTART"][0]) if found["DTSTART"] else (None, None)
    anchor = _timed(start, time()).replace(tzinfo=None) if start else None
    rule, count, until = _rule(found["RRULE"][0].value)
    # an RDATE without a time of day has the time of DTSTART
    added = [_timed(moment, anchor.time() if anchor else time()) for moment in _moments(found["RDATE"])]
    return Recurrence(
        (rule,), anchor, zone, count, until, added=tuple(added), excluded=tuple(_moments(found["EXDATE"]))
    )


class Line(NamedTuple):
    name: str
    parameters: dict[str, str]
    value: str


def _line(line: str) -> Line:
    if match := _LINE.fullmatch(line):
        parameters = (parameter.partition("=") for parameter in match[2].split(";")[1:])
        return Line(match[1].upper(), {name.upper(): value for name, _, value in parameters}, match[3])
    if "=" in line and ":" not in line:
        return Line("RRULE", {}, line)
    raise invalid_rule(
        f'"{line[:MAX_QUOTED]}" is not a line of a rule: write RRULE:, DTSTART:, EXDATE: or RDATE:, each on a line'
    )


def _moments(lines: Sequence[Line]) -> Iterator[date]:
    for name, parameters, values in lines:
        if parameters.get("VALUE", "").upper() == "PERIOD":
            raise invalid_rule(f"{name} has periods, which are not read: write their starts")
        yield from (_moment(name, parameters, value)[0] for value in values.split(","))


def _moment(name: str, parameters: dict[str, str], value: str) -> tuple[date, tzinfo | None]:
    """Return a date, a local time, or with a zone an instant; and the zone, if there is one."""
    if unknown := parameters.keys() - {"TZID", "VALUE"}:
        raise invalid_rule(f"{name} has the parameter {min(unknown)[:MAX_QUOTED]}, which is not read")
    match = _DATETIME.fullmatch(value.strip().upper())
    if not match:
        raise invalid_rule(f'{name} has "{value[:MAX_QUOTED]}": write it like 20261121T090000 or 20261121T090000Z')
    try:
        local = datetime.strptime(match[1] + (match[2] or "000000"), "%Y%m%d%H%M%S")  # noqa: DTZ007  # its zone follows
    except ValueError:
        raise invalid_rule(f'{name} has "{value[:MAX_QUOTED]}", which is not a date and time that exists') from None
    zone = UTC_ZONE if match[3] else zone_of(parameters["TZID"].strip('"')) if "TZID" in parameters else None
    return local.replace(tzinfo=zone) if match[2] else local.date(), zone


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
        if name not in PARTS:
            known = ", ".join(PARTS)
            raise invalid_rule(f'"{name[:MAX_QUOTED]}" is not a part of a rule. Parts: {known}')
        if name in parts:
            raise invalid_rule(f"{name} occurs twice")
        parts[name] = value
    if "FREQ" not in parts:
        raise invalid_rule("FREQ is missing: write FREQ=DAILY, or another frequency")
    if "COUNT" in parts and "UNTIL" in parts:
        raise invalid_rule("COUNT and UNTIL exclude each other: write one of them")
    values = {name: PARTS[name][1](name, value) for name, value in parts.items()}
    _check_combination(values)
    until = values.get("UNTIL")
    fields = {field: values[name] for name, (field, _) in PARTS.items() if field and name in values}
    return Rule(**fields), values.get("COUNT"), until and _timed(until, END_OF_DAY)


#: The frequencies that RFC 5545 does not allow with a part, and what the error says.
_NOT_WITH: dict[str, tuple[tuple[Frequency, ...], str]] = {
    "BYWEEKNO": (tuple(Frequency)[:-1], "BYWEEKNO is for FREQ=YEARLY alone, not for {}"),
    "BYYEARDAY": ((Frequency.DAILY, Frequency.WEEKLY, Frequency.MONTHLY), "BYYEARDAY is not for FREQ={}"),
    "BYMONTHDAY": ((Frequency.WEEKLY,), "BYMONTHDAY is not for FREQ={}"),
}


def _check_combination(values: dict[str, Any]) -> None:
    """Raise ServiceError for parts that RFC 5545 does not allow together."""
    frequency: Frequency = values["FREQ"]
    for part, (frequencies, reason) in _NOT_WITH.items():
        if part in values and frequency in frequencies:
            raise invalid_rule(reason.format(frequency.name))
    numbers = [abs(nth) for nth, _ in values.get("BYDAY", ()) if nth]
    if numbers and frequency < Frequency.MONTHLY:
        raise invalid_rule(f"BYDAY has a number, which is for FREQ=MONTHLY and YEARLY, not for {frequency.name}")
    if numbers and "BYWEEKNO" in values:
        raise invalid_rule("BYDAY has a number, which is not for a rule with BYWEEKNO")
    is_of_month = frequency is Frequency.MONTHLY or "BYMONTH" in values
    if is_of_month and max(numbers, default=0) > WEEKS_OF_MONTH:
        raise invalid_rule(f"BYDAY has a number of more than {WEEKS_OF_MONTH}, the most that a month has of a weekday")
    if "BYSETPOS" in values and _CHOOSING.isdisjoint(values):
        raise invalid_rule(f"BYSETPOS needs another BY part to choose from: {', '.join(_CHOOSING)}")


def _one_of(values: Mapping[str, Any], hint: str) -> Parser:
    def parse(name: str, value: str) -> Any:
        if value not in values:
            raise invalid_rule(f'{name} has "{value[:MAX_QUOTED]}"{hint}')
        return values[value]

    return parse


def _positive(name: str, value: str) -> int:
    number = int(value) if _COUNT.fullmatch(value) else 0
    if number < 1:
        raise invalid_rule(f'{name} has "{value[:MAX_QUOTED]}": write a number from 1 to {MAX_NUMBER}')
    return number


def _several(parse_one: Callable[[str], Any], hint: str) -> Parser:
    """Return the parser of a list of values, for each of which ``parse_one`` returns None if it is invalid."""

    def parse(name: str, value: str) -> tuple[Any, ...]:
        found = {piece: parse_one(piece.strip()) for piece in value.split(",")}
        for piece, one in found.items():
            if one is None:
                raise invalid_rule(f'{name} has "{piece[:MAX_QUOTED]}": write {hint}')
        return tuple(sorted(set(found.values())))

    return parse


def _integers(least: int, most: int) -> Parser:
    """Parse a list of numbers. If ``least`` is negative, negative numbers count from the end, and 0 is not allowed."""
    allowed = [number for number in range(least, most + 1) if number or least == 0]
    hint = f"numbers from {least} to -1 and 1 to {most}" if least < 0 else f"numbers from {least} to {most}"
    return _several(lambda piece: int(piece) if _INTEGER.fullmatch(piece) and int(piece) in allowed else None, hint)


def _weekday(piece: str) -> ByDay | None:
    match = _WEEKDAY.fullmatch(piece)
    if not match or (match[1] and not 1 <= abs(int(match[1])) <= WEEKS_OF_YEAR):
        return None
    return ByDay(int(match[1] or 0), WEEKDAY_CODES.index(match[2]))


#: The parts of a rule, in the order in which RFC 5545 evaluates them and in which they are written: the field of Rule,
#: and the parser. BYSECOND=60, a leap second, is refused as in datetimes.
PARTS: dict[str, tuple[str, Parser]] = {
    "FREQ": (
        "frequency",
        _one_of(Frequency.__members__, f". Frequencies: {', '.join(one.name for one in reversed(Frequency))}"),
    ),
    "INTERVAL": ("interval", _positive),
    "COUNT": ("", _positive),
    "UNTIL": ("", lambda name, value: _moment(name, {}, value)[0]),
    "BYMONTH": ("months", _integers(1, 12)),
    "BYWEEKNO": ("week_numbers", _integers(-53, 53)),
    "BYYEARDAY": ("year_days", _integers(-366, 366)),
    "BYMONTHDAY": ("month_days", _integers(-31, 31)),
    "BYDAY": ("weekdays", _several(_weekday, "MO to SU, or 1MO to 53MO and -1MO to -53MO")),
    "BYHOUR": ("hours", _integers(0, 23)),
    "BYMINUTE": ("minutes", _integers(0, 59)),
    "BYSECOND": ("seconds", _integers(0, 59)),
    "BYSETPOS": ("positions", _integers(-366, 366)),
    "WKST": ("week_start", _one_of({code: number for number, code in enumerate(WEEKDAY_CODES)}, ": write MO to SU")),
}
_CHOOSING = dict.fromkeys(name for name in PARTS if name.startswith("BY") and name != "BYSETPOS").keys()
