"""Writing an instant by a named format or a strftime pattern (T13).

The directives are carried out here and not by the C library, whose results differ by platform and locale: years below
1000, the names of days, and directives of its own that would pass unnoticed.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from timeops.moments import day_of_year, iso8601, rfc2822, unix
from timeops.names import DAYS, MONTHS
from timeops.zones import offset_text
from utilitysvc.kit.service_error import ServiceError

__all__ = ["canonical_format", "format_instant"]

MAX_CHARACTERS = 128

Writer = Callable[[datetime], str]


def _offset(instant: datetime) -> str:
    return offset_text(instant.utcoffset() or timedelta(0))


NAMED: dict[str, Writer] = {
    "iso8601": iso8601,
    "rfc2822": rfc2822,
    "unix": lambda t: str(unix(t)),
    "date": lambda t: _write(t, "%Y-%m-%d"),
    "time": lambda t: _write(t, "%H:%M:%S"),
    "datetime": lambda t: _write(t, "%Y-%m-%d %H:%M:%S"),
    "human": lambda t: _write(t, "%A, %d %B %Y, %H:%M:%S %Z"),
}

# What Python's documentation lists for datetime.strftime, in the C locale.
DIRECTIVES: dict[str, Writer] = {
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
    "%I": lambda t: f"{(t.hour - 1) % 12 + 1:02}",
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
    "%c": lambda t: _write(t, "%a %b ") + f"{t.day:2}" + _write(t, " %H:%M:%S %Y"),
    "%x": lambda t: _write(t, "%m/%d/%y"),
    "%X": lambda t: _write(t, "%H:%M:%S"),
    "%%": lambda t: "%",
    "%G": lambda t: f"{t.isocalendar().year:04}",
    "%u": lambda t: str(t.isoweekday()),
    "%V": lambda t: f"{t.isocalendar().week:02}",
}

_DIRECTIVE = re.compile(r"%(?::?.|$)", re.DOTALL)


def canonical_format(text: str) -> str:
    """Return ``text`` if it is a pattern, or the name that it spells in any case.

    Raises ServiceError ``Invalid format specified`` for anything else: an unknown directive, a pattern without any.
    """
    if len(text) > MAX_CHARACTERS:
        raise _invalid(f"A format has at most {MAX_CHARACTERS} characters")
    name = text.strip().lower()
    if name in NAMED:
        return name
    directives = _DIRECTIVE.findall(text)
    if not directives:
        raise _invalid(f'"{text}" is no name, and no pattern for want of directives')
    for directive in directives:
        if directive not in DIRECTIVES:
            raise _invalid(f'Unknown directive "{directive}"')
    return text


def _invalid(reason: str) -> ServiceError:
    supported = f"Supported formats: {', '.join(NAMED)}, or a strftime pattern of {' '.join(DIRECTIVES)}"
    return ServiceError("Invalid format specified", f"{reason}. {supported}")


def format_instant(instant: datetime, format: str) -> str:
    """Return ``instant`` written as ``format`` says, which ``canonical_format`` has returned."""
    named = NAMED.get(format)
    return named(instant) if named else _write(instant, format)


def _write(instant: datetime, pattern: str) -> str:
    return _DIRECTIVE.sub(lambda match: DIRECTIVES[match[0]](instant), pattern)
