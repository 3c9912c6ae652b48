"""List the occurrences of a recurrence in a zone, in the order of time."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, tzinfo
from heapq import merge
from itertools import groupby, islice, takewhile
from typing import NamedTuple

from timeops.calendar.instants import Located, in_zone, resolve_local_time
from timeops.recurrence import elapsed
from timeops.recurrence.days import HORIZON_YEARS, is_impossible, local_datetimes
from timeops.recurrence.rule import MAX_COUNTED, Recurrence, Rule, completed, invalid_rule


class Listing(NamedTuple):
    """Occurrences. ``ended_early``: the listing ends, although the rule has no end."""

    occurrences: list[Located]
    ended_early: bool


def listing(
    recurrence: Recurrence,
    zone: tzinfo,
    *,
    anchor: datetime,
    start: datetime,
    end: datetime | None,
    count: int,
    disambiguation: str,
) -> Listing:
    """Return at most ``count`` occurrences from ``start`` to ``end``, both included.

    ``anchor`` is the instant from which the rule counts. Raises ServiceError if there are none within HORIZON_YEARS,
    and if a change of clocks skips or repeats a local time that ``disambiguation`` is to reject.
    """
    begin, last = start.astimezone(UTC), end and end.astimezone(UTC)
    days_left_out = {day for day in recurrence.excluded if not isinstance(day, datetime)}
    left_out = {
        locate_local(day, zone, disambiguation).instant for day in recurrence.excluded if isinstance(day, datetime)
    }
    found: list[Located] = []
    for occurrence in _every(recurrence, zone, anchor, begin, disambiguation):
        instant = occurrence.instant
        if last and instant > last:
            return Listing(found, ended_early=False)
        if instant < begin or instant in left_out:
            continue
        local = in_zone(instant, zone)
        if local.date() in days_left_out:
            continue
        found.append(Located(local, occurrence.status))
        if len(found) == count:
            return Listing(found, ended_early=False)
    if not found and all(is_impossible(completed(rule, anchor)) for rule in recurrence.rules):
        raise invalid_rule("No day of any year fulfils the rule")
    is_endless = recurrence.count is None and recurrence.until is None
    if not found and is_endless:
        raise invalid_rule(f"The rule has no occurrence in the {HORIZON_YEARS} years after {start.date()}")
    return Listing(found, ended_early=is_endless)


def _every(
    recurrence: Recurrence, zone: tzinfo, anchor: datetime, start: datetime, disambiguation: str
) -> Iterator[Located]:
    """Yield the occurrences of all rules and the added ones, in order and without duplicates, in UTC."""
    begin = anchor.astimezone(UTC)
    first = begin if recurrence.count is not None else max(start, begin)  # COUNT counts from the anchor on
    rules = (completed(rule, anchor) for rule in recurrence.rules)
    streams = [_of_rule(rule, zone, anchor, in_zone(first, zone), disambiguation) for rule in rules]
    ruled = _once(occurrence for occurrence in merge(*streams, key=_instant) if occurrence.instant >= begin)
    if recurrence.count is not None:
        ruled = _counted(ruled, recurrence.count, start)
    if recurrence.until:
        until = locate_local(recurrence.until, zone, disambiguation).instant
        ruled = takewhile(lambda occurrence: occurrence.instant <= until, ruled)
    added = sorted((locate_local(local, zone, disambiguation) for local in recurrence.added), key=_instant)
    return _once(merge(ruled, added, key=_instant))


def _counted(stream: Iterator[Located], count: int, start: datetime) -> Iterator[Located]:
    for number, occurrence in enumerate(islice(stream, count)):
        if number >= MAX_COUNTED and occurrence.instant < start:
            raise invalid_rule(
                f"The rule occurs more than {MAX_COUNTED:,} times before the listing starts, which are not counted: "
                "write UNTIL instead of COUNT"
            )
        yield occurrence


def _of_rule(rule: Rule, zone: tzinfo, anchor: datetime, first: datetime, disambiguation: str) -> Iterator[Located]:
    """Yield the occurrences of one rule from about ``first`` on."""
    if rule.counts_elapsed_time:
        return (Located(instant) for instant in elapsed.instants(rule, anchor, first))
    # Begin a day early: a gap can move local times to the next day.
    day = date.fromordinal(max(1, first.toordinal() - 1))
    return _on_days(local_datetimes(rule, anchor.date(), day), zone, disambiguation)


def _on_days(local_times: Iterator[datetime], zone: tzinfo, disambiguation: str) -> Iterator[Located]:
    """Find the instants of local times, which are in order.

    A skipped time may move behind later ones, so the instants are sorted on a day on which the clocks change.
    """
    for day, times in groupby(local_times, datetime.date):
        if _clocks_change(day, zone):
            yield from sorted((locate_local(local, zone, disambiguation) for local in times), key=_instant)
        else:
            yield from (Located(local.replace(tzinfo=zone).astimezone(UTC)) for local in times)


def _clocks_change(day: date, zone: tzinfo) -> bool:
    midnight = datetime(day.year, day.month, day.day, tzinfo=zone)
    return midnight.utcoffset() != midnight.replace(hour=23, minute=59, second=59, fold=1).utcoffset()


def _once(stream: Iterable[Located]) -> Iterator[Located]:
    last: datetime | None = None
    for occurrence in stream:
        if last is None or occurrence.instant > last:
            last = occurrence.instant
            yield occurrence


def locate_local(local: datetime, zone: tzinfo, disambiguation: str) -> Located:
    """Return the instant, in UTC, of a local time in the datetime's own zone, or else in ``zone``."""
    located = resolve_local_time(local.replace(tzinfo=None), local.tzinfo or zone, disambiguation)
    return Located(in_zone(located.instant, UTC), located.status)


def _instant(occurrence: Located) -> datetime:
    return occurrence.instant
