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
LARGEST_CONFIDENCE = 100
_NUMBERS = (int, float)
LARGEST_METRO_CODE = 2**16 - 1
LARGEST_ASN = 2**32 - 1  # RFC 6793
# orjson writes no integers beyond these bounds. A database may have integers of 128 bits.
SMALLEST_INTEGER, LARGEST_INTEGER = -(2**63), 2**64 - 1

EU_FLAG = "is_in_european_union"
ANONYMITY_FLAGS = tuple(Anonymity.__annotations__)
#: Traits of a record that the answer shows outside of ``traits``.
_SHOWN_ELSEWHERE = frozenset({"autonomous_system_number", "autonomous_system_organization", "isp", "connection_type"})
_FIRST_TRAITS = ("is_anycast", "user_type")


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


def sound_scalar(value: Any) -> str | int | float | bool | None:
    """Return ``value`` if it is a text that is not empty, true, or a number that JSON can hold, otherwise None."""
    if isinstance(value, bool | str):
        return value or None
    if isinstance(value, int):
        return value if SMALLEST_INTEGER <= value <= LARGEST_INTEGER else None
    return value if isinstance(value, float) and math.isfinite(value) else None


def _text(part: Record, key: str) -> str | None:
    value = part.get(key)
    return value if value and isinstance(value, str) else None


def _add_integer(block: dict[str, Any], part: Record, key: str, largest: int, factor: int = 1) -> None:
    if key in part:
        value = part[key]
        if type(value) is int and 0 <= value <= largest:
            block[key] = value * factor


def _add_names(block: dict[str, Any], part: Record, language: str) -> None:
    """Add ``name`` and ``names``. With a language, add only ``name`` in that language, or else in English (I12)."""
    names = part.get("names")
    if not isinstance(names, dict):
        return
    if language:
        if name := _text(names, language) or _text(names, ENGLISH):
            block["name"] = name
        return
    for name in names.values():
        if not name or not isinstance(name, str):
            names = {language: name for language in names if (name := _text(names, language))}
            break
    if ENGLISH in names:
        block["name"] = names[ENGLISH]
    if names:
        block["names"] = names


def _place(part: Any, language: str, code_key: str = "iso_code") -> dict[str, Any]:
    """Return the code, the names and the confidence of a place."""
    block: dict[str, Any] = {}
    if isinstance(part, dict):
        code = part.get(code_key)
        if code and isinstance(code, str):
            block[code_key] = code
        _add_names(block, part, language)
        _add_integer(block, part, "confidence", LARGEST_CONFIDENCE)
    return block


def _country(records: Records, language: str) -> Any:
    """Return the country of the address, or else the one in which its network is registered (I4)."""
    for key in ("country", "registered_country"):
        part: Any = records["location"].get(key)
        block = _place(part, language)
        if isinstance(part, dict) and part.get(EU_FLAG) is True:
            block[EU_FLAG] = True
        if block:
            return block
    return None


def _continent(records: Records, language: str) -> Any:
    return _place(records["location"].get("continent"), language, "code")


def _city(records: Records, language: str) -> Any:
    return _place(records["location"].get("city"), language, "")


def _postal(records: Records, language: str) -> Any:
    part = records["location"].get("postal")
    if not isinstance(part, dict):
        return None
    block: dict[str, Any] = {}
    if code := _text(part, "code"):
        block["code"] = code
    _add_integer(block, part, "confidence", LARGEST_CONFIDENCE)
    return block


def _location(records: Records, language: str) -> Any:
    part = records["location"].get("location")
    if not isinstance(part, dict):
        return None
    block: dict[str, Any] = {}
    latitude: Any = part.get("latitude")
    longitude: Any = part.get("longitude")
    if type(latitude) in _NUMBERS and -90 <= latitude <= 90:
        block["latitude"] = float(latitude)
    if type(longitude) in _NUMBERS and -180 <= longitude <= 180:
        block["longitude"] = float(longitude)
    _add_integer(block, part, "accuracy_radius", HALF_CIRCUMFERENCE, METRES_PER_KILOMETRE)
    if zone := _text(part, "time_zone"):
        block["time_zone"] = zone
    _add_integer(block, part, "metro_code", LARGEST_METRO_CODE)
    return block


def _subdivisions(records: Records, language: str) -> Any:
    parts = records["location"].get("subdivisions")
    return isinstance(parts, list) and [block for part in parts if (block := _place(part, language))]


def _asn(records: Records, language: str) -> Any:
    """Return the block from the network database, or else from the traits of an Enterprise record (I5)."""
    return _autonomous_system(records["network"]) or _autonomous_system(records["traits"])


def _autonomous_system(part: Record) -> dict[str, Any]:
    """Return the number and the organization, each under two names."""
    block: dict[str, Any] = {}
    _add_integer(block, part, "autonomous_system_number", LARGEST_ASN)
    number = block.get("autonomous_system_number")
    organization = _text(part, "autonomous_system_organization")
    if organization:
        block["autonomous_system_organization"] = organization
    if number is not None:
        block["number"] = number
    if organization:
        block["organization"] = organization
    return block


def _isp(records: Records, language: str) -> Any:
    return _text(records["network"], "isp") or _text(records["traits"], "isp")


def _connection_type(records: Records, language: str) -> Any:
    key = "connection_type"
    return _text(records[key], key) or _text(records["traits"], key)


def _organization(records: Records, language: str) -> Any:
    """Return the organization in an ISP database, unless the autonomous system has the same one (I16)."""
    network = records["network"]
    organization = _text(network, "organization")
    return None if organization == network.get("autonomous_system_organization") else organization


def _registered_country(records: Records, language: str) -> Any:
    """Return the country in which the network is registered, if it is another one (I13)."""
    registered: Any = records["location"].get("registered_country")
    country: Any = records["location"].get("country")
    if not isinstance(registered, dict) or not _place(country, language):
        return None
    if country.get("iso_code") == registered.get("iso_code"):
        return None
    return _place({**registered, "confidence": None}, language)


def _traits(records: Records, language: str) -> Any:
    """Return the traits of a record that the answer does not show elsewhere (I13)."""
    traits = records["traits"]
    if not traits:
        return None
    shown = (name for name in dict.fromkeys((*_FIRST_TRAITS, *traits)) if name not in _SHOWN_ELSEWHERE)
    return {name: value for name in shown if (value := sound_scalar(traits.get(name))) is not None}


def _anonymity(records: Records, language: str) -> Any:
    record = records["anonymity"]
    return record and {flag: True for flag in ANONYMITY_FLAGS if record.get(flag) is True}


#: The keys of an answer with data of the databases, in the order of the answer, and the functions that make them.
BLOCKS: Mapping[str, Callable[[Records, str], Any]] = {
    "country": _country,
    "continent": _continent,
    "city": _city,
    "postal": _postal,
    "location": _location,
    "subdivisions": _subdivisions,
    "asn": _asn,
    "isp": _isp,
    "connection_type": _connection_type,
    "organization": _organization,
    "registered_country": _registered_country,
    "traits": _traits,
    "anonymity": _anonymity,
}
