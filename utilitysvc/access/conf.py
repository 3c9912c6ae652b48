"""The settings of keys and rates. Each is read whenever it is used, so that a test or a site can override it."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings

from utilitysvc.access.tokens import read_entries

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}

_RATE = re.compile(rf"\s*([0-9]{{1,9}})\s*/\s*({'|'.join(SECONDS)})\s*", re.IGNORECASE | re.ASCII)
_read_entries = lru_cache(maxsize=4)(read_entries)


def api_tokens() -> Mapping[str, bytes]:
    """UTILITYSVC_API_TOKENS: entries ``name:sha256-of-the-token``. Without entries, no key is required."""
    entries = tuple(getattr(settings, "UTILITYSVC_API_TOKENS", ()))
    return _read_entries(entries) if entries else {}


class Rate(NamedTuple):
    calls: int
    seconds: int


def rate_limit() -> Rate | None:
    """UTILITYSVC_RATE_LIMIT: how many calls a caller may make in a time, such as ``100/minute``. Empty: no limit."""
    text = getattr(settings, "UTILITYSVC_RATE_LIMIT", "")
    return read_rate(text) if text else None


@lru_cache(maxsize=4)
def read_rate(text: str) -> Rate:
    """Read a rate such as ``100/minute``. Raises ValueError if ``text`` is not a rate."""
    match = _RATE.fullmatch(text)
    if not match or not int(match[1]):
        raise ValueError(f"a number of calls for each {', '.join(SECONDS)}, as 100/minute or 10/second")
    return Rate(int(match[1]), SECONDS[match[2].lower()])
