"""Locate addresses: ``locate`` one, ``locate_many`` several."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, TypedDict, cast, overload

import orjson

from iplookup.addresses import Address, is_ipv4_compatible, network, parse_address
from iplookup.answers import ErrorBody, LocatedPart, LocationResult, Locations, Refused
from iplookup.databases import Database, find
from iplookup.folders import DatabaseFolder, NoDatabaseError, Roles, database_folder
from iplookup.ranges import special_range
from iplookup.records import Plan, Record, blocks, make_plan
from iplookup.selection import FIELDS, LANGUAGES, Path, paths, selection
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
    return f"{moment.astimezone(UTC).isoformat('T', 'seconds')[:-6]}Z"  # without +00:00


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
    address of which nothing is known (404, with ``ip`` and perhaps ``range`` in ``extra``); NoDatabaseError where the
    folder has no usable database.

    >>> locate(folder="geodata", ip="2a02:8108::1", fields=["country.name", "city.name"], lang="fr")
    {'country': {'name': 'Allemagne'}, 'city': {'name': 'Berlin'}}
    """
    address = checked_address(ip)
    question = _question(fields, lang)
    timestamp = utc_iso8601(clock()) if _asks(question, "timestamp") else ""
    return cast(LocationResult, _located(address, database_folder(folder), question, timestamp))


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
    question = _question(fields, lang)
    BATCH.check(len(ips))
    timestamp = utc_iso8601(clock())
    results = [_entry(entry, database_folder(folder), question, timestamp) for entry in ips]
    return {"results": results, "count": len(results), "timestamp": timestamp, "api_version": API_VERSION}


class _Question(NamedTuple):
    """What is asked of an address: the wanted keys of the answer (empty: all of them), and the language of names."""

    wanted: tuple[Path, ...]
    language: str


def _question(fields: Sequence[str] | None, lang: str) -> _Question:
    return _Question(paths(fields) if fields is not None else (), LANGUAGES.canonical(lang) if lang else "")


@lru_cache(maxsize=256)
def _plan(question: _Question, *, flagged: bool) -> Plan:
    return make_plan(selection(question.wanted), question.language, flagged=flagged)


def _asks(question: _Question, key: str) -> bool:
    return not question.wanted or (key,) in question.wanted


class _Found(dict[str, Record]):
    """The records of an address by role, each looked up when it is first read; B7's prefix comes with the location."""

    def __init__(self, roles: Roles, ip: str, version: int) -> None:
        self.roles = roles
        self.address = ip, version
        self.prefix_length = 0

    def __missing__(self, role: str) -> Record:
        record, prefix_length = find(getattr(self.roles, role), *self.address)
        if role == "location":
            self.prefix_length = prefix_length
        self[role] = record
        return record


def checked_address(text: str) -> Address:
    """Return the address that ``text`` means, or raise ServiceError where it is not an address."""
    address = parse_address(text)
    if address is None:
        raise ServiceError(INVALID_ADDRESS)
    return address


def _located(address: Address, databases: DatabaseFolder, question: _Question, timestamp: str) -> dict[str, Any]:
    roles = databases.roles()
    if not any(roles):
        raise NoDatabaseError(databases.path)
    ip = str(address)
    found = _Found(roles, ip, address.version)
    flagged = roles.location is not None and roles.location.flags_union
    known = blocks(found, _plan(question, flagged=flagged))
    if is_ipv4_compatible(address) or not (known or blocks(found)):
        raise ServiceError(NOT_FOUND, status=404, extra={"ip": ip} | _purpose(address))
    head = {"ip": ip}
    if _asks(question, "network") and found["location"]:
        head["network"] = network(address, found.prefix_length)
    head |= {"timestamp": timestamp, "api_version": API_VERSION}
    return {key: value for key, value in head.items() if _asks(question, key)} | known


def _purpose(address: Address) -> dict[str, str]:
    name = special_range(address)
    return {"range": name} if name else {}


def _entry(entry: Any, databases: DatabaseFolder, question: _Question, timestamp: str) -> LocatedPart | Refused:
    try:
        address = checked_address(entry if isinstance(entry, str) else "")
        return cast(LocatedPart, _located(address, databases, question, timestamp))
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
    roles = databases.roles()._asdict()
    return {
        role: _status(database)
        if database
        else {"status": "broken" if any(file.concerns(role) for file in databases.unusable) else "missing"}
        for role, database in roles.items()
    }


def _status(database: Database) -> RoleStatus:
    return {"status": "ok", "database_type": database.database_type, "build_date": database.build_date}


def unusable(*, folder: str) -> list[UnusableFile]:
    """Return the files that fill no role, and why."""
    databases = database_folder(folder)
    databases.roles()
    return [cast(UnusableFile, file._asdict()) for file in databases.unusable]
