"""Read the environment variables of keys and rates for Django's settings. An error names the malformed variable."""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from utilitysvc import environment
from utilitysvc.access.conf import read_rate
from utilitysvc.access.tokens import read_entries

#: How many callers a process counts in its own memory. Each takes some 400 bytes; those that have not called for the
#: longest time are forgotten first.
MOST_CALLERS = 10_000
#: The timeout for each step of a request to the shared server. The whole request has its own limit (counts.py).
SOCKET_SECONDS = 0.25


def api_tokens() -> list[str]:
    """Return the entries in API_TOKENS, or in the file that API_TOKENS_FILE names; none if neither is set.

    Other variables count as not set if they are empty. An empty one of these is an error, because the service would
    otherwise be open although its operator meant to close it.
    """
    given = [name for name in ("API_TOKENS", "API_TOKENS_FILE") if name in os.environ]
    if not given:
        return []
    if len(given) > 1:
        raise ImproperlyConfigured("API_TOKENS and API_TOKENS_FILE must not both be set: keep one")
    name, text = given[0], os.environ[given[0]]
    wanted = "the path of a file with entries"
    try:
        if name == "API_TOKENS_FILE":
            text = Path(text).read_text()
        wanted = "entries name:sha256-of-the-token, as manage.py make_token prints them, separated by commas or lines"
        entries = [part.strip() for part in re.split("[,\n]", text) if part.strip()]
        read_entries(entries)
    except (OSError, ValueError) as exc:
        raise ImproperlyConfigured(f"{name} must be {wanted}: {exc}") from None
    return entries


def rate_limit() -> str:
    text = environment.text("RATE_LIMIT")
    try:
        if text:
            read_rate(text)
    except ValueError as exc:
        raise environment.malformed("RATE_LIMIT", str(exc), text) from None
    return text


def caches() -> dict[str, dict[str, Any]]:
    """Return Django's CACHES: the process's own memory, or the server that CACHE_URL names."""
    if not (url := environment.text("CACHE_URL")):
        backend = "django.core.cache.backends.locmem.LocMemCache"
        return {"default": {"BACKEND": backend, "OPTIONS": {"MAX_ENTRIES": MOST_CALLERS}}}
    limits = {"socket_timeout": SOCKET_SECONDS, "socket_connect_timeout": SOCKET_SECONDS}
    backend = "django.core.cache.backends.redis.RedisCache"
    return {"default": {"BACKEND": backend, "LOCATION": _server(url), "OPTIONS": limits}}


def _server(url: str) -> str:
    """Return the address as redis-py reads it. An error does not repeat it, because it may contain a password."""
    if match := re.fullmatch(r"(?:redis|valkey)(s?://\S+)", url, re.IGNORECASE):
        with suppress(ValueError):  # an invalid port, or an IPv6 address without its closing bracket
            parts = urlsplit(f"redis{match[1]}")
            if parts.hostname and parts.port != 0 and re.fullmatch("/?[0-9]{0,4}", parts.path):
                return parts.geturl()
    raise ImproperlyConfigured(
        "CACHE_URL must be the address of a Redis or Valkey server, as redis://host:6379/0 or rediss://:password@host"
    )
