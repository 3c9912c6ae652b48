"""From a database's records to the blocks of an answer: the keys and their order by the specification, I4 to I6.

A value of another type or outside its range is left out like one that is absent: a record is an outsider's data.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypedDict

__all__ = ["Blocks", "Record", "blocks"]

Record = Mapping[str, Any]
Convert = Callable[[Any], Any]

METRES_PER_KILOMETRE = 1000
ENGLISH = "en"


class Country(TypedDict, total=False):
    iso_code: Annotated[str, "Two-letter country code (ISO 3166-1)"]
    name: Annotated[str, "Country name in English"]
    names: Annotated[dict[str, str], "Country names keyed by language code"]
    confidence: Annotated[int, "0 to 100"]


class Continent(TypedDict, total=False):
    code: Annotated[str, "Two-letter continent code"]
    name: Annotated[str, "Continent name in English"]
    names: Annotated[dict[str, str], "Continent names keyed by language code"]


class City(TypedDict, total=False):
    name: Annotated[str, "City name in English"]
    names: Annotated[dict[str, str], "City names keyed by language code"]
    confidence: Annotated[int, "0 to 100"]


class Postal(TypedDict, total=False):
    code: Annotated[str, "Postal or ZIP code"]
    confidence: Annotated[int, "0 to 100"]


class Coordinates(TypedDict, total=False):
    latitude: Annotated[float, "Degrees north (WGS 84)"]
    longitude: Annotated[float, "Degrees east (WGS 84)"]
    accuracy_radius: Annotated[int, "Metres within which the address is likely located; smaller is more accurate"]
    time_zone: Annotated[str, "Timezone identifier"]


class Subdivision(TypedDict, total=False):
    iso_code: Annotated[str, "Subdivision code: the part after the hyphen in ISO 3166-2"]
    name: Annotated[str, "Subdivision name in English"]
    names: Annotated[dict[str, str], "Subdivision names keyed by language code"]
    confidence: Annotated[int, "0 to 100"]


class AutonomousSystem(TypedDict, total=False):
    """Each value under both of its names (I5)."""

    autonomous_system_number: Annotated[int, "Autonomous system number"]
    autonomous_system_organization: Annotated[str, "Organization name"]
    number: Annotated[int, "Autonomous system number"]
    organization: Annotated[str, "Organization name"]


class Blocks(TypedDict, total=False):
    """What is known of an address."""

    country: Annotated[Country, "Country of the address, else the one in which its network is registered"]
    continent: Annotated[Continent, "Continent of the address"]
    city: Annotated[City, "City of the address"]
    postal: Annotated[Postal, "Postal code of the address"]
    location: Annotated[Coordinates, "Where the address is, about"]
    subdivisions: Annotated[list[Subdivision], "Parts of the country, the largest first"]
    asn: Annotated[AutonomousSystem, "The autonomous system that announces the address"]
    isp: Annotated[str, "Internet service provider"]
    connection_type: Annotated[str, "Kind of connection"]


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _names(value: Any) -> dict[str, str] | None:
    if not isinstance(value, dict):
        return None
    if all(value.values()) and set(map(type, value.values())) == {str}:
        return value  # as nearly always, and twice as fast as the copy below
    return {language: name for language, name in value.items() if isinstance(name, str) and name} or None


def _english(value: Any) -> str | None:
    return _text(value.get(ENGLISH)) if isinstance(value, dict) else None


def _integer(maximum: int) -> Convert:
    return lambda value: value if type(value) is int and 0 <= value <= maximum else None


def _degrees(maximum: float) -> Convert:
    return lambda value: float(value) if type(value) in (int, float) and -maximum <= value <= maximum else None


def _metres(value: Any) -> int | None:
    """The databases give whole kilometres (I6)."""
    kilometres = _RADIUS(value)
    return None if kilometres is None else kilometres * METRES_PER_KILOMETRE


_PERCENT = _integer(100)
_RADIUS = _integer(20_038)  # half the Earth's circumference
_ASN = _integer(2**32 - 1)  # RFC 6793

# The keys of each block in the order of the specification, where each stands in the record, and what it must be.
_COUNTRY = _SUBDIVISION = (
    ("iso_code", "iso_code", _text),
    ("name", "names", _english),
    ("names", "names", _names),
    ("confidence", "confidence", _PERCENT),
)
_CONTINENT = (("code", "code", _text), ("name", "names", _english), ("names", "names", _names))
_CITY = (("name", "names", _english), ("names", "names", _names), ("confidence", "confidence", _PERCENT))
_POSTAL = (("code", "code", _text), ("confidence", "confidence", _PERCENT))
_LOCATION = (
    ("latitude", "latitude", _degrees(90)),
    ("longitude", "longitude", _degrees(180)),
    ("accuracy_radius", "accuracy_radius", _metres),
    ("time_zone", "time_zone", _text),
)
_AUTONOMOUS_SYSTEM = (
    ("autonomous_system_number", "autonomous_system_number", _ASN),
    ("autonomous_system_organization", "autonomous_system_organization", _text),
    ("number", "autonomous_system_number", _ASN),
    ("organization", "autonomous_system_organization", _text),
)


def _block(source: Any, keys: tuple[tuple[str, str, Convert], ...]) -> dict[str, Any]:
    block: dict[str, Any] = {}
    if isinstance(source, dict):
        for key, origin, convert in keys:
            if origin in source and (value := convert(source[origin])) is not None:
                block[key] = value
    return block


def _subdivisions(source: Any) -> list[dict[str, Any]]:
    parts = source if isinstance(source, list) else []
    return [block for part in parts if (block := _block(part, _SUBDIVISION))]


def blocks(*, location: Record, network: Record, connection_type: Record) -> Blocks:
    """Return what the records of the three roles say of an address; a role that does not know it gives an empty one.

    The traits of an Enterprise record answer where no database of their own does (I5).
    """
    traits = location.get("traits")
    traits = traits if isinstance(traits, dict) else {}
    found = {
        "country": _block(location.get("country"), _COUNTRY) or _block(location.get("registered_country"), _COUNTRY),
        "continent": _block(location.get("continent"), _CONTINENT),
        "city": _block(location.get("city"), _CITY),
        "postal": _block(location.get("postal"), _POSTAL),
        "location": _block(location.get("location"), _LOCATION),
        "subdivisions": _subdivisions(location.get("subdivisions")),
        "asn": _block(network, _AUTONOMOUS_SYSTEM) or _block(traits, _AUTONOMOUS_SYSTEM),
        "isp": _text(network.get("isp")) or _text(traits.get("isp")),
        "connection_type": _text(connection_type.get("connection_type")) or _text(traits.get("connection_type")),
    }
    return {key: block for key, block in found.items() if block}  # type: ignore[return-value]  # the tables say so
