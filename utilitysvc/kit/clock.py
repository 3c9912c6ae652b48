"""The clock that services take as a parameter, so that a test can stop it."""

import time

__all__ = ["utc_timestamp"]


def utc_timestamp() -> str:
    """Return the present moment in UTC, shaped YYYY-MM-DD HH:MM:SS (G14)."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
