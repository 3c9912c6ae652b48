"""Write an instant in a named format or by a strftime pattern (T13).

The C library's strftime is not used, because its results depend on the platform and the locale: it pads years below
1000 differently, translates the names of days, and accepts directives that other platforms do not have.

https://www.rfc-editor.org/rfc/rfc3339#section-5.6
https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from timeops.calendar.instants import iso8601
from timeops.calendar.timeline import unix
from timeops.writing import letter_patterns
from timeops.writing.directives import DIRECTIVE, DIRECTIVES, write
from timeops.writing.fields import relative, rfc2822
from timeops.zones.lookup import abbreviation_of
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import ServiceError

MAX_CHARACTERS = 128


def _rfc3339(instant: datetime) -> str:
    """Write RFC 3339, 5.6. It has no seconds in offsets, so an instant whose offset has some is written in UTC."""
    offset = instant.utcoffset() or timedelta(0)
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
