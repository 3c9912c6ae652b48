"""Locate addresses: ``locate`` one, ``locate_many`` several."""

import json
import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from ipaddress import ip_address
from typing import Annotated, Any, NamedTuple, TypedDict, cast, overload

import orjson

from iplookup.addresses import Address, is_ipv4_compatible, network, parse_address
from iplookup.answers import ErrorBody, LocatedPart, LocationResult, Locations, Refused
from iplookup.databases import ROLES, Database, find
from iplookup.folders import NoDatabaseError, Roles, database_folder
from iplookup.ranges import special_range
from iplookup.records import Plan, Record, add_blocks, make_plan
from iplookup.selection import FIELDS, LANGUAGES, MAX_FIELD_CHARACTERS, paths, selection
from utilitysvc import API_VERSION
from utilitysvc.kit.arguments import checked
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

__all__ = [
    "API_VERSION",
    "BATCH",
    "FIELDS",
    "INVALID_ADDRESS",
    "INVALID_LIST",
    "LANGUAGES",
    "LIST_REQUIRED",
    "NOT_FOUND",
    "ErrorBody",
    "LocatedPart",
    "LocationResult",
    "Locations",
    "NoDatabaseError",
    "Refused",
    "RoleStatus",
    "UnusableFile",
    "checked_address",
    "error_body",
    "locate",
    "locate_many",
    "readiness",
    "unusable",
    "utc_iso8601",
]

INVALID_ADDRESS = "Invalid IP address provided"
INVALID_LIST = "Invalid IP address list provided"
NOT_FOUND = "IP address not found in database"
#: The keys of an answer that stand before what the databases know.
_HEAD = ("ip", "network", "timestamp", "api_version")
_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001  # in UTC, which the text says by its Z
BATCH = Bounds("ips", 1, 100, error=INVALID_LIST, details="Provide {minimum} to {maximum} addresses in ips")
LIST_REQUIRED = (BATCH.error, "Provide the addresses in ips")


class RoleStatus(TypedDict, total=False):
    """``ok``, ``missing``, or ``broken`` where none serves and a file cannot be used; the date is a day in UTC."""

    status: Annotated[str, "ok, missing or broken"]
    database_type: Annotated[str, "What the database says it is"]
    build_date: Annotated[str, "Day on which it was built, YYYY-MM-DD"]


class UnusableFile(TypedDict):
    file: Annotated[str, "Its name"]
    database_type: Annotated[str, "What it says it is; empty where that cannot be read"]
    reason: Annotated[str, "Why it fills no role"]


def utc_iso8601(moment: datetime) -> str:
    """Return ``moment`` in UTC as YYYY-MM-DDTHH:MM:SSZ."""
    return _iso8601(math.floor(moment.timestamp()))


@lru_cache(maxsize=1)  # the present second is written for every answer
def _iso8601(second: int) -> str:
    return f"{(_EPOCH + timedelta(seconds=second)).isoformat()}Z"


@overload
def locate(*, folder: str, ip: str, fields: None = None, lang: str = "", clock: Clock = ...) -> LocationResult: ...
@overload
def locate(*, folder: str, ip: str, fields: Sequence[str], lang: str = "", clock: Clock = ...) -> LocatedPart: ...
@checked
def locate(
    *,
    folder: str,
    ip: str,
    fields: Sequence[str] | None = None,
    lang: str = "",
    clock: Clock = utc_now,
) -> LocationResult | LocatedPart:
    """Return what the databases in ``folder`` know of an IPv4 or IPv6 address.

    ``fields``: 1 to 32 names of the result that are wanted, dotted for a part of one; ``lang``: the language of names,
    one of ``LANGUAGES``; ``clock``: what says the time. Degrees are WGS 84, ``accuracy_radius`` is in metres.
    Raises ServiceError for a text that is not an address, for unknown fields or languages (status 400), and for an
    address of which nothing is known (404, with ``ip`` and perhaps ``range`` in ``extra``); NoDatabaseError, which is a
    ValueError, where the folder has no usable database.

    >>> locate(folder="geodata", ip="2a02:8108::1", fields=["country.name", "city.name"], lang="fr")
    {'country': {'name': 'Allemagne'}, 'city': {'name': 'Berlin'}}
    """
    address = checked_address(ip)
    roles = _roles(folder)
    plan = _plan(roles, fields, lang)
    timestamp = utc_iso8601(clock()) if "timestamp" in plan.head else ""
    return cast(LocationResult, _located(address, roles, plan, timestamp))


@checked
def locate_many(
    *,
    folder: str,
    ips: Sequence[str],
    fields: Sequence[str] | None = None,
    lang: str = "",
    clock: Clock = utc_now,
) -> Locations:
    """Return what ``locate`` has for each of 1 to 100 addresses, or in its place the error that it has.

    Raises ServiceError for another number of entries and for unknown fields or languages, NoDatabaseError where the
    folder has no usable database.

    >>> answer = locate_many(folder="geodata", ips=["1.1.1.1", "localhost"], fields=["country.iso_code"])
    >>> answer["results"]  # doctest: +NORMALIZE_WHITESPACE
    [{'country': {'iso_code': 'AU'}},
     {'input': 'localhost', 'error': 'Invalid IP address provided', 'status': 400}]
    """
    BATCH.check(len(ips))
    roles = _roles(folder)
    plan = _plan(roles, fields, lang)
    timestamp = utc_iso8601(clock())
    results = [_entry(entry, roles, plan, timestamp) for entry in ips]
    return {"results": results, "count": len(results), "timestamp": timestamp, "api_version": API_VERSION}


