"""The datetimes, zones and countries that callers may pass, as in a request or as Python's own objects; and answers.

Rules F5, G19, T1, T4 and T7: docs/rules.md.
"""

import inspect
from collections.abc import Callable, Container, Mapping
from datetime import UTC, datetime, timezone, tzinfo
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

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
from timeops.errors import ACCEPTED, NotADatetimeError, refusal
from timeops.reading.datetimes import read
from timeops.zones import database
from timeops.zones.lookup import UTC_ZONE, fixed, zone_of
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import Reading, ServiceError

#: A datetime: a text or a number as in a request, an aware or naive ``datetime``, or the result of ``read``.
DatetimeInput = str | int | float | datetime | ParsedDatetime
Timestamp = int | ParsedDatetime
#: A zone: a name as in a request, a ``zoneinfo.ZoneInfo``, a ``datetime.timezone``, or a zone of pytz.
Zone = str | tzinfo

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

#: How many texts are read at most to list the meanings of one. Three zones, two dates and two halves of the day make
#: 21 texts.
MAX_MEANINGS = 64


def _parsed(value: str | float | datetime) -> ParsedDatetime:
    """Parse ``value``, or raise NotADatetimeError. A naive ``datetime`` is a local time of the zone in force."""
    if not isinstance(value, datetime):
        return read(value)
    if value.tzinfo is None:
        return ParsedDatetime((value,))
    try:
        zone = zone_given(value.tzinfo)
    except ValueError:
        zone = fixed(offset_of(value))
    return ParsedDatetime((in_zone(value, UTC),), zone)


def located(
    datetime: DatetimeInput | None,
    timestamp: Timestamp | None,
    timezone: Zone | None,
    disambiguation: str,
    now: datetime,
    name: str = "datetime",
    first: datetime | None = None,
) -> Located:
    """Find the instant of ``datetime``, or if it is None, of ``timestamp``, or if both are None, of now.

    ``first``: see ``refused``.
    """
    zone = None if timezone is None else zone_given(timezone)
    disambiguation = DISAMBIGUATIONS.check(disambiguation)
    if datetime is None:
        datetime, name = NOW if timestamp is None else timestamp, "timestamp"
    try:
        parsed = datetime if isinstance(datetime, ParsedDatetime) else _parsed(datetime)
        return locate(parsed, zone, disambiguation, now)
    except NotADatetimeError as exc:
        raise refused(exc, name, zone, now, first) from None


def refused(
    error: NotADatetimeError, parameter: str, zone: tzinfo | None, now: datetime, first: datetime | None = None
) -> ServiceError:
    """Return the error of a request: with its parameter, and the instant of each meaning in ``zone``, that in force.

    If several parts of a text are ambiguous, as in ``05/06/2026 12:00 CST``, all combinations of their meanings are
    listed. ``first``: the least instant that is accepted. If only one meaning is not before it, none is listed.
    """
    readings: dict[tuple[str, tzinfo | None], Reading] = {}
    writes = [*dict.fromkeys(error.suggestions)]
    for _ in range(MAX_MEANINGS):
        if not writes:
            break
        write, *writes = writes
        try:
            stated = read(write)
            instant = locate(stated, zone, COMPATIBLE, now).instant
        except NotADatetimeError as exc:
            writes = [*exc.suggestions, *writes]
            continue
        except ServiceError:
            continue  # another part of the text is wrong too
        if first is None or microseconds_between(first, instant) >= 0:
            reading = Reading(write=write, means=iso8601(instant))
            if write[0] == "@" and write[1:].isdigit() and parameter == "datetime":
                reading |= {"write": write[1:], "parameter": "timestamp"}
            readings.setdefault((reading["means"], stated.zone), reading)
    several = [*readings.values()] if first is None or len(readings) > 1 else []
    stop = "" if error.details.endswith("?") else "."
    details = f'{parameter} "{error.text[:MAX_QUOTED]}" {error.details}{stop} {ACCEPTED}'
    return ServiceError(error.error, details, readings=several, parameter=parameter)


def zone_given(value: Zone, name: str = "timezone") -> tzinfo:
    """Return the zone of our database for a name or any usual ``tzinfo``.

    Raises ServiceError for an unknown name, and ValueError for a ``tzinfo`` that the database does not have.
    """
    if isinstance(value, str):
        return zone_of(value)
    if value == UTC:
        return UTC_ZONE
    if isinstance(value, database.PosixZone):
        return value
    if isinstance(value, timezone):
        return value if value.tzname(None).isalpha() else fixed(value.utcoffset(None))
    key = getattr(value, "key", getattr(value, "zone", None))  # of zoneinfo, or of pytz
    if key not in database.NAMES:
        raise ValueError(f"{name} must be a zone of the database or a datetime.timezone, not {value!r}")
    return database.load(key)


def country_code(text: str, known: Container[str], otherwise: str) -> str:
    """Return the ISO 3166-1 code of a country that is ``known``, or raise ServiceError."""
    code = text.strip().upper()
    code = "GB" if code == "UK" else code  # ISO 3166-1 reserves UK for the same country
    if code in known:
        return code
    details = '"{}" is not a two-letter ISO 3166-1 code like DE, or {}'
    raise refusal("Invalid country specified", details, text, otherwise)


def answer(kind: type[Result], found: Mapping[str, object]) -> Result:
    """Return the answer with those keys of its ``kind`` that have a value, in their order."""
    return cast(Result, {key: found[key] for key in kind.__annotations__ if found.get(key) is not None})


def parameters_from(
    function: Callable[Concatenate[Any, Parameters], Result],
) -> Callable[[Callable[..., Result]], Callable[Parameters, Result]]:
    """Return a decorator for functions that take the parameters of ``function`` but the first, which they give it."""

    def with_parameters(operation: Callable[..., Result]) -> Callable[Parameters, Result]:
        vars(operation)["__signature__"] = inspect.signature(partial(function, None))
        operation.__annotations__ = function.__annotations__
        return operation

    return with_parameters


def missing_parameters(operation: str, *missing: str) -> ServiceError:
    """Return the error of a request that lacks required parameters of its operation."""
    return ServiceError("Missing required parameters", f"{', '.join(missing)} required for operation {operation}")
