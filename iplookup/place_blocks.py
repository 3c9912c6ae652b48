"""Make the blocks of an answer about the place of an address (I4, I6, I12, I13).

Do not trust the records: they come from other publishers and may contain anything. Values that are absent, of a wrong
type or out of range are left out. The functions that make a block check its values inline, because a function call for
each value would take longer than the look-up.
"""

from collections.abc import Callable
from typing import Any

from iplookup.eu_members import EU_MEMBERS
from iplookup.network_blocks import Make, Record, Records, text_in
from iplookup.selection import ENGLISH, EVERYTHING, Selection

#: A function that makes a block from a part of a record.
MakePart = Callable[[Any], dict[str, Any]]

METRES_PER_KILOMETRE = 1000
HALF_CIRCUMFERENCE = 20_038  # of the Earth, in kilometres
_NUMBERS = (int, float)
LARGEST_METRO_CODE = 2**16 - 1
#: At most so many countries, and so many continents, are cached for a plan. There are about 250 country codes.
MAX_CACHED = 300

EU_FLAG = "is_in_european_union"


def _add_names(block: dict[str, Any], part: Record, language: str) -> None:
    """Add ``name`` and ``names``. With a language, add only ``name`` in that language, or else in English (I12)."""
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
    language: str, code_key: str = "iso_code", *, caches_names: bool = False, wanted: Selection = EVERYTHING
) -> MakePart:
    """Return a function that makes the block of a country, a subdivision or a continent.

    If no names are ``wanted``, they are read only if there is no code: they then show that there is a block.
    ``caches_names``: cache names that passed the checks by the code of their place, because there are few such places.
    To compare names with the cached ones takes a third of the time of checking them. If they are equal, the answer gets
    the cached ones, because CPython encodes a text as UTF-8 only once and keeps the result with the text.
    """
    cached_names: dict[str, dict[str, str]] = {}
    has_names = not wanted or not wanted.keys().isdisjoint(("name", "names"))

    def place(part: Any) -> dict[str, Any]:
        if not isinstance(part, dict):
            return {}
        block: dict[str, Any] = {}
        code = part.get(code_key)
        if not code or not isinstance(code, str):
            _add_names(block, part, language)
        elif code in cached_names and part.get("names") == cached_names[code]:
            names = cached_names[code]
            block = {code_key: code, "name": names[ENGLISH], "names": names.copy()}  # the caller may change the copy
        else:
            block[code_key] = code
            if has_names:
                _add_names(block, part, language)
            if caches_names and "names" in block and "name" in block and len(cached_names) < MAX_CACHED:
                cached_names[code] = block["names"].copy()
        if "confidence" in part:
            _add_confidence(block, part)
        return block

    return place


def country(language: str, wanted: Selection, *, has_eu_flag: bool) -> Make:
    """Return a function for the country of the address, or else the one in which its network is registered (I4)."""
    place = _place(language, caches_names=True, wanted=wanted)

    def make(records: Records) -> Any:
        location = records["location"]
        for key in ("country", "registered_country"):
            part = location.get(key)
            block = place(part)
            if has_eu_flag:
                is_member = isinstance(part, dict) and part.get(EU_FLAG) is True
            else:
                is_member = block.get("iso_code") in EU_MEMBERS
            if is_member:
                block[EU_FLAG] = True
            if block:
                return block
        return None

    return make


def continent(language: str) -> Make:
    place = _place(language, "code", caches_names=True)
    return lambda records: place(records["location"].get("continent"))


def city(language: str) -> Make:
    def make(records: Records) -> Any:
        part = records["location"].get("city")
        if not isinstance(part, dict):
            return None
        block: dict[str, Any] = {}
        _add_names(block, part, language)
        if "confidence" in part:
            _add_confidence(block, part)
        return block

    return make


def postal(records: Records) -> Any:
    part = records["location"].get("postal")
    if not isinstance(part, dict):
        return None
    block: dict[str, Any] = {}
    if code := text_in(part, "code"):
        block["code"] = code
    _add_confidence(block, part)
    return block


def location(records: Records) -> Any:
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


def subdivisions(language: str) -> Make:
    place = _place(language)

    def make(records: Records) -> Any:
        parts = records["location"].get("subdivisions")
        return [block for part in parts if (block := place(part))] if isinstance(parts, list) else None

    return make


def registered_country(language: str) -> Make:
    """Return a function for the country in which the network is registered, if it is another one (I13)."""
    place = _place(language)

    def make(records: Records) -> Any:
        location = records["location"]
        registered, country = location.get("registered_country"), location.get("country")
        if not isinstance(country, dict) or not isinstance(registered, dict):
            return None
        if country.get("iso_code") == registered.get("iso_code") or not place(country):
            return None
        block = place(registered)
        block.pop("confidence", None)
        return block

    return make
