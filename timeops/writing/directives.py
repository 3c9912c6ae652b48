"""The directives of strftime patterns: all of Python's, and those of glibc's that have one meaning everywhere (T13).

https://docs.python.org/3/library/datetime.html#format-codes, https://www.gnu.org/software/coreutils/manual/html_node/date-invocation.html
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from timeops.calendar.instants import offset_text
from timeops.calendar.timeline import unix
from timeops.names import DAYS, MONTHS
from timeops.writing.fields import day_of_year

Writer = Callable[[datetime], str]

#: Anything in a pattern that looks like a directive, known or unknown.
DIRECTIVE = re.compile(r"%(?:-.|3N|:?.|$)", re.DOTALL)


def _offset(instant: datetime) -> str:
    return offset_text(instant.utcoffset() or timedelta(0))


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
