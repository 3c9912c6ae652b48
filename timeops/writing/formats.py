"""Write an instant: the fields of an answer, named formats, and strftime patterns (T5, T6, T13: docs/rules.md).

The C library's strftime writes only numbers of two and three digits, because its other results depend on the platform
and the locale: it pads years below 1000 differently, translates the names of days, and accepts directives that other
platforms do not have.

https://www.rfc-editor.org/rfc/rfc3339#section-5.6
https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
"""

import re
from calendar import isleap
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Annotated, Any, NotRequired, TypedDict

from timeops.calendar.instants import (
    AMBIGUOUS,
    EPOCH,
    NONEXISTENT,
    in_zone,
    iso8601,
    microseconds_between,
    move_between,
    offset_of,
    unix,
)
from timeops.calendar.steps import HOUR, MINUTE, SECOND
from timeops.names import DAYS, MONTHS, table
from timeops.zones.lookup import abbreviation_of
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import ServiceError

MAX_CHARACTERS = 128


class InstantFields(TypedDict):
    timestamp: Annotated[int, "Unix timestamp"]
    datetime: Annotated[str, "Formatted datetime, YYYY-MM-DD HH:MM:SS"]
    date: Annotated[str, "YYYY-MM-DD"]
    time: Annotated[str, "HH:MM:SS"]
    timezone: Annotated[str, "Timezone used: its canonical name, or an offset"]
    unix_timestamp: Annotated[int, "Unix timestamp"]
    iso8601: Annotated[str, "ISO 8601 form, YYYY-MM-DDTHH:MM:SS±HH:MM"]
    rfc2822: Annotated[str, "RFC 2822 form"]
    year: Annotated[str, "Year"]
    month: Annotated[str, "01 to 12"]
    day: Annotated[str, "01 to 31"]
    hour: Annotated[str, "00 to 23"]
    minute: Annotated[str, "00 to 59"]
    second: Annotated[str, "00 to 59"]
    day_of_week: Annotated[str, "Day name"]
    day_of_year: Annotated[str, "001 to 366"]
    week_of_year: Annotated[str, "Week of ISO 8601, 01 to 53"]
    is_leap_year: Annotated[bool, "Leap-year flag"]
    timezone_offset: Annotated[str, "Offset of the timezone, ±HH:MM"]
    unix_milliseconds: Annotated[int, "Unix timestamp in milliseconds"]
    relative: Annotated[str, "How far from now, in English: in 3 hours, 2 days ago, now"]
    local_time_status: NotRequired[Annotated[str, "ambiguous or nonexistent, if a local time is so"]]


def instant_fields(instant: datetime, now: datetime) -> InstantFields:
    """Return the fields of an instant in its zone. Seconds and milliseconds are rounded down."""
    iso = iso8601(instant)
    date, time, offset = iso[:10], iso[11:19], iso[19:]
    milliseconds = (instant - EPOCH) // timedelta(milliseconds=1)
    return {
        "timestamp": milliseconds // 1_000,
        "datetime": f"{date} {time}",
        "date": date,
        "time": time,
        "timezone": str(instant.tzinfo),
        "unix_timestamp": milliseconds // 1_000,
        "iso8601": iso,
        # RFC 2822, 3.3 has no seconds in offsets. If there are any, drop them.
        "rfc2822": format_datetime(instant)[: len("Sat, 21 Nov 2026 12:00:00 +0000")],
        "year": iso[:4],
        "month": iso[5:7],
        "day": iso[8:10],
        "hour": iso[11:13],
        "minute": iso[14:16],
        "second": iso[17:19],
        "day_of_week": DAYS[instant.weekday()],
        "day_of_year": f"{instant.timetuple().tm_yday:03}",
        "week_of_year": f"{instant.isocalendar().week:02}",
        "is_leap_year": isleap(instant.year),
        "timezone_offset": offset,
        "unix_milliseconds": milliseconds,
        "relative": relative(instant, now),
    }


#: The last key of an answer, if the local time occurred twice or did not exist.
LOCAL_TIME_STATUS: Mapping[str | None, Any] = {
    None: {},
    AMBIGUOUS: {"local_time_status": AMBIGUOUS},
    NONEXISTENT: {"local_time_status": NONEXISTENT},
}


def relative(instant: datetime, now: datetime) -> str:
    """Return the distance from now in English, like ``in 3 hours``: in the largest unit that fits, rounded down.

    Days and longer units are counted in the calendar of the instant's zone.
    """
    elapsed = microseconds_between(now, instant)
    if abs(elapsed) < SECOND:  # as of each request for the current time
        return "now"
    months, days, rest = map(abs, move_between(in_zone(now, instant.tzinfo or UTC), instant))
    sizes = {
        "year": months // 12,
        "month": months,
        "day": days,
        "hour": rest // HOUR,
        "minute": rest // MINUTE,
        "second": rest // SECOND,
    }
    for unit, size in sizes.items():
        if size:
            largest = f"{size} {unit}{'s' * (size > 1)}"
            break
    return f"{largest} ago" if elapsed < 0 else f"in {largest}"


#: Anything in a pattern that looks like a directive, known or unknown.
DIRECTIVE = re.compile(r"(?s)%(?:-.|3N|:?.|$)")

