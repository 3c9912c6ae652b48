"""Make response bodies in MaxMind's format: the parts of the records that each of its services answers with (I15).

https://dev.maxmind.com/geoip/docs/web-services/responses/#bodies
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from iplookup.addresses import network_of, parse_address
from iplookup.answers import Anonymity
from iplookup.blocks import sound_scalar, traits_of
from iplookup.databases import look_up
from iplookup.folders import database_folder
from utilitysvc.kit.service_error import ServiceError

#: For each service, as MaxMind documents it: the blocks of a location record that it answers with, in their order, the
#: roles whose databases it answers from, and the traits that it answers with; null for all of them. Traits come last.
#: ``without``: keys of the blocks that only the service insights answers with.
SERVICES = json.loads(Path(__file__).with_name("services.json").read_bytes())

# MaxMind's error codes, which its clients turn into exceptions.
KEY_REQUIRED = "LICENSE_KEY_REQUIRED"
#: The codes of errors that do not concern the address, by HTTP status.
CODES = {
    401: "AUTHORIZATION_INVALID",
    403: "PERMISSION_REQUIRED",
    405: "METHOD_NOT_ALLOWED",
    429: "OUT_OF_QUERIES",  # until Retry-After has passed
    500: "SERVER_ERROR",
    503: "SERVER_ERROR",
}


def body(service: str, text: str, folder: str) -> dict[str, Any]:
    """Return the body that one of SERVICES answers with for the address that ``text`` means.

    Raises ServiceError with MaxMind's error code, and NoDatabaseError if ``folder`` has no usable database.
    """
    if not text:
        raise _error("IP_ADDRESS_REQUIRED", "No IP address was supplied, and the caller's own is not known")
    address = parse_address(text)
    if address is None:
        raise _error("IP_ADDRESS_INVALID", "The value supplied is not a valid IPv4 or IPv6 address")
    roles, parts = database_folder(folder).some_roles(), SERVICES[service]
    records, lengths = look_up(roles, address)
    if not any(records.values()):
        if address.range:
            raise _error("IP_ADDRESS_RESERVED", "The address belongs to a reserved or private range")
        raise _error("IP_ADDRESS_NOT_FOUND", "The address is not in the database", 404)
    anonymity = records["anonymity"]
    flags = {flag: anonymity[flag] for flag in Anonymity.__annotations__ if flag in anonymity}
    # A database of anonymizers has the keys of this block, one of them as anonymizer_confidence.
    anonymizer = {key.removeprefix("anonymizer_"): value for key, value in sorted(anonymity.items())}
    location = {**records["location"], "anonymizer": anonymizer}
    answer: dict[str, Any] = {}
    for key in parts["blocks"]:
        block = _plain(location.get(key), parts["without"])
        if isinstance(block, list if key == "subdivisions" else dict):
            answer[key] = block
    # Older clients read the flags of ``anonymizer`` here, so MaxMind keeps them in both places.
    traits = {**traits_of(records), **records["network"], **records["connection_type"], **flags}
    shown = parts["traits"]
    traits = _plain({key: value for key, value in traits.items() if shown is None or key in shown}) or {}
    # Each database has a network around the address. The answer holds for the smallest one of them.
    used_roles = parts["roles"] if records["location"] else roles
    prefix_length = max(length for role, length in lengths.items() if role in used_roles)
    traits |= {"ip_address": address.text, "network": network_of(address, prefix_length)}
    return answer | {"traits": dict(sorted(traits.items()))}


def _plain(value: Any, without: Sequence[str] = ()) -> Any:
    """Return a value of a record without false flags and values that JSON cannot hold, or None if nothing is left."""
    if isinstance(value, dict):
        known = ((key, inner) for key, inner in value.items() if key not in without)
        return {key: part for key, inner in known if (part := _plain(inner, without)) is not None} or None
    if isinstance(value, list):
        return [part for inner in value if (part := _plain(inner, without)) is not None] or None
    return sound_scalar(value)


def _error(code: str, message: str, status: int = 400) -> ServiceError:
    return ServiceError(message, status=status, extra={"code": code})
