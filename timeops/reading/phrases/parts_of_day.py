"""Which half of the day an hour belongs to, beside a word like morning (T3)."""

from datetime import time

from timeops.errors import NotADatetimeError
from timeops.reading.phrases.written_dates import Clock

__all__ = ["in_part", "time_of"]

# The hours that each part of the day has. Of the night only those before midnight: 2 at night is of the next day, or
# of the day that is named.
PARTS = {"morning": range(12), "afternoon": range(12, 19), "evening": range(16, 24), "night": range(18, 24)}


def in_part(clock: Clock, part: str) -> Clock:
    """Return the time of day that ``clock`` shows in that part of the day."""
    hours = [clock.hour] if clock.half else [clock.hour % 12, clock.hour % 12 + 12]
    fitting = [hour for hour in hours if hour in PARTS[part] and not (clock.alone and hour == 0)]
    if len(fitting) != 1:
        raise NotADatetimeError(f"has an hour that is not plainly of the {part}: write the day, and am or pm")
    return clock._replace(hour=fitting[0], half=True, alone=False)


def time_of(clock: Clock) -> time:
    """Return the time of day. Raises NotADatetimeError for an hour of which the half is not known."""
    if clock.alone and not clock.half:
        hour = clock.hour % 12 or 12
        raise NotADatetimeError(
            f"has an hour without its half of the day: write {hour}am, {hour}pm or {clock.hour:02}:00",
            (f"{hour}am", f"{hour}pm"),
            clock.span,
        )
    if clock.alone:
        raise NotADatetimeError(f"has an hour alone: write {clock.hour:02}:00")
    return clock.time()
