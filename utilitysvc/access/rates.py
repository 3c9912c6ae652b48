"""Rates: how many calls in which time, and where in it a moment lies (S7)."""

import re
from typing import NamedTuple

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}

_RATE = re.compile(rf"\s*([0-9]{{1,9}})\s*/\s*({'|'.join(SECONDS)})\s*", re.IGNORECASE | re.ASCII)


class Window(NamedTuple):
    """A stretch of time in which calls are counted: its number since 1970, and how long it still lasts."""

    number: int
    seconds_left: float


class Rate(NamedTuple):
    calls: int
    seconds: int

    def window(self, now: float) -> Window:
        """Return the window of the moment ``now``, in seconds since 1970."""
        number, elapsed = divmod(now, self.seconds)
        return Window(int(number), self.seconds - elapsed)


def read_rate(text: str) -> Rate:
    """Read a rate as ``100/minute``. Raises ValueError where it is none."""
    match = _RATE.fullmatch(text)
    if not match or not int(match[1]):
        raise ValueError(f"a number of calls for each {', '.join(SECONDS)}, as 100/minute or 10/second")
    return Rate(int(match[1]), SECONDS[match[2].lower()])
