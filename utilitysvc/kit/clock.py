"""The clock that services take as a parameter, so that a test can stop it."""

import time
from collections.abc import Callable

__all__ = ["EXAMPLE_TIMESTAMP", "Clock", "example_timestamp", "utc_timestamp"]

Clock = Callable[[], str]

#: When the examples of the description were answered.
EXAMPLE_TIMESTAMP = "2026-11-21 12:00:00"


def utc_timestamp() -> str:
    """Return the present moment in UTC, shaped YYYY-MM-DD HH:MM:SS (G14)."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())


def example_timestamp() -> str:
    """A clock that stands still, for the examples of the description."""
    return EXAMPLE_TIMESTAMP
