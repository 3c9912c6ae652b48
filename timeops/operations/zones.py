"""The operations on time zones. The parameters take the same values as those in moments.py."""

import datetime as dt
from datetime import timedelta
from typing import cast

from timeops.calendar.instants import COMPATIBLE, in_zone, iso8601, move_between, name_of, offset_of, unix
from timeops.calendar.steps import Move
from timeops.operations.arguments import DatetimeInput, Timestamp, Zone, country_code, located, zone_given
from timeops.operations.moments import period_end
from timeops.operations.results import Transition, TransitionsResult, ZoneEntry, ZoneInfoResult, ZonesResult
from timeops.writing.formats import status
from timeops.zones import database
from timeops.zones.database import listed, next_transition, observes_dst, previous_transition, transitions_between
from timeops.zones.lookup import UTC_ZONE
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.service_error import ServiceError

#: The longest range of ``transitions``.
MAX_YEARS = 200
_SECOND = timedelta(seconds=1)


def country_of_zones(text: str) -> str:
    """Return the ISO 3166-1 code of a country that has zones, or raise ServiceError."""
    return country_code(text, database.zones_of_countries(), "that country has no zone")


def _entry(name: str, local: dt.datetime) -> ZoneEntry:
    return {
        "name": name,
        "utc_offset": iso8601(local)[19:],
        "utc_offset_seconds": offset_of(local) // _SECOND,
        "abbreviation": local.tzname() or "",
        "is_dst": bool(local.dst()),
        "countries": database.countries(name),
    }


def timezones(
    *,
    timestamp: Timestamp | None = None,
    datetime: DatetimeInput | None = None,
    disambiguation: str = COMPATIBLE,
    country: str | None = None,
    details: bool = False,
    clock: Clock = utc_now,
) -> ZonesResult:
    """List all time zones of the database, or those of a ``country`` (ISO 3166-1).

    With ``details`` each zone is an object with its offset now, or at ``datetime``. The other arguments are those of
    ``current``. Raises ServiceError as it does, and for an unknown country.

    >>> timezones(country="NZ")["timezones"]
    ['Pacific/Auckland', 'Pacific/Chatham']
    """
    instant = located(datetime, timestamp, UTC_ZONE, disambiguation, clock()).instant
    names = database.NAMES if country is None else database.zones_of_countries()[country_of_zones(country)]
    return {
        "operation": "timezones",
        "count": len(names),
        "timezones": [_entry(name, in_zone(instant, database.load(name))) if details else name for name in names],
    }


def timezone_info(
    *,
    timezone: Zone,
    timestamp: Timestamp | None = None,
    datetime: DatetimeInput | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ZoneInfoResult:
    """Describe ``timezone`` as it is now, or at ``datetime``: offset, summer time, changes of the clocks.

    Offsets are also given in seconds, positive east of Greenwich. The arguments are those of ``current``.
    Raises ServiceError as it does.

    >>> timezone_info(timezone="Asia/Kolkata")["utc_offset"]
    '+05:30'
    """
    here = located(datetime, timestamp, timezone, disambiguation, clock())
    instant, zone, at = here.instant, here.instant.tzinfo or UTC_ZONE, unix(here.instant)
    name, saving = name_of(zone), instant.dst() or timedelta(0)
    times = {
        "previous_transition": previous_transition(zone, at + (instant.microsecond > 0)),  # earlier in the same second
        "next_transition": next_transition(zone, at),
    }
    found = {
        **_entry(name, instant),
        "timezone": name,
        "observes_dst": observes_dst(zone, at),
        "dst_offset_seconds": saving // _SECOND,
        "canonical": database.canonical(name),
        **{
            name: {key: value for key, value in listed(zone, time).items() if key in Transition.__annotations__}
            for name, time in times.items()
            if time is not None
        },
        "current_time": iso8601(instant),
        "posix": database.schedule(zone).posix or None,
        **status(here),
    }
    result = {key: found[key] for key in ZoneInfoResult.__annotations__ if found.get(key) is not None}
    return cast(ZoneInfoResult, {"operation": "timezone_info", **result})


def transitions(
    *,
    timezone: Zone,
    start: DatetimeInput | None = None,
    end: DatetimeInput | None = None,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> TransitionsResult:
    """List the changes of the clocks of ``timezone``, or of their rules, from ``start`` to ``end``, both included.

    ``start`` is by default the beginning of the year of ``end``, and ``end`` the end of the year of ``start``; without
    both, the range is the current year. It has at most 200 years. The arguments take the same values as those of
    ``current``. Raises ServiceError as it does, and for a range that is longer or ends before it starts.

    >>> [change["iso8601"] for change in transitions(timezone="Europe/Paris", start="2026-01-01")["transitions"]]
    ['2026-03-29T03:00:00+02:00', '2026-10-25T02:00:00+01:00']
    """
    zone, now = zone_given(timezone), clock()
    given = [
        None if end_point is None else located(end_point, None, zone, disambiguation, now, name).instant
        for name, end_point in (("start", start), ("end", end))
    ]
    year = given[0] or given[1] or in_zone(now, zone)
    first, last = (given[last] or period_end(year, "year", last=last) for last in (False, True))
    length = move_between(first, last)
    if length < Move():
        raise ServiceError("Invalid time range", "end is before start")
    if length > Move(MAX_YEARS * 12):
        raise ServiceError("Invalid time range", f"start and end may lie at most {MAX_YEARS} years apart")
    found = transitions_between(zone, first, last)
    return {"operation": "transitions", "timezone": name_of(zone), "count": len(found), "transitions": found}
