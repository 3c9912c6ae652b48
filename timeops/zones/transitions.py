"""The changes of a zone's clocks or rules: first those that its file lists, then those of its rule.

Rules T12 and T17: docs/rules.md.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import chain, pairwise
from typing import Annotated, TypedDict

from timeops.calendar.instants import EPOCH, iso8601, unix
from timeops.zones import database

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
    later = (edges[bisect_right(edges, timestamp) :] for edges in _edges(zone, timestamp))
    return _first_change(zone, chain([timestamp], *later))


def previous_transition(zone: tzinfo, timestamp: int) -> int | None:
    """Return the Unix time of the last transition before ``timestamp``, or None if there is none."""
    earlier = (reversed(edges[: bisect_left(edges, timestamp - 1)]) for edges in reversed(_edges(zone, timestamp)))
    return _first_change(zone, chain([timestamp - 1], *earlier))


def observes_dst(zone: tzinfo, timestamp: int) -> bool:
    """Return whether the zone has daylight saving time at any moment within half a year of ``timestamp``."""
    first, last = timestamp - HALF_A_YEAR, timestamp + HALF_A_YEAR
    return any(_local(zone, time).dst() for time in (first, *transitions_after(zone, first, last)))


def _edges(zone: tzinfo, timestamp: int) -> tuple[Sequence[int], Sequence[int]]:
    """Return Unix times in order, those of the file and then others around ``timestamp`` for the rule.

    Between each two of them, there is one transition at most.
    """
    listed, posix = database.schedule(zone)
    if "," not in posix:
        return listed, ()
    begin, step = max([FIRST, *listed[-1:]]), STEP_OF_POSIX if isinstance(zone, database.PosixZone) else STEP
    return listed, range(max(begin, timestamp - RULE_PERIOD), max(begin, timestamp) + RULE_PERIOD, step)


def _local(zone: tzinfo, timestamp: int) -> datetime:
    return (EPOCH + timedelta(seconds=min(max(timestamp, FIRST), LAST))).astimezone(zone)


def _state(zone: tzinfo, timestamp: int) -> tuple[timedelta | None, str | None, timedelta | None]:
    local = _local(zone, timestamp)
    return local.utcoffset(), local.tzname(), local.dst()


def _first_change(zone: tzinfo, edges: Iterable[int]) -> int | None:
    """Return the time of the transition between the first two neighbours of ``edges`` that have one between them.

    Files also list transitions at which nothing changes, for old readers.
    """
    for pair in pairwise((edge, _state(zone, edge)) for edge in edges):
        (low, before), (high, after) = sorted(pair)
        if before != after:
            between = range(low + 1, high)
            return between.start + bisect_left(between, x=True, key=lambda time: _state(zone, time) != before)
    return None
