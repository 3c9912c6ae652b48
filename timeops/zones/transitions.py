"""The changes of a zone's clocks or rules: first those that its file lists, then those of its rule.

Rules T12 and T17: docs/rules.md.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta, tzinfo
from itertools import pairwise
from typing import Annotated, TypedDict

from timeops.calendar.instants import EPOCH, iso8601, unix
from timeops.zones import database

# A rule repeats every year. Its transitions are further apart than STEP, so no step can contain two of them.
RULE_PERIOD = 400 * 86_400
STEP = 14 * 86_400
# The transitions of a rule from a client may be closer together.
STEP_OF_POSIX = 86_400
HALF_A_YEAR = 183 * 86_400

# One day inside of the range of datetime, so that the local times of all zones are in the range too: the beginning of
# 0001-01-02 and the end of 9999-12-30 in UTC.
FIRST, LAST = -62_135_510_400, 253_402_214_399


class ListedTransition(TypedDict):
    """A change of the clocks or of their rules, with the offsets before and after it."""

    timestamp: Annotated[int, "Unix timestamp of the change"]
    iso8601: Annotated[str, "The same in local time, with the new offset"]
    utc_offset_before: Annotated[str, "Offset until then, ±HH:MM"]
    utc_offset: Annotated[str, "Offset from then on, ±HH:MM"]
    abbreviation: Annotated[str, "Abbreviation from then on"]
    is_dst: Annotated[bool, "Whether daylight saving is in force from then on"]


def listed(zone: tzinfo, timestamp: int) -> ListedTransition:
    """Describe the transition at a Unix time."""
    before, local = _local(zone, timestamp - 1), _local(zone, timestamp)
    return {
        "timestamp": timestamp,
        "iso8601": iso8601(local),
        "utc_offset_before": iso8601(before)[19:],
        "utc_offset": iso8601(local)[19:],
        "abbreviation": local.tzname() or "",
        "is_dst": bool(local.dst()),
    }


def transitions_between(zone: tzinfo, start: datetime, end: datetime) -> list[ListedTransition]:
    """Return the transitions from ``start`` to ``end``, both included, in order. A fixed offset has none."""
    # Begin a microsecond earlier, to include a transition at start itself.
    before = (start - EPOCH - timedelta(microseconds=1)) // timedelta(seconds=1)
    return [listed(zone, time) for time in transitions_after(zone, before, unix(end))]


def transitions_after(zone: tzinfo, timestamp: int, last: int) -> Iterator[int]:
    """Yield the Unix times of the transitions after ``timestamp``, up to ``last``."""
    while (time := next_transition(zone, timestamp)) is not None and time <= last:
        yield time
        timestamp = time


def next_transition(zone: tzinfo, timestamp: int) -> int | None:
    """Return the Unix time of the first transition after ``timestamp``, or None if there is none before year 10,000."""
    edges = _edges(zone, timestamp)
    return _first_change(zone, [timestamp, *edges[bisect_right(edges, timestamp) :]])


def previous_transition(zone: tzinfo, timestamp: int) -> int | None:
    """Return the Unix time of the last transition before ``timestamp``, or None if there is none."""
    edges = _edges(zone, timestamp)
    return _first_change(zone, [timestamp - 1, *reversed(edges[: bisect_left(edges, timestamp - 1)])])


def observes_dst(zone: tzinfo, timestamp: int) -> bool:
    """Return whether the zone has daylight saving time at any moment within half a year of ``timestamp``."""
    first, last = timestamp - HALF_A_YEAR, timestamp + HALF_A_YEAR
    return any(_local(zone, time).dst() for time in (first, *transitions_after(zone, first, last)))


def _edges(zone: tzinfo, timestamp: int) -> Sequence[int]:
    """Return Unix times in order, around ``timestamp``: between each two of them, one transition at most is found."""
    edges, posix = database.schedule(zone)
    if "," not in posix:
        return edges
    begin, step = max([FIRST, *edges[-1:]]), STEP_OF_POSIX if isinstance(zone, database.PosixZone) else STEP
    return [*edges, *range(max(begin, timestamp - RULE_PERIOD), max(begin, timestamp) + RULE_PERIOD, step)]


def _local(zone: tzinfo, timestamp: int) -> datetime:
    return (EPOCH + timedelta(seconds=min(max(timestamp, FIRST), LAST))).astimezone(zone)


def _state(zone: tzinfo, timestamp: int) -> tuple[timedelta | None, str | None, timedelta | None]:
    local = _local(zone, timestamp)
    return local.utcoffset(), local.tzname(), local.dst()


def _first_change(zone: tzinfo, edges: Iterable[int]) -> int | None:
    """Return the time of the transition between the first two neighbours of ``edges`` that have one between them.

    Files also list transitions at which nothing changes, for old readers.
    """
    for low, high in map(sorted, pairwise(edges)):
        before = _state(zone, low)
        if _state(zone, high) != before:
            after = range(low + 1, high)
            return after.start + bisect_left(after, x=True, key=lambda time: _state(zone, time) != before)
    return None
