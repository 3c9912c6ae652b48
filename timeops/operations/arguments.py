"""The datetimes and zones that callers may pass: texts and numbers as in a request, and Python's own objects (F5)."""

from collections import deque
from datetime import UTC, datetime, timezone, tzinfo
from typing import overload
from zoneinfo import ZoneInfo

from timeops.calendar.instants import (
    COMPATIBLE,
    DISAMBIGUATIONS,
    Located,
    in_zone,
    iso8601,
    locate,
    microseconds_between,
    offset_of,
)
from timeops.calendar.steps import NOW, ParsedDatetime
from timeops.errors import AmbiguousDatetimeError
from timeops.reading.datetimes import read
from timeops.zones import database
from timeops.zones.lookup import UTC_ZONE, fixed, zone_of
from timeops.zones.posix import PosixZone
from utilitysvc.kit.service_error import Reading, ServiceError

#: A datetime: a text or a number as in a request, an aware or naive ``datetime``, or the result of ``read``.
DatetimeInput = str | int | float | datetime | ParsedDatetime
#: A zone: a name as in a request, a ``zoneinfo.ZoneInfo``, a ``datetime.timezone``, or a zone of pytz.
Zone = str | tzinfo

#: How many texts are read at most to list the meanings of one. Three zones, two dates and two halves of the day make
#: 21 texts.
MAX_MEANINGS = 64


def parsed(value: DatetimeInput, name: str) -> ParsedDatetime:
    """Parse ``value``, or raise ServiceError. A naive ``datetime`` is a local time of the zone in force (T4)."""
    if isinstance(value, ParsedDatetime):
        return value
    if isinstance(value, str | int | float):
        return read(value, name)
    if value.tzinfo is None:
        return ParsedDatetime((value.replace(fold=0),), None, name, str(value))
    return ParsedDatetime((in_zone(value, UTC),), _own_zone(value), name, str(value))


def located(
    datetime: DatetimeInput | None,
    timestamp: int | ParsedDatetime | None,
    timezone: Zone | None,
    disambiguation: str,
    now: datetime,
    name: str = "datetime",
) -> Located:
    """Find the instant of ``datetime``, or if it is None, of ``timestamp`` (T7), or if both are None, of now."""
    zone, disambiguation = zone_given(timezone), DISAMBIGUATIONS.canonical(disambiguation)
    try:
        if timestamp is not None:
            timestamp = parsed(timestamp, "timestamp")
        stated = parsed(datetime, name) if datetime is not None else timestamp or NOW
        return locate(stated, zone, disambiguation, now)
    except AmbiguousDatetimeError as exc:
        raise with_readings(exc, zone, now) from None


def with_readings(
    error: AmbiguousDatetimeError, zone: tzinfo | None, now: datetime, first: datetime | None = None
) -> AmbiguousDatetimeError:
    """Return the error with the instant of each meaning, shown in ``zone``, the zone in force.

    If several parts of a text are ambiguous, as in ``05/06/2026 12:00 CST``, all combinations of their meanings are
    listed. ``first``: the least instant that is accepted. If only one meaning is not before it, none is listed (G19).
    """
    readings: dict[tuple[str, tzinfo | None], Reading] = {}
    writes = deque(dict.fromkeys(error.suggestions))
    for _ in range(MAX_MEANINGS):
        if not writes:
            break
        write = writes.popleft()
        try:
            stated = read(write)
            instant = locate(stated, zone, COMPATIBLE, now).instant
        except AmbiguousDatetimeError as exc:
            writes.extendleft(reversed(exc.suggestions))
        except ServiceError:
            pass  # another part of the text is wrong too
        else:
            if first is None or microseconds_between(first, instant) >= 0:
                means = iso8601(instant)
                readings.setdefault((means, stated.zone), _reading(write, means, error.parameter))
    return error.with_readings([*readings.values()] if first is None or len(readings) > 1 else [])


def _reading(write: str, means: str, parameter: str) -> Reading:
    if write[0] == "@" and write[1:].isdigit() and parameter == "datetime":
        return {"write": write[1:], "means": means, "parameter": "timestamp"}
    return {"write": write, "means": means}


@overload
def zone_given(value: Zone, name: str = ...) -> tzinfo: ...
@overload
def zone_given(value: Zone | None, name: str = ...) -> tzinfo | None: ...
def zone_given(value: Zone | None, name: str = "timezone") -> tzinfo | None:
    """Return the zone of our database for a name or any usual ``tzinfo`` (T1).

    Raises ServiceError for an unknown name, and ValueError for a ``tzinfo`` that the database does not have.
    """
    if value is None or isinstance(value, str):
        return value if value is None else zone_of(value)
    if value in (UTC, UTC_ZONE):
        return UTC_ZONE
    if isinstance(value, PosixZone):
        return value
    if isinstance(value, timezone):
        return value if value.tzname(None).isalpha() else fixed(value.utcoffset(None))
    key = value.key if isinstance(value, ZoneInfo) else getattr(value, "zone", None)
    if key not in database.NAMES:
        raise ValueError(f"{name} must be a zone of the database or a datetime.timezone, not {value!r}")
    return database.load(key)


def _own_zone(value: datetime) -> tzinfo:
    try:
        return zone_given(value.tzinfo or UTC)
    except ValueError:
        return fixed(offset_of(value))


def missing_parameters(operation: str, *missing: str) -> ServiceError:
    """Return the error of a request that lacks required parameters of its operation."""
    return ServiceError("Missing required parameters", f"{', '.join(missing)} required for operation {operation}")
