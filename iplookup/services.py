"""Locate addresses. ``locate`` is the door; addresses.py, databases.py and records.py stand behind it."""

import json
import time
from collections.abc import Callable, Sequence
from typing import Annotated, Any, NotRequired, TypedDict, cast, final

import orjson

from iplookup.addresses import is_ipv4_compatible, network, parse_address
from iplookup.databases import Database, find
from iplookup.folders import DatabaseFolder, NoDatabaseError, database_folder
from iplookup.records import Blocks, blocks
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

__all__ = [
    "API_VERSION",
    "BATCH",
    "INVALID_ADDRESS",
    "INVALID_LIST",
    "LIST_REQUIRED",
    "NOT_FOUND",
    "Batch",
    "ErrorBody",
    "LocationResult",
    "Refused",
    "RoleStatus",
    "error_body",
    "locate",
    "locate_many",
    "plain_list",
    "plain_text",
    "readiness",
    "utc_iso8601",
]

API_VERSION = "1.0"
INVALID_ADDRESS = "Invalid IP address provided"
INVALID_LIST = "Invalid IP address list provided"
NOT_FOUND = "IP address not found in database"
BATCH = Bounds("ips", 1, 100, error=INVALID_LIST, details="Provide {minimum} to {maximum} addresses in ips")
LIST_REQUIRED = (BATCH.error, "Provide the addresses in ips")


@final
class LocationResult(Blocks):
    """What is known of ``ip``, and the block of the location database that it is known of (B7)."""

    ip: Annotated[str, "The address that was looked up"]
    network: NotRequired[Annotated[str, "The widest block around it with the same location (CIDR)"]]
    timestamp: Annotated[str, "Time of the request in UTC, ISO 8601"]
    api_version: Annotated[str, "Current API version"]


@final
class Refused(TypedDict):
    """An entry of a list that has no result: what was asked, and the error and status that it alone would get."""

    input: Annotated[Any, "What was asked"]
    error: Annotated[str, "Why there is no result"]
    status: Annotated[int, "The HTTP status that it alone would get"]


@final
class Batch(TypedDict):
    """One result for each entry of a list, in its order (B6)."""

    results: Annotated[list[LocationResult | Refused], "One for each entry, in its order"]
    count: Annotated[int, "How many"]
    timestamp: Annotated[str, "Time of the request in UTC, ISO 8601"]
    api_version: Annotated[str, "Current API version"]


class ErrorBody(TypedDict):
    error: Annotated[str, "What is wrong"]
    status: Annotated[int, "The HTTP status"]
    timestamp: Annotated[str, "Time of the request in UTC, ISO 8601"]


class RoleStatus(TypedDict, total=False):
    """``ok``, ``missing``, or ``broken`` where none serves and a file cannot be used; the date is a day in UTC."""

    status: Annotated[str, "ok, missing or broken"]
    database_type: Annotated[str, "What the database says it is"]
    build_date: Annotated[str, "Day on which it was built, YYYY-MM-DD"]


def utc_iso8601() -> str:
    """Return the present moment as YYYY-MM-DDTHH:MM:SSZ (G14)."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def locate(*, folder: str, ip: str = "", clock: Callable[[], str] = utc_iso8601) -> LocationResult:
    """Return what the databases in ``folder`` know of an address.

    Raises ServiceError for what is no address (400), for one that is not known (404), and NoDatabaseError where there
    is no database.
    """
    return _located(ip, database_folder(folder), clock())


def locate_many(*, folder: str, ips: Sequence[Any], clock: Callable[[], str] = utc_iso8601) -> Batch:
    """Return what the databases in ``folder`` know of each of several addresses; a bad one does not fail the others.

    Raises ServiceError for too few or too many, and NoDatabaseError where there is no database.
    """
    BATCH.check(len(ips))
    timestamp = clock()
    results = [_entry(entry, database_folder(folder), timestamp) for entry in ips]
    return {"results": results, "count": len(results), "timestamp": timestamp, "api_version": API_VERSION}


def _entry(entry: Any, databases: DatabaseFolder, timestamp: str) -> LocationResult | Refused:
    try:
        return _located(entry if isinstance(entry, str) else "", databases, timestamp)
    except ServiceError as fault:
        return {"input": _echo(entry), "error": fault.error, "status": fault.status}


def _echo(entry: Any) -> Any:
    """The entry itself, or its JSON text where it cannot stand in an answer: beyond 64 bits, or a lone surrogate."""
    try:
        orjson.dumps(entry)
    except TypeError:
        return json.dumps(entry)
    return entry


def _located(text: str, databases: DatabaseFolder, timestamp: str) -> LocationResult:
    address = parse_address(text)
    if address is None:
        raise ServiceError(INVALID_ADDRESS)
    roles = databases.roles()
    if not any(roles):
        raise NoDatabaseError
    ip = str(address)
    location, prefix_length = find(roles.location, ip, address.version)
    known = blocks(
        location=location,
        network=find(roles.network, ip, address.version)[0],
        connection_type=find(roles.connection_type, ip, address.version)[0],
    )
    if not known or is_ipv4_compatible(address):
        raise ServiceError(NOT_FOUND, status=404)
    result: dict[str, Any] = {"ip": ip}
    if location:
        result["network"] = network(address, prefix_length)
    return cast(LocationResult, result | {"timestamp": timestamp, "api_version": API_VERSION} | known)


def plain_text(result: LocationResult) -> str:
    """The address (G6)."""
    return result["ip"]


def plain_list(result: Batch) -> str:
    """Each entry's address on its line, or the error that it got (G6)."""
    return "\n".join(entry["error"] if "error" in entry else entry["ip"] for entry in result["results"])


def error_body(error: str, details: str, status: int) -> ErrorBody:
    """The shape of this service's errors, without the details (G12)."""
    return {"error": error, "status": status, "timestamp": utc_iso8601()}


def readiness(*, folder: str) -> dict[str, RoleStatus]:
    """Return the state of each role: what answers it, or why nothing does (S3). Opens the databases if need be."""
    databases = database_folder(folder)
    roles = databases.roles()._asdict()
    unused: RoleStatus = {"status": "broken" if databases.faults else "missing"}
    return {role: _status(database) if database else unused for role, database in roles.items()}


def _status(database: Database) -> RoleStatus:
    return {"status": "ok", "database_type": database.database_type, "build_date": database.build_date}
