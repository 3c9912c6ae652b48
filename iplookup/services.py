"""Locate addresses, and calculate with networks."""

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, cast

import orjson

from iplookup.addresses import Address, check_leading_zeros, network_of, parse_address
from iplookup.answers import LocatedPart, Locations, NetworksResult, Refused
from iplookup.blocks import make_blocks
from iplookup.databases import look_up
from iplookup.folders import Folder, NoDatabaseError, database_folder
from iplookup.networks import CONTAINED, NETWORKS, contained_in, facts, merged, parse_network, parts
from iplookup.selection import LANGUAGES, selected, selection
from utilitysvc import API_VERSION
from utilitysvc.kit.clock import Clock, utc_now, utc_timestamp
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

__all__ = ["API_VERSION", "NoDatabaseError", "calculate_networks", "locate", "locate_many"]

INVALID_ADDRESS = "Invalid IP address provided"
WRITE_ADDRESS = "Write an IPv4 or IPv6 address alone, as 8.8.8.8 or 2001:db8::1: no name, port, prefix length or zone"
NOT_FOUND = "IP address not found in database"
BATCH = Bounds(
    "ips",
    1,
    100,
    error="Invalid IP address list provided",
    details="Provide {minimum} to {maximum} addresses in ips",
)


def utc_iso8601(moment: datetime) -> str:
    """Return ``moment`` in UTC as YYYY-MM-DDTHH:MM:SSZ."""
    return f"{utc_timestamp(moment).replace(' ', 'T')}Z"


def checked_address(text: str) -> Address:
    """Return the address that ``text`` means, or raise ServiceError if it is not an address."""
    address = parse_address(text)
    if address is None:
        check_leading_zeros(text, INVALID_ADDRESS, checked_address)
        raise ServiceError(INVALID_ADDRESS, WRITE_ADDRESS)
    return address


def locate(
    *,
    folder: Folder,
    ip: str,
    fields: Sequence[str] | None = None,
    lang: str = "",
    clock: Clock = utc_now,
) -> LocatedPart:
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
    return _locator(folder, fields, lang, utc_iso8601(clock()))(address)


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
    timestamp = utc_iso8601(clock())
    located = _locator(folder, fields, lang, timestamp)
    results: list[LocatedPart | Refused] = []
    for entry in ips:
        try:
            results.append(located(checked_address(entry if isinstance(entry, str) else "")))
        except ServiceError as exc:
            refused: Any = {"input": _echo(entry), "error": exc.error, "status": exc.status, **exc.extra}
            refused.pop("ip", None)  # the input tells it
            results.append(refused)
    return {"results": results, "count": len(results), "timestamp": timestamp, "api_version": API_VERSION}


def _locator(
    folder: Folder, fields: Sequence[str] | None, lang: str, timestamp: str
) -> Callable[[Address], LocatedPart]:
    """Return the function that locates an address, with what all entries of a list have in common."""
    roles = database_folder(folder).some_roles()
    wanted = {} if fields is None else selection(tuple(fields))
    language = lang and LANGUAGES.check(lang)

    def located(address: Address) -> LocatedPart:
        records, lengths = look_up(roles, address)
        blocks = make_blocks(records, language, wanted)
        if not (blocks or (wanted and make_blocks(records))):
            extra = {"ip": address.text} | ({"range": reserved} if (reserved := address.range) else {})
            raise ServiceError(NOT_FOUND, status=404, extra=extra)
        answer: dict[str, Any] = {"ip": address.text}
        if (not wanted or "network" in wanted) and records["location"]:
            answer["network"] = network_of(address, lengths["location"])
        answer |= {"timestamp": timestamp, "api_version": API_VERSION, **blocks}
        return cast(LocatedPart, selected(answer, wanted))

    return located


def _echo(entry: Any) -> Any:
    """Return the entry, or its JSON text if orjson cannot write it: an integer beyond 64 bits, or a lone surrogate."""
    try:
        orjson.dumps(entry)
    except TypeError:
        return json.dumps(entry)
    return entry


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
    blocks = [parse_network(text) for text in network]
    result: NetworksResult = {"networks": [facts(block) for block in blocks], "merged": merged(blocks)}  # type: ignore[typeddict-item]  # the other keys are added below, in order
    if contains:
        CONTAINED.check(len(contains))
        result["contains"] = [contained_in(blocks, parse_network(text)) for text in contains]
    if split is not None:
        result["parts"] = parts(blocks, split)
    result["timestamp"] = utc_iso8601(clock())
    result["api_version"] = API_VERSION
    return result
