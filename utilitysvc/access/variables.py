"""Read the environment variables of keys and rates for Django's settings. An error names the malformed variable."""

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from utilitysvc import environment
from utilitysvc.access.rates import read_rate
from utilitysvc.access.tokens import read_entries

TOKENS, TOKENS_FILE, RATE, CACHE = "API_TOKENS", "API_TOKENS_FILE", "RATE_LIMIT", "CACHE_URL"

#: How many callers a process counts in its own memory. Each takes some 400 bytes; those that have not called for the
#: longest time are forgotten first.
MOST_CALLERS = 10_000
#: The timeout for each step of a request to the shared server. The whole request has its own limit (counts.py).
SOCKET_SECONDS = 0.25

_SCHEMES = {"redis": "redis", "rediss": "rediss", "valkey": "redis", "valkeys": "rediss"}


def api_tokens() -> list[str]:
    """Return the entries in API_TOKENS, or in the file that API_TOKENS_FILE names; none if neither is set.

    Other variables count as not set if they are empty. An empty one of these is an error, because the service would
    otherwise be open although its operator meant to close it.
    """
    if TOKENS in os.environ and TOKENS_FILE in os.environ:
        raise ImproperlyConfigured(f"{TOKENS} and {TOKENS_FILE} must not both be set: keep one")
    name = next((each for each in (TOKENS, TOKENS_FILE) if each in os.environ), None)
    if name is None:
        return []
    text = os.environ[name]
    if name == TOKENS_FILE:
        try:
            text = Path(text).read_text()
        except (OSError, ValueError) as exc:
            raise ImproperlyConfigured(f"{name} must be the path of a file with entries: {exc}") from None
    entries = [part.strip() for part in re.split("[,\n]", text) if part.strip()]
    try:
        read_entries(entries)
    except ValueError as exc:
        wanted = "entries name:sha256-of-the-token, as manage.py make_token prints them"
        raise ImproperlyConfigured(f"{name} must be {wanted}, separated by commas or lines: {exc}") from None
    return entries


def rate_limit() -> str:
    text = environment.text(RATE)
    if text:
        try:
            read_rate(text)
        except ValueError as exc:
            raise ImproperlyConfigured(f"{RATE} must be {exc}, not {text!r}") from None
    return text


def caches() -> dict[str, dict[str, Any]]:
    """Return Django's CACHES: the process's own memory, or the server that CACHE_URL names."""
    if not environment.text(CACHE):
        backend = "django.core.cache.backends.locmem.LocMemCache"
        return {"default": {"BACKEND": backend, "OPTIONS": {"MAX_ENTRIES": MOST_CALLERS}}}
    limits = {"socket_timeout": SOCKET_SECONDS, "socket_connect_timeout": SOCKET_SECONDS}
    backend = "django.core.cache.backends.redis.RedisCache"
    return {"default": {"BACKEND": backend, "LOCATION": _server(environment.text(CACHE)), "OPTIONS": limits}}


def _server(url: str) -> str:
    """Return the address as redis-py reads it. An error does not repeat it, because it may contain a password."""
    scheme, separator, rest = url.partition("://")
    known = _SCHEMES.get(scheme.lower(), "")
    try:
        parts = urlsplit(f"{known}{separator}{rest}")
        is_address = bool(known and parts.hostname) and parts.port != 0
    except ValueError:  # an invalid port, or an IPv6 address without its closing bracket
        is_address = False
    if not is_address or not re.fullmatch("/?[0-9]{0,4}", parts.path) or re.search(r"\s", url):
        raise ImproperlyConfigured(
            f"{CACHE} must be the address of a Redis or Valkey server, as redis://host:6379/0 or rediss://:password@host"
        )
    return parts.geturl()
