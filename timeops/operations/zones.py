"""The operations on time zones. The parameters take the same values as those in moments.py."""

import datetime as dt
from datetime import timedelta
from typing import Annotated, Literal, NotRequired, TypedDict, cast

from timeops.calendar.instants import COMPATIBLE, EPOCH, in_zone, iso8601, move_between, offset_of, unix
from timeops.calendar.steps import Move
from timeops.operations.arguments import (
    DatetimeInput,
    Timestamp,
    Zone,
    answer,
    country_code,
    located,
    missing_parameters,
    zone_given,
)
from timeops.operations.moments import period_end
from timeops.writing.formats import LOCAL_TIME_STATUS, InstantFields, instant_fields
from timeops.zones import database
from timeops.zones.database import local_time, next_transition, observes_dst, previous_transition, transitions_after
from timeops.zones.lookup import UTC_ZONE
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.service_error import ServiceError

#: The longest range of ``transitions``.
MAX_YEARS = 200
_SECOND = timedelta(seconds=1)


class ConversionResult(InstantFields):
    operation: Annotated[Literal["convert_timezone"], "Operation performed"]
    original: Annotated[str, "The datetime in the source zone, ISO 8601"]
    from_timezone: Annotated[str, "Source zone"]
    to_timezone: Annotated[str, "Target zone"]
    converted: Annotated[str, "The same instant in the target zone, ISO 8601"]


class ZoneEntry(TypedDict):
    """A zone in a list of zones, as it is at one instant."""

    name: Annotated[str, "Name of the zone"]
    utc_offset: Annotated[str, "Offset in force, ±HH:MM"]
    utc_offset_seconds: Annotated[int, "The same in seconds"]
    abbreviation: Annotated[str, "Abbreviation in force"]
    is_dst: Annotated[bool, "Whether daylight saving is in force"]
    countries: Annotated[list[str], "ISO 3166-1 codes of the countries in the zone"]


class ZonesResult(TypedDict):
    operation: Annotated[Literal["timezones"], "Operation performed"]
    count: Annotated[int, "How many"]
    timezones: Annotated[list[str | ZoneEntry], "The zones, sorted: their names or, with details, an object for each"]


class Transition(TypedDict):
    """A change of the clocks or of their rules, with the offset and abbreviation from then on."""

    timestamp: Annotated[int, "Unix timestamp of the change"]
    iso8601: Annotated[str, "The same in local time, with the new offset"]
    utc_offset: Annotated[str, "Offset from then on, ±HH:MM"]
    abbreviation: Annotated[str, "Abbreviation from then on"]


class ListedTransition(TypedDict):
    """A change of the clocks or of their rules, with the offsets before and after it."""

    timestamp: Annotated[int, "Unix timestamp of the change"]
    iso8601: Annotated[str, "The same in local time, with the new offset"]
    utc_offset_before: Annotated[str, "Offset until then, ±HH:MM"]
    utc_offset: Annotated[str, "Offset from then on, ±HH:MM"]
    abbreviation: Annotated[str, "Abbreviation from then on"]
    is_dst: Annotated[bool, "Whether daylight saving is in force from then on"]


class ZoneInfoResult(TypedDict):
    timezone: Annotated[str, "Canonical spelling of the zone"]
    abbreviation: Annotated[str, "Abbreviation in force"]
    utc_offset: Annotated[str, "Offset in force, ±HH:MM"]
    utc_offset_seconds: Annotated[int, "The same in seconds"]
    is_dst: Annotated[bool, "Whether daylight saving is in force"]
    observes_dst: Annotated[bool, "Whether it is at any time within half a year"]
    dst_offset_seconds: Annotated[int, "How much of the offset is daylight saving, in seconds"]
    countries: Annotated[list[str], "ISO 3166-1 codes of the countries in the zone"]
    canonical: Annotated[str, "The zone that this name is a link to, or itself"]
    previous_transition: NotRequired[Annotated[Transition, "The last change of the clocks"]]
    next_transition: NotRequired[Annotated[Transition, "The next change of the clocks"]]
    current_time: Annotated[str, "The instant described, ISO 8601"]
    posix: NotRequired[Annotated[str, "The rule from now on, as the variable TZ of POSIX has it"]]
    local_time_status: NotRequired[Annotated[str, "ambiguous or nonexistent, if a local time is so"]]
    operation: Annotated[Literal["timezone_info"], "Operation performed"]


