"""Write an instant in a named format or by a strftime pattern (T13).

The C library's strftime is not used, because its results depend on the platform and the locale: it pads years below
1000 differently, translates the names of days, and accepts directives that other platforms do not have.

https://www.rfc-editor.org/rfc/rfc3339#section-5.6
https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from timeops.calendar.instants import iso8601, offset_of, offset_text, unix
from timeops.names import DAYS, MONTHS
from timeops.writing import letter_patterns
from timeops.writing.fields import day_of_year, relative, rfc2822
from timeops.zones.lookup import abbreviation_of
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import ServiceError

Writer = Callable[[datetime], str]

#: Anything in a pattern that looks like a directive, known or unknown.
DIRECTIVE = re.compile(r"%(?:-.|3N|:?.|$)", re.DOTALL)


def _offset(instant: datetime) -> str:
    return offset_text(offset_of(instant))


def _hour12(instant: datetime) -> int:
    return (instant.hour - 1) % 12 + 1


_PYTHON: dict[str, Writer] = {
    "%a": lambda t: DAYS[t.weekday()][:3],
    "%A": lambda t: DAYS[t.weekday()],
    "%w": lambda t: str(t.isoweekday() % 7),
    "%d": lambda t: f"{t.day:02}",
    "%b": lambda t: MONTHS[t.month - 1][:3],
    "%B": lambda t: MONTHS[t.month - 1],
    "%m": lambda t: f"{t.month:02}",
    "%y": lambda t: f"{t.year % 100:02}",
    "%Y": lambda t: f"{t.year:04}",
    "%H": lambda t: f"{t.hour:02}",
    "%I": lambda t: f"{_hour12(t):02}",
    "%p": lambda t: "AM" if t.hour < 12 else "PM",
    "%M": lambda t: f"{t.minute:02}",
    "%S": lambda t: f"{t.second:02}",
    "%f": lambda t: f"{t.microsecond:06}",
    "%z": lambda t: _offset(t).replace(":", ""),
    "%:z": _offset,
    "%Z": lambda t: t.tzname() or "",
    "%j": lambda t: f"{day_of_year(t):03}",
    "%U": lambda t: f"{(day_of_year(t) + 6 - t.isoweekday() % 7) // 7:02}",
    "%W": lambda t: f"{(day_of_year(t) + 6 - t.weekday()) // 7:02}",
    "%c": lambda t: write(t, "%a %b %e %H:%M:%S %Y"),
    "%x": lambda t: write(t, "%m/%d/%y"),
    "%X": lambda t: write(t, "%H:%M:%S"),
    "%%": lambda t: "%",
    "%G": lambda t: f"{t.isocalendar().year:04}",
    "%u": lambda t: str(t.isoweekday()),
    "%V": lambda t: f"{t.isocalendar().week:02}",
}
_GLIBC: dict[str, Writer] = {
    "%F": lambda t: write(t, "%Y-%m-%d"),
    "%T": lambda t: write(t, "%H:%M:%S"),
    "%R": lambda t: write(t, "%H:%M"),
    "%D": lambda t: write(t, "%m/%d/%y"),
    "%e": lambda t: f"{t.day:2}",
    "%s": lambda t: str(unix(t)),
    "%h": lambda t: MONTHS[t.month - 1][:3],
    "%P": lambda t: "am" if t.hour < 12 else "pm",
    "%k": lambda t: f"{t.hour:2}",
    "%l": lambda t: f"{_hour12(t):2}",
    "%N": lambda t: f"{t.microsecond * 1000:09}",
    "%3N": lambda t: f"{t.microsecond // 1000:03}",
}
_PADDED = "dmyHIMSjUWVGYekl"


def _unpadded(directive: str) -> Writer:
    padded = (_PYTHON | _GLIBC)[directive]
    return lambda t: padded(t).lstrip("0 ") or "0"


DIRECTIVES = _PYTHON | _GLIBC | {f"%-{letter}": _unpadded(f"%{letter}") for letter in _PADDED}


def write(instant: datetime, pattern: str) -> str:
    """Write ``instant`` by a pattern in which all directives are known."""
    return DIRECTIVE.sub(lambda match: DIRECTIVES[match[0]](instant), pattern)


MAX_CHARACTERS = 128


def _rfc3339(instant: datetime) -> str:
    """Write RFC 3339, 5.6. It has no seconds in offsets, so an instant whose offset has some is written in UTC."""
    offset = offset_of(instant)
    if offset % timedelta(minutes=1) or not offset:
        return write(instant.astimezone(UTC), "%Y-%m-%dT%H:%M:%SZ")
    return iso8601(instant)


def _human(instant: datetime) -> str:
    """Write ``Saturday, 21 November 2026, 12:00:00 CET``, or with an offset if the abbreviation is ambiguous."""
    return write(instant, "%A, %d %B %Y, %H:%M:%S ") + abbreviation_of(instant)


_NAMED: dict[str, Callable[[datetime], str]] = {
    "iso8601": iso8601,
    "iso8601_ms": lambda instant: instant.isoformat(timespec="milliseconds"),
    "rfc3339": _rfc3339,
    "rfc2822": rfc2822,
    # The IMF-fixdate of RFC 9110, 5.6.7, which is always in GMT.
    "http": lambda instant: write(instant.astimezone(UTC), "%a, %d %b %Y %H:%M:%S GMT"),
    "unix": lambda instant: str(unix(instant)),
    "date": lambda instant: write(instant, "%Y-%m-%d"),
    "time": lambda instant: write(instant, "%H:%M:%S"),
    "datetime": lambda instant: write(instant, "%Y-%m-%d %H:%M:%S"),
    "human": _human,
}
NAMES = (*_NAMED, "relative")
_CHOICES = Choices("format", NAMES)


def canonical_format(text: str) -> str:
    """Return ``text`` if it is a pattern, or the canonical spelling if it is the name of a format.

    Raises ServiceError ``Invalid format specified`` for a pattern with an unknown directive or without any.
    """
    if len(text) > MAX_CHARACTERS:
        raise _invalid(f"A format has at most {MAX_CHARACTERS} characters")
    if name := _CHOICES.find(text):
        return name
    directives = letter_patterns.directives_of(text)
    if directives:
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


def format_instant(instant: datetime, format: str, now: datetime) -> str:
    """Write ``instant`` in a format that ``canonical_format`` has returned."""
    if format == "relative":
        return relative(instant, now)
    named = _NAMED.get(format)
    return named(instant) if named else write(instant, format)


def _invalid(reason: str) -> ServiceError:
    supported = f"Supported formats: {', '.join(NAMES)}, or a strftime pattern of {' '.join(DIRECTIVES)}"
    stop = "" if reason.endswith("?") else "."
    return ServiceError("Invalid format specified", f"{reason}{stop} {supported}")
