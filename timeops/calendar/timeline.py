"""Unix time: instants counted in seconds since 1970."""

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_SECOND = timedelta(seconds=1)


def unix(instant: datetime) -> int:
    """Return the Unix timestamp of an instant in whole seconds, rounded down."""
    return (instant - EPOCH) // _SECOND
