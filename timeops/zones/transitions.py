"""The changes of a zone's clocks or rules (T12): first those that its file lists, then those of its rule."""

from bisect import bisect_left, bisect_right
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Annotated, TypedDict
from zoneinfo import ZoneInfo

from timeops.calendar.instants import EPOCH, iso8601, offset_of, offset_text, unix
from timeops.zones import database
from timeops.zones.posix import PosixZone

# A rule repeats every year. Its transitions are further apart than STEP, so no step can contain two of them.
RULE_PERIOD = 400 * 86_400
STEP = 14 * 86_400
# The transitions of a rule from a client may be closer together.
STEP_OF_POSIX = 86_400
HALF_A_YEAR = 183 * 86_400

# One day inside of the range of datetime, so that the local times of all zones are in the range too.
FIRST = unix(datetime.min.replace(tzinfo=UTC)) + 86_400
LAST = unix(datetime.max.replace(tzinfo=UTC)) - 86_400


class ListedTransition(TypedDict):
    """A change of the clocks or of their rules, with the offsets before and after it."""

    timestamp: Annotated[int, "Unix timestamp of the change"]
    iso8601: Annotated[str, "The same in local time, with the new offset"]
    utc_offset_before: Annotated[str, "Offset until then, ±HH:MM"]
    utc_offset: Annotated[str, "Offset from then on, ±HH:MM"]
    abbreviation: Annotated[str, "Abbreviation from then on"]
    is_dst: Annotated[bool, "Whether daylight saving is in force from then on"]


def transitions_between(zone: tzinfo, start: datetime, end: datetime) -> list[ListedTransition]:
    """Return the transitions from ``start`` to ``end``, both included, in order. A fixed offset has none."""
    found: list[ListedTransition] = []
    if not isinstance(zone, ZoneInfo):
        return found
    # Begin a microsecond earlier, to include a transition at start itself.
    time = next_transition(zone, (start - EPOCH - timedelta(microseconds=1)) // timedelta(seconds=1))
    while time is not None and time <= unix(end):
        found.append(_listed(zone, time))
        time = next_transition(zone, time)
    return found


def _listed(zone: ZoneInfo, timestamp: int) -> ListedTransition:
    before, local = _local(zone, timestamp - 1), _local(zone, timestamp)
    return {
        "timestamp": timestamp,
        "iso8601": iso8601(local),
        "utc_offset_before": offset_text(offset_of(before)),
        "utc_offset": offset_text(offset_of(local)),
        "abbreviation": local.tzname() or "",
        "is_dst": bool(local.dst()),
    }


def next_transition(zone: ZoneInfo, timestamp: int) -> int | None:
    """Return the Unix time of the first transition after ``timestamp``, or None if there is none before year 10,000."""
    schedule = database.schedule(zone)
    listed, repeats = schedule.times, schedule.repeats
    for time in listed[bisect_right(listed, timestamp) :]:
        if _changes(zone, time):
            return time
    if not repeats:
        return None
    start = max([timestamp, *listed[-1:]])
    step = _step(zone)
    for low in range(start, start + RULE_PERIOD, step):
        if _state(zone, low) != _state(zone, low + step):
            return _first_change(zone, low, low + step)
    return None


def previous_transition(zone: ZoneInfo, timestamp: int) -> int | None:
    """Return the Unix time of the last transition before ``timestamp``, or None if there is none."""
    timestamp -= 1  # a transition at ``timestamp`` itself does not count
    schedule = database.schedule(zone)
    listed, repeats = schedule.times, schedule.repeats
    if repeats:
        end_of_list = listed[-1] if listed else FIRST
        step = _step(zone)
        for high in range(timestamp, max(end_of_list, timestamp - RULE_PERIOD), -step):
            low = max(high - step, end_of_list)
            if _state(zone, low) != _state(zone, high):
                return _first_change(zone, low, high)
    for time in reversed(listed[: bisect_right(listed, timestamp)]):
        if _changes(zone, time):
            return time
    return None


def observes_dst(zone: ZoneInfo, timestamp: int) -> bool:
    """Return whether the zone has daylight saving time at any moment within half a year of ``timestamp``."""
    time: int | None = timestamp - HALF_A_YEAR
    while time is not None and time <= timestamp + HALF_A_YEAR:
        if _local(zone, time).dst():
            return True
        time = next_transition(zone, time)
    return False


def _step(zone: ZoneInfo) -> int:
    return STEP_OF_POSIX if isinstance(zone, PosixZone) else STEP


def _local(zone: ZoneInfo, timestamp: int) -> datetime:
    return (EPOCH + timedelta(seconds=min(max(timestamp, FIRST), LAST))).astimezone(zone)


def _state(zone: ZoneInfo, timestamp: int) -> tuple[timedelta | None, str | None, timedelta | None]:
    local = _local(zone, timestamp)
    return local.utcoffset(), local.tzname(), local.dst()


def _changes(zone: ZoneInfo, timestamp: int) -> bool:
    """Return whether anything changes at ``timestamp``. Files also list transitions that only old readers need."""
    return _state(zone, timestamp - 1) != _state(zone, timestamp)


def _first_change(zone: ZoneInfo, low: int, high: int) -> int:
    """Return the time of the only change after ``low`` and up to ``high``."""
    before = _state(zone, low)
    return low + 1 + bisect_left(range(low + 1, high), x=True, key=lambda time: _state(zone, time) != before)
