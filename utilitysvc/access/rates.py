"""Rates of calls (S7)."""

import re
from functools import lru_cache
from typing import NamedTuple

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}

_RATE = re.compile(rf"\s*([0-9]{{1,9}})\s*/\s*({'|'.join(SECONDS)})\s*", re.IGNORECASE | re.ASCII)


class Rate(NamedTuple):
    calls: int
    seconds: int


@lru_cache(maxsize=4)
def read_rate(text: str) -> Rate:
    """Read a rate such as ``100/minute``. Raises ValueError if ``text`` is not a rate."""
    match = _RATE.fullmatch(text)
    if not match or not int(match[1]):
        raise ValueError(f"a number of calls for each {', '.join(SECONDS)}, as 100/minute or 10/second")
    return Rate(int(match[1]), SECONDS[match[2].lower()])
