"""From a database's records to the blocks of an answer, those alone that are asked for (I4-I6, I11-I13, I16).

Records come from outside and may hold anything. What is absent, of another type or out of its range is left out. The
checks stand in the functions that make a block, since a call for each value would take longer than the look-up.
"""

from collections.abc import Callable
from typing import Any

from iplookup import network_blocks
from iplookup.eu_members import EU_MEMBERS
from iplookup.network_blocks import Record, Records, text_in
from iplookup.selection import ENGLISH, EVERYTHING, Selection

__all__ = ["Make", "Plan", "add_blocks", "make_plan"]

#: Makes a block of the answer from the records.
Make = Callable[[Records], Any]
#: What makes each block that is asked for, in the order of the answer.
Plan = tuple[tuple[str, Make], ...]
#: Makes a block from a part of a record.
MakePart = Callable[[Any], dict[str, Any]]

METRES_PER_KILOMETRE = 1000
HALF_CIRCUMFERENCE = 20_038  # of the Earth, in kilometres
_NUMBERS = (int, float)
LARGEST_METRO_CODE = 2**16 - 1
#: Of how many countries, and of how many continents, a plan remembers the names. There are some 250 codes.
MOST_REMEMBERED = 300

EU_FLAG = "is_in_european_union"


def _add_names(block: dict[str, Any], part: Record, language: str) -> None:
    """Add ``name`` and ``names``, or with a language the name in it alone, in English where there is no other (I12)."""
    names = part.get("names")
    if not isinstance(names, dict):
        return
    if language:
        if name := text_in(names, language) or text_in(names, ENGLISH):
            block["name"] = name
        return
    for name in names.values():
        if not name or not isinstance(name, str):
            names = {language: name for language, name in names.items() if name and isinstance(name, str)}
            break
    if ENGLISH in names:
        block["name"] = names[ENGLISH]
    if names:
        block["names"] = names


def _add_confidence(block: dict[str, Any], part: Record) -> None:
    confidence = part.get("confidence")
    if type(confidence) is int and 0 <= confidence <= 100:
        block["confidence"] = confidence


def _place(
    language: str, code_key: str = "iso_code", *, remembers: bool = False, wanted: Selection = EVERYTHING
) -> MakePart:
    """Return what makes the block of a country, a subdivision or a continent.

    If no names are ``wanted`` they are not read, except where there is no code: then they show that there is a block.
    ``remembers``: there are few such places, each with many addresses. Names that passed the checks are remembered by
    the code, because comparing the next ones with them takes a third of the time of checking each name again.
    """
    sound: dict[str | None, dict[str, str]] = {}
    has_names = not wanted or not wanted.keys().isdisjoint(("name", "names"))

    def place(part: Any) -> dict[str, Any]:
        block: dict[str, Any] = {}
        if not part or not isinstance(part, dict):
            return block
        code = part.get(code_key)
        if code and isinstance(code, str):
            block[code_key] = code
        else:
            code = None
        if code and not has_names:
            pass
        elif not remembers or language:
            _add_names(block, part, language)
        elif (known := sound.get(code)) and (names := part.get("names")) == known:
            block["name"] = names[ENGLISH]
            block["names"] = names
        else:
            _add_names(block, part, language)
            if code and "name" in block and len(sound) < MOST_REMEMBERED:
                sound[code] = block["names"].copy()  # whoever gets the block may change it
        if "confidence" in part:
            _add_confidence(block, part)
        return block

    return place


def _country(language: str, wanted: Selection, *, has_eu_flag: bool) -> Make:
    """The country of the address, else the one in which its network is registered (I4)."""
    place = _place(language, remembers=True, wanted=wanted)

    def country(part: Any) -> dict[str, Any]:
        block = place(part)
        if has_eu_flag:
            is_member = isinstance(part, dict) and part.get(EU_FLAG) is True
        else:
            is_member = block.get("iso_code") in EU_MEMBERS
        if is_member:
            block[EU_FLAG] = True
        return block

    def of_address(records: Records) -> Any:
        location = records["location"]
        return country(location.get("country")) or country(location.get("registered_country"))

    return of_address


def _continent(language: str) -> Make:
    place = _place(language, "code", remembers=True)
    return lambda records: place(records["location"].get("continent"))