class TransitionsResult(TypedDict):
    operation: Annotated[Literal["transitions"], "Operation performed"]
    timezone: Annotated[str, "Canonical spelling of the zone"]
    count: Annotated[int, "How many"]
    transitions: Annotated[list[ListedTransition], "Every change of the clocks or of their rules, in order"]


def country_of_zones(text: str) -> str:
    """Return the ISO 3166-1 code of a country that has zones, or raise ServiceError."""
    return country_code(text, database.zones_of_countries(), "that country has no zone")


def _clocks(local: dt.datetime) -> dict[str, object]:
    """Return what is in force in a zone at an instant: keys of several answers."""
    return {
        "utc_offset": iso8601(local)[19:],
        "utc_offset_seconds": offset_of(local) // _SECOND,
        "abbreviation": local.tzname() or "",
        "is_dst": bool(local.dst()),
    }


def _change(zone: dt.tzinfo, timestamp: int) -> dict[str, object]:
    """Return the change of the clocks at a Unix time: keys of both answers that have some."""
    local = local_time(zone, timestamp)
    return {
        "timestamp": timestamp,
        "iso8601": iso8601(local),
        "utc_offset_before": iso8601(local_time(zone, timestamp - 1))[19:],
        **_clocks(local),
    }


def convert_timezone(
    *,
    timestamp: Timestamp | None = None,
    datetime: DatetimeInput | None = None,
    from_timezone: Zone,
    to_timezone: Zone,
    disambiguation: str = COMPATIBLE,
    clock: Clock = utc_now,
) -> ConversionResult:
    """Show the instant of ``datetime``, a local time of ``from_timezone``, in ``to_timezone``.

    If ``datetime`` has an offset, its instant does not depend on ``from_timezone``. The arguments take the same values
    as those of ``current``. Raises ServiceError as it does, and if neither ``datetime`` nor ``timestamp`` is given.

    >>> convert_timezone(datetime="2026-11-21 12:00", from_timezone="CET", to_timezone="Asia/Tokyo")["converted"]
    '2026-11-21T20:00:00+09:00'
    """
    if datetime is None and timestamp is None:
        raise missing_parameters("convert_timezone", "datetime")
    source, target = zone_given(from_timezone, "from_timezone"), zone_given(to_timezone, "to_timezone")
    now = clock()
    here = located(datetime, timestamp, source, disambiguation, now)
    converted = in_zone(here.instant, target)
    return {
        "operation": "convert_timezone",
        "original": iso8601(here.instant),
        "from_timezone": str(source),
        "to_timezone": str(target),
        "converted": iso8601(converted),
        **instant_fields(converted, now),
        **LOCAL_TIME_STATUS[here.status],
    }


def _entry(name: str, instant: dt.datetime) -> ZoneEntry:
    local = in_zone(instant, database.load(name))
    return cast(ZoneEntry, {"name": name, **_clocks(local), "countries": database.countries(name)})


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
        "timezones": [_entry(name, instant) if details else name for name in names],
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
    zone = zone_given(timezone)
    here = located(datetime, timestamp, zone, disambiguation, clock())
    instant, at, name = here.instant, unix(here.instant), str(zone)
    times = {
        "previous_transition": previous_transition(zone, at + (instant.microsecond > 0)),  # earlier in the same second
        "next_transition": next_transition(zone, at),
    }
    found = {
        **_clocks(instant),
        **{key: answer(Transition, _change(zone, time)) for key, time in times.items() if time is not None},
        "timezone": name,
        "observes_dst": observes_dst(zone, at),
        "dst_offset_seconds": (instant.dst() or timedelta(0)) // _SECOND,
        "countries": database.countries(name),
        "canonical": database.canonical(name),
        "current_time": iso8601(instant),
        "posix": database.schedule(zone).posix or None,
        "local_time_status": here.status,
    }
    return {"operation": "timezone_info", **answer(ZoneInfoResult, found)}


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
    # Begin a microsecond earlier, to include a transition at the start itself.
    before = (first - EPOCH - timedelta(microseconds=1)) // _SECOND
    found = [answer(ListedTransition, _change(zone, at)) for at in transitions_after(zone, before, unix(last))]
    return {"operation": "transitions", "timezone": str(zone), "count": len(found), "transitions": found}
