"""From a database's records to the blocks of an answer, those alone that are asked for (I4-I6, I11-I13, I16)."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from iplookup.answers import Blocks
from iplookup.selection import ENGLISH, EVERYTHING, Selection
from iplookup.values import (
    Convert,
    degrees,
    eu_member,
    integer,
    metres,
    name_in,
    names,
    names_in,
    text,
    trait,
    true,
)

__all__ = ["Plan", "Record", "Records", "add_blocks", "blocks", "make_plan"]

Record = Mapping[str, Any]
#: The record of an address by role, empty where the role's database does not know it.
Records = Mapping[str, Record]
#: Makes a block of the answer from a part of a record.
Make = Callable[[Any], dict[str, Any]]
#: What makes each block of the records, in the order of the answer.
Plan = tuple[tuple[str, Callable[[Records], Any]], ...]


#: How many countries, and how many continents, a plan remembers. There are some 250 codes.
MOST_REMEMBERED = 300


class Row(NamedTuple):
    """A key of a block, the one under which its value stands in the record, and what makes the value of that.

    None makes a text: most rows do, and a call for each would take a tenth of the time of an answer.
    """

    key: str
    origin: str
    convert: Convert | None = None


Rows = tuple[Row, ...]

_NAME = (Row("name", "names", name_in(ENGLISH)), Row("names", "names", names))
_CONFIDENCE = Row("confidence", "confidence", integer(100))
_EU_FLAG = "is_in_european_union"
_ASN = integer(2**32 - 1)  # RFC 6793

# The keys of each block in the order of the answer.
_REGISTERED = (Row("iso_code", "iso_code"), *_NAME)
_PLACE = (*_REGISTERED, _CONFIDENCE)
_COUNTRY_WITH_FLAG = (*_PLACE, Row(_EU_FLAG, _EU_FLAG, true))
_COUNTRY_WITHOUT_FLAG = (*_PLACE, Row(_EU_FLAG, "iso_code", eu_member))
_CONTINENT = (Row("code", "code"), *_NAME)
_CITY = (*_NAME, _CONFIDENCE)
_POSTAL = (Row("code", "code"), _CONFIDENCE)
_LOCATION = (
    Row("latitude", "latitude", degrees(90)),
    Row("longitude", "longitude", degrees(180)),
    Row("accuracy_radius", "accuracy_radius", metres),
    Row("time_zone", "time_zone"),
    Row("metro_code", "metro_code", integer(2**16 - 1)),
)
_AUTONOMOUS_SYSTEM = (
    Row("autonomous_system_number", "autonomous_system_number", _ASN),
    Row("autonomous_system_organization", "autonomous_system_organization"),
    Row("number", "autonomous_system_number", _ASN),
    Row("organization", "autonomous_system_organization"),
)
_ANONYMITY = tuple(
    Row(flag, flag, true)
    for flag in (
        "is_anonymous",
        "is_anonymous_vpn",
        "is_hosting_provider",
        "is_public_proxy",
        "is_residential_proxy",
        "is_tor_exit_node",
    )
)
#: The traits of a record that stand elsewhere in the answer.
_SHOWN_ELSEWHERE = frozenset({"autonomous_system_number", "autonomous_system_organization", "isp", "connection_type"})
_FIRST_TRAITS = ("is_anycast", "user_type")


def _maker(rows: Rows) -> Make:
    """Return what makes a block of ``rows``, empty where the part of the record has none of them."""

    def make(part: Any) -> dict[str, Any]:
        block: dict[str, Any] = {}
        if part and isinstance(part, dict):
            for key, origin, convert in rows:
                if (value := part.get(origin)) is None:
                    continue
                if convert is None:
                    if isinstance(value, str) and value:
                        block[key] = value
                elif (value := convert(value)) is not None:
                    block[key] = value
        return block

    return make


def _remembering(make: Make, identity: str) -> Make:
    """Return ``make`` for parts that are the same at many addresses, such as a country: each is made once.

    ``identity`` is the key by which a part is found again. It is used only if the whole part is the same, since nothing
    says that a database has one record of each country. Callers may change a block, so each gets a copy.
    """
    known: dict[str, tuple[Mapping[str, Any], dict[str, Any]]] = {}

    def remembered(part: Any) -> dict[str, Any]:
        code = part.get(identity) if isinstance(part, dict) else None
        if not isinstance(code, str):
            return make(part)
        found = known.get(code)
        if found is None or found[0] != part:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            found = known[code] = part, make(part)
        block = found[1].copy()
        if "names" in block:
            block["names"] = block["names"].copy()
        return block

    return remembered


_any_of_country = _maker(_PLACE)
_any_of_asn = _maker(_AUTONOMOUS_SYSTEM)


def _of_location(key: str, make: Make) -> Callable[[Records], Any]:
    return lambda records: (part := records["location"].get(key)) and make(part)


def _country(make: Make) -> Callable[[Records], Any]:
    """The country of the address, else the one in which its network is registered (I4)."""

    def country(records: Records) -> Any:
        location = records["location"]
        own = location.get("country")
        if (block := make(own)) or _any_of_country(own):
            return block
        return make(location.get("registered_country"))

    return country


def _registered_country(make: Make) -> Callable[[Records], Any]:
    """The country of the network, where that is another one (I13)."""

    def registered_country(records: Records) -> Any:
        location = records["location"]
        registered, country = location.get("registered_country"), location.get("country")
        if not registered or not isinstance(country, dict) or not isinstance(registered, dict):
            return None
        if country.get("iso_code") == registered.get("iso_code") or not _any_of_country(country):
            return None
        return make(registered)

    return registered_country


def _subdivisions(make: Make) -> Callable[[Records], Any]:
    def subdivisions(records: Records) -> Any:
        parts = records["location"].get("subdivisions")
        return [block for part in parts if (block := make(part))] if isinstance(parts, list) else None

    return subdivisions


def _asn(make: Make) -> Callable[[Records], Any]:
    """Of a database of its own, else of the traits of an Enterprise record (I5); so too ``_isp``."""

    def asn(records: Records) -> Any:
        network = records["network"]
        if (block := make(network)) or _any_of_asn(network):
            return block
        return make(records["location"].get("traits"))

    return asn


def _isp(records: Records) -> Any:
    return text(records["network"].get("isp")) or text(_traits_of(records).get("isp"))


def _organization(records: Records) -> Any:
    """Of an ISP database, where it is not the organization of the autonomous system (I16)."""
    network = records["network"]
    organization = text(network.get("organization"))
    return organization if organization != network.get("autonomous_system_organization") else None


def _connection_type(records: Records) -> Any:
    own = text(records["connection_type"].get("connection_type"))
    return own or text(_traits_of(records).get("connection_type"))


def _traits_of(records: Records) -> Mapping[str, Any]:
    traits = records["location"].get("traits")
    return traits if isinstance(traits, dict) else {}


def _traits(wanted: Selection) -> Callable[[Records], Any]:
    """What the traits of a record hold that stands nowhere else (I13)."""

    def traits(records: Records) -> Any:
        source = _traits_of(records)
        if not source:
            return None
        shown = (name for name in dict.fromkeys((*_FIRST_TRAITS, *source)) if name not in _SHOWN_ELSEWHERE)
        return {
            name: value
            for name in shown
            if (not wanted or name in wanted) and (value := trait(source.get(name))) is not None
        }

    return traits


def _anonymity(make: Make) -> Callable[[Records], Any]:
    return lambda records: make(records["anonymity"])


def make_plan(wanted: Selection = EVERYTHING, language: str = "", *, has_eu_flag: bool = True) -> Plan:
    """Return how to build what is ``wanted`` of the blocks, with names in ``language`` alone where there is one.

    ``has_eu_flag``: the location database says itself which countries belong to the European Union.
    """

    def make(key: str, rows: Rows, identity: str = "") -> Make:
        maker = _maker(_asked(rows, wanted.get(key, EVERYTHING), language))
        return _remembering(maker, identity) if identity and not wanted else maker

    country = _COUNTRY_WITH_FLAG if has_eu_flag else _COUNTRY_WITHOUT_FLAG
    makers: dict[str, Callable[[Records], Any]] = {
        "country": _country(make("country", country, "iso_code")),
        "continent": _of_location("continent", make("continent", _CONTINENT, "code")),
        "city": _of_location("city", make("city", _CITY)),
        "postal": _of_location("postal", make("postal", _POSTAL)),
        "location": _of_location("location", make("location", _LOCATION)),
        "subdivisions": _subdivisions(make("subdivisions", _PLACE)),
        "asn": _asn(make("asn", _AUTONOMOUS_SYSTEM)),
        "isp": _isp,
        "connection_type": _connection_type,
        "organization": _organization,
        "registered_country": _registered_country(make("registered_country", _REGISTERED)),
        "traits": _traits(wanted.get("traits", EVERYTHING)),
        "anonymity": _anonymity(make("anonymity", _ANONYMITY)),
    }
    return tuple((key, maker) for key, maker in makers.items() if not wanted or key in wanted)


def _asked(rows: Rows, wanted: Selection, language: str) -> Rows:
    """Return the rows that are wanted, in a language if need be."""
    asked = [row for row in rows if not wanted or row.key in wanted]
    if language:  # the name is the one in it, and there are no others (I12)
        asked = [row for row in asked if row.key != "names"]
    converters = {"name": language and name_in(language), "names": names_in(wanted.get("names", EVERYTHING))}
    return tuple(row._replace(convert=converters.get(row.key) or row.convert) for row in asked)


def add_blocks(answer: dict[str, Any], records: Records, plan: Plan) -> bool:
    """Add to ``answer`` what the records of the roles say of an address, and return whether they say anything."""
    before = len(answer)
    for key, make in plan:
        if block := make(records):
            answer[key] = block
    return len(answer) > before


def blocks(records: Records, plan: Plan) -> Blocks:
    """Return what the records of the roles say of an address."""
    found: Blocks = {}
    add_blocks(found, records, plan)  # type: ignore[arg-type]  # the tables say that they are its keys
    return found
