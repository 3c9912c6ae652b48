"""Make the blocks of an answer from the records of the databases.

Do not trust the records: they come from other publishers and may contain anything. Values that are absent, of a wrong
type or out of range are left out (https://github.com/maxmind/MaxMind-DB describes the format, not what a record holds).
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

from iplookup.answers import Anonymity
from iplookup.selection import ENGLISH, EVERYTHING, Selection

Record = Mapping[str, Any]
#: The record of an address for each role, empty if the role's database has no data for the address; and ``traits``, a
#: part of the location record.
Records = Mapping[str, Record]

METRES_PER_KILOMETRE = 1000
HALF_CIRCUMFERENCE = 20_038  # of the Earth, in kilometres
# orjson writes no integers beyond these bounds. A database may have integers of 128 bits.
SMALLEST_INTEGER, LARGEST_INTEGER = -(2**63), 2**64 - 1

EU_FLAG = "is_in_european_union"
ANONYMITY_FLAGS = tuple(Anonymity.__annotations__)
#: Traits of a record that the answer shows outside of ``traits``.
_SHOWN_ELSEWHERE = frozenset({"autonomous_system_number", "autonomous_system_organization", "isp", "connection_type"})
_FIRST_TRAITS = ("is_anycast", "user_type")


def sound_scalar(value: Any) -> str | int | float | bool | None:
    """Return ``value`` if it is a text that is not empty, true, or a number that JSON can hold, otherwise None."""
    if isinstance(value, bool | str):
        return value or None
    if isinstance(value, int):
        return value if SMALLEST_INTEGER <= value <= LARGEST_INTEGER else None
    return value if isinstance(value, float) and math.isfinite(value) else None


#: Checks the value of a key, and returns what the answer shows of it, or None.
Check = Callable[[Any], Any]
#: Makes a block from the records of an address, in a language if that is not empty. Without data it is empty or None.
Block = Callable[[Records, str], Any]


def _text(value: Any) -> str | None:
    return value if value and isinstance(value, str) else None


def _true(value: Any) -> bool | None:
    return value is True or None


def _integer(largest: int, factor: int = 1) -> Check:
    return lambda value: value * factor if type(value) is int and 0 <= value <= largest else None


def _degrees(largest: int) -> Check:
    return lambda value: float(value) if type(value) in (int, float) and -largest <= value <= largest else None


def _names(value: Any) -> dict[str, str] | None:
    """Return the names keyed by language."""
    if not isinstance(value, dict):
        return None
    if all(map(_text, value.values())):
        return value
    return {language: name for language, name in value.items() if _text(name)}


_REGISTERED_COUNTRY: dict[str, Check] = {"iso_code": _text, "names": _names}
_CONFIDENCE = {"confidence": _integer(100)}
_SUBDIVISION = _REGISTERED_COUNTRY | _CONFIDENCE
_COUNTRY = _SUBDIVISION | {EU_FLAG: _true}
_COORDINATES = {
    "latitude": _degrees(90),
    "longitude": _degrees(180),
    "accuracy_radius": _integer(HALF_CIRCUMFERENCE, METRES_PER_KILOMETRE),
    "time_zone": _text,
    "metro_code": _integer(2**16 - 1),
}
_SYSTEM = {"autonomous_system_number": _integer(2**32 - 1), "autonomous_system_organization": _text}  # RFC 6793


def _checked(part: Any, checks: Mapping[str, Check], language: str = "") -> dict[str, Any]:
    """Return the keys of ``checks`` whose values in the part pass.

    Of ``names`` return ``name`` and ``names``. With a language, return only ``name`` in it, or else in English (I12).
    """
    block: dict[str, Any] = {}
    for key, check in checks.items() if isinstance(part, dict) else ():
        if key in part and (value := check(part[key])) is not None:
            if key != "names":
                block[key] = value
                continue
            if name := value.get(language or ENGLISH) or value.get(ENGLISH):
                block["name"] = name
            if value and not language:
                block["names"] = value
    return block


def _of_location(key: str, checks: Mapping[str, Check]) -> Block:
    return lambda records, language: _checked(records["location"].get(key), checks, language)


def _of_role_or_traits(role: str, key: str) -> Block:
    return lambda records, language: _text(records[role].get(key)) or _text(records["traits"].get(key))


def _country(records: Records, language: str) -> Any:
    """Return the country of the address, or else the one in which its network is registered (I4)."""
    location = records["location"]
    return _checked(location.get("country"), _COUNTRY, language) or _checked(
        location.get("registered_country"), _COUNTRY, language
    )


def _subdivisions(records: Records, language: str) -> Any:
    parts = records["location"].get("subdivisions")
    return isinstance(parts, list) and [block for part in parts if (block := _checked(part, _SUBDIVISION, language))]


def _asn(records: Records, language: str) -> Any:
    """Return the block from the network database, or else from the traits of an Enterprise record (I5)."""
    block = _checked(records["network"], _SYSTEM) or _checked(records["traits"], _SYSTEM)
    return block | {key.removeprefix("autonomous_system_"): value for key, value in block.items()}


def _organization(records: Records, language: str) -> Any:
    """Return the organization in an ISP database, unless the autonomous system has the same one (I16)."""
    network = records["network"]
    organization = _text(network.get("organization"))
    return None if organization == network.get("autonomous_system_organization") else organization


def _registered_country(records: Records, language: str) -> Any:
    """Return the country in which the network is registered, if it is another one (I13)."""
    registered: Any = records["location"].get("registered_country")
    country: Any = records["location"].get("country")
    if not _checked(country, _SUBDIVISION, language) or not isinstance(registered, dict):
        return None
    is_same = country.get("iso_code") == registered.get("iso_code")
    return None if is_same else _checked(registered, _REGISTERED_COUNTRY, language)


def _traits(records: Records, language: str) -> Any:
    """Return the traits of a record that the answer does not show elsewhere (I13)."""
    traits = records["traits"]
    shown = (name for name in dict.fromkeys((*_FIRST_TRAITS, *traits)) if name not in _SHOWN_ELSEWHERE)
    return {name: value for name in shown if (value := sound_scalar(traits.get(name))) is not None}


def _anonymity(records: Records, language: str) -> Any:
    return {flag: True for flag in ANONYMITY_FLAGS if records["anonymity"].get(flag) is True}


#: The keys of an answer with data of the databases, in the order of the answer.
BLOCKS: Mapping[str, Block] = {
    "country": _country,
    "continent": _of_location("continent", {"code": _text, "names": _names}),
    "city": _of_location("city", {"names": _names} | _CONFIDENCE),
    "postal": _of_location("postal", {"code": _text} | _CONFIDENCE),
    "location": _of_location("location", _COORDINATES),
    "subdivisions": _subdivisions,
    "asn": _asn,
    "isp": _of_role_or_traits("network", "isp"),
    "connection_type": _of_role_or_traits("connection_type", "connection_type"),
    "organization": _organization,
    "registered_country": _registered_country,
    "traits": _traits,
    "anonymity": _anonymity,
}


def add_blocks(answer: dict[str, Any], records: Records, language: str = "", wanted: Selection = EVERYTHING) -> bool:
    """Add the ``wanted`` parts of the blocks that the records have data for. Return whether there are any.

    ``language``: of the names; if it is empty, all languages.
    """
    before = len(answer)
    for key, make in BLOCKS.items():
        if not wanted:
            if value := make(records, language):
                answer[key] = value
        elif key in wanted and (value := _part(make(records, language), wanted[key])):
            answer[key] = value
    return len(answer) > before


def _part(value: Any, wanted: Selection) -> Any:
    """Return the wanted parts of a value, or something empty if it has none of them."""
    if not wanted:
        return value
    if isinstance(value, list):
        return [part for entry in value if (part := _part(entry, wanted))]
    if not isinstance(value, dict):
        return None
    parts = {key: _part(inner, wanted[key]) for key, inner in value.items() if key in wanted}
    # Keep values such as 0, but drop an object that has none of the wanted parts.
    return {key: part for key, part in parts.items() if part or not wanted[key]}