class _Plan(NamedTuple):
    """How to make an answer: which keys stand before the blocks, and the blocks."""

    head: frozenset[str]
    blocks: Plan


#: How many plans are kept for the databases of a folder. Their keys are at most 32 fields of 128 characters each, so
#: that clients can make them hold no more than a megabyte.
MOST_PLANS = 64


def _plan(roles: Roles, fields: Sequence[str] | None = None, lang: str = "") -> _Plan:
    """Return how to make an answer of these fields. Raises ServiceError for unknown fields or an unknown language."""
    asked = None if fields is None else tuple(fields), lang
    plan: _Plan | None = roles.plans.get(asked)
    return plan or _remember_plan(roles, asked)


def _remember_plan(roles: Roles, asked: tuple[tuple[str, ...] | None, str]) -> _Plan:
    fields, lang = asked
    wanted = () if fields is None else paths(fields)
    language = LANGUAGES.canonical(lang) if lang else ""
    has_eu_flag = roles.location is not None and roles.location.has_eu_flag
    head = frozenset(key for key in _HEAD if not wanted or (key,) in wanted)
    plan = _Plan(head, make_plan(selection(wanted), language, has_eu_flag=has_eu_flag))
    if len(lang) <= MAX_FIELD_CHARACTERS:
        if len(roles.plans) >= MOST_PLANS:
            roles.plans.clear()
        roles.plans[asked] = plan
    return plan


def _roles(folder: str) -> Roles:
    databases = database_folder(folder)
    roles = databases.roles()
    if roles.location is None and not any(roles):
        raise NoDatabaseError(databases.path)
    return roles


class _Found(dict[str, Record]):
    """The records of an address by role, each looked up when it is first read; B7's prefix comes with the location."""

    __slots__ = ("address", "prefix_length", "roles")

    def __init__(self, roles: Roles, address: Address) -> None:
        super().__init__(roles.absent)
        self.roles = roles
        self.address = address

    def __missing__(self, role: str) -> Record:
        record, prefix_length = find(getattr(self.roles, role), self.address)
        self[role] = record
        if role == "location":
            self.prefix_length = prefix_length
        return record


def checked_address(text: str) -> Address:
    """Return the address that ``text`` means, or raise ServiceError where it is not an address."""
    address = parse_address(text)
    if address is None:
        raise ServiceError(INVALID_ADDRESS)
    return address


def _located(address: Address, roles: Roles, plan: _Plan, timestamp: str) -> dict[str, Any]:
    found = _Found(roles, address)
    head = plan.head
    answer: dict[str, Any] = {}
    if "ip" in head:
        answer["ip"] = address.text
    if "network" in head and found["location"]:
        answer["network"] = network(address, found.prefix_length)
    if "timestamp" in head:
        answer["timestamp"] = timestamp
    if "api_version" in head:
        answer["api_version"] = API_VERSION
    known = add_blocks(answer, found, plan.blocks) or add_blocks({}, found, _plan(roles).blocks)
    if not known or is_ipv4_compatible(address):
        raise ServiceError(NOT_FOUND, status=404, extra={"ip": address.text} | _purpose(address))
    return answer


def _purpose(address: Address) -> dict[str, str]:
    name = special_range(ip_address(address.packed))
    return {"range": name} if name else {}


def _entry(entry: Any, roles: Roles, plan: _Plan, timestamp: str) -> LocatedPart | Refused:
    try:
        address = checked_address(entry if isinstance(entry, str) else "")
        return cast(LocatedPart, _located(address, roles, plan, timestamp))
    except ServiceError as exc:
        refused = {"input": _echo(entry), "error": exc.error, "status": exc.status}
        return cast(Refused, refused | {key: value for key, value in exc.extra.items() if key == "range"})


def _echo(entry: Any) -> Any:
    """The entry itself, or its JSON text where it cannot stand in an answer: beyond 64 bits, or a lone surrogate."""
    try:
        orjson.dumps(entry)
    except TypeError:
        return json.dumps(entry)
    return entry


def error_body(error: str, details: str, status: int) -> ErrorBody:
    """The shape of this service's errors, without the details."""
    return {"error": error, "status": status, "timestamp": utc_iso8601(utc_now())}


def readiness(*, folder: str) -> dict[str, RoleStatus]:
    """Return the state of each role: what answers it, or why nothing does. Opens the databases if need be."""
    databases = database_folder(folder)
    return {
        role: _status(database)
        if database
        else {"status": "broken" if any(file.concerns(role) for file in databases.unusable) else "missing"}
        for role, database in zip(ROLES, databases.roles(), strict=True)
    }


def _status(database: Database) -> RoleStatus:
    return {"status": "ok", "database_type": database.database_type, "build_date": database.build_date}


def unusable(*, folder: str) -> list[UnusableFile]:
    """Return the files that fill no role, and why."""
    databases = database_folder(folder)
    databases.roles()
    return [cast(UnusableFile, file._asdict()) for file in databases.unusable]
