"""The settings of keys and rates. Each is read whenever it is used, so that a test or a site can override it."""

from collections.abc import Mapping
from functools import lru_cache

from django.conf import settings

from utilitysvc.access.rates import Rate, read_rate
from utilitysvc.access.tokens import read_entries

_read_entries = lru_cache(maxsize=4)(read_entries)


def api_tokens() -> Mapping[str, bytes]:
    """UTILITYSVC_API_TOKENS: entries ``name:sha256-of-the-token``. Without entries, no key is required."""
    entries = tuple(getattr(settings, "UTILITYSVC_API_TOKENS", ()))
    return _read_entries(entries) if entries else {}


def rate_limit() -> Rate | None:
    """UTILITYSVC_RATE_LIMIT: how many calls a caller may make in a time, such as ``100/minute``. Empty: no limit."""
    text = getattr(settings, "UTILITYSVC_RATE_LIMIT", "")
    return read_rate(text) if text else None