def _city(language: str) -> Make:
    def city(records: Records) -> Any:
        part = records["location"].get("city")
        if not part or not isinstance(part, dict):
            return None
        block: dict[str, Any] = {}
        _add_names(block, part, language)
        if "confidence" in part:
            _add_confidence(block, part)
        return block

    return city


def _postal(records: Records) -> Any:
    part = records["location"].get("postal")
    if not part or not isinstance(part, dict):
        return None
    block: dict[str, Any] = {}
    if code := text_in(part, "code"):
        block["code"] = code
    _add_confidence(block, part)
    return block


def _location(records: Records) -> Any:
    part = records["location"].get("location")
    if not part or not isinstance(part, dict):
        return None
    block: dict[str, Any] = {}
    latitude: Any = part.get("latitude")
    longitude: Any = part.get("longitude")
    if type(latitude) in _NUMBERS and -90 <= latitude <= 90:
        block["latitude"] = float(latitude)
    if type(longitude) in _NUMBERS and -180 <= longitude <= 180:
        block["longitude"] = float(longitude)
    if "accuracy_radius" in part:
        kilometres = part["accuracy_radius"]
        if type(kilometres) is int and 0 <= kilometres <= HALF_CIRCUMFERENCE:
            block["accuracy_radius"] = kilometres * METRES_PER_KILOMETRE
    zone = part.get("time_zone")
    if zone and isinstance(zone, str):
        block["time_zone"] = zone
    if "metro_code" in part:
        metro_code = part["metro_code"]
        if type(metro_code) is int and 0 <= metro_code <= LARGEST_METRO_CODE:
            block["metro_code"] = metro_code
    return block


def _subdivisions(language: str) -> Make:
    place = _place(language)

    def subdivisions(records: Records) -> Any:
        parts = records["location"].get("subdivisions")
        return [block for part in parts if (block := place(part))] if isinstance(parts, list) else None

    return subdivisions


def _registered_country(language: str) -> Make:
    """The country of the network, where that is another one (I13)."""
    place = _place(language)

    def registered_country(records: Records) -> Any:
        location = records["location"]
        registered, country = location.get("registered_country"), location.get("country")
        if not registered or not isinstance(country, dict) or not isinstance(registered, dict):
            return None
        if country.get("iso_code") == registered.get("iso_code") or not place(country):
            return None
        block = place(registered)
        block.pop("confidence", None)
        return block

    return registered_country


def make_plan(wanted: Selection = EVERYTHING, language: str = "", *, has_eu_flag: bool = True) -> Plan:
    """Return how to build what is ``wanted`` of the blocks, with names in ``language`` alone where there is one.

    ``has_eu_flag``: the location database says itself which countries belong to the European Union.
    """
    makers: dict[str, Make] = {
        "country": _country(language, wanted.get("country", EVERYTHING), has_eu_flag=has_eu_flag),
        "continent": _continent(language),
        "city": _city(language),
        "postal": _postal,
        "location": _location,
        "subdivisions": _subdivisions(language),
        "asn": network_blocks.asn,
        "isp": network_blocks.isp,
        "connection_type": network_blocks.connection_type,
        "organization": network_blocks.organization,
        "registered_country": _registered_country(language),
        "traits": network_blocks.traits,
        "anonymity": network_blocks.anonymity,
    }
    if not wanted:
        return tuple(makers.items())
    return tuple((key, _parts_of(make, wanted[key])) for key, make in makers.items() if key in wanted)


def add_blocks(answer: dict[str, Any], records: Records, plan: Plan) -> bool:
    """Add to ``answer`` what the records of the roles say of an address, and return whether they say anything."""
    before = len(answer)
    for key, make in plan:
        if block := make(records):
            answer[key] = block
    return len(answer) > before


def _parts_of(make: Make, wanted: Selection) -> Make:
    return (lambda records: _part(make(records), wanted)) if wanted else make


def _part(value: Any, wanted: Selection) -> Any:
    """Return what is wanted of a value, empty where that is nothing."""
    if not wanted:
        return value
    if isinstance(value, list):
        return [part for entry in value if (part := _part(entry, wanted))]
    if not isinstance(value, dict):
        return None
    found: dict[str, Any] = {}
    for key, inner in value.items():
        if key in wanted:
            part = _part(inner, wanted[key])
            if part or not wanted[key]:  # 0 is a value; an object of which nothing is left is none
                found[key] = part
    return found
