"""Write an instant in a named format or by a strftime pattern (T13).

The C library's strftime is not used, because its results depend on the platform and the locale: it pads years below
1000 differently, translates the names of days, and accepts directives that other platforms do not have.

https://www.rfc-editor.org/rfc/rfc3339#section-5.6
https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
"""

import re
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from timeops.calendar.instants import in_zone, iso8601, offset_of, unix
from timeops.names import DAYS, MONTHS
from timeops.writing.fields import rfc2822
from timeops.zones.lookup import abbreviation_of
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import ServiceError

MAX_CHARACTERS = 128

#: Anything in a pattern that looks like a directive, known or unknown.
DIRECTIVE = re.compile(r"%(?:-.|3N|:?.|$)", re.DOTALL)

#: The template of each directive, which ``write`` fills: those of Python, then those of glibc's date, then without
#: padding.
DIRECTIVES = {
    "%a": "{day:.3}",
    "%A": "{day}",
    "%w": "{day_from_sunday}",
    "%d": "{t.day:02}",
    "%b": "{month:.3}",
    "%B": "{month}",
    "%m": "{t.month:02}",
    "%y": "{year_of_century:02}",
    "%Y": "{t.year:04}",
    "%H": "{t.hour:02}",
    "%I": "{hour12:02}",
    "%p": "{half}M",
    "%M": "{t.minute:02}",
    "%S": "{t.second:02}",
    "%f": "{t.microsecond:06}",
    "%z": "{basic_offset}",
    "%:z": "{offset}",
    "%Z": "{zone}",
    "%j": "{day_of_year:03}",
    "%U": "{week_from_sunday:02}",
    "%W": "{week_from_monday:02}",
    "%c": "{day:.3} {month:.3} {t.day:2} {time} {t.year:04}",
    "%x": "{t.month:02}/{t.day:02}/{year_of_century:02}",
    "%X": "{time}",
    "%%": "%",
    "%G": "{iso.year:04}",
    "%u": "{iso.weekday}",
    "%V": "{iso.week:02}",
    "%F": "{t.year:04}-{t.month:02}-{t.day:02}",
    "%T": "{time}",
    "%R": "{time:.5}",
    "%D": "{t.month:02}/{t.day:02}/{year_of_century:02}",
    "%e": "{t.day:2}",
    "%s": "{unix}",
    "%h": "{month:.3}",
    "%P": "{small_half}m",
    "%k": "{t.hour:2}",
    "%l": "{hour12:2}",
    "%N": "{t.microsecond:06}000",
    "%3N": "{milliseconds:03}",
}
DIRECTIVES |= {f"%-{letter}": DIRECTIVES[f"%{letter}"] for letter in "dmyHIMSjUWVGYekl"}


def write(instant: datetime, pattern: str) -> str:
    """Write ``instant`` by a pattern in which all directives are known."""
    iso, offset, half = instant.isocalendar(), iso8601(instant)[19:], "AP"[instant.hour // 12]
    day_of_year = instant.timetuple().tm_yday
    values = {
        "t": instant,
        "iso": iso,
        "time": iso8601(instant)[11:19],
        "unix": unix(instant),
        "day": DAYS[iso.weekday - 1],
        "month": MONTHS[instant.month - 1],
        "year_of_century": instant.year % 100,
        "hour12": (instant.hour - 1) % 12 + 1,
        "half": half,
        "small_half": half.lower(),
        "milliseconds": instant.microsecond // 1000,
        "offset": offset,
        "basic_offset": offset.replace(":", ""),
        "zone": instant.tzname(),
        "day_of_year": day_of_year,
        "day_from_sunday": iso.weekday % 7,
        "week_from_sunday": (day_of_year + 6 - iso.weekday % 7) // 7,
        "week_from_monday": (day_of_year + 7 - iso.weekday) // 7,
    }

    def written(match: re.Match[str]) -> str:
        text = DIRECTIVES[match[0]].format_map(values)
        return text.lstrip("0 ") or "0" if match[0].startswith("%-") else text

    return DIRECTIVE.sub(written, pattern)


_PATTERNS = {
    "iso8601": "%FT%T%:z",
    "iso8601_ms": "%FT%T.%3N%:z",
    "rfc3339": "%FT%T%:z",
    "rfc2822": "",  # written by the standard library
    "http": "%a, %d %b %Y %T GMT",  # the IMF-fixdate of RFC 9110, 5.6.7
    "unix": "%s",
    "date": "%F",
    "time": "%T",
    "datetime": "%F %T",
    "human": "%A, %d %B %Y, %T ",
    "relative": "",  # a field of every answer
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
    for directive in found:
        if directive not in DIRECTIVES:
            raise _invalid(f'Unknown directive "{directive}"')
    return text


def format_instant(instant: datetime, format: str, relative: str) -> str:
    """Write ``instant`` in a format that ``canonical_format`` has returned. ``relative``: its distance from now."""
    match format:
        case "relative":
            return relative
        case "rfc2822":
            return rfc2822(instant)
        case "http":
            instant = in_zone(instant, UTC)
        case "rfc3339" if not offset_of(instant) or offset_of(instant) % timedelta(minutes=1):
            # RFC 3339, 5.6 has no seconds in offsets, so an instant whose offset has some is written in UTC.
            instant, format = in_zone(instant, UTC), "%FT%TZ"
        case "human":  # Saturday, 21 November 2026, 12:00:00 CET
            return write(instant, _PATTERNS[format]) + abbreviation_of(instant)
    return write(instant, _PATTERNS.get(format, format))


def _invalid(reason: str) -> ServiceError:
    supported = f"Supported formats: {', '.join(NAMES)}, or a strftime pattern of {' '.join(DIRECTIVES)}"
    stop = "" if reason.endswith("?") else "."
    return ServiceError("Invalid format specified", f"{reason}{stop} {supported}")


_RUN = re.compile(r"'([^']*)'|(([A-Za-z])\3*)")


@cache
def _letters() -> dict[str, list[str]]:
    """Return the directives for each run of letters: that of Java, JavaScript and .NET, and that of PHP."""
    lines = Path(__file__).with_name("letters.tsv").read_text(encoding="utf-8").splitlines()
    return {run: directives for run, *directives in (line.split("\t") for line in lines[1:])}


def directives_of(text: str) -> str:
    """Translate a date pattern of letters, such as ``yyyy-MM-dd``, into directives, or return "" if it is none.

    A pattern has at least two runs of letters, all of them known; a T and quoted words are ignored. At least one run
    has several letters, or else the letters are those of PHP, with Y for the year.
    """
    runs = [match[2] for match in _RUN.finditer(text) if match[2] not in (None, "T")]
    in_php = "Y" in runs
    is_pattern = any(run in "djmn" for run in runs) if in_php else any(len(run) > 1 for run in runs)
    if not is_pattern or len(runs) < 2 or "%" in text:
        return ""
    if not in_php:
        runs = [*map(_month_or_minute, runs, ["", *runs], [*runs[1:], ""])]
    directives = [_letters().get(run, "--")[in_php] for run in runs]
    if "-" in directives:
        return ""
    left = iter(directives)
    # Quoted words, and the T between date and time, stay.
    return _RUN.sub(lambda match: match[1] or ("T" if match[2] == "T" else next(left) if match[2] else ""), text)


def _month_or_minute(letters: str, before: str, after: str) -> str:
    """Return the letters, with mm and MM told apart, which many confuse: minutes stand beside hours or seconds."""
    if letters not in ("m", "mm", "M", "MM"):
        return letters
    return letters.lower() if before[:1] in ("H", "h") or after[:1] in ("s", "S") else letters.upper()
