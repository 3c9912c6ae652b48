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


def malformed(name: str, wanted: str, value: str) -> ImproperlyConfigured:
    """Return the error of a variable. ``wanted``: what it must be."""
    return ImproperlyConfigured(f"{name} must be {wanted}, not {value!r}")


def boolean(name: str) -> bool:
    """Return whether the variable is true; by default it is false."""
    meaning = BOOLEANS.get(text(name, "false").lower())
    if meaning is None:
        raise malformed(name, "true or false", text(name))
    return meaning


def integer(name: str, *, default: int, minimum: int = 0, maximum: int = sys.maxsize) -> int:
    value = text(name, str(default))
    # A number of more digits than maxsize is too large in any case, and Python refuses to convert thousands of digits.
    if not re.fullmatch("[0-9]{1,19}", value) or not minimum <= int(value) <= maximum:
        bounds = f"from {minimum} to {maximum}" if maximum < sys.maxsize else f"of at least {minimum}"
        raise malformed(name, f"an integer {bounds}", value)
    return int(value)


def names(name: str, default: str = "", *, valid: Callable[[str], object] = bool, wanted: str = "names") -> list[str]:
    """Return the parts of a comma-separated list.

    ``valid``: whether a part is one of them. ``wanted``: describes them in an error.
    """
    parts = [part.strip() for part in text(name, default).split(",") if part.strip()]
    for part in parts:
        if not valid(part):
            raise malformed(name, f"{wanted}, separated by commas", part)
    return parts


def is_host(text: str) -> bool:
    """Return whether Django's ALLOWED_HOSTS can use ``text``. A URL, or a name with a port, would match no request."""
    return re.fullmatch(_HOST, text, re.IGNORECASE) is not None


def subset(name: str, known: list[str]) -> list[str]:
    """Return those of ``known`` that a comma-separated list names, each once.

    All if the variable is not set, none if it is ``none``.
    """
    given = {part.lower() for part in names(name, ",".join(known))}
    if given == {"none"}:
        return []
    if not given or not given <= set(known):
        raise malformed(name, f"none, or one or more of {', '.join(known)}", text(name))
    return sorted(given)


def mount(name: str) -> str:
    """Return a path without its final slash, or an empty string for the root."""
    value = text(name, "/")
    if not value.startswith("/"):
        raise malformed(name, "a path that begins with a slash, as /tools", value)
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
