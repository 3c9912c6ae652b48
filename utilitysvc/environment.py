"""Read environment variables. A malformed one stops the start, with an error that names it."""

import os
import re
import sys
from collections.abc import Callable

from django.core.exceptions import ImproperlyConfigured

from utilitysvc.kit.rules import BOOLEANS

_HOST = r"\*|\.?[^\s/?#@:*\[\]]+|\[[0-9a-f:.]+\]"


def text(name: str, default: str = "") -> str:
    """Return the variable unchanged. An empty one counts as not set."""
    return os.environ.get(name) or default


def boolean(name: str, *, default: bool) -> bool:
    value = text(name)
    if not value:
        return default
    if value.lower() not in BOOLEANS:
        raise ImproperlyConfigured(f"{name} must be true or false, not {value!r}")
    return BOOLEANS[value.lower()]


def integer(name: str, *, default: int, minimum: int = 0, maximum: int = sys.maxsize) -> int:
    value = text(name)
    if not value:
        return default
    # A number of more digits than maxsize is too large in any case, and Python refuses to convert thousands of digits.
    if not re.fullmatch("[0-9]{1,19}", value) or not minimum <= int(value) <= maximum:
        wanted = f"of at least {minimum}" if maximum == sys.maxsize else f"from {minimum} to {maximum}"
        raise ImproperlyConfigured(f"{name} must be an integer {wanted}, not {value!r}")
    return int(value)


def names(name: str, *, default: list[str], valid: Callable[[str], bool] = bool, wanted: str = "names") -> list[str]:
    """Return the parts of a comma-separated list. ``valid``: checks a part. ``wanted``: describes them in an error."""
    value = text(name)
    parts = [part.strip() for part in value.split(",") if part.strip()] if value else default
    for part in parts:
        if not valid(part):
            raise ImproperlyConfigured(f"{name} must be {wanted}, separated by commas, not {part!r}")
    return parts


def is_host(text: str) -> bool:
    """Return whether Django's ALLOWED_HOSTS can use ``text``. A URL, or a name with a port, would match no request."""
    return re.fullmatch(_HOST, text, re.IGNORECASE) is not None


def subset(name: str, known: list[str]) -> list[str]:
    """Return those of ``known`` that a comma-separated list names: all if it is not set, none if it is ``none``."""
    given = [part.lower() for part in names(name, default=known)]
    if given == ["none"]:
        return []
    if not set(given) <= set(known):
        raise ImproperlyConfigured(f"{name} must be none, or one or more of {', '.join(known)}, not {text(name)!r}")
    return given


def mount(name: str) -> str:
    """Return a path without its final slash, or an empty string for the root."""
    value = text(name)
    if value and not value.startswith("/"):
        raise ImproperlyConfigured(f"{name} must be a path that begins with a slash, as /tools, not {value!r}")
    return value.rstrip("/")


def pattern(name: str) -> str:
    """Return a regular expression that can be part of another one, or an empty string."""
    value = text(name)
    try:
        re.compile(value)
        re.compile(f"(?:{value})")  # flags such as (?i) are allowed only at the beginning of a whole expression
    except re.error as exc:
        raise ImproperlyConfigured(f"{name} must be a regular expression, not {value!r}: {exc}") from None
    return value
