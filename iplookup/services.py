"""Locate addresses, and calculate with networks."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, cast, overload

import orjson

from iplookup.answers import ErrorBody, LocatedPart, LocationResult, Locations, NetworksResult, Refused
from iplookup.folders import (
    Folder,
    NoDatabaseError,
    Roles,
    RoleStatus,
    UnusableFile,
    database_folder,
    readiness,
    unusable,
)
from iplookup.lookup import (
    INVALID_ADDRESS,
    NOT_FOUND,
    Plan,
    answer_for,
    checked_address,
    plan_for,
)
from iplookup.networks import (
    CONTAINED,
    NETWORKS,
    SPLIT,
    contained_in,
    facts,
    merged,
    parse_network,
    parts,
)
from iplookup.selection import FIELDS, LANGUAGES
from utilitysvc import API_VERSION
from utilitysvc.kit.clock import Clock, utc_now
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

__all__ = [
    "API_VERSION",
    "BATCH",
    "CONTAINED",
    "FIELDS",
    "INVALID_ADDRESS",
    "INVALID_LIST",
    "LANGUAGES",
    "LIST_REQUIRED",
    "NETWORKS",
    "NETWORK_REQUIRED",
    "NOT_FOUND",
    "SPLIT",
    "ErrorBody",
    "LocatedPart",
    "LocationResult",
    "Locations",
    "NetworksResult",
    "NoDatabaseError",
    "Refused",
    "RoleStatus",
    "UnusableFile",
    "calculate_networks",
    "checked_address",
    "error_body",
    "locate",
    "locate_many",
    "parse_network",
    "readiness",
    "unusable",
    "utc_iso8601",
]

INVALID_LIST = "Invalid IP address list provided"
BATCH = Bounds("ips", 1, 100, error=INVALID_LIST, details="Provide {minimum} to {maximum} addresses in ips")
LIST_REQUIRED = (BATCH.error, "Provide the addresses in ips")
NETWORK_REQUIRED = (NETWORKS.error, "Provide the networks in network")


def utc_iso8601(moment: datetime) -> str:
    """Return ``moment`` in UTC as YYYY-MM-DDTHH:MM:SSZ."""
    return _iso8601(moment.replace(microsecond=0))


@lru_cache(maxsize=1)  # all answers of one second have the same text
def _iso8601(second: datetime) -> str:
    return f"{second.astimezone(UTC).isoformat()[:-6]}Z"  # without +00:00


@overload
def locate(*, folder: Folder, ip: str, fields: None = None, lang: str = "", clock: Clock = ...) -> LocationResult: ...
@overload
def locate(*, folder: Folder, ip: str, fields: Sequence[str], lang: str = "", clock: Clock = ...) -> LocatedPart: ...
def locate(
    *,
    folder: Folder,
    ip: str,
    fields: Sequence[str] | None = None,
    lang: str = "",
    clock: Clock = utc_now,
) -> LocationResult | LocatedPart:
    """Return what the databases in ``folder`` know about an IPv4 or IPv6 address.

    ``fields``: keep only these 1 to 32 keys of the result, with dots for nested keys. ``lang``: the language of names,
    one of ``LANGUAGES``. ``clock``: returns the current time. Degrees are WGS 84, ``accuracy_radius`` is in metres.
    Raises ServiceError for a text that is not an address and for unknown fields or languages (status 400), and for an
    address without data (404, with ``ip`` and perhaps ``range`` in ``extra``). Raises NoDatabaseError, which is a
    ValueError, if the folder has no usable database.

    >>> locate(folder="geodata", ip="2a02:8108::1", fields=["country.name", "city.name"], lang="fr")
    {'country': {'name': 'Allemagne'}, 'city': {'name': 'Berlin'}}
    """
    address = checked_address(ip)
    roles = database_folder(folder).some_roles()
    plan = plan_for(None if fields is None else tuple(fields), lang)
    return cast(LocationResult, answer_for(address, roles, plan, utc_iso8601(clock())))


def locate_many(
    *,
    folder: Folder,
    ips: Sequence[str],
    fields: Sequence[str] | None = None,
    lang: str = "",
    clock: Clock = utc_now,
) -> Locations:
    """Return for each of 1 to 100 addresses the result of ``locate``, or the error that it would raise.

    Raises ServiceError for another number of entries and for unknown fields or languages, and NoDatabaseError if the
    folder has no usable database.

    >>> answer = locate_many(folder="geodata", ips=["1.1.1.1", "localhost"], fields=["country.iso_code"])
    >>> answer["results"]  # doctest: +NORMALIZE_WHITESPACE
    [{'country': {'iso_code': 'AU'}},
     {'input': 'localhost', 'error': 'Invalid IP address provided', 'status': 400}]
    """
    BATCH.check(len(ips))
    roles = database_folder(folder).some_roles()
    plan = plan_for(None if fields is None else tuple(fields), lang)
    timestamp = utc_iso8601(clock())
    results = [_entry(entry, roles, plan, timestamp) for entry in ips]
    return {"results": results, "count": len(results), "timestamp": timestamp, "api_version": API_VERSION}


def calculate_networks(
    *, network: Sequence[str], contains: Sequence[str] = (), split: int | None = None, clock: Clock = utc_now
) -> NetworksResult:
    """Return the bounds and sizes of 1 to 100 networks, and the fewest networks that have the same addresses.

    Each network is written in CIDR notation (bits after the prefix may be set), as an address, or as a range from one
    address to another. ``contains``: up to 100 addresses or networks; the result says for each whether the networks
    contain it. ``split``: split the only network into at most 4,096 networks of this prefix length. No database is
    read. Raises ServiceError for a text that is not a network, for another number of networks, and for a prefix length
    that does not fit.

    >>> result = calculate_networks(network=["10.0.0.0/25", "10.0.0.128-10.0.0.255"], contains=["10.0.0.7"])
    >>> result["networks"][0]["last"], result["merged"], result["contains"][0]["network"]
    ('10.0.0.127', ['10.0.0.0/24'], '10.0.0.0/25')
    """
    NETWORKS.check(len(network))
    if contains:
        CONTAINED.check(len(contains))
    blocks = [parse_network(text) for text in network]
    requested = [parse_network(text) for text in contains]
    result: NetworksResult = {"networks": [facts(block) for block in blocks], "merged": merged(blocks)}  # type: ignore[typeddict-item]  # the other keys are added below, in order
    if requested:
        result["contains"] = [contained_in(blocks, block) for block in requested]
    if split is not None:
        result["parts"] = parts(blocks, split)
    result["timestamp"] = utc_iso8601(clock())
    result["api_version"] = API_VERSION
    return result


def _entry(entry: Any, roles: Roles, plan: Plan, timestamp: str) -> LocatedPart | Refused:
    try:
        address = checked_address(entry if isinstance(entry, str) else "")
        return cast(LocatedPart, answer_for(address, roles, plan, timestamp))
    except ServiceError as exc:
        refused = {"input": _echo(entry), "error": exc.error, "status": exc.status}
        return cast(Refused, refused | {key: value for key, value in exc.extra.items() if key != "ip"})


def _echo(entry: Any) -> Any:
    """Return the entry, or its JSON text if orjson cannot write it: an integer beyond 64 bits, or a lone surrogate."""
    try:
        orjson.dumps(entry)
    except TypeError:
        return json.dumps(entry)
    return entry


def error_body(error: str, details: str, status: int) -> ErrorBody:
    """Return the body of an error of the IP endpoints, which has no details."""
    return {"error": error, "status": status, "timestamp": utc_iso8601(utc_now())}
