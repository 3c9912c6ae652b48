"""The description of a zone at an instant (T12)."""

from datetime import datetime, timedelta
from typing import Annotated, NotRequired, TypedDict, cast
from zoneinfo import ZoneInfo

from timeops.calendar.instants import EPOCH, in_zone, iso8601, name_of, offset_of, offset_text, unix
from timeops.zones import database
from timeops.zones.lookup import UTC_ZONE
from timeops.zones.transitions import next_transition, observes_dst, previous_transition

_SECOND = timedelta(seconds=1)


class Transition(TypedDict):
    """A change of the clocks or of their rules, with the offset and abbreviation from then on."""

    timestamp: Annotated[int, "Unix timestamp of the change"]
    iso8601: Annotated[str, "The same in local time, with the new offset"]
    utc_offset: Annotated[str, "Offset from then on, ±HH:MM"]
    abbreviation: Annotated[str, "Abbreviation from then on"]


class ZoneDescription(TypedDict):
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


class ZoneEntry(TypedDict):
    """A zone in a list of zones, as it is at one instant."""

    name: Annotated[str, "Name of the zone"]
    utc_offset: Annotated[str, "Offset in force, ±HH:MM"]
    utc_offset_seconds: Annotated[int, "The same in seconds"]
    abbreviation: Annotated[str, "Abbreviation in force"]
    is_dst: Annotated[bool, "Whether daylight saving is in force"]
    countries: Annotated[list[str], "ISO 3166-1 codes of the countries in the zone"]


def entry(name: str, instant: datetime) -> ZoneEntry:
    """Describe briefly the zone ``name`` at an instant."""
    local = in_zone(instant, database.load(name))
    offset = offset_of(local)
    return {
        "name": name,
        "utc_offset": offset_text(offset),
        "utc_offset_seconds": offset // _SECOND,
        "abbreviation": local.tzname() or "",
        "is_dst": bool(local.dst()),
        "countries": database.countries(name),
    }


def describe(instant: datetime) -> ZoneDescription:
    """Describe the zone of ``instant`` as it is at that instant.

    ``dst_offset_seconds`` is zoneinfo's value. It is negative during Dublin's winter, because the database treats the
    summer time there as standard time.
    """
    zone, timestamp = instant.tzinfo or UTC_ZONE, unix(instant)
    after = timestamp + (instant.microsecond > 0)  # so that a change earlier in the same second counts as previous
    listed = zone if isinstance(zone, ZoneInfo) else None
    name = name_of(zone)
    offset, saving = offset_of(instant), instant.dst() or timedelta(0)
    description = {
        "timezone": name,
        "abbreviation": instant.tzname() or "",
        "utc_offset": offset_text(offset),
        "utc_offset_seconds": offset // _SECOND,
        "is_dst": bool(saving),
        "observes_dst": listed is not None and observes_dst(listed, timestamp),
        "dst_offset_seconds": saving // _SECOND,
        "countries": database.countries(name),
        "canonical": database.canonical(name),
        "previous_transition": listed and _transition(listed, previous_transition(listed, after)),
        "next_transition": listed and _transition(listed, next_transition(listed, timestamp)),
        "current_time": iso8601(instant),
        "posix": (listed and database.schedule(listed).posix) or None,
    }
    return cast(ZoneDescription, {key: value for key, value in description.items() if value is not None})


def _transition(zone: ZoneInfo, timestamp: int | None) -> Transition | None:
    if timestamp is None:
        return None
    local = (EPOCH + timedelta(seconds=timestamp)).astimezone(zone)
    return {
        "timestamp": timestamp,
        "iso8601": iso8601(local),
        "utc_offset": offset_text(offset_of(local)),
        "abbreviation": local.tzname() or "",
    }
