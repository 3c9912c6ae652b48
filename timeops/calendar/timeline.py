"""The time line: instants counted in seconds since 1970, and how far one lies from another."""

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_SECOND = timedelta(seconds=1)


def unix(instant: datetime) -> int:
    """Return the Unix timestamp in whole seconds, floored."""
    return (instant - EPOCH) // _SECOND