#: The template of each directive, which ``write`` fills; ``%-d`` writes no padding.
DIRECTIVES: dict[str, str] = dict(table(__package__, "directives.tsv"))
DIRECTIVES |= {f"%-{letter}": DIRECTIVES[f"%{letter}"] for letter in "dmyHIMSjUWVGYekl"}


def write(instant: datetime, pattern: str) -> str:
    """Write ``instant`` by a pattern in which all directives are known."""
    values = {
        "t": instant,
        "iso_year": instant.isocalendar().year,
        "day": DAYS[instant.weekday()],
        "month": MONTHS[instant.month - 1],
        "half": "AP"[instant.hour // 12],
        "small_half": "ap"[instant.hour // 12],
        "hour12": (instant.hour - 1) % 12 + 1,
        "milliseconds": instant.microsecond // 1000,
        "offset": iso8601(instant)[19:],
        "unix": unix(instant),
    }

    def written(match: re.Match[str]) -> str:
        text = DIRECTIVES[match[0]].format_map(values)
        return text.lstrip("0 ") or "0" if match[0].startswith("%-") else text

    return DIRECTIVE.sub(written, pattern)


_PATTERNS = {
    "iso8601": "",  # as all without a pattern, a field of every answer
    "iso8601_ms": "%FT%T.%3N%:z",
    "rfc3339": "%FT%T%:z",
    "rfc2822": "",
    "http": "%a, %d %b %Y %T GMT",  # the IMF-fixdate of RFC 9110, 5.6.7
    "unix": "%s",
    "date": "",
    "time": "",
    "datetime": "",
    "human": "%A, %d %B %Y, %T ",
    "relative": "",
}
NAMES = tuple(_PATTERNS)
_CHOICES = Choices("format", NAMES)


def canonical_format(text: str) -> str:
    """Return ``text`` if it is a pattern, or the canonical spelling if it is the name of a format.

    Raises ServiceError ``Invalid format specified`` for a pattern with an unknown directive or without any.
    """
    if len(text) > MAX_CHARACTERS:
        raise _invalid(f"A format has at most {MAX_CHARACTERS} characters")
    if name := _CHOICES.find(text):
        return name
    if directives := directives_of(text):
        raise _invalid(f'"{text}" is a pattern of letters: write {directives}')
    found = DIRECTIVE.findall(text)
    if not found:
        close = _CHOICES.close_to(text)
        hint = f": did you mean {close}?" if close else ""
        raise _invalid(f'"{text}" is neither a name nor a pattern with directives, like %Y-%m-%d{hint}')
    if unknown := [directive for directive in found if directive not in DIRECTIVES]:
        raise _invalid(f'Unknown directive "{unknown[0]}"')
    return text


def format_instant(instant: datetime, format: str, fields: Mapping[str, Any]) -> str:
    """Write ``instant``, which has these fields, in a format that ``canonical_format`` has returned."""
    pattern = _PATTERNS.get(format, format)
    if not pattern:
        return str(fields[format])
    match format:
        case "http":
            instant = in_zone(instant, UTC)
        case "rfc3339" if not offset_of(instant) or offset_of(instant) % timedelta(minutes=1):
            # RFC 3339, 5.6 has no seconds in offsets, so an instant whose offset has some is written in UTC.
            instant, pattern = in_zone(instant, UTC), "%FT%TZ"
        case "human":  # Saturday, 21 November 2026, 12:00:00 CET
            return write(instant, pattern) + abbreviation_of(instant)
    return write(instant, pattern)


def _invalid(reason: str) -> ServiceError:
    supported = f"Supported formats: {', '.join(NAMES)}, or a strftime pattern of {' '.join(DIRECTIVES)}"
    stop = "" if reason.endswith("?") else "."
    return ServiceError("Invalid format specified", f"{reason}{stop} {supported}")


# Quoted words, and runs of the same letter but for a single T, which is between date and time.
_RUN = re.compile(r"'([^']*)'|((?!T(?!T))([A-Za-z])\3*)")
# mm and MM, which many confuse: minutes beside hours and seconds, which is the first group, and months elsewhere.
_MINUTES_OR_MONTHS = r"(?i)((?<=h )mm?\b|\bmm?(?= s))|\bmm?\b"

#: The directives for each run of letters: that of Java, JavaScript and .NET, and that of PHP.
_LETTERS = {run: directives for run, *directives in table(__package__, "letters.tsv")}


def directives_of(text: str) -> str:
    """Translate a date pattern of letters, such as ``yyyy-MM-dd``, into directives, or return "" if it is none.

    A pattern has at least two runs of letters, all of them known; a T and quoted words are ignored. At least one run
    has several letters, or else the letters are those of PHP, with Y for the year.
    """
    runs = [match[2] for match in _RUN.finditer(text) if match[2]]
    in_php = "Y" in runs
    is_pattern = any(run in "djmn" for run in runs) if in_php else any(len(run) > 1 for run in runs)
    if not is_pattern or len(runs) < 2 or "%" in text:
        return ""
    if not in_php:
        runs = re.sub(
            _MINUTES_OR_MONTHS, lambda run: run[0].lower() if run[1] else run[0].upper(), " ".join(runs)
        ).split()
    directives = [_LETTERS.get(run, "--")[in_php] for run in runs]
    if "-" in directives:
        return ""
    left = iter(directives)
    return _RUN.sub(lambda match: next(left) if match[2] else match[1], text)
