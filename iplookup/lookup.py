"""Make the answer for an address: look it up in each database, and choose the parts of the records to show."""

from functools import lru_cache
from ipaddress import ip_address
from typing import Any, NamedTuple

from iplookup.addresses import (
    Address,
    check_leading_zeros,
    is_ipv4_compatible,
    network,
    parse_address,
    special_range,
)
from iplookup.blocks import BLOCKS, ROLES_OF_BLOCKS, Record, Records, add_blocks
from iplookup.databases import by_role, find
from iplookup.folders import Roles
from iplookup.selection import EVERYTHING, LANGUAGES, Selection, paths, selection
from utilitysvc import API_VERSION
from utilitysvc.kit.service_error import ServiceError

INVALID_ADDRESS = "Invalid IP address provided"
WRITE_ADDRESS = "Write an IPv4 or IPv6 address alone, as 8.8.8.8 or 2001:db8::1: no name, port, prefix length or zone"
NOT_FOUND = "IP address not found in database"


class Plan(NamedTuple):
    """How to make an answer: its wanted keys, the language of its names, and the roles whose databases have them."""

    wanted: Selection
    language: str
    roles: frozenset[str]


@lru_cache(maxsize=64)  # the fields and the language have at most 33 times 128 characters
def plan_for(fields: tuple[str, ...] | None = None, lang: str = "") -> Plan:
    """Return the plan for an answer of these fields. Raises ServiceError for unknown fields or an unknown language."""
    wanted = EVERYTHING if fields is None else selection(paths(fields))
    keys = (key for key in BLOCKS if not wanted or key in wanted)
    roles = {role for key in keys for role in ROLES_OF_BLOCKS.get(key, ("location",))}
    if "network" in wanted:
        roles.add("location")
    return Plan(wanted, LANGUAGES.canonical(lang) if lang else "", frozenset(roles))


def checked_address(text: str) -> Address:
    """Return the address that ``text`` means, or raise ServiceError if it is not an address."""
    address = parse_address(text)
    if address is None:
        check_leading_zeros(text, INVALID_ADDRESS, lambda meant: parse_address(meant) is not None)
        raise ServiceError(INVALID_ADDRESS, WRITE_ADDRESS)
    return address


def answer_for(address: Address, roles: Roles, plan: Plan, timestamp: str) -> dict[str, Any]:
    records, prefix_length = _look_up(address, roles, plan)
    wanted = plan.wanted
    answer: dict[str, Any] = {"ip": address.text}
    if records["location"]:
        answer["network"] = network(address, prefix_length)
    answer["timestamp"] = timestamp
    answer["api_version"] = API_VERSION
    if wanted:
        answer = {key: value for key, value in answer.items() if key in wanted}
    is_known = add_blocks(answer, records, plan.language, wanted) or (wanted and _is_known(address, roles))
    if not is_known or is_ipv4_compatible(address):
        name = special_range(ip_address(address.packed))
        raise ServiceError(NOT_FOUND, status=404, extra={"ip": address.text} | ({"range": name} if name else {}))
    return answer


def _look_up(address: Address, roles: Roles, plan: Plan) -> tuple[Records, int]:
    """Return the record of each role, and the prefix length of the network in the location database."""
    records: dict[str, Record] = {}
    location_length = 0
    for role, database in roles.items():
        if role in plan.roles:
            records[role], length = find(database, address)
            if role == "location":
                location_length = length
    return by_role(records), location_length


def _is_known(address: Address, roles: Roles) -> bool:
    """Return whether an answer with all fields would have any data for an address."""
    return add_blocks({}, _look_up(address, roles, plan_for())[0])
