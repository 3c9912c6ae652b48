"""Make the blocks of an answer from the records of the databases.

Do not trust the records: they come from other publishers and may contain anything. Values that are absent, of a wrong
type or out of range are left out (https://github.com/maxmind/MaxMind-DB describes the format, not what a record holds).
"""

import math
from collections.abc import Callable, Container, Mapping
from typing import Any, get_type_hints

from iplookup import answers
from iplookup.selection import ENGLISH

Record = Mapping[str, Any]
#: The records of an address by role, which are empty where its database has no data.
Records = Mapping[str, Record]

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
#: By what a number of a record is multiplied.
FACTORS = {"accuracy_radius": 1000}  # the records have kilometres, the answers metres (I6)
#: Keys of the answer that repeat the value of a key of the record (I5).
ALIASES = {"number": "autonomous_system_number", "organization": "autonomous_system_organization"}
# orjson writes no integers beyond these bounds. A database may have integers of 128 bits.
SMALLEST_INTEGER, LARGEST_INTEGER = -(2**63), 2**64 - 1

EU_FLAG = "is_in_european_union"
#: Traits of a record that the answer shows outside of ``traits``.
_SHOWN_ELSEWHERE = frozenset({"autonomous_system_number", "autonomous_system_organization", "isp", "connection_type"})

#: Returns the sound values of a part of a record, with names in a language, or something false if there are none.
Reader = Callable[[Any, str], Any]


def make_blocks(records: Records, language: str = "", wanted: Container[str] = ()) -> dict[str, Any]:
    """Return the blocks that the records have data for: all of them, or only the ``wanted`` ones.

    ``language``: of the names; if it is empty, all languages.
    """
    records = {**records, "traits": traits_of(records)}
    blocks = {}
    for key in BLOCKS:
        if (not wanted or key in wanted) and (block := _block(key, records, language)):
            blocks[key] = block
    # These two are left out if they say no more than another block (I13, I16).
    if blocks.get("organization") == records["network"].get("autonomous_system_organization"):
        blocks.pop("organization", None)
    registered = blocks.get("registered_country")
    if registered and registered.get("iso_code") == _block("country", records, language).get("iso_code"):
        del blocks["registered_country"]
    return blocks


def traits_of(records: Records) -> Record:
    """Return the traits, which are a part of the location record."""
    traits = records["location"].get("traits")
    return traits if isinstance(traits, dict) else {}


def _block(key: str, records: Records, language: str) -> Any:
    """Return the block from the first of its places that has sound data."""
    read, places = BLOCKS[key]
    for role, name in places:
        part = records[role].get(name) if name else records[role]
        if part and (block := read(part, language)):
            return block
    return None


def sound_scalar(value: Any) -> str | int | float | bool | None:
    """Return ``value`` if it is a text that is not empty, true, or a number that JSON can hold, otherwise None."""
    if isinstance(value, bool | str):
        return value or None
    if isinstance(value, int):
        return value if SMALLEST_INTEGER <= value <= LARGEST_INTEGER else None
    return value if isinstance(value, float) and math.isfinite(value) else None


def _reader_of(shape: type) -> Reader:
    """Return the reader of a part that has the keys of a TypedDict, in their order. ``names`` makes ``name`` too."""
    keys: list[tuple[Any, ...]] = []
    for key, kind in get_type_hints(shape).items():
        source = ALIASES.get(key, key)
        if key != "name":
            keys.append((key, source, kind, *LIMITS.get(source, FLAG), FACTORS.get(key, 1)))

    def read(part: Any, language: str) -> dict[str, Any]:
        block: dict[str, Any] = {}
        if not isinstance(part, dict):
            return block
        for key, source, kind, smallest, largest, factor in keys:
            value: Any = part.get(source)
            if kind is str:
                if value and isinstance(value, str):
                    block[key] = value
            elif key == "names":
                block |= _names(value, language)
            elif (type(value) is kind or (kind is float and type(value) is int)) and smallest <= value <= largest:
                block[key] = kind(value * factor)
        return block

    return read


def _names(names: Any, language: str) -> dict[str, Any]:
    """Return ``name`` and ``names``; with a language only ``name``, in that language or else in English (I12)."""
    if not isinstance(names, dict):
        return {}
    for name in names.values():  # hardly a record needs the copy, which takes three times as long
        if not name or not isinstance(name, str):
            names = {code: name for code, name in names.items() if name and isinstance(name, str)}
            break
    name = names.get(language or ENGLISH) or names.get(ENGLISH)
    block = {"name": name} if name else {}
    if names and not language:
        block["names"] = names
    return block


_subdivision = _reader_of(answers.Subdivision)


def _subdivisions(parts: Any, language: str) -> Any:
    return isinstance(parts, list) and [block for part in parts if (block := _subdivision(part, language))]


def _text(value: Any, language: str) -> Any:
    return isinstance(value, str) and value


def _traits(traits: Record, language: str) -> Any:
    """Return the traits of a record that the answer does not show elsewhere (I13)."""
    names = dict.fromkeys(("is_anycast", "user_type", *traits))  # the documented ones first
    shown = (name for name in names if name not in _SHOWN_ELSEWHERE)
    return {name: value for name in shown if (value := sound_scalar(traits.get(name))) is not None}


#: Where the data of a block stand: in the record of a role, under a key or, if it is empty, as the whole record.
_PLACES = {
    "country": [("location", "country"), ("location", "registered_country")],  # I4
    "asn": [("network", ""), ("traits", "")],  # I5, as the next two
    "isp": [("network", "isp"), ("traits", "isp")],
    "connection_type": [("connection_type", "connection_type"), ("traits", "connection_type")],
    "organization": [("network", "organization")],
    "traits": [("traits", "")],
    "anonymity": [("anonymity", "")],
}
_READERS: dict[Any, Reader] = {str: _text, dict[str, Any]: _traits, list[answers.Subdivision]: _subdivisions}
#: The keys of an answer with data of the databases, in the order of the answer, each with its reader and its places.
BLOCKS = {
    key: (_READERS.get(kind) or _reader_of(kind), _PLACES.get(key, [("location", key)]))
    for key, kind in get_type_hints(answers.Blocks).items()
}
