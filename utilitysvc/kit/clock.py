"""The clock that services take as a parameter, so that tests can stop it, and the timestamps that they write."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

#: Returns the current time as an aware datetime.
Clock = Callable[[], datetime]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


def utc_timestamp(moment: datetime) -> str:
    """Return ``moment`` in UTC, shaped YYYY-MM-DD HH:MM:SS (G14)."""
    return moment.astimezone(UTC).isoformat(" ", "seconds")[:-6]  # without +00:00


def unix_milliseconds(moment: datetime) -> int:
    """Return the whole milliseconds since 1970 (UTC). A float would round them."""
    return (moment.astimezone(UTC) - EPOCH) // _MILLISECOND


def example_clock() -> datetime:
    """A clock that stands still, for the examples of the description."""
    return datetime(2026, 11, 21, 12, tzinfo=UTC)
