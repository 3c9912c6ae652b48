"""Make the blocks of an answer from the records of the databases.

Do not trust the records: they come from other publishers and may contain anything. Values that are absent, of a wrong
type or out of range are left out (https://github.com/maxmind/MaxMind-DB describes the format, not what a record holds).
"""

import math
from collections.abc import Callable, Container, Mapping
from functools import partial
from typing import Any, get_type_hints, is_typeddict

from iplookup import answers
from iplookup.selection import ENGLISH

Record = Mapping[str, Any]
#: The records of an address by role, which are empty where its database has no data.
Records = Mapping[str, Record]

METRES_PER_KILOMETRE = 1000
#: The smallest and the largest value of each number. A flag must be true.
LIMITS = {
    "latitude": (-90, 90),
    "longitude": (-180, 180),
    "accuracy_radius": (0, 20_038),  # kilometres, half of the Earth's circumference
    "confidence": (0, 100),
    "metro_code": (0, 2**16 - 1),
    "autonomous_system_number": (0, 2**32 - 1),  # RFC 6793
}
FLAG = (True, True)
# orjson writes no integers beyond these bounds. A database may have integers of 128 bits.
SMALLEST_INTEGER, LARGEST_INTEGER = -(2**63), 2**64 - 1

EU_FLAG = "is_in_european_union"
ANONYMITY_FLAGS = tuple(answers.Anonymity.__annotations__)
#: Traits of a record that the answer shows outside of ``traits``.
_SHOWN_ELSEWHERE = frozenset({"autonomous_system_number", "autonomous_system_organization", "isp", "connection_type"})
_FIRST_TRAITS = ("is_anycast", "user_type")

#: The keys of a part of a record, in the order of the answer, each with its type and the limits of a number.
Keys = list[tuple[str, Any, int, int]]


def make_blocks(records: Records, language: str = "", wanted: Container[str] = ()) -> dict[str, Any]:
    """Return the blocks that the records have data for: all of them, or only the ``wanted`` ones.

    ``language``: of the names; if it is empty, all languages.
    """
    records = {**records, "traits": traits_of(records)}
    return {
        key: block
        for key, make in BLOCKS.items()
        if (not wanted or key in wanted) and (block := make(records, language))
    }


def traits_of(records: Records) -> Record:
    """Return the traits, which are a part of the location record."""
    traits = records["location"].get("traits")
    return traits if isinstance(traits, dict) else {}


def sound_scalar(value: Any) -> str | int | float | bool | None:
    """Return ``value`` if it is a text that is not empty, true, or a number that JSON can hold, otherwise None."""
    if isinstance(value, bool | str):
        return value or None
    if isinstance(value, int):
        return value if SMALLEST_INTEGER <= value <= LARGEST_INTEGER else None
    return value if isinstance(value, float) and math.isfinite(value) else None


def _keys(part: type) -> Keys:
    """Return the keys of a TypedDict. ``names`` stands for ``name`` too."""
    return [(key, kind, *LIMITS.get(key, FLAG)) for key, kind in get_type_hints(part).items() if key != "name"]


def _sound(part: Any, keys: Keys, language: str = "") -> dict[str, Any]:
    """Return the sound values of a part of a record.

    ``names`` makes ``name`` too. With a language there is only ``name``, in that language or else in English (I12).
    """
    block: dict[str, Any] = {}
    for key, kind, smallest, largest in keys if part and isinstance(part, dict) else ():
        value = part.get(key)
        if kind is str:
            if value and isinstance(value, str):
                block[key] = value
        elif key == "names" and isinstance(value, dict):
            names = value
            for name in names.values():  # hardly a record needs the copy, which takes three times as long
                if not name or not isinstance(name, str):
                    names = {code: name for code, name in names.items() if name and isinstance(name, str)}
                    break
            if name := names.get(language or ENGLISH) or names.get(ENGLISH):
                block["name"] = name
            if names and not language:
                block["names"] = names
        elif (type(value) is kind or (kind is float and type(value) is int)) and smallest <= value <= largest:
            block[key] = kind(value)
    return block


_KEYS = {key: _keys(part) for key, part in get_type_hints(answers.Blocks).items() if is_typeddict(part)}
_SUBDIVISION, _SYSTEM = _keys(answers.Subdivision), _KEYS["asn"][:2]


def _part(key: str, records: Records, language: str) -> dict[str, Any]:
    """Return the block ``key`` from the part of the location record that has the same name."""
    return _sound(records["location"].get(key), _KEYS[key], language)


def _country(records: Records, language: str) -> Any:
    """Return the country of the address, or else the one in which its network is registered (I4)."""
    country = _part("country", records, language)
    return country or _sound(records["location"].get("registered_country"), _KEYS["country"], language)


def _location(records: Records, language: str) -> Any:
    block = _part("location", records, language)
    if "accuracy_radius" in block:
        block["accuracy_radius"] *= METRES_PER_KILOMETRE
    return block


def _subdivisions(records: Records, language: str) -> Any:
    parts = records["location"].get("subdivisions")
    return isinstance(parts, list) and [block for part in parts if (block := _sound(part, _SUBDIVISION, language))]


def _asn(records: Records, language: str) -> Any:
    """Return the block from the network database, or else from the traits of an Enterprise record (I5)."""
    block = _sound(records["network"], _SYSTEM) or _sound(records["traits"], _SYSTEM)
    for key in list(block):
        block[key.removeprefix("autonomous_system_")] = block[key]
    return block


def _text(record: Record, key: str) -> str | None:
    value = record.get(key)
    return value if value and isinstance(value, str) else None


def _organization(records: Records, language: str) -> Any:
    """Return the organization in an ISP database, unless the autonomous system has the same one (I16)."""
    organization = _text(records["network"], "organization")
    return None if organization == records["network"].get("autonomous_system_organization") else organization


def _registered_country(records: Records, language: str) -> Any:
    """Return the country in which the network is registered, if it is another one (I13)."""
    registered = _part("registered_country", records, language)
    country = registered and _part("country", records, language)
    return registered if country and country.get("iso_code") != registered.get("iso_code") else None


def _traits(records: Records, language: str) -> Any:
    """Return the traits of a record that the answer does not show elsewhere (I13)."""
    traits = records["traits"]
    if not traits:
        return None
    shown = (name for name in dict.fromkeys((*_FIRST_TRAITS, *traits)) if name not in _SHOWN_ELSEWHERE)
    return {name: value for name in shown if (value := sound_scalar(traits.get(name))) is not None}


#: The keys of an answer with data of the databases, in the order of the answer, and the functions that make them.
BLOCKS: Mapping[str, Callable[[Records, str], Any]] = {
    "country": _country,
    "continent": partial(_part, "continent"),
    "city": partial(_part, "city"),
    "postal": partial(_part, "postal"),
    "location": _location,
    "subdivisions": _subdivisions,
    "asn": _asn,
    "isp": lambda records, language: _text(records["network"], "isp") or _text(records["traits"], "isp"),
    "connection_type": lambda records, language: (
        _text(records["connection_type"], "connection_type") or _text(records["traits"], "connection_type")
    ),
    "organization": _organization,
    "registered_country": _registered_country,
    "traits": _traits,
    "anonymity": lambda records, language: _sound(records["anonymity"], _KEYS["anonymity"]),
}
