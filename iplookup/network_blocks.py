"""Make the blocks of an answer about the network of an address: provider, traits, anonymity (I5, I13, I16).

Values that are absent, of a wrong type or out of range are left out, as in ``place_blocks.py``.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

from iplookup.answers import Anonymity

Record = Mapping[str, Any]
#: The record of an address for each role, empty if the role's database has no data for the address.
Records = Mapping[str, Record]
#: A function that makes a block of the answer from the records.
Make = Callable[[Records], Any]

LARGEST_ASN = 2**32 - 1  # RFC 6793
# orjson writes no integers beyond these bounds. A database may have integers of 128 bits.
SMALLEST_INTEGER, LARGEST_INTEGER = -(2**63), 2**64 - 1

ANONYMITY_FLAGS = tuple(Anonymity.__annotations__)
#: Traits of a record that the answer shows outside of ``traits``.
_SHOWN_ELSEWHERE = frozenset({"autonomous_system_number", "autonomous_system_organization", "isp", "connection_type"})
_FIRST_TRAITS = ("is_anycast", "user_type")


def text_in(part: Record, key: str) -> str | None:
    """Return the text at ``key``, or None if the value is absent, empty or not a text."""
    value = part.get(key)
    return value if value and isinstance(value, str) else None


def asn(records: Records) -> Any:
    """Return the block from the network database, or else from the traits of an Enterprise record (I5).

    ``isp`` and ``connection_type`` below choose in the same way.
    """
    return _autonomous_system(records["network"]) or _autonomous_system(_traits_of(records))


def _autonomous_system(part: Record) -> dict[str, Any]:
    """Return the number and the organization, each under two names (I5)."""
    number, organization = part.get("autonomous_system_number"), text_in(part, "autonomous_system_organization")
    if type(number) is not int or not 0 <= number <= LARGEST_ASN:
        number = None
    block: dict[str, Any] = {}
    if number is not None:
        block["autonomous_system_number"] = number
    if organization:
        block["autonomous_system_organization"] = organization
    if number is not None:
        block["number"] = number
    if organization:
        block["organization"] = organization
    return block


def isp(records: Records) -> Any:
    return text_in(records["network"], "isp") or _trait_of(records, "isp")


def connection_type(records: Records) -> Any:
    return text_in(records["connection_type"], "connection_type") or _trait_of(records, "connection_type")


def _trait_of(records: Records, key: str) -> str | None:
    return text_in(_traits_of(records), key)


def organization(records: Records) -> Any:
    """Return the organization in an ISP database, unless the autonomous system has the same one (I16)."""
    network = records["network"]
    organization = text_in(network, "organization")
    return None if organization == network.get("autonomous_system_organization") else organization


def _traits_of(records: Records) -> Record:
    traits = records["location"].get("traits")
    return traits if isinstance(traits, dict) else {}


def traits(records: Records) -> Any:
    """Return the traits of a record that the answer does not show elsewhere (I13)."""
    source = _traits_of(records)
    if not source:
        return None
    shown = (name for name in dict.fromkeys((*_FIRST_TRAITS, *source)) if name not in _SHOWN_ELSEWHERE)
    return {name: value for name in shown if (value := sound_scalar(source.get(name))) is not None}


def sound_scalar(value: Any) -> str | int | float | bool | None:
    """Return ``value`` if it is a text that is not empty, true, or a number that JSON can hold, otherwise None."""
    if isinstance(value, bool | str):
        return value or None
    if isinstance(value, int):
        return value if SMALLEST_INTEGER <= value <= LARGEST_INTEGER else None
    return value if isinstance(value, float) and math.isfinite(value) else None


def anonymity(records: Records) -> Any:
    """Return the flags that are true (I13)."""
    record = records["anonymity"]
    if not record:
        return None
    return {flag: True for flag in ANONYMITY_FLAGS if record.get(flag) is True}
