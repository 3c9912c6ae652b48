"""Make the answer for an address: look it up in each database, and choose the parts of the records to show."""

from collections.abc import Iterator, Mapping, Sequence
from ipaddress import ip_address
from typing import Any, NamedTuple

from iplookup.addresses import Address, is_ipv4_compatible, network, parse_address
from iplookup.databases import ROLES, Database, find
from iplookup.folders import Folder, NoDatabaseError, Roles, database_folder
from iplookup.leading_zeros import check_leading_zeros
from iplookup.network_blocks import Record
from iplookup.ranges import special_range
from iplookup.records import Plan, add_blocks, make_plan
from iplookup.selection import LANGUAGES, paths, selection
from utilitysvc import API_VERSION
from utilitysvc.kit.service_error import ServiceError

INVALID_ADDRESS = "Invalid IP address provided"
WRITE_ADDRESS = "Write an IPv4 or IPv6 address alone, as 8.8.8.8 or 2001:db8::1: no name, port, prefix length or zone"
NOT_FOUND = "IP address not found in database"

#: The keys of an answer that come before the data of the databases.
_HEAD = ("ip", "network", "timestamp", "api_version")

_NO_RECORDS: dict[str, Record] = {role: {} for role in ROLES}
#: Look up at most so many parts of a location record one by one. For more parts, reading the whole record is faster.
MOST_PARTS = 3


class AnswerPlan(NamedTuple):
    """How to make an answer: the keys before the blocks, the blocks, and the databases to look the address up in.

    ``databases``: role, database, and the keys of its record to read; no keys mean the whole record.
    """

    head: frozenset[str]
    blocks: Plan
    databases: tuple[tuple[str, Database, Sequence[str]], ...]


#: At most so many plans are kept for the databases of a folder. Clients choose their keys: up to 32 fields and a
#: language, of at most 128 characters each. All keys together therefore take at most about a megabyte.
MOST_PLANS = 64


def plan_for(roles: Roles, fields: Sequence[str] | None = None, lang: str = "") -> AnswerPlan:
    """Return the plan for an answer of these fields. Raises ServiceError for unknown fields or an unknown language."""
    plan_key = None if fields is None else tuple(fields), lang
    plan: AnswerPlan | None = roles.plans.get(plan_key)
    return plan or _remember_plan(roles, plan_key)


def _remember_plan(roles: Roles, plan_key: tuple[tuple[str, ...] | None, str]) -> AnswerPlan:
    fields, lang = plan_key
    wanted = () if fields is None else paths(fields)
    language = LANGUAGES.canonical(lang) if lang else ""
    has_eu_flag = roles.location is not None and roles.location.has_eu_flag
    head = frozenset(key for key in _HEAD if not wanted or (key,) in wanted)
    blocks = make_plan(selection(wanted), language, has_eu_flag=has_eu_flag)
    plan = AnswerPlan(head, blocks, tuple(_databases(roles, head, blocks.reads)))
    if len(roles.plans) >= MOST_PLANS:
        roles.plans.clear()
    roles.plans[plan_key] = plan
    return plan


def _databases(
    roles: Roles, head: frozenset[str], reads: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, Database, Sequence[str]]]:
    """Yield the databases that are needed for the keys ``head`` of the answer and the keys ``reads`` of the records."""
    for role, database in zip(ROLES, roles, strict=True):
        keys = reads.get(role, ())
        needs_network = role == "location" and "network" in head
        if database and (keys or needs_network):
            in_parts = role == "location" and not needs_network and len(keys) <= MOST_PARTS
            yield role, database, keys if in_parts and hasattr(database.reader, "get_path") else ()


def roles_in(folder: Folder) -> Roles:
    databases = database_folder(folder)
    roles = databases.roles()
    if roles.location is None and not any(roles):
        raise NoDatabaseError(databases.path)
    return roles


def checked_address(text: str) -> Address:
    """Return the address that ``text`` means, or raise ServiceError if it is not an address."""
    address = parse_address(text)
    if address is None:
        check_leading_zeros(text, INVALID_ADDRESS, lambda meant: parse_address(meant) is not None)
        raise ServiceError(INVALID_ADDRESS, WRITE_ADDRESS)
    return address


def answer_for(address: Address, roles: Roles, plan: AnswerPlan, timestamp: str) -> dict[str, Any]:
    records = _NO_RECORDS.copy()
    prefix_length = 0
    for role, database, parts in plan.databases:
        records[role], length = find(database, address, parts)
        if role == "location":
            prefix_length = length
    head = plan.head
    answer: dict[str, Any] = {}
    if "ip" in head:
        answer["ip"] = address.text
    if "network" in head and records["location"]:
        answer["network"] = network(address, prefix_length)
    if "timestamp" in head:
        answer["timestamp"] = timestamp
    if "api_version" in head:
        answer["api_version"] = API_VERSION
    if is_ipv4_compatible(address) or not (add_blocks(answer, records, plan.blocks) or _is_known(address, roles)):
        raise ServiceError(NOT_FOUND, status=404, extra={"ip": address.text} | _range(address))
    return answer


def _is_known(address: Address, roles: Roles) -> bool:
    """Return whether an answer with all fields would have any data for an address."""
    plan = plan_for(roles)
    records = _NO_RECORDS | {role: find(database, address)[0] for role, database, _ in plan.databases}
    return add_blocks({}, records, plan.blocks)


def _range(address: Address) -> dict[str, str]:
    name = special_range(ip_address(address.packed))
    return {"range": name} if name else {}
