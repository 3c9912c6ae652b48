"""From an address to its answer: the look-up in each database, and which parts of the records are shown."""

from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any, NamedTuple

from iplookup.addresses import Address, is_ipv4_compatible, network, parse_address
from iplookup.databases import find
from iplookup.folders import NoDatabaseError, Roles, database_folder
from iplookup.network_blocks import Record
from iplookup.ranges import special_range
from iplookup.records import Plan, add_blocks, make_plan
from iplookup.selection import LANGUAGES, paths, selection
from utilitysvc import API_VERSION
from utilitysvc.kit.service_error import ServiceError

__all__ = [
    "INVALID_ADDRESS",
    "NOT_FOUND",
    "AnswerPlan",
    "Found",
    "answer_for",
    "checked_address",
    "plan_for",
    "roles_in",
]

INVALID_ADDRESS = "Invalid IP address provided"
WRITE_ADDRESS = "Write an IPv4 or IPv6 address alone, as 8.8.8.8 or 2001:db8::1: no name, port, prefix length or zone"
NOT_FOUND = "IP address not found in database"

#: The keys of an answer that stand before what the databases know.
_HEAD = ("ip", "network", "timestamp", "api_version")


class AnswerPlan(NamedTuple):
    """How to make an answer: which keys stand before the blocks, and the blocks."""

    head: frozenset[str]
    blocks: Plan


#: How many plans are kept for the databases of a folder. Their keys are texts of clients: 32 fields and a language, of
#: at most 128 characters each, so that all keys together hold no more than a megabyte.
MOST_PLANS = 64


def plan_for(roles: Roles, fields: Sequence[str] | None = None, lang: str = "") -> AnswerPlan:
    """Return how to make an answer of these fields. Raises ServiceError for unknown fields or an unknown language."""
    asked = None if fields is None else tuple(fields), lang
    plan: AnswerPlan | None = roles.plans.get(asked)
    return plan or _remember_plan(roles, asked)


def _remember_plan(roles: Roles, asked: tuple[tuple[str, ...] | None, str]) -> AnswerPlan:
    fields, lang = asked
    wanted = () if fields is None else paths(fields)
    language = LANGUAGES.canonical(lang) if lang else ""
    has_eu_flag = roles.location is not None and roles.location.has_eu_flag
    head = frozenset(key for key in _HEAD if not wanted or (key,) in wanted)
    plan = AnswerPlan(head, make_plan(selection(wanted), language, has_eu_flag=has_eu_flag))
    if len(roles.plans) >= MOST_PLANS:
        roles.plans.clear()
    roles.plans[asked] = plan
    return plan


def roles_in(folder: str) -> Roles:
    databases = database_folder(folder)
    roles = databases.roles()
    if roles.location is None and not any(roles):
        raise NoDatabaseError(databases.path)
    return roles


class Found(dict[str, Record]):
    """The records of an address by role, each looked up when it is first read.

    ``prefix_length``: of the network around the address that has the same location record (B7), once that is read.
    """

    __slots__ = ("address", "prefix_length", "roles")

    def __init__(self, roles: Roles, address: Address) -> None:
        super().__init__(roles.absent)
        self.roles, self.address, self.prefix_length = roles, address, 0

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
        raise ServiceError(INVALID_ADDRESS, WRITE_ADDRESS)
    return address


def answer_for(address: Address, roles: Roles, plan: AnswerPlan, timestamp: str) -> dict[str, Any]:
    found = Found(roles, address)
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
    known = add_blocks(answer, found, plan.blocks) or add_blocks({}, found, plan_for(roles).blocks)
    if not known or is_ipv4_compatible(address):
        raise ServiceError(NOT_FOUND, status=404, extra={"ip": address.text} | _range(address))
    return answer


def _range(address: Address) -> dict[str, str]:
    name = special_range(ip_address(address.packed))
    return {"range": name} if name else {}
